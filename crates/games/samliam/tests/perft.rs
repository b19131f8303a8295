//! The perft table of Sam Liam.

use mekong_samliam::SamLiam;
use mekong_testkit::perft;

#[test]
fn leaf_counts_match_the_table() {
    let checked = perft::check::<SamLiam>(include_str!("../data/perft.txt"), 1_000_000_000);
    assert!(checked >= 30, "only {checked} counts");
}
