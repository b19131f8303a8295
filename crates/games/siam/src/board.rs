//! Squares, directions, pieces and their bit masks.
//!
//! A set of squares is the low 25 bits of a `u32`, row by row from a1:
//!
//! ```text
//!   5 | 20 21 22 23 24        N = +5
//!   4 | 15 16 17 18 19    W = -1   E = +1
//!   3 | 10 11 12 13 14        S = -5
//!   2 |  5  6  7  8  9
//!   1 |  0  1  2  3  4
//!       a  b  c  d  e
//! ```

use mekong_core::{Grid, Player};

/// The shape of the board.
pub(crate) const GRID: Grid = Grid { columns: 5, rows: 5 };

/// All 25 squares.
pub(crate) const ALL: u32 = (1 << 25) - 1;
const COLUMN_A: u32 = 0b00001_00001_00001_00001_00001;
const COLUMN_E: u32 = COLUMN_A << 4;
const ROW_1: u32 = 0b11111;
const ROW_5: u32 = ROW_1 << 20;

/// The 16 squares on the border.
pub(crate) const BORDER: u32 = COLUMN_A | COLUMN_E | ROW_1 | ROW_5;

/// c1 and c5, which the `opening` variant crosses out at first.
pub(crate) const CROSSES: u32 = 1 << 2 | 1 << 22;

/// A square of the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square(u8);

impl Square {
    /// Every square from a1 to e5, row by row.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..GRID.cells()).map(Square)
    }

    /// The square in a column (0 for a) and row (0 for row 1), if it is on the board.
    #[must_use]
    pub const fn new(column: u8, row: u8) -> Option<Square> {
        if column < GRID.columns && row < GRID.rows { Some(Square(GRID.cell(column, row))) } else { None }
    }

    /// The square that two characters name.
    #[must_use]
    pub(crate) const fn parse(name: [u8; 2]) -> Option<Square> {
        match GRID.parse(name) {
            Some(cell) => Some(Square(cell)),
            None => None,
        }
    }

    /// The square with an index of [`GRID`].
    pub(crate) const fn of_cell(cell: u8) -> Square {
        Square(cell)
    }

    /// The column, 0 for a.
    #[must_use]
    pub const fn column(self) -> u8 {
        GRID.column(self.0)
    }

    /// The row, 0 for row 1.
    #[must_use]
    pub const fn row(self) -> u8 {
        GRID.row(self.0)
    }

    /// The square next to this one, unless it is off the board.
    #[must_use]
    pub const fn next(self, direction: Direction) -> Option<Square> {
        let ahead = RAYS[direction as usize][self.0 as usize];
        if ahead == 0 { None } else { Some(Square::nearest(ahead, direction)) }
    }

    pub(crate) fn is_next_to(self, other: Square) -> bool {
        Direction::ALL.into_iter().any(|direction| self.next(direction) == Some(other))
    }

    /// 0 for a1 to 24 for e5.
    #[inline]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    #[inline]
    pub(crate) const fn bit(self) -> u32 {
        1 << self.0
    }

    pub(crate) const fn is_border(self) -> bool {
        BORDER & self.bit() != 0
    }

    /// The first square of a non-empty set in `direction`.
    #[inline]
    pub(crate) const fn nearest(set: u32, direction: Direction) -> Square {
        match direction {
            Direction::N | Direction::E => Square(set.trailing_zeros() as u8),
            Direction::S | Direction::W => Square(31 - set.leading_zeros() as u8),
        }
    }

    /// The mirror image in the middle column.
    pub(crate) const fn mirrored(self) -> Square {
        Square(GRID.cell(GRID.columns - 1 - self.column(), self.row()))
    }

    /// The square that half a turn of the board brings this one to.
    pub(crate) const fn rotated(self) -> Square {
        Square(GRID.cells() - 1 - self.0)
    }
}

impl std::fmt::Display for Square {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&GRID.name(self.0))
    }
}

/// The squares of a set, in the order of their numbers.
#[inline]
pub(crate) fn squares(mut set: u32) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let square = Square(set.trailing_zeros() as u8);
            set &= set - 1;
            square
        })
    })
}

/// A direction on the board; N is towards row 5.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Direction {
    /// Towards row 5.
    N,
    /// Towards column e.
    E,
    /// Towards row 1.
    S,
    /// Towards column a.
    W,
}

impl Direction {
    /// All four, clockwise from north.
    pub const ALL: [Direction; 4] = [Direction::N, Direction::E, Direction::S, Direction::W];

