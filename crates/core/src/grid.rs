/// A rectangular board whose cells are named by a column letter and a row number, `a1` at the bottom left.
///
/// Cells are numbered row by row from `a1`: `cell = row * columns + column`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grid {
    /// Columns, at most 26.
    pub columns: u8,
    /// Rows, at most 9.
    pub rows: u8,
}

impl Grid {
    /// The number of cells.
    #[must_use]
    pub const fn cells(self) -> u8 {
        self.columns * self.rows
    }

    /// The column of a cell, from 0.
    #[must_use]
    pub const fn column(self, cell: u8) -> u8 {
        cell % self.columns
    }

    /// The row of a cell, from 0.
    #[must_use]
    pub const fn row(self, cell: u8) -> u8 {
        cell / self.columns
    }

    /// The cell in a column and row.
    #[must_use]
    pub const fn cell(self, column: u8, row: u8) -> u8 {
        row * self.columns + column
    }

    /// The letter of a column.
    #[must_use]
    pub const fn column_letter(self, column: u8) -> char {
        (b'a' + column) as char
    }

    /// The name of a cell, such as `c1`.
    #[must_use]
    pub fn name(self, cell: u8) -> String {
        format!("{}{}", self.column_letter(self.column(cell)), self.row(cell) + 1)
    }

    /// The column that a letter names.
    #[must_use]
    pub const fn parse_column(self, letter: u8) -> Option<u8> {
        if letter >= b'a' && letter < b'a' + self.columns { Some(letter - b'a') } else { None }
    }

    /// The cell that two characters name.
    #[must_use]
    pub const fn parse(self, name: [u8; 2]) -> Option<u8> {
        let Some(column) = self.parse_column(name[0]) else { return None };
        if name[1] >= b'1' && name[1] < b'1' + self.rows {
            Some(self.cell(column, name[1] - b'1'))
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Grid;

    #[test]
    fn names_round_trip() {
        let grid = Grid { columns: 6, rows: 7 };
        for cell in 0..grid.cells() {
            let name = grid.name(cell);
            assert_eq!(grid.parse(name.as_bytes().try_into().unwrap()), Some(cell));
        }
        assert_eq!(grid.name(0), "a1");
        assert_eq!(grid.name(41), "f7");
    }

    #[test]
    fn cells_off_the_board_have_no_index() {
        let grid = Grid { columns: 5, rows: 5 };
        for name in [b"f1", b"a6", b"a0", b"A1", b"  ", b"11"] {
            assert_eq!(grid.parse(*name), None);
        }
    }
}
