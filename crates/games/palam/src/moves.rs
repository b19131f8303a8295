use mekong_core::Player;

use crate::board::{Cell, Piece};

/// A move of one ply. Any value can be constructed; the rules decide whether it is legal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// `b2`: advance the piece to the duel row, to engage or to answer.
    Advance {
        /// Where the piece stands.
        from: Cell,
    },
    /// `a1c2`: swap two own pieces.
    Swap(Pair),
    /// `s1@a1`: put a face-up piece on a free cell, while drafting.
    Place {
        /// The piece.
        piece: Piece,
        /// The cell it goes to.
        to: Cell,
    },
}

/// Two different cells in no order: they are kept and written with the smaller name first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Pair {
    first: Cell,
    second: Cell,
}

impl Pair {
    /// The pair of two cells; `None` if they are the same.
    #[must_use]
    pub const fn new(a: Cell, b: Cell) -> Option<Pair> {
        if a.is_before(b) {
            Some(Pair { first: a, second: b })
        } else if b.is_before(a) {
            Some(Pair { first: b, second: a })
        } else {
            None
        }
    }

    /// The cell with the smaller name.
    #[must_use]
    #[inline]
    pub const fn first(self) -> Cell {
        self.first
    }

    /// The cell with the greater name.
    #[must_use]
    #[inline]
    pub const fn second(self) -> Cell {
        self.second
    }
}

/// A swap and the two slots that must hold pieces for it.
#[derive(Clone, Copy)]
pub(crate) struct CampSwap {
    pub(crate) needs: u16,
    pub(crate) pair: Pair,
}

/// `SWAPS[player]`: the 66 swaps within a camp. Move generation filters this list, which is faster than constructing
/// the pairs.
pub(crate) static SWAPS: [[CampSwap; 66]; 2] = [camp_swaps(Player::P1), camp_swaps(Player::P2)];

const fn camp_swaps(player: Player) -> [CampSwap; 66] {
    let cell = Cell::of_slot(player, 0);
    let mut swaps = [CampSwap { needs: 0, pair: Pair { first: cell, second: cell } }; 66];
    let mut count = 0;
    let mut b = 1;
    while b < 12 {
        let mut a = 0;
        while a < b {
            if let Some(pair) = Pair::new(Cell::of_slot(player, a), Cell::of_slot(player, b)) {
                swaps[count] = CampSwap { needs: 1 << a | 1 << b, pair };
                count += 1;
            }
            a += 1;
        }
        b += 1;
    }
    swaps
}

impl Move {
    /// Every move that can be written, legal somewhere or not. This includes swaps across the camps, which can be
    /// written but are never legal.
    pub(crate) fn all() -> impl Iterator<Item = Move> {
        let advances = Cell::all().map(|from| Move::Advance { from });
        let swaps = Cell::all()
            .flat_map(|first| {
                Cell::all().filter(move |second| *second > first).map(move |second| (first, second))
            })
            .filter_map(|(first, second)| Pair::new(first, second))
            .map(Move::Swap);
        let placements = Piece::all().flat_map(|piece| Cell::all().map(move |to| Move::Place { piece, to }));
        advances.chain(swaps).chain(placements)
    }
}
