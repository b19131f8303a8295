//! Comparing a game with a second implementation that was written slowly and separately.

use mekong_core::{Game, Notation as _, Position as _, SplitMix64, Variants};

/// What the second implementation says of a position, all in texts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// The winner's code or `draw`; `None` while the game goes on.
    pub outcome: Option<String>,
    /// Every legal move with the text of the position after it, in any order.
    pub moves: Vec<(String, String)>,
}

/// Plays a random game and compares, in every position, outcome, moves and positions after them with
/// `second(position text, variant names)`.
///
/// # Panics
/// At the first difference.
pub fn compare<G: Game>(
    variants: Variants,
    seed: u64,
    plies: usize,
    second: impl Fn(&str, &[&'static str]) -> Verdict,
) {
    let names = G::INFO.variant_names(variants);
    let mut random = SplitMix64::new(seed);
    let mut position = G::start(variants, seed);
    for _ in 0..plies {
        let text = position.position_text();
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let mut ours: Vec<(String, String)> = moves
            .iter()
            .map(|&mv| {
                let mut next = position.clone();
                next.play_unchecked(mv);
                (G::Position::move_text(mv), next.position_text())
            })
            .collect();
        let outcome = position
            .outcome()
            .map(|outcome| outcome.winner.map_or("draw", mekong_core::Player::code).to_owned());
        let mut theirs = second(&text, &names);
        ours.sort_unstable();
        theirs.moves.sort_unstable();
        assert_eq!(Verdict { outcome, moves: ours }, theirs, "{text} with {names:?}");
        if moves.is_empty() {
            return;
        }
        position.play_unchecked(moves[random.below(moves.len())]);
    }
}
