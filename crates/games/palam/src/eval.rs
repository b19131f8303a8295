//! How good a position looks where it is too early to solve it, and what a search wants to know of moves.

use mekong_core::{Evaluate, Player, mix};

use crate::{board::Cell, moves::Move, position::Position};

/// A point more than the opponent has.
const POINT: i32 = 10;

/// The right to move: on average over random positions it brings about this many points more than the opponent gets.
const TEMPO: i32 = 9 * POINT;

impl Evaluate for Position {
    const MOVE_NUMBERS: usize = 24 + 24 * 24 + 24 * 24;

    /// Advances 0 to 23, then swaps by their two cells, then placements by piece and cell.
    #[inline]
    fn move_number(mv: Move) -> usize {
        let number = |cell: Cell| 12 * cell.camp().index() + usize::from(cell.slot());
        match mv {
            Move::Advance { from } => number(from),
            Move::Swap(pair) => 24 + 24 * number(pair.first()) + number(pair.second()),
            Move::Place { piece, to } => 600 + 24 * usize::from(piece.index()) + number(to),
        }
    }

    #[inline]
    fn search_key(&self) -> u64 {
        let engaged = self.engaged.map_or(0, |engaged| {
            1 + 32 * u64::from(engaged.column.index()) + u64::from(engaged.piece.index())
        });
        let rest = u64::from(self.face_up)
            | u64::from(self.score[0]) << 24
            | u64::from(self.score[1]) << 32
            | engaged << 40
            | (self.turn.index() as u64) << 60
            | u64::from(self.may_swap) << 61;
        self.camps[0].key() ^ mix(self.camps[1].key() ^ mix(rest))
    }

    fn evaluate(&self) -> i32 {
        let balance = POINT * (i32::from(self.score[0]) - i32::from(self.score[1]));
        let standing = if self.turn == Player::P1 { balance } else { -balance };
        // Whoever must answer has no choice of when.
        if self.engaged.is_some() || self.is_drafting() { standing } else { standing + TEMPO }
    }
}
