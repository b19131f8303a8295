//! Slots, stacks and the packed rail.
//!
//! A stack is a `u16`: a leading 1 that marks its height, then its pallets from bottom to top, the top pallet in bit 0;
//! a light pallet is a 0 and a dark one a 1. Taking the top `k` pallets is a mask and a shift:
//!
//! ```text
//!    stack LDDL  =  0000 0000 0001 0110        empty slot  =  0000 0000 0000 0001
//!                                │ │  └ top L                                   └ the leading 1 alone
//!            leading 1 ──────────┘ └ bottom L
//! ```
//!
//! The rail is the four stacks side by side in a `u64`. The leading 1 encodes each height, so that nothing else is
//! stored and two rails are equal exactly when their words are:
//!
//! ```text
//!    bit 63      48 47      32 31      16 15       0
//!       ┌──────────┬──────────┬──────────┬──────────┐
//!       │  slot 4  │  slot 3  │  slot 2  │  slot 1  │
//!       └──────────┴──────────┴──────────┴──────────┘
//! ```

use mekong_core::Player;

/// Bit 0 of every slot, where the top pallets are.
pub(crate) const TOPS: u64 = 0x0001_0001_0001_0001;

/// A place for a stack on the rail, 1 to 4 from left to right.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Slot(u8);

impl Slot {
    /// All four, from left to right.
    pub const ALL: [Slot; 4] = [Slot(0), Slot(1), Slot(2), Slot(3)];

    /// The slot with a number from 1 to 4.
    #[must_use]
    pub const fn new(number: u8) -> Option<Slot> {
        if number >= 1 && number <= 4 { Some(Slot(number - 1)) } else { None }
    }

    /// The number, 1 to 4 from left to right.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0 + 1
    }

    /// 0 to 3 from left to right: an index into arrays.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether this is slot 1 or 4, the only ones that can become empty.
    #[must_use]
    pub const fn is_end(self) -> bool {
        self.0 == 0 || self.0 == 3
    }

    /// The slot that a bit of the rail lies in.
    #[inline]
    pub(crate) const fn of_bit(bit: u32) -> Slot {
        Slot((bit / 16 % 4) as u8)
    }

    /// The other three, from left to right.
    #[inline]
    pub(crate) const fn others(self) -> [Slot; 3] {
        const OTHERS: [[Slot; 3]; 4] = [
            [Slot(1), Slot(2), Slot(3)],
            [Slot(0), Slot(2), Slot(3)],
            [Slot(0), Slot(1), Slot(3)],
            [Slot(0), Slot(1), Slot(2)],
        ];
        OTHERS[self.index()]
    }

    /// The slot at the same distance from the other end.
    pub(crate) const fn mirrored(self) -> Slot {
        Slot(3 - self.0)
    }

    /// Where the slot's bits begin in the rail.
    #[inline]
    const fn shift(self) -> u32 {
        16 * self.0 as u32
    }
}

impl std::fmt::Display for Slot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.number())
    }
}

/// The way a push slides the rail.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Direction {
    /// From the left pusher towards slot 4.
    Right,
    /// From the right pusher towards slot 1.
    Left,
}

impl Direction {
    /// Both.
    pub const BOTH: [Direction; 2] = [Direction::Right, Direction::Left];

    /// The other one.
    #[must_use]
    pub const fn opposite(self) -> Direction {
        match self {
            Direction::Right => Direction::Left,
            Direction::Left => Direction::Right,
        }
    }
}

/// A stack of at most [`Stack::MAX`] pallets, or none: two bytes that can be compared and used as an index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Stack(u16);

impl Stack {
    /// No pallets.
    pub const EMPTY: Stack = Stack(1);

    /// The initial rail: four light and four dark pallets.
    pub(crate) const FOURS: [Stack; 2] = [Stack(0b1_0000), Stack(0b1_1111)];

    /// The highest stack there can be: all sixteen pallets but one on each of two other slots.
    pub const MAX: u32 = 14;

    /// The stack with one more pallet on top, unless it is full.
    ///
    /// ```
    /// use mekong_core::Player;
    /// use mekong_saigon::Stack;
    ///
    /// let stack = Stack::EMPTY.with(Player::P1).and_then(|stack| stack.with(Player::P2)).unwrap();
    /// assert_eq!(stack.height(), 2);
    /// assert_eq!(stack.pallet(0), Some(Player::P1)); // the one on the rail
    /// assert_eq!(stack.top(), Some(Player::P2));
    /// ```
    #[must_use]
    #[inline]
    pub const fn with(self, pallet: Player) -> Option<Stack> {
        if self.height() < Stack::MAX { Some(Stack(self.0 << 1 | pallet as u16)) } else { None }
    }

