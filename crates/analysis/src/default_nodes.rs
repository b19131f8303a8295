use mekong_catalog::Entry;

/// How many positions are looked at for each position that is judged, if nobody says otherwise. With so many fewer than 3 in
/// 100 estimated labels turn from good to bad when eight times as many are looked at (`docs/analysis.md`, the example
/// `label_flips`); in games that are counted in points, the points are mostly proven where they can be.
#[must_use]
pub fn default_nodes(entry: &Entry) -> u64 {
    if mekong_players::counts_points(entry) { 1_000_000 } else { 400_000 }
}
