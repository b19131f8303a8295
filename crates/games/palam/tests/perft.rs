//! The perft table of Palam.

use mekong_palam::Palam;
use mekong_testkit::perft;

#[test]
fn leaf_counts_match_the_table() {
    let checked = perft::check::<Palam>(include_str!("../data/perft.txt"), 50_000_000);
    assert!(checked >= 80, "only {checked} counts");
}
