//! Cells, corners, tiles, patterns and their bit masks.
//!
//! A set of cells is a `u64` with one byte per row, so that a reflection of the board swaps bytes or bits. The two high
//! bits of each byte and the highest byte are always 0:
//!
//! ```text
//!   7 | 48 49 50 51 52 53  .  .        nw = 0 +----+ ne = 1
//!   6 | 40 41 42 43 44 45  .  .               |    |
//!   5 | 32 33 34 35 36 37  .  .        sw = 3 +----+ se = 2
//!   4 | 24 25 26 27 28 29  .  .
//!   3 | 16 17 18 19 20 21  .  .        opposite corner        c ^ 2
//!   2 |  8  9 10 11 12 13  .  .        left and right swapped c ^ 1
//!   1 |  0  1  2  3  4  5  .  .        top and bottom swapped c ^ 3
//!       a  b  c  d  e  f
//! ```

use mekong_core::{Grid, Player};

/// The shape of the board.
pub(crate) const GRID: Grid = Grid { columns: 6, rows: 7 };

/// All 42 cells.
pub(crate) const ALL: u64 = 0x003f_3f3f_3f3f_3f3f;

/// A cell of the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell(u8);

impl Cell {
    /// Every cell from a1 to f7, row by row.
    pub fn all() -> impl Iterator<Item = Cell> {
        cells(ALL)
    }

    /// The cell in a column (0 for a) and row (0 for row 1), if it is on the board.
    #[must_use]
    pub const fn new(column: u8, row: u8) -> Option<Cell> {
        if column < GRID.columns && row < GRID.rows { Some(Cell(row << 3 | column)) } else { None }
    }

    /// The cell that two characters name.
    #[must_use]
    pub(crate) const fn parse(name: [u8; 2]) -> Option<Cell> {
        match GRID.parse(name) {
            Some(cell) => Some(Cell::of_grid(cell)),
            None => None,
        }
    }

    /// The cell with an index of [`GRID`], which has no gaps.
    pub(crate) const fn of_grid(cell: u8) -> Cell {
        Cell(GRID.row(cell) << 3 | GRID.column(cell))
    }

    /// The column, 0 for a.
    #[must_use]
    #[inline]
    pub const fn column(self) -> u8 {
        self.0 & 7
    }

    /// The row, 0 for row 1.
    #[must_use]
    #[inline]
    pub const fn row(self) -> u8 {
        self.0 >> 3
    }

    /// The index of the cell's bit, at most 53.
    #[inline]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    /// The set of this cell alone, in the layout of [`Position::shows`](crate::Position::shows).
    #[must_use]
    #[inline]
    pub const fn bit(self) -> u64 {
        1 << self.0
    }

    /// The cell some columns to the right and rows up, which the caller knows to be on the board.
    const fn moved(self, right: u8, up: u8) -> Cell {
        Cell(self.0 + (up << 3) + right)
    }

    /// The cell in the column of this one and the row of another.
    #[inline]
    pub(crate) const fn in_row_of(self, other: Cell) -> Cell {
        Cell(other.0 & !7 | self.0 & 7)
    }

    /// The cells with which this one can form the diagonal of a square whose corner here shows `corner`. They lie
    /// on both sides: on one the corner points out of the square, on the other into it.
    #[inline]
    pub(crate) const fn diagonal(self, corner: Corner) -> u64 {
        // `& 63` lets the compiler see that the index is in bounds.
        DIAGONALS[corner as usize & 1][self.0 as usize & 63]
    }
}

impl std::fmt::Display for Cell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&GRID.name(GRID.cell(self.column(), self.row())))
    }
}

/// `DIAGONALS[c & 1][cell]`: the other cells of the diagonal through `cell` that runs from nw to se (0) or from
/// ne to sw (1). The board is short enough for any two of them to be the corners of a square on it.
const DIAGONALS: [[u64; 64]; 2] = {
    let mut diagonals = [[0; 64]; 2];
    let mut from = 0_u8;
    while from < 64 {
        let mut to = 0_u8;
        while to < 64 {
            let on_board = (ALL >> from) & (ALL >> to) & 1 == 1;
            let (a, b) = (Cell(from), Cell(to));
            if on_board && from != to {
                if a.column() + a.row() == b.column() + b.row() {
                    diagonals[0][from as usize] |= 1 << to;
                }
                if a.column() + b.row() == b.column() + a.row() {
                    diagonals[1][from as usize] |= 1 << to;
                }
            }
            to += 1;
        }
        from += 1;
    }
    diagonals
};

