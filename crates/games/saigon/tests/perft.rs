//! The perft table of Saigon.

use mekong_saigon::Saigon;
use mekong_testkit::tables;

#[test]
fn leaf_counts_match_the_table() {
    let checked = tables::check::<Saigon>(include_str!("../data/perft.txt"), 100_000_000);
    assert!(checked >= 60, "only {checked} counts");
}
