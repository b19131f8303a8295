use mekong_catalog::Entry;

/// The default node limit per position. With it fewer than 3 in 100 estimated labels turn from good to bad at eight times
/// as many nodes (`docs/analysis.md`, example `label_flips`), and in games with an endgame solver most results are proven.
#[must_use]
pub fn default_nodes(entry: &Entry) -> u64 {
    if mekong_players::has_endgame(entry) { 1_000_000 } else { 400_000 }
}
