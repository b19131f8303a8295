//! Helpers shared by the evaluation and threat tests.

use mekong_core::{Notation as _, Position as _, SplitMix64, Variants};
use mekong_samliam::{Move, Position};

pub(crate) fn position(text: &str) -> Position {
    Position::parse_position(text, Variants::NONE).unwrap()
}

pub(crate) fn legal(position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
}

/// Calls `look` with the positions of a random game. Squares are mostly left unfinished, so that games are long.
pub(crate) fn walk(seed: u64, mut look: impl FnMut(&Position)) {
    let mut random = SplitMix64::new(seed);
    let mut position = Position::start();
    while position.outcome().is_none() {
        look(&position);
        let moves = legal(&position);
        let mut tries = (0..20).map(|_| position.play(moves[random.below(moves.len())]).unwrap());
        let first = tries.next().unwrap();
        position = if first.outcome().is_none() {
            first
        } else {
            tries.find(|next| next.outcome().is_none()).unwrap_or(first)
        };
    }
}

/// Whether the player to move can force a square within `plies`, an odd number, by exhaustive search.
pub(crate) fn wins_within(position: &Position, plies: u32) -> bool {
    let moves = legal(position);
    let next = |mv: Move| {
        let mut next = *position;
        next.play_unchecked(mv);
        next
    };
    if moves.iter().any(|&mv| next(mv).outcome().is_some_and(|end| end.winner == Some(position.turn()))) {
        return true;
    }
    plies > 1 && moves.iter().any(|&mv| loses_within(&next(mv), plies - 1))
}

/// Whether the opponent can force a square within `plies`, an even number, by exhaustive search.
pub(crate) fn loses_within(position: &Position, plies: u32) -> bool {
    position.outcome().is_none()
        && legal(position).into_iter().all(|mv| {
            let mut next = *position;
            next.play_unchecked(mv);
            next.outcome().is_none() && wins_within(&next, plies - 1)
        })
}
