//! The perft table of Saigon.

use mekong_saigon::Saigon;
use mekong_testkit::perft;

#[test]
fn leaf_counts_match_the_table() {
    let checked = perft::check::<Saigon>(include_str!("../data/perft.txt"), 100_000_000);
    assert!(checked >= 60, "only {checked} counts");
}
