//! One player's half of the board, packed so that playing on a copy costs a few instructions.

use mekong_core::{Player, mix};

use crate::board::{BACK, COLUMNS, FRONT, Piece};

/// The pieces of one camp, by slot.
///
/// ```text
///   cells     bit 59 … 55   54 … 50    …   9 … 5   4 … 0
///             slot 11       slot 10        slot 1  slot 0      the piece there, 0 if none
///   occupied  one bit per slot
///   ready     one bit per piece: those that can advance
/// ```
///
/// `ready` follows from the others; it is kept because what can answer is then `ready & matching`. Empty slots
/// are 0 in `cells`, so that equal camps are equal words.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Camp {
    cells: u64,
    ready: u32,
    occupied: u16,
}

impl Camp {
    /// The slots that hold a piece.
    #[inline]
    pub(crate) const fn occupied(&self) -> u16 {
        self.occupied
    }

    /// A 64-bit hash of the camp.
    #[inline]
    pub(crate) const fn key(&self) -> u64 {
        mix(self.cells ^ mix(self.occupied as u64))
    }

    /// The pieces that can advance.
    #[inline]
    pub(crate) const fn ready(&self) -> u32 {
        self.ready
    }

    /// The slots whose piece can advance: one in each column that holds a piece.
    #[inline]
    pub(crate) const fn ready_slots(&self) -> u16 {
        self.occupied & !(self.occupied >> COLUMNS)
    }

    #[inline]
    pub(crate) const fn holds(&self, slot: u8) -> bool {
        self.occupied >> slot & 1 != 0
    }

    /// The piece on a slot that holds one.
    #[inline]
    pub(crate) const fn at(&self, slot: u8) -> Piece {
        Piece::from_index((self.cells >> (5 * slot) & 31) as u8)
    }

    /// The piece on a slot.
    pub(crate) const fn get(&self, slot: u8) -> Option<Piece> {
        if self.holds(slot) { Some(self.at(slot)) } else { None }
    }

    /// Puts a piece on an empty slot.
    pub(crate) const fn put(&mut self, slot: u8, piece: Piece) {
        let is_front = slot >= COLUMNS;
        if is_front && self.holds(slot - COLUMNS) {
            self.ready &= !self.at(slot - COLUMNS).bit();
        }
        if is_front || !self.holds(slot + COLUMNS) {
            self.ready |= piece.bit();
        }
        self.cells |= (piece.index() as u64) << (5 * slot);
        self.occupied |= 1 << slot;
    }

    /// Takes the piece off a slot from which it can advance. The one behind it can advance next.
    #[inline]
    pub(crate) const fn advance(&mut self, slot: u8) -> Piece {
        let piece = self.at(slot);
        self.cells &= !(31 << (5 * slot));
        self.occupied &= !(1 << slot);
        self.ready &= !piece.bit();
        if slot >= COLUMNS && self.holds(slot - COLUMNS) {
            self.ready |= self.at(slot - COLUMNS).bit();
        }
        piece
    }

    /// Swaps the pieces on two slots that hold one each.
    #[inline]
    pub(crate) const fn swap(&mut self, a: u8, b: u8) {
        let difference = (self.cells >> (5 * a) ^ self.cells >> (5 * b)) & 31;
        let ready = self.ready_slots();
        // If exactly one of the two can advance, the swap exchanges that.
        let changes = (ready >> a ^ ready >> b) & 1;
        self.ready ^= (changes as u32) << self.at(a).index() ^ (changes as u32) << self.at(b).index();
        self.cells ^= difference << (5 * a) ^ difference << (5 * b);
    }

    /// The slot whose piece must answer if nothing matches: in the column furthest to the player's left.
    #[inline]
    pub(crate) const fn leftmost(&self, player: Player) -> u8 {
        let ready = self.ready_slots();
        let columns = (ready | ready >> COLUMNS) & BACK;
        let column = match player {
            Player::P1 => columns.trailing_zeros() as u8,
            // Anubis sits opposite: what is named last is furthest to the left.
            Player::P2 => 15 - (columns | 1).leading_zeros() as u8,
        };
        if self.occupied & FRONT & 1 << (column + COLUMNS) != 0 { column + COLUMNS } else { column }
    }
}
