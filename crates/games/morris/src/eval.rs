//! The search interface. The game is small enough to be searched without an evaluation.

use mekong_core::{Evaluate, Insight};

use crate::{board::Point, moves::Move, position::Position};

impl Evaluate for Position {
    const MOVE_INDEX_COUNT: usize = Point::COUNT + Point::COUNT * Point::COUNT;

    /// Placements first, then steps by where they begin and end.
    fn move_index(mv: Move) -> usize {
        match mv {
            Move::Place { to } => to.index(),
            Move::Step { from, to } => Point::COUNT * (1 + from.index()) + to.index(),
        }
    }
}

impl Insight for Position {}
