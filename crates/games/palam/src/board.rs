//! Pieces, cells, and the bit sets that represent them.
//!
//! A set of pieces is the low 24 bits of a `u32`, one bit per piece in the order of [`FACES`]. Within a camp a cell is
//! a *slot*, the same for both camps, and a set of slots is the low 12 bits of a `u16`:
//!
//! ```text
//!            = a  b  c  d  e  f ≠
//!   back row   0  1  2  3  4  5        row 1 of Isis, row 4 of Anubis
//!   front row  6  7  8  9 10 11        row 2 of Isis, row 3 of Anubis
//! ```
//!
//! so that the slots whose piece can advance (front, or back behind an empty front) are `set & !(set >> 6)`.

use mekong_core::Player;

/// The number of pieces.
pub(crate) const PIECES: usize = 24;

/// Every piece.
pub(crate) const ALL_PIECES: u32 = (1 << PIECES) - 1;

/// The total value of all pieces.
pub(crate) const TOTAL_POINTS: u32 = points(ALL_PIECES);

/// The bonus for winning the last duel.
pub(crate) const LAST_DUEL: u8 = 11;

/// The columns, a to f.
pub(crate) const COLUMNS: u8 = 6;

/// The slots of the back row; those of the front row are six higher.
pub(crate) const BACK: u16 = 0b111_111;

/// The slots of the front row.
pub(crate) const FRONT: u16 = BACK << COLUMNS;

/// The sign of a piece.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Sign {
    /// Written `s`.
    Sun,
    /// Written `w`.
    Water,
    /// Written `e`.
    Eye,
    /// Written `k`.
    Ankh,
}

impl Sign {
    /// All four, in the order of the piece table.
    pub const ALL: [Sign; 4] = [Sign::Sun, Sign::Water, Sign::Eye, Sign::Ankh];

    const fn letter(self) -> u8 {
        match self {
            Sign::Sun => b's',
            Sign::Water => b'w',
            Sign::Eye => b'e',
            Sign::Ankh => b'k',
        }
    }
}

/// One line of the piece table.
#[derive(Clone, Copy)]
pub(crate) struct Face {
    pub(crate) sign: Sign,
    pub(crate) number: u8,
    light: bool,
}

/// The piece set. The printed rules leave it open; this table defines it. A piece's index in this table is its bit in
/// every set of pieces.
pub(crate) const FACES: [Face; PIECES] = {
    use Sign::{Ankh, Eye, Sun, Water};
    const fn dark(sign: Sign, number: u8) -> Face {
        Face { sign, number, light: false }
    }
    const fn light(sign: Sign, number: u8) -> Face {
        Face { sign, number, light: true }
    }
    #[rustfmt::skip]
    let faces = [
        dark(Sun,   1), light(Sun,  2), dark(Sun,    3), dark(Sun,  4), dark(Sun,   5), dark(Sun,   6),
        dark(Water, 1), dark(Water, 2), light(Water, 3), dark(Water, 4), dark(Water, 5), dark(Water, 6),
        dark(Eye,   1), dark(Eye,   2), dark(Eye,    3), light(Eye, 4), dark(Eye,   5), dark(Eye,   6),
        dark(Ankh,  1), dark(Ankh,  2), dark(Ankh,   3), dark(Ankh, 4), light(Ankh, 5), dark(Ankh,  6),
    ];
    faces
};

/// `MATCHES[piece]`: the pieces with the same sign or the same number. (32 long, so that five bits always index it.)
const MATCHES: [u32; 32] = {
    let mut matches = [0; 32];
    let mut a = 0;
    while a < PIECES {
        let mut b = 0;
        while b < PIECES {
            if FACES[a].sign as u8 == FACES[b].sign as u8 || FACES[a].number == FACES[b].number {
                matches[a] |= 1 << b;
            }
            b += 1;
        }
        a += 1;
    }
    matches
};

/// The pieces with a light background.
pub(crate) const LIGHT: u32 = {
    let mut set = 0;
    let mut piece = 0;
    while piece < PIECES {
        set |= (FACES[piece].light as u32) << piece;
        piece += 1;
    }
    set
};

/// The pieces with an odd number.
pub(crate) const ODD: u32 = {
    let mut set = 0;
    let mut piece = 0;
    while piece < PIECES {
        set |= (FACES[piece].number as u32 & 1) << piece;
        piece += 1;
    }
    set
};

