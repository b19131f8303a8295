use crate::board::{Direction, Slot, Stack};

/// A move. Any value can be constructed; the rules decide whether it is legal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// `pr`, `pl`: push the bottom row one slot on.
    Push {
        /// The way everything slides.
        direction: Direction,
    },
    /// `1-3x2`: move the top part of a stack onto another slot.
    Shift {
        /// The slot taken from.
        from: Slot,
        /// The slot put onto.
        to: Slot,
        /// How many pallets, from the top.
        count: u8,
    },
    /// `pass`: only when a slot is empty that the player cannot fill.
    Pass,
}

impl Move {
    /// The largest count that can be written, one more than any stack has.
    pub(crate) const MAX_COUNT: u8 = Stack::MAX as u8 + 1;

    /// Every move that can be written, legal somewhere or not.
    pub(crate) fn all() -> impl Iterator<Item = Move> {
        let pushes = Direction::BOTH.into_iter().map(|direction| Move::Push { direction });
        let pairs =
            Slot::ALL.into_iter().flat_map(|from| from.others().into_iter().map(move |to| (from, to)));
        let shifts = pairs
            .flat_map(|(from, to)| (1..=Move::MAX_COUNT).map(move |count| Move::Shift { from, to, count }));
        pushes.chain(shifts).chain([Move::Pass])
    }
}
