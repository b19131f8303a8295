//! The search state: both camps, the player to move and the right to swap. The points won so far are not part of it,
//! because they do not affect the remaining points.

use mekong_core::Player;

use crate::{
    board::{COLUMNS, LAST_DUEL, LIGHT, Piece, slots},
    camp::Camp,
    position::{Engaged, Position},
};

/// A position between two duels.
#[derive(Clone, Copy)]
pub(super) struct State {
    pub(super) camps: [Camp; 2],
    pub(super) turn: Player,
    pub(super) may_swap: bool,
    /// Duels still to be fought.
    pub(super) left: u8,
    /// Light pieces left.
    pub(super) lights: u8,
}

/// An engaged piece that waits for its answer, or any piece with its column.
#[derive(Clone, Copy)]
pub(super) struct Waiting {
    pub(super) column: u8,
    pub(super) piece: Piece,
}

impl From<Engaged> for Waiting {
    fn from(engaged: Engaged) -> Waiting {
        Waiting { column: engaged.column.index(), piece: engaged.piece }
    }
}

/// The end of a duel from the point of view of the player who engaged.
#[derive(Clone, Copy)]
pub(super) struct Duel {
    pub(super) answer: u8,
    pub(super) engager_wins: bool,
    /// The points of the two pieces and, if it is the last, of the duel.
    pub(super) points: u8,
    /// The light pieces among the two.
    pub(super) lights: u8,
}

/// The column of a slot.
#[inline]
pub(super) const fn column(slot: u8) -> u8 {
    if slot >= COLUMNS { slot - COLUMNS } else { slot }
}

/// Whether a player wins a duel with a piece against an opposing one.
#[inline]
pub(super) const fn wins_duel(player: Player, own: Waiting, opposing: Waiting) -> bool {
    let even = own.piece.is_odd() == opposing.piece.is_odd();
    // From = to ≠ the columns come as Isis a, Anubis a, Isis b, Anubis b …
    let is_nearer_even = match player {
        Player::P1 => own.column <= opposing.column,
        Player::P2 => own.column < opposing.column,
    };
    even == is_nearer_even
}

impl State {
    /// The state of a position of the duels, without the engaged piece if there is one.
    pub(super) fn of(position: &Position) -> State {
        let pieces = |player: Player| {
            let camp = &position.camps[player.index()];
            slots(camp.occupied()).fold(0, |set, slot| set | camp.at(slot).bit())
        };
        let engaged = position.engaged.map_or(0, |engaged| engaged.piece.bit());
        let all = pieces(Player::P1) | pieces(Player::P2) | engaged;
        State {
            camps: position.camps,
            turn: position.turn,
            may_swap: position.may_swap,
            left: (all.count_ones() / 2) as u8,
            lights: (all & LIGHT).count_ones() as u8,
        }
    }

    /// The remaining points: two per duel, ten more per light piece, 11 for the last duel.
    #[inline]
    pub(super) const fn remaining_points(&self) -> i32 {
        if self.left == 0 { 0 } else { 2 * self.left as i32 + 10 * self.lights as i32 + LAST_DUEL as i32 }
    }

    #[inline]
    pub(super) const fn own(&self) -> &Camp {
        &self.camps[self.turn.index()]
    }

    /// Whether the player to move may engage from a slot (named twice) or swap two.
    #[inline]
    pub(super) const fn allows(&self, a: u8, b: u8) -> bool {
        let slots = 1 << a | 1 << b;
        if a == b {
            self.own().ready_slots() & slots != 0
        } else {
            self.may_swap && self.own().occupied() & slots == slots
        }
    }

    /// Takes the engaging piece off the board; it is the other player's turn to answer.
    #[inline]
    pub(super) fn engage(&self, slot: u8) -> (State, Waiting) {
        let mut next = *self;
        let piece = next.camps[self.turn.index()].advance(slot);
        next.turn = self.turn.other();
        next.may_swap = true;
        (next, Waiting { column: column(slot), piece })
    }

    /// The slots from which the player to move may answer.
    #[inline]
    pub(super) fn answers(&self, engaged: Piece) -> u16 {
        let camp = self.own();
        let matching = camp.ready() & engaged.matching();
        if matching == 0 {
            return 1 << camp.leftmost(self.turn);
        }
        let mut set = 0;
        let mut ready = camp.ready_slots();
        while ready != 0 {
            let slot = ready.trailing_zeros() as u8;
            ready &= ready - 1;
            set |= ((matching >> camp.at(slot).index() & 1) as u16) << slot;
        }
        set
    }

    /// The winner and the points if the player to move answers from a slot.
    #[inline]
    pub(super) fn duel(&self, engaged: Waiting, answer: u8) -> Duel {
        let piece = self.own().at(answer);
        let engager_wins = wins_duel(self.turn.other(), engaged, Waiting { column: column(answer), piece });
        let lights = ((piece.bit() | engaged.piece.bit()) & LIGHT).count_ones() as u8;
        let last = if self.left == 1 { LAST_DUEL } else { 0 };
        Duel { answer, engager_wins, points: 2 + 10 * lights + last, lights }
    }

    /// The state after an answer: the loser of the duel moves.
    #[inline]
    pub(super) fn after(&self, duel: Duel) -> State {
        let mut next = *self;
        next.camps[self.turn.index()].advance(duel.answer);
        if !duel.engager_wins {
            next.turn = self.turn.other();
        }
        next.may_swap = true;
        next.left -= 1;
        next.lights -= duel.lights;
        next
    }

    /// The state after a swap of two own pieces.
    #[inline]
    pub(super) fn swapped(&self, a: u8, b: u8) -> State {
        let mut next = *self;
        next.camps[self.turn.index()].swap(a, b);
        next.turn = self.turn.other();
        next.may_swap = false;
        next
    }
}