/// The total value of a set of pieces: 11 points per light piece, 1 point per other piece.
#[inline]
pub(crate) const fn points(set: u32) -> u32 {
    set.count_ones() + 10 * (set & LIGHT).count_ones()
}

/// One of the 24 pieces, all different.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Piece(u8);

impl Piece {
    /// Every piece, sign by sign: `s1 S2 s3 … k6`.
    pub fn all() -> impl Iterator<Item = Piece> {
        (0..PIECES as u8).map(Piece)
    }

    /// The piece with a sign and a number from 1 to 6.
    #[must_use]
    pub fn new(sign: Sign, number: u8) -> Option<Piece> {
        Piece::all().find(|piece| piece.sign() == sign && piece.number() == number)
    }

    /// The sign drawn on it.
    #[must_use]
    pub const fn sign(self) -> Sign {
        FACES[self.0 as usize].sign
    }

    /// How often the sign is drawn, 1 to 6.
    #[must_use]
    pub const fn number(self) -> u8 {
        FACES[self.0 as usize].number
    }

    /// Whether it has a light background.
    #[must_use]
    pub const fn is_light(self) -> bool {
        LIGHT & self.bit() != 0
    }

    /// The points it brings: 11 with a light background, else 1.
    #[must_use]
    pub const fn points(self) -> u8 {
        points(self.bit()) as u8
    }

    /// Whether the two have the same sign or the same number.
    #[must_use]
    pub const fn matches(self, other: Piece) -> bool {
        self.matching() & other.bit() != 0
    }

    /// The sign's letter, a capital for a light background, and the number.
    #[must_use]
    pub(crate) const fn text(self) -> [u8; 2] {
        let letter = self.sign().letter();
        let letter = if self.is_light() { letter.to_ascii_uppercase() } else { letter };
        [letter, b'0' + self.number()]
    }

    /// The piece that two characters name, whether or not the letter's case matches its ground.
    pub(crate) fn parse_any_case(text: [u8; 2]) -> Option<Piece> {
        Piece::all().find(|piece| piece.text().eq_ignore_ascii_case(&text))
    }

    /// The piece with a number below 24 in the order of the table.
    #[inline]
    pub(crate) const fn from_index(index: u8) -> Piece {
        Piece(index)
    }

    #[inline]
    pub(crate) const fn index(self) -> u8 {
        self.0
    }

    #[inline]
    pub(crate) const fn bit(self) -> u32 {
        1 << self.0
    }

    #[inline]
    pub(crate) const fn matching(self) -> u32 {
        MATCHES[(self.0 & 31) as usize]
    }

    #[inline]
    pub(crate) const fn is_odd(self) -> bool {
        ODD >> self.0 & 1 != 0
    }
}

impl std::fmt::Display for Piece {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [letter, number] = self.text();
        write!(f, "{}{}", letter as char, number as char)
    }
}

/// The pieces of a set, in the order of the table.
pub(crate) fn pieces(set: u32) -> impl Iterator<Item = Piece> {
    Piece::all().filter(move |piece| set & piece.bit() != 0)
}

/// A column, a to f from Isis's left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Column(u8);

impl Column {
    /// The column with an index from 0 (a) to 5 (f).
    #[must_use]
    pub const fn new(index: u8) -> Option<Column> {
        if index < COLUMNS { Some(Column(index)) } else { None }
    }

    /// Every column from a to f.
    pub fn all() -> impl Iterator<Item = Column> {
        (0..COLUMNS).map(Column)
    }

    /// The index, 0 for a.
    #[must_use]
    #[inline]
    pub const fn index(self) -> u8 {
        self.0
    }

    pub(crate) const fn parse(letter: u8) -> Option<Column> {
        Column::new(letter.wrapping_sub(b'a'))
    }
}

impl std::fmt::Display for Column {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", (b'a' + self.0) as char)
    }
}

/// A cell of one of the camps. Cells are ordered as their names are: `a1 a2 a3 a4 b1 … f4`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell(u8);

const ROWS: u8 = 4;

/// `SLOTS[cell]`. (Like the next table a power of two long, so that no index can be out of bounds.)
const SLOTS: [u8; 32] = {
    let mut slots = [0; 32];
    let mut number = 0;
    while number < COLUMNS * ROWS {
        let cell = Cell(number);
        slots[number as usize] = cell.column().0 + if cell.is_front() { COLUMNS } else { 0 };
        number += 1;
    }
    slots
};

