use mekong_catalog::Entry;

/// The default number of nodes per judged position. With it fewer than 3 in
/// 100 estimated labels turn from good to bad when eight times as many are searched (`docs/analysis.md`, the example
/// `label_flips`); in games that are counted in points, the points are mostly proven where they can be.
#[must_use]
pub fn default_nodes(entry: &Entry) -> u64 {
    if mekong_players::counts_points(entry) { 1_000_000 } else { 400_000 }
}