/// The cells of a set, in the order of their numbers.
#[inline]
pub(crate) fn cells(mut set: u64) -> impl Iterator<Item = Cell> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let cell = Cell(set.trailing_zeros() as u8);
            set &= set - 1;
            cell
        })
    })
}

/// A set with left and right exchanged.
pub(crate) const fn mirrored(set: u64) -> u64 {
    // Bits reversed within each byte: column c goes to 7 - c, two places too far.
    set.reverse_bits().swap_bytes() >> 2
}

/// A set with top and bottom exchanged.
pub(crate) const fn flipped(set: u64) -> u64 {
    // Row r goes to byte 7 - r, one too far.
    set.swap_bytes() >> 8
}

/// A corner of a cell, and with it the half of the cell that a triangle with its right angle there covers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Corner {
    /// Top left.
    Nw,
    /// Top right.
    Ne,
    /// Bottom right.
    Se,
    /// Bottom left.
    Sw,
}

impl Corner {
    /// All four, clockwise from the top left: the order of every text.
    pub const ALL: [Corner; 4] = [Corner::Nw, Corner::Ne, Corner::Se, Corner::Sw];

    /// The corner across the cell: what a second triangle in the cell takes.
    #[must_use]
    #[inline]
    pub const fn opposite(self) -> Corner {
        Corner::ALL[self as usize ^ 2]
    }

    /// The corner with left and right exchanged.
    #[must_use]
    #[inline]
    pub const fn mirrored(self) -> Corner {
        Corner::ALL[self as usize ^ 1]
    }

    /// The corner with top and bottom exchanged.
    #[must_use]
    #[inline]
    pub const fn flipped(self) -> Corner {
        Corner::ALL[self as usize ^ 3]
    }

    /// `nw`, `ne`, `se` or `sw`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Corner::Nw => "nw",
            Corner::Ne => "ne",
            Corner::Se => "se",
            Corner::Sw => "sw",
        }
    }

    pub(crate) const fn parse(code: [u8; 2]) -> Option<Corner> {
        match &code {
            b"nw" => Some(Corner::Nw),
            b"ne" => Some(Corner::Ne),
            b"se" => Some(Corner::Se),
            b"sw" => Some(Corner::Sw),
            _ => None,
        }
    }
}

impl std::fmt::Display for Corner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.code())
    }
}

/// What can be placed on a cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Tile {
    /// A player's triangle, its right angle in a corner.
    Triangle(Player, Corner),
    /// A player's square tile.
    Square(Player),
}

/// A winning pattern: four cells that are the corners of a square, and the corner that each must show.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Pattern {
    bottom_left: Cell,
    distance: u8,
    facing: Facing,
}

/// Which way the corners of a pattern point.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Facing {
    /// Away from the middle of the square.
    Outward,
    /// Towards the middle of the square.
    Inward,
}

impl Pattern {
    /// The number of patterns: 70 squares, each outward and inward.
    pub const COUNT: usize = 140;

    /// Every pattern, small squares first.
    pub fn all() -> impl Iterator<Item = Pattern> {
        PATTERNS.into_iter()
    }

    /// How many cells wide and high the square is, from 2 to 6.
    #[must_use]
    pub const fn size(self) -> u8 {
        self.distance + 1
    }

    /// Which way the corners point.
    #[must_use]
    pub const fn facing(self) -> Facing {
        self.facing
    }

    /// The four cells with the corner each must show: top left first, then clockwise.
    #[must_use]
    pub fn corners(self) -> [(Cell, Corner); 4] {
        Corner::ALL.map(|place| {
            let (right, up) = match place {
                Corner::Nw => (0, self.distance),
                Corner::Ne => (self.distance, self.distance),
                Corner::Se => (self.distance, 0),
                Corner::Sw => (0, 0),
            };
            let corner = match self.facing {
                Facing::Outward => place,
                Facing::Inward => place.opposite(),
            };
            (self.bottom_left.moved(right, up), corner)
        })
    }
}

