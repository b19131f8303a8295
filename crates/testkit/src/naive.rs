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

/// One legal move as the second implementation sees it, all in texts.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Reply {
    /// The move.
    pub mv: String,
    /// The position after it.
    pub after: String,
    /// The outcome of that position, as in [`Verdict`].
    pub outcome: Option<String>,
}

/// [`compare`] from any position, with the outcome looked at after every legal move: for games whose finished
/// positions do not say in their text who has won. Returns the plies played.
///
/// # Panics
/// At the first difference.
#[must_use = "a walk of no plies compares nothing"]
pub fn compare_from<G: Game>(
    start: G::Position,
    seed: u64,
    plies: usize,
    second: impl Fn(&str, &[&'static str]) -> Vec<Reply>,
) -> usize {
    let names = G::INFO.variant_names(start.variants());
    let mut random = SplitMix64::new(seed);
    let mut position = start;
    for ply in 0..plies {
        if position.outcome().is_some() {
            return ply;
        }
        let text = position.position_text();
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let mut ours: Vec<Reply> = moves
            .iter()
            .map(|&mv| {
                let mut next = position.clone();
                next.play_unchecked(mv);
                let outcome =
                    next.outcome().map(|o| o.winner.map_or("draw", mekong_core::Player::code).to_owned());
                Reply { mv: G::Position::move_text(mv), after: next.position_text(), outcome }
            })
            .collect();
        let mut theirs = second(&text, &names);
        ours.sort_unstable();
        theirs.sort_unstable();
        assert_eq!(ours, theirs, "{text} with {names:?}");
        position.play_unchecked(moves[random.below(moves.len())]);
    }
    plies
}
