//! The perft table of Siam.

use mekong_siam::Siam;
use mekong_testkit::perft;

#[test]
fn leaf_counts_match_the_table() {
    let checked = perft::check::<Siam>(include_str!("../data/perft.txt"), 30_000_000);
    assert!(checked >= 20, "only {checked} counts");
}