/// The 140 winning patterns: every square on the board, its corners showing outward and inward.
const PATTERNS: [Pattern; Pattern::COUNT] = {
    let a1 = Cell::new(0, 0).expect("a1 is on the board");
    let mut patterns = [Pattern { bottom_left: a1, distance: 0, facing: Facing::Outward }; Pattern::COUNT];
    let mut count = 0;
    let mut distance = 1;
    while distance < GRID.columns {
        let mut row = 0;
        while row + distance < GRID.rows {
            let mut column = 0;
            while column + distance < GRID.columns {
                let bottom_left = a1.moved(column, row);
                patterns[count] = Pattern { bottom_left, distance, facing: Facing::Outward };
                patterns[count + 1] = Pattern { bottom_left, distance, facing: Facing::Inward };
                count += 2;
                column += 1;
            }
            row += 1;
        }
        distance += 1;
    }
    assert!(count == Pattern::COUNT, "70 squares, each twice");
    patterns
};

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{ALL, Cell, Corner, Facing, GRID, Pattern, cells, flipped, mirrored};

    #[test]
    fn there_are_42_cells() {
        assert_eq!(ALL.count_ones(), 42);
        assert_eq!(Cell::all().count(), usize::from(GRID.cells()));
        for cell in Cell::all() {
            assert_eq!(Cell::new(cell.column(), cell.row()), Some(cell));
            assert_eq!(Cell::parse(cell.to_string().as_bytes().try_into().unwrap()), Some(cell));
        }
        assert_eq!(Cell::new(6, 0), None);
        assert_eq!(Cell::new(0, 7), None);
    }

    #[test]
    fn reflecting_twice_is_the_identity() {
        for cell in Cell::all() {
            let (column, row) = (cell.column(), cell.row());
            assert_eq!(mirrored(cell.bit()), Cell::new(5 - column, row).unwrap().bit());
            assert_eq!(flipped(cell.bit()), Cell::new(column, 6 - row).unwrap().bit());
        }
        assert_eq!(mirrored(ALL), ALL);
        assert_eq!(flipped(ALL), ALL);
    }

    #[test]
    fn corners_are_reflected_with_the_board() {
        for corner in Corner::ALL {
            let [side, other] = [corner.mirrored(), corner.flipped()];
            assert_eq!(side.flipped(), corner.opposite());
            assert_eq!(other.mirrored(), corner.opposite());
            assert_eq!(corner.code()[..1], side.code()[..1]);
            assert_eq!(corner.code()[1..], other.code()[1..]);
            assert_eq!(Corner::parse(corner.code().as_bytes().try_into().unwrap()), Some(corner));
        }
    }

    #[test]
    fn diagonals_match_the_patterns() {
        let b2 = Cell::new(1, 1).unwrap();
        let names = |corner| cells(b2.diagonal(corner)).map(|cell| cell.to_string()).collect::<Vec<_>>();
        assert_eq!(names(Corner::Sw), ["a1", "c3", "d4", "e5", "f6"]);
        assert_eq!(names(Corner::Ne), names(Corner::Sw));
        assert_eq!(names(Corner::Nw), ["c1", "a3"]);
        assert_eq!(names(Corner::Se), names(Corner::Nw));
        let ends: u32 = Cell::all().map(|cell| cell.diagonal(Corner::Nw).count_ones()).sum();
        assert_eq!(ends, 2 * 70, "each of the 70 squares has one such diagonal, with two ends");
    }

    #[test]
    fn patterns_are_squares_of_every_size_and_no_two_are_alike() {
        let mut seen = HashSet::new();
        for pattern in Pattern::all() {
            let [(nw, _), (ne, _), (se, _), (sw, _)] = pattern.corners();
            let side = pattern.size() - 1;
            assert_eq!((nw.row(), sw.row()), (ne.row(), se.row()));
            assert_eq!((nw.column(), ne.column()), (sw.column(), se.column()));
            assert_eq!(ne.column() - nw.column(), side);
            assert_eq!(nw.row() - sw.row(), side);
            assert!(seen.insert(pattern.corners()));
        }
        let of_size = |size| Pattern::all().filter(|pattern| pattern.size() == size).count();
        assert_eq!([2, 3, 4, 5, 6].map(of_size), [60, 40, 24, 12, 4]);
    }

    #[test]
    fn corners_point_away_from_the_middle_or_towards_it() {
        let show = |pattern: Pattern| pattern.corners().map(|(cell, corner)| format!("{cell}{corner}"));
        let mut first = Pattern::all();
        let [outward, inward] = [first.next().unwrap(), first.next().unwrap()];
        assert_eq!(outward.facing(), Facing::Outward);
        assert_eq!(show(outward), ["a2nw", "b2ne", "b1se", "a1sw"]);
        assert_eq!(inward.facing(), Facing::Inward);
        assert_eq!(show(inward), ["a2se", "b2sw", "b1nw", "a1ne"]);
    }
}
