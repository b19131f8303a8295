//! Two bitboards in one SIMD register.

use std::ops::{BitAnd, BitOr, BitXor};

use wide::u64x2;

/// Two sets of cells in one 128-bit vector.
#[derive(Clone, Copy)]
pub(crate) struct Twin(u64x2);

impl Twin {
    #[inline(always)]
    pub(crate) fn new(first: u64, second: u64) -> Twin {
        Twin(u64x2::new([first, second]))
    }

    /// No cells.
    #[inline(always)]
    pub(crate) fn none() -> Twin {
        Twin::new(0, 0)
    }

    #[inline(always)]
    pub(crate) fn first(self) -> u64 {
        self.0.to_array()[0]
    }

    #[inline(always)]
    pub(crate) fn second(self) -> u64 {
        self.0.to_array()[1]
    }

    /// Without the cells of another.
    #[inline(always)]
    pub(crate) fn without(self, other: Twin) -> Twin {
        Twin(self.0 & !other.0)
    }

    /// Bits moved up.
    #[inline(always)]
    pub(crate) fn up<const BY: i32>(self) -> Twin {
        Twin(self.0 << BY)
    }

    /// Bits moved down.
    #[inline(always)]
    pub(crate) fn down<const BY: i32>(self) -> Twin {
        Twin(self.0 >> BY)
    }

    /// How many cells both have together, common ones twice.
    #[inline(always)]
    pub(crate) fn count_ones(self) -> u32 {
        self.first().count_ones() + self.second().count_ones()
    }
}

impl BitAnd for Twin {
    type Output = Twin;

    #[inline(always)]
    fn bitand(self, other: Twin) -> Twin {
        Twin(self.0 & other.0)
    }
}

impl BitOr for Twin {
    type Output = Twin;

    #[inline(always)]
    fn bitor(self, other: Twin) -> Twin {
        Twin(self.0 | other.0)
    }
}

impl BitXor for Twin {
    type Output = Twin;

    #[inline(always)]
    fn bitxor(self, other: Twin) -> Twin {
        Twin(self.0 ^ other.0)
    }
}
