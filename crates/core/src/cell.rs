use std::{fmt, str::Chars};

use crate::{Grid, Player, ROWS_FIELD, SIDE_FIELD, SyntaxError, Text, parse_fields, parse_side};

/// A cell of a board with this many columns and rows, at most 64 cells. A game names it:
///
/// ```
/// type Square = mekong_core::Cell<3, 3>;
///
/// let [from, to] = Square::parse_pair("b1c2").unwrap();
/// assert_eq!((to.to_string().as_str(), to.column(), to.row()), ("c2", 2, 1));
/// assert_eq!(from.step(1, 1), Some(to));
/// assert_eq!(to.step(1, 0), None);
/// assert_eq!(Square::of_set(from.bit() | to.bit()).collect::<Vec<_>>(), [from, to]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell<const COLUMNS: u8, const ROWS: u8>(u8);

impl<const COLUMNS: u8, const ROWS: u8> Cell<COLUMNS, ROWS> {
    /// The shape of the board.
    pub const GRID: Grid = Grid { columns: COLUMNS, rows: ROWS };

    /// The number of cells.
    pub const COUNT: usize = {
        let count = COLUMNS as usize * ROWS as usize;
        assert!(0 < count && count <= 64, "a set of cells has 64 bits");
        count
    };

    /// The set of all cells: a bit per cell, that of `a1` the lowest.
    pub const ALL: u64 = u64::MAX >> (64 - Self::COUNT);

    /// Every cell from a1, row by row.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT as u8).map(Cell)
    }

    /// The cells of a set, from a1.
    pub fn of_set(set: u64) -> impl Iterator<Item = Self> {
        Self::all().filter(move |cell| set & cell.bit() != 0)
    }

    /// The cell in a column (0 for a) and row (0 for row 1), if it is on the board.
    #[must_use]
    pub const fn new(column: u8, row: u8) -> Option<Self> {
        if column < COLUMNS && row < ROWS { Some(Cell(row * COLUMNS + column)) } else { None }
    }

    /// The cell that a text such as `b2` names.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::GRID.parse(text.as_bytes().try_into().ok()?).map(Cell)
    }

    /// The cells that a text such as `b2c3` names.
    #[must_use]
    pub fn parse_pair(text: &str) -> Option<[Self; 2]> {
        let (from, to) = text.split_at_checked(2)?;
        Some([Self::parse(from)?, Self::parse(to)?])
    }

    /// The column, 0 for a.
    #[must_use]
    pub const fn column(self) -> u8 {
        self.0 % COLUMNS
    }

    /// The row, 0 for row 1.
    #[must_use]
    pub const fn row(self) -> u8 {
        self.0 / COLUMNS
    }

    /// 0 for a1, less than [`Cell::COUNT`].
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The set of this cell alone.
    #[must_use]
    pub const fn bit(self) -> u64 {
        1 << self.0
    }

    /// The cell some columns to the right and rows up, unless it is off the board.
    #[must_use]
    pub fn step(self, right: i8, up: i8) -> Option<Self> {
        Self::new(self.column().checked_add_signed(right)?, self.row().checked_add_signed(up)?)
    }

    /// Reads the cells of a board, see [`Grid::parse_rows`].
    pub fn parse_rows<T>(
        text: &str,
        read: impl FnMut(char, &mut Chars<'_>) -> Result<T, Text>,
    ) -> Result<Vec<(Self, T)>, SyntaxError> {
        let cells = Self::GRID.parse_rows(text, read)?;
        Ok(cells.into_iter().map(|(cell, content)| (Cell(cell), content)).collect())
    }

    /// Writes the cells of a board, see [`Grid::rows_text`].
    #[must_use]
    pub fn rows_text(cell: impl Fn(Self) -> String) -> String {
        Self::GRID.rows_text(|index| cell(Cell(index)))
    }

    /// The player whose set contains the cell, on a board on which each player has one kind of piece.
    #[must_use]
    pub fn owner(self, sets: [u64; 2]) -> Option<Player> {
        Player::BOTH.into_iter().find(|player| sets[player.index()] & self.bit() != 0)
    }

    /// Reads a position text `ROWS SIDE` of a game in which each player has one kind of piece, written as the letter of the
    /// player: the set of each player's pieces, and the player to move.
    pub fn parse_position(text: &str, letters: [char; 2]) -> Result<([u64; 2], Player), SyntaxError> {
        static FIELDS: [Text; 2] = [ROWS_FIELD, SIDE_FIELD];
        const UNKNOWN: Text = Text { en: "is not a piece", fr: "n’est pas une pièce" };
        let [rows, side] = parse_fields(text, &FIELDS)?;
        let owner = |letter| Player::BOTH.into_iter().find(|player| letters[player.index()] == letter);
        let pieces = Self::parse_rows(rows, |letter, _| owner(letter).ok_or(UNKNOWN));
        let pieces = pieces.map_err(|error| match error {
            SyntaxError::Cell { row, found, .. } => {
                SyntaxError::Piece { row, found, columns: COLUMNS, letters }
            }
            error => error,
        })?;
        let mut sets = [0; 2];
        for (cell, owner) in pieces {
            sets[owner.index()] |= cell.bit();
        }
        Ok((sets, parse_side(side, letters)?))
    }

    /// Writes a position text as [`Cell::parse_position`] reads it.
    #[must_use]
    pub fn position_text(sets: [u64; 2], turn: Player, letters: [char; 2]) -> String {
        let letter = |player: Player| letters[player.index()];
        let rows = Self::rows_text(|cell| cell.owner(sets).map(letter).into_iter().collect());
        format!("{rows} {}", letter(turn))
    }
}

