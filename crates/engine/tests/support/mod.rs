//! Helpers shared by the tests on real games.

use mekong_core::{CancelToken, Evaluate, History, Position, SplitMix64};
use mekong_engine::{Engine, Report, SearchOptions};

/// The legal moves.
pub(crate) fn legal<P: Position>(position: &P) -> Vec<P::Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
}

/// The position after a legal move.
pub(crate) fn after<P: Position>(position: &P, mv: P::Move) -> P {
    let mut next = position.clone();
    next.play_unchecked(mv);
    next
}

/// A position `plies` random plies after the start, or the last one before the end.
pub(crate) fn random_walk<P: Position>(start: P, plies: usize, random: &mut SplitMix64) -> P {
    let mut position = start;
    for _ in 0..plies {
        let moves = legal(&position);
        let next = after(&position, moves[random.below(moves.len())]);
        if next.outcome().is_some() {
            break;
        }
        position = next;
    }
    position
}

/// A search without memory of earlier ones.
pub(crate) fn search<P: Evaluate>(position: &P, search_options: impl Into<SearchOptions>) -> Report<P::Move> {
    Engine::new(4).search(&History::new(position.clone()), search_options, &CancelToken::new(), |_| {})
}
