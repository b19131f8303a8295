//! The static evaluation, for positions too early to solve exactly, and the move indices used by the search.

use mekong_core::{Evaluate, Player, Position as _, StaticEval, mix};

use crate::{
    board::{Cell, slots},
    features::{Features, WEIGHTS},
    moves::Move,
    position::Position,
};

/// The value of a lead of one point.
pub(crate) const POINT: i32 = 10;

/// The value of having enough points to win.
const DECIDED: i32 = 1_000;

impl Evaluate for Position {
    const MOVE_INDEX_COUNT: usize = 24 + 24 * 24 + 24 * 24;

    const SCALE: i32 = 55;

    /// Advances 0 to 23, then swaps by their two cells, then placements by piece and cell.
    #[inline]
    fn move_index(mv: Move) -> usize {
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

    /// The points won so far and the expected remaining points, compared with the opponent's. If a piece is engaged,
    /// the value after the best answer.
    fn evaluate(&self) -> i32 {
        let Some(engaged) = self.engaged else { return self.between_duels() };
        let camp = &self.camps[self.turn.index()];
        let matching = camp.ready() & engaged.piece.matching();
        let leftmost = camp.leftmost(self.turn);
        let answers = slots(camp.ready_slots()).filter(|&slot| {
            if matching == 0 { slot == leftmost } else { matching & camp.at(slot).bit() != 0 }
        });
        let score = answers.map(|slot| {
            let mut next = *self;
            next.play_unchecked(Move::Advance { from: Cell::of_slot(self.turn, slot) });
            if next.turn == self.turn { next.between_duels() } else { -next.between_duels() }
        });
        score.max().unwrap_or(0)
    }

    /// The points won so far.
    fn quick_evaluate(&self) -> i32 {
        self.balance()
    }

    /// Always quiet, because the evaluation resolves an engaged piece itself.
    fn static_eval(&self) -> StaticEval {
        StaticEval::Quiet(self.evaluate())
    }
}

impl Position {
    /// The value of the points won so far.
    fn balance(&self) -> i32 {
        let [mine, yours] = [self.turn, self.turn.other()].map(|player| self.score[player.index()]);
        POINT * (i32::from(mine) - i32::from(yours))
    }

    /// The evaluation of a position without an engaged piece.
    fn between_duels(&self) -> i32 {
        let points = |player: Player| i32::from(self.score[player.index()]);
        let balance = self.balance();
        if points(self.turn) >= i32::from(Position::TO_WIN) {
            return balance + DECIDED;
        }
        if points(self.turn.other()) >= i32::from(Position::TO_WIN) {
            return balance - DECIDED;
        }
        let estimate = self.estimate();
        if self.is_drafting() && self.turn == Player::P1 { balance - estimate } else { balance + estimate }
    }

    /// The expected lead among the remaining points, for the player to move; in a draft for Anubis, who will move
    /// first.
    fn estimate(&self) -> i32 {
        let left = if self.is_drafting() { 12 } else { self.duels_left() };
        estimate(&Features::of(self), left)
    }

    /// The expected points of the player to move out of the remaining ones, outside of a duel.
    pub(crate) fn likely_points(&self, remaining: i32) -> i32 {
        (remaining + self.estimate() / POINT) / 2
    }
}

/// The expected lead of the player to move among the remaining points, in tenths of a point, with `left` duels left.
pub(crate) fn estimate(Features(features): &Features, left: u32) -> i32 {
    let further = left as i32 - 6;
    let sum: i32 =
        features.iter().zip(WEIGHTS).map(|(feature, [six, more])| feature * (six + further * more)).sum();
    sum / (Features::UNIT * 1_000 / POINT)
}