impl<const COLUMNS: u8, const ROWS: u8> fmt::Display for Cell<COLUMNS, ROWS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Self::GRID.name(self.0))
    }
}

#[cfg(test)]
mod tests {
    use super::Cell;
    use crate::{Explain as _, Lang, Player};

    type Wide = Cell<3, 2>;

    #[test]
    fn cells_are_numbered_from_a1() {
        let names: Vec<String> = Wide::all().map(|cell| cell.to_string()).collect();
        assert_eq!(names, ["a1", "b1", "c1", "a2", "b2", "c2"]);
        for cell in Wide::all() {
            assert_eq!(Wide::parse(&cell.to_string()), Some(cell));
            assert_eq!(Wide::new(cell.column(), cell.row()), Some(cell));
        }
        assert_eq!((Wide::COUNT, Wide::ALL, Cell::<8, 8>::ALL), (6, 0b111_111, u64::MAX));
        assert_eq!(Wide::of_set(Wide::ALL).count(), 6);
    }

    #[test]
    fn texts_that_are_not_cells_are_rejected() {
        for text in ["", "a", "d1", "a3", "a0", "a1 ", "é1", "aé"] {
            assert_eq!(Wide::parse(text), None, "{text}");
        }
        for text in ["", "a1", "a1b", "a1b2c1", "a1d1", "éa1", "aéé"] {
            assert_eq!(Wide::parse_pair(text), None, "{text}");
        }
    }

    #[test]
    fn steps_end_at_the_edges() {
        let b1 = Wide::new(1, 0).unwrap();
        let steps = [(1, 1), (-1, 0), (0, -1), (2, 0), (0, 2)].map(|(right, up)| b1.step(right, up));
        assert_eq!(
            steps.map(|cell| cell.map(|cell| cell.to_string())).map(Option::unwrap_or_default),
            ["c2", "a1", "", "", ""]
        );
    }

    #[test]
    fn boards_round_trip() {
        for text in ["3/3 W", "WB1/2B B"] {
            let (sets, turn) = Wide::parse_position(text, ['W', 'B']).unwrap();
            assert_eq!(Wide::position_text(sets, turn, ['W', 'B']), text);
        }
        let (sets, turn) = Wide::parse_position("2W/B2 B", ['W', 'B']).unwrap();
        assert_eq!((sets, turn), ([0b100_000, 0b000_001], Player::P2));
        assert_eq!(Wide::new(2, 1).unwrap().owner(sets), Some(Player::P1));
        assert_eq!(Wide::new(1, 1).unwrap().owner(sets), None);
    }

    #[test]
    fn unknown_pieces_are_rejected_with_the_letters() {
        let error = Wide::parse_position("3/x2 W", ['W', 'B']).unwrap_err();
        assert_eq!(error.to_string(), "rows: in row 1, \"x\" is neither a digit from 1 to 3, nor W, nor B");
        assert_eq!(
            error.explain(Lang::Fr),
            "rangées : dans la rangée 1, « x » n’est ni un chiffre de 1 à 3, ni W, ni B"
        );
        assert_eq!(
            Wide::parse_position("3/3 x", ['W', 'B']).unwrap_err().to_string(),
            "side: \"x\" is neither W nor B"
        );
        assert!(Wide::parse_position("3/3", ['W', 'B']).unwrap_err().to_string().contains("2 fields"));
    }
}