    /// A stack of the lowest `height` bits of a word, the top pallet in bit 0.
    #[inline]
    pub(crate) const fn from_word(word: u32, height: u8) -> Stack {
        let leading = 1 << height;
        Stack((word & (leading - 1) | leading) as u16)
    }

    /// A stack of these pallets, from bottom to top, unless there are too many.
    pub fn new(pallets: impl IntoIterator<Item = Player>) -> Option<Stack> {
        pallets.into_iter().try_fold(Stack::EMPTY, Stack::with)
    }

    /// The number of pallets.
    #[must_use]
    #[inline]
    pub const fn height(self) -> u32 {
        // Setting the lowest bit does not change the height and spares `ilog2` its check for zero.
        (self.0 | 1).ilog2()
    }

    /// Whether there are no pallets.
    #[must_use]
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 1
    }

    /// The owner of the pallet at a level, from 0 on the rail.
    #[must_use]
    #[inline]
    pub const fn pallet(self, level: u32) -> Option<Player> {
        let height = self.height();
        if level < height { Some(colour(self.0 >> (height - 1 - level))) } else { None }
    }

    /// The owner of the top pallet.
    #[must_use]
    #[inline]
    pub const fn top(self) -> Option<Player> {
        if self.is_empty() { None } else { Some(colour(self.0)) }
    }

    /// The pallets from bottom to top.
    pub fn pallets(self) -> impl DoubleEndedIterator<Item = Player> + ExactSizeIterator + use<> {
        let Stack(bits) = self;
        (0..self.height()).rev().map(move |bit| colour(bits >> bit))
    }

    /// For each player the levels of their pallets, as a set.
    #[inline]
    pub(crate) const fn levels(self) -> [u16; 2] {
        let height = self.height();
        // The bottom pallet comes into bit 0, and the leading 1 out of the word.
        let dark = (self.0.reverse_bits() as u32 >> (16 - height)) as u16;
        [((1 << height) - 1) & !dark, dark]
    }

    /// How many pallets of a player's are in it.
    #[must_use]
    #[inline]
    pub const fn count(self, player: Player) -> u32 {
        let dark = self.0.count_ones() - 1;
        match player {
            Player::P1 => self.height() - dark,
            Player::P2 => dark,
        }
    }

    /// The stack as a number from 1 to 32767: in binary a leading 1, then the pallets from bottom to top, 0 for
    /// light and 1 for dark. The numbers of stacks of height `h` are those from `2^h` to `2^(h + 1) - 1`.
    #[must_use]
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// The owner of the bottom pallet. The stack must not be empty.
    #[inline]
    pub(crate) const fn bottom(self) -> Player {
        colour(self.0 >> (self.height() - 1))
    }

    /// The stack without its top `count` pallets, and those as a separate stack. The stack has at least `count`
    /// pallets.
    #[inline]
    pub(crate) const fn split(self, count: u32) -> (Stack, Stack) {
        let leading = 1 << count;
        (Stack(self.0 >> count), Stack(self.0 & (leading - 1) | leading))
    }

    /// The stack with another on top of it. Their total height must not exceed [`Stack::MAX`].
    #[inline]
    pub(crate) const fn put(self, block: Stack) -> Stack {
        let height = block.height();
        Stack(self.0 << height | block.0 & ((1 << height) - 1))
    }
}

/// The owner of the pallet in the lowest bit.
#[inline]
const fn colour(bits: u16) -> Player {
    if bits & 1 == 0 { Player::P1 } else { Player::P2 }
}

/// Four stacks in a word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Rail(u64);

impl Rail {
    #[inline]
    pub(crate) const fn new([a, b, c, d]: [Stack; 4]) -> Rail {
        Rail(a.0 as u64 | (b.0 as u64) << 16 | (c.0 as u64) << 32 | (d.0 as u64) << 48)
    }

    #[inline]
    pub(crate) const fn bits(self) -> u64 {
        self.0
    }

    #[inline]
    pub(crate) const fn stack(self, slot: Slot) -> Stack {
        Stack((self.0 >> slot.shift()) as u16)
    }

    /// The slot that is empty. Only the ends are checked: in a valid position no other slot can be empty.
    #[inline]
    pub(crate) const fn gap(self) -> Option<Slot> {
        if self.0 as u16 == 1 {
            Some(Slot(0))
        } else if self.0 >> 48 == 1 {
            Some(Slot(3))
        } else {
            None
        }
    }

    /// A bit for every pallet.
    #[inline]
    pub(crate) const fn pallets(self) -> u64 {
        // Smear each leading 1 down through its slot, then leave out its own place.
        let mut set = self.0;
        set |= set >> 1 & 0x7fff_7fff_7fff_7fff;
        set |= set >> 2 & 0x3fff_3fff_3fff_3fff;
        set |= set >> 4 & 0x0fff_0fff_0fff_0fff;
        set |= set >> 8 & 0x00ff_00ff_00ff_00ff;
        set >> 1 & 0x7fff_7fff_7fff_7fff
    }