    /// The opposite direction.
    #[must_use]
    pub const fn opposite(self) -> Direction {
        match self {
            Direction::N => Direction::S,
            Direction::E => Direction::W,
            Direction::S => Direction::N,
            Direction::W => Direction::E,
        }
    }

    /// The squares where an animal enters when it moves this way.
    pub(crate) const fn entry_edge(self) -> u32 {
        match self {
            Direction::N => ROW_1,
            Direction::E => COLUMN_A,
            Direction::S => ROW_5,
            Direction::W => COLUMN_E,
        }
    }

    /// A set shifted by one square; squares off the board are dropped.
    #[inline]
    pub(crate) const fn shift(self, set: u32) -> u32 {
        match self {
            Direction::N => set << 5 & ALL,
            Direction::E => (set & !COLUMN_E) << 1,
            Direction::S => set >> 5,
            Direction::W => (set & !COLUMN_A) >> 1,
        }
    }

    pub(crate) const fn letter(self) -> char {
        match self {
            Direction::N => 'N',
            Direction::E => 'E',
            Direction::S => 'S',
            Direction::W => 'W',
        }
    }

    pub(crate) const fn parse(letter: u8) -> Option<Direction> {
        match letter {
            b'N' => Some(Direction::N),
            b'E' => Some(Direction::E),
            b'S' => Some(Direction::S),
            b'W' => Some(Direction::W),
            _ => None,
        }
    }

    pub(crate) const fn mirrored(self) -> Direction {
        match self {
            Direction::E | Direction::W => self.opposite(),
            Direction::N | Direction::S => self,
        }
    }
}

/// What can stand on a square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Piece {
    /// A rock.
    Rock,
    /// An elephant (first player) or a rhino (second player), facing a direction.
    Animal(Player, Direction),
}

/// `RAYS[direction][square]`: the squares ahead of a square, up to the edge.
const RAYS: [[u32; 25]; 4] = {
    let mut rays = [[0; 25]; 4];
    let mut d = 0;
    while d < 4 {
        let mut square = 0;
        while square < 25 {
            let mut ahead = Direction::ALL[d].shift(1 << square);
            while ahead != 0 {
                rays[d][square] |= ahead;
                ahead = Direction::ALL[d].shift(ahead);
            }
            square += 1;
        }
        d += 1;
    }
    rays
};

/// The unbroken run of `occupied` squares directly ahead of `from`.
#[inline]
pub(crate) const fn run_ahead(occupied: u32, from: Square, direction: Direction) -> u32 {
    let ray = RAYS[direction as usize][from.0 as usize];
    let free = ray & !occupied;
    match direction {
        // Everything below the lowest free square; all of the ray if none is free.
        Direction::N | Direction::E => ray & (free & free.wrapping_neg()).wrapping_sub(1),
        // Everything above the highest free square.
        Direction::S | Direction::W => ray & !((1 << (32 - free.leading_zeros())) - 1),
    }
}

#[cfg(test)]
mod tests {
    use super::{ALL, BORDER, Direction, Square, run_ahead};

    #[test]
    fn a_run_ends_at_the_first_free_square_or_the_edge() {
        let square = |name: &[u8; 2]| Square::parse(*name).unwrap();
        let set = |names: &[&[u8; 2]]| names.iter().map(|n| square(n).bit()).sum::<u32>();
        let occupied = set(&[b"a3", b"b3", b"d3", b"e3", b"c4", b"c5"]);
        assert_eq!(run_ahead(occupied, square(b"c3"), Direction::W), set(&[b"a3", b"b3"]));
        assert_eq!(run_ahead(occupied, square(b"c3"), Direction::E), set(&[b"d3", b"e3"]));
        assert_eq!(run_ahead(occupied, square(b"c3"), Direction::N), set(&[b"c4", b"c5"]));
        assert_eq!(run_ahead(occupied, square(b"c3"), Direction::S), 0);
        assert_eq!(run_ahead(occupied, square(b"b3"), Direction::E), 0);
        assert_eq!(run_ahead(ALL, square(b"e5"), Direction::S).count_ones(), 4);
    }

    #[test]
    fn there_are_16_border_squares() {
        assert_eq!(BORDER.count_ones(), 16);
        for square in Square::all() {
            let exits = Direction::ALL.iter().filter(|&&d| square.next(d).is_none()).count();
            assert_eq!(square.is_border(), exits > 0);
        }
    }
}
