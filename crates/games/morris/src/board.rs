//! Points, lines and neighbours. Sets of points have a bit per point, row by row from a1:
//!
//! ```text
//!   3 | 6 7 8
//!   2 | 3 4 5
//!   1 | 0 1 2
//!       a b c
//! ```

/// A point of the board.
pub type Point = mekong_core::Cell<3, 3>;

/// The rows, columns and diagonals.
pub(crate) const LINES: [u64; 8] = [
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];

/// The points one step away along a line: every point is next to the centre, and those on the edge to two others.
const NEIGHBOURS: [u64; 9] = [
    0b000_011_010,
    0b000_010_101,
    0b000_110_010,
    0b001_010_001,
    0b111_101_111,
    0b100_010_100,
    0b010_011_000,
    0b101_010_000,
    0b010_110_000,
];

/// The points next to one.
pub(crate) const fn neighbours(point: Point) -> u64 {
    NEIGHBOURS[point.index()]
}