    /// A bit for every pallet that lies on another.
    #[inline]
    pub(crate) const fn uppers(self) -> u64 {
        self.pallets() >> 1 & 0x7fff_7fff_7fff_7fff
    }

    /// A bit for every pallet whose colour is the player's, and undefined bits above the pallets.
    #[inline]
    pub(crate) const fn of(self, player: Player) -> u64 {
        match player {
            Player::P1 => !self.0,
            Player::P2 => self.0,
        }
    }

    /// Takes the top `count` pallets of a stack and puts them on another, order kept.
    #[inline]
    pub(crate) const fn shifted(self, from: Slot, to: Slot, count: u8) -> Rail {
        let source = self.0 >> from.shift() & 0xffff;
        let target = self.0 >> to.shift() & 0xffff;
        let block = source & ((1 << count) - 1);
        let less = source ^ source >> count;
        let more = target ^ (target << count | block);
        Rail(self.0 ^ less << from.shift() ^ more << to.shift())
    }

    /// Left and right exchanged.
    #[inline]
    pub(crate) const fn reversed(self) -> Rail {
        let halves = self.0.rotate_left(32);
        Rail((halves & 0x0000_ffff_0000_ffff) << 16 | halves >> 16 & 0x0000_ffff_0000_ffff)
    }

    /// Light and dark exchanged.
    #[inline]
    pub(crate) const fn recoloured(self) -> Rail {
        Rail(self.0 ^ self.pallets())
    }
}

#[cfg(test)]
mod tests {
    use mekong_core::Player::{P1, P2};

    use super::{Rail, Slot, Stack};

    fn stack(text: &str) -> Stack {
        Stack::new(text.chars().map(|ch| if ch == 'L' { P1 } else { P2 })).unwrap()
    }

    #[test]
    fn a_stack_is_the_bits_of_the_picture() {
        assert_eq!(stack("LDDL").bits(), 0b1_0110);
        assert_eq!(stack("").bits(), 1);
        assert_eq!(Stack::EMPTY.top(), None);
        assert_eq!(stack("DL").top(), Some(P1));
        assert_eq!(stack("DL").pallet(0), Some(P2));
        assert_eq!(stack("DL").pallet(2), None);
        assert_eq!(stack("LDD").pallets().collect::<Vec<_>>(), [P1, P2, P2]);
        assert_eq!(stack("LDD").levels(), [0b001, 0b110]);
        assert_eq!(stack("").levels(), [0, 0]);
        assert_eq!(stack("LDLDLDLDLDLDLD").levels(), [0b01_0101_0101_0101, 0b10_1010_1010_1010]);
        assert_eq!(stack("LDD").count(P1), 1);
        assert_eq!(stack("LDD").count(P2), 2);
    }

    #[test]
    fn a_full_stack_takes_no_more() {
        let full = stack(&"D".repeat(14));
        assert_eq!(full.height(), Stack::MAX);
        assert_eq!(full.with(P1), None);
    }

    #[test]
    fn split_and_put_are_inverse() {
        let whole = stack("LDDL");
        assert_eq!(whole.split(3), (stack("L"), stack("DDL")));
        for count in 0..=4 {
            let (rest, block) = whole.split(count);
            assert_eq!((rest.height(), block.height()), (4 - count, count));
            assert_eq!(rest.put(block), whole);
        }
    }

    #[test]
    fn a_rail_of_the_highest_stack_and_a_gap_keeps_its_slots_apart() {
        let high = stack("LDDDDDDDLLLLLD");
        let rail = Rail::new([stack("L"), high, stack("L"), Stack::EMPTY]);
        assert_eq!(Slot::ALL.map(|slot| rail.stack(slot)), [stack("L"), high, stack("L"), Stack::EMPTY]);
        assert_eq!(rail.gap(), Slot::new(4));
        assert_eq!(rail.pallets(), 0x0000_0001_3fff_0001);
        assert_eq!(rail.uppers(), 0x0000_0000_1fff_0000);
        assert_eq!(rail.reversed().gap(), Slot::new(1));
        assert_eq!(rail.reversed().reversed(), rail);
        assert_eq!(rail.recoloured().stack(Slot::ALL[0]), stack("D"));
        assert_eq!(rail.recoloured().recoloured(), rail);
    }

    #[test]
    fn a_block_changes_only_the_two_slots() {
        let rail = Rail::new([stack("LLDL"), stack("D"), stack("DDD"), stack("L")]);
        let moved = rail.shifted(Slot::ALL[0], Slot::ALL[1], 3);
        assert_eq!(moved, Rail::new([stack("L"), stack("DLDL"), stack("DDD"), stack("L")]));
        assert_eq!(moved.shifted(Slot::ALL[1], Slot::ALL[0], 3), rail);
    }
}
