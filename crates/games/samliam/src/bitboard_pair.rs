//! Two bitboards that are computed together.

use std::ops::{BitAnd, BitOr, BitXor};

/// Two sets of cells. The operations are written out for both, because then LLVM uses one vector register for the pair; `array::map` is
/// four times slower here.
#[derive(Clone, Copy)]
pub(crate) struct BitboardPair([u64; 2]);

impl BitboardPair {
    #[inline(always)]
    pub(crate) fn new(first: u64, second: u64) -> BitboardPair {
        BitboardPair([first, second])
    }

    /// No cells.
    #[inline(always)]
    pub(crate) fn none() -> BitboardPair {
        BitboardPair::new(0, 0)
    }

    #[inline(always)]
    pub(crate) fn first(self) -> u64 {
        self.0[0]
    }

    #[inline(always)]
    pub(crate) fn second(self) -> u64 {
        self.0[1]
    }

    /// Without the cells of another.
    #[inline(always)]
    pub(crate) fn without(self, other: BitboardPair) -> BitboardPair {
        BitboardPair([self.0[0] & !other.0[0], self.0[1] & !other.0[1]])
    }

    /// Bits moved up.
    #[inline(always)]
    pub(crate) fn up<const BY: i32>(self) -> BitboardPair {
        BitboardPair([self.0[0] << BY, self.0[1] << BY])
    }

    /// Bits moved down.
    #[inline(always)]
    pub(crate) fn down<const BY: i32>(self) -> BitboardPair {
        BitboardPair([self.0[0] >> BY, self.0[1] >> BY])
    }

    /// How many cells both have together, common ones twice.
    #[inline(always)]
    pub(crate) fn count_ones(self) -> u32 {
        self.first().count_ones() + self.second().count_ones()
    }
}

impl BitAnd for BitboardPair {
    type Output = BitboardPair;

    #[inline(always)]
    fn bitand(self, other: BitboardPair) -> BitboardPair {
        BitboardPair([self.0[0] & other.0[0], self.0[1] & other.0[1]])
    }
}

impl BitOr for BitboardPair {
    type Output = BitboardPair;

    #[inline(always)]
    fn bitor(self, other: BitboardPair) -> BitboardPair {
        BitboardPair([self.0[0] | other.0[0], self.0[1] | other.0[1]])
    }
}

impl BitXor for BitboardPair {
    type Output = BitboardPair;

    #[inline(always)]
    fn bitxor(self, other: BitboardPair) -> BitboardPair {
        BitboardPair([self.0[0] ^ other.0[0], self.0[1] ^ other.0[1]])
    }
}