/// `CELLS[player][slot]`.
const CELLS: [[Cell; 16]; 2] = {
    let mut cells = [[Cell(0); 16]; 2];
    let mut number = 0;
    while number < COLUMNS * ROWS {
        let cell = Cell(number);
        cells[cell.camp().index()][cell.slot() as usize] = cell;
        number += 1;
    }
    cells
};

impl Cell {
    /// Every cell in the order of the names.
    pub fn all() -> impl Iterator<Item = Cell> {
        (0..COLUMNS * ROWS).map(Cell)
    }

    /// The cell in a column and a row, 0 for row 1; `None` above row 4.
    #[must_use]
    pub const fn new(column: Column, row: u8) -> Option<Cell> {
        if row < ROWS { Some(Cell(column.0 * ROWS + row)) } else { None }
    }

    /// The column.
    #[must_use]
    #[inline]
    pub const fn column(self) -> Column {
        Column(self.0 / ROWS)
    }

    /// The row, 0 for row 1.
    #[must_use]
    #[inline]
    pub const fn row(self) -> u8 {
        self.0 % ROWS
    }

    /// Whose camp it lies in: rows 1 and 2 are Isis's (first player), rows 3 and 4 Anubis's.
    #[must_use]
    #[inline]
    pub const fn camp(self) -> Player {
        if self.row() < 2 { Player::P1 } else { Player::P2 }
    }

    /// Whether it lies in the front row of its camp, row 2 or 3.
    #[must_use]
    #[inline]
    pub const fn is_front(self) -> bool {
        matches!(self.row(), 1 | 2)
    }

    /// The cell in the front row of a camp.
    pub(crate) const fn front(camp: Player, column: Column) -> Cell {
        CELLS[camp.index()][(column.0 + COLUMNS) as usize]
    }

    /// Whether the name comes before another.
    pub(crate) const fn is_before(self, other: Cell) -> bool {
        self.0 < other.0
    }

    #[inline]
    pub(crate) const fn slot(self) -> u8 {
        SLOTS[(self.0 & 31) as usize]
    }

    /// The cell of a slot below 12.
    #[inline]
    pub(crate) const fn of_slot(camp: Player, slot: u8) -> Cell {
        CELLS[camp.index()][(slot & 15) as usize]
    }

    /// The cell that two characters name.
    pub(crate) const fn parse(name: [u8; 2]) -> Option<Cell> {
        match Column::parse(name[0]) {
            Some(column) => Cell::new(column, name[1].wrapping_sub(b'1')),
            None => None,
        }
    }
}

impl std::fmt::Display for Cell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", self.column(), self.row() + 1)
    }
}

/// The slots of a set, from the lowest.
#[inline]
pub(crate) fn slots(mut set: u16) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let slot = set.trailing_zeros() as u8;
            set &= set - 1;
            slot
        })
    })
}

#[cfg(test)]
mod tests {
    use super::{BACK, Cell, FRONT, LIGHT, Piece, TOTAL_POINTS, pieces};

    #[test]
    fn the_table_has_every_sign_with_every_number_once() {
        let mut texts: Vec<String> = Piece::all().map(|piece| piece.to_string()).collect();
        assert_eq!(
            texts.join(" "),
            "s1 S2 s3 s4 s5 s6 w1 w2 W3 w4 w5 w6 e1 e2 e3 E4 e5 e6 k1 k2 k3 k4 K5 k6"
        );
        texts.sort();
        texts.dedup();
        assert_eq!(texts.len(), 24);
        assert_eq!(TOTAL_POINTS, 64);
    }

    #[test]
    fn no_two_light_pieces_match() {
        for a in pieces(LIGHT) {
            assert_eq!(pieces(LIGHT).filter(|b| a.matches(*b)).count(), 1);
        }
        for piece in Piece::all() {
            // Six of the sign, four of the number, itself in both.
            assert_eq!(piece.matching().count_ones(), 9);
        }
    }

    #[test]
    fn cells_are_ordered_as_their_names_are() {
        let names: Vec<String> = Cell::all().map(|cell| cell.to_string()).collect();
        assert!(names.is_sorted());
        for (cell, name) in Cell::all().zip(names) {
            assert_eq!(Cell::parse(name.as_bytes().try_into().unwrap()), Some(cell));
            assert_eq!(Cell::of_slot(cell.camp(), cell.slot()), cell);
            let row = if cell.is_front() { FRONT } else { BACK };
            assert_ne!(row & 1 << cell.slot(), 0);
        }
        for name in [b"a0", b"a5", b"g1", b"A1", b"1a", b"  "] {
            assert_eq!(Cell::parse(*name), None);
        }
    }
}
