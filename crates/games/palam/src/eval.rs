//! How good a position looks where it is too early to solve it, and what a search wants to know of moves.

use mekong_core::{Evaluate, Judgement, Player, Position as _, mix};

use crate::{
    board::{Cell, slots},
    moves::Move,
    position::Position,
    terms::Terms,
};

/// A point more than the opponent has.
pub(crate) const POINT: i32 = 10;

/// Nobody can change any more who wins.
const DECIDED: i32 = 1_000;

/// What a term is worth with six duels left, in thousandths of a point, and how much more with each duel more: fitted
/// to 67,000 positions by least squares, up to eight duels to the exact scores, above to how games went on. The bench
/// `palam_estimate` does the same.
#[rustfmt::skip]
const WEIGHTS: [[i32; 2]; Terms::COUNT] = [
    [3_565, -123], [2_924, -41], [4_073, -359], [-4_549, -81],
    [1_622, 230], [-1_850, 226], [1_540, -473], [-333, -233],
    [2_220, -594], [1_693, -857], [-723, 135], [780, -90],
    [-816, 193], [1_501, 92], [315, -91], [-79, -107],
    [-38, -77], [696, 86], [1_376, 217], [473, 57],
    [1_165, 228], [224, 56], [866, 216], [192, -48],
    [896, 102], [-314, -85],
];

impl Evaluate for Position {
    const MOVE_NUMBERS: usize = 24 + 24 * 24 + 24 * 24;

    const SCALE: i32 = 55;

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

    /// The points won so far and those that are likely to be won, compared with the opponent's. Where a piece waits it is
    /// answered first: what the best answer leads to.
    fn evaluate(&self) -> i32 {
        let Some(engaged) = self.engaged else { return self.between_duels() };
        let camp = &self.camps[self.turn.index()];
        let matching = camp.ready() & engaged.piece.matching();
        let leftmost = camp.leftmost(self.turn);
        let answers = slots(camp.ready_slots()).filter(|&slot| {
            if matching == 0 { slot == leftmost } else { matching & camp.at(slot).bit() != 0 }
        });
        let worth = answers.map(|slot| {
            let mut next = *self;
            next.play_unchecked(Move::Advance { from: Cell::of_slot(self.turn, slot) });
            if next.turn == self.turn { next.between_duels() } else { -next.between_duels() }
        });
        worth.max().unwrap_or(0)
    }

    /// The points won so far.
    fn impression(&self) -> i32 {
        self.balance()
    }

    /// A piece that waits is answered within the evaluation, so that it is always quiet.
    fn judge(&self) -> Judgement {
        Judgement::Quiet(self.evaluate())
    }
}

impl Position {
    /// What the points won so far are worth.
    fn balance(&self) -> i32 {
        let [mine, yours] = [self.turn, self.turn.other()].map(|player| self.score[player.index()]);
        POINT * (i32::from(mine) - i32::from(yours))
    }

    /// An evaluation where no piece waits.
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

    /// How many more of the points left the player to move is likely to win than the opponent; in a draft Anubis, who will
    /// move first.
    fn estimate(&self) -> i32 {
        let left = if self.is_drafting() { 12 } else { self.duels_left() };
        estimate(&Terms::of(self), left)
    }

    /// How many of so many points left the player to move is likely to win, where no piece waits.
    pub(crate) fn likely_points(&self, rest: i32) -> i32 {
        (rest + self.estimate() / POINT) / 2
    }
}

/// How many more of the points left the terms of the player to move promise than the opponent gets, with so many duels
/// left; ten a point.
pub(crate) fn estimate(Terms(terms): &Terms, left: u32) -> i32 {
    let further = left as i32 - 6;
    let sum: i32 = terms.iter().zip(WEIGHTS).map(|(term, [six, more])| term * (six + further * more)).sum();
    sum / (Terms::UNIT * 1_000 / POINT)
}
