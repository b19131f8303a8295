use crate::{Charset, Grid, Ink, Lang, Player, Position, Text, TextCanvas};

/// The lines and coordinates of a [`Grid`] drawn with characters, into which a game writes its cells.
///
/// ```
/// use mekong_core::{Charset, Grid, Ink, drawing::TextGrid};
///
/// let text_grid = TextGrid { grid: Grid { columns: 2, rows: 2 }, cell_width: 3 };
/// let mut canvas = text_grid.draw(Charset::Ascii);
/// text_grid.put(&mut canvas, 1, 0, " o", Ink::Neutral);
/// let lines = ["  +---+---+", "2 |   |   |", "  +---+---+", "1 |   | o |", "  +---+---+", "    a   b"];
/// assert_eq!(canvas.to_string().lines().collect::<Vec<_>>(), lines);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct TextGrid {
    /// The board.
    pub grid: Grid,
    /// Characters between two vertical lines.
    pub cell_width: usize,
}

impl TextGrid {
    /// An empty grid.
    #[must_use]
    pub fn draw(self, charset: Charset) -> TextCanvas {
        let mut canvas = TextCanvas::new();
        let rows = usize::from(self.grid.rows);
        for edge in 0..=rows {
            let [left, cross, right] = match (charset, edge) {
                (Charset::Ascii, _) => ["+"; 3],
                (Charset::Unicode, 0) => ["┌", "┬", "┐"],
                (Charset::Unicode, edge) if edge == rows => ["└", "┴", "┘"],
                (Charset::Unicode, _) => ["├", "┼", "┤"],
            };
            let dash = if charset == Charset::Ascii { "-" } else { "─" }.repeat(self.cell_width);
            let line = vec![dash; usize::from(self.grid.columns)].join(cross);
            canvas.put(2, 2 * edge, &format!("{left}{line}{right}"), Ink::Faint);
        }
        let bar = if charset == Charset::Ascii { "|" } else { "│" };
        for row in 0..self.grid.rows {
            let y = self.line(row);
            canvas.put(0, y, &(row + 1).to_string(), Ink::Faint);
            for column in 0..=self.grid.columns {
                canvas.put(self.left(column) - 1, y, bar, Ink::Faint);
            }
        }
        for column in 0..self.grid.columns {
            let x = self.left(column) + self.cell_width / 2;
            canvas.put(x, self.height(), &self.grid.column_letter(column).to_string(), Ink::Faint);
        }
        canvas
    }

    /// Writes into a cell, from its left side.
    pub fn put(self, canvas: &mut TextCanvas, column: u8, row: u8, text: &str, ink: Ink) {
        canvas.put(self.left(column), self.line(row), text, ink);
    }

    /// Writes the name of a player to the right of the board, with a mark if it is their turn.
    pub fn put_seat(
        self,
        canvas: &mut TextCanvas,
        line: usize,
        (player, name): (Player, &str),
        is_to_move: bool,
        charset: Charset,
    ) {
        canvas.put(self.right(), line, name, Ink::of(player));
        if is_to_move {
            let mark = if charset == Charset::Ascii { "<-" } else { "◀" };
            canvas.put(self.right() + name.chars().count() + 1, line, mark, Ink::Accent);
        }
    }

    /// Writes the pieces, given by column and row as a text and its owner, into the middle of their cells.
    pub fn put_pieces(self, canvas: &mut TextCanvas, piece: impl Fn(u8, u8) -> Option<(char, Player)>) {
        let indent = " ".repeat(self.cell_width / 2);
        for cell in 0..self.grid.cells() {
            let (column, row) = (self.grid.column(cell), self.grid.row(cell));
            if let Some((symbol, owner)) = piece(column, row) {
                self.put(canvas, column, row, &format!("{indent}{symbol}"), Ink::of(owner));
            }
        }
    }

    /// Writes the names of both players to the right of the board, each after its symbol and with a mark if it is their
    /// turn: the second player at the top, the first at the bottom. Returns their lines; the line below each is free.
    pub fn put_seats(
        self,
        canvas: &mut TextCanvas,
        position: &impl Position,
        (names, symbols): (&[Text; 2], [char; 2]),
        charset: Charset,
        lang: Lang,
    ) -> [usize; 2] {
        let lines = [self.height() - 3, 1];
        for player in Player::BOTH {
            let index = player.index();
            let name = format!("{} {}", symbols[index], names[index].get(lang));
            let is_to_move = position.outcome().is_none() && position.turn() == player;
            self.put_seat(canvas, lines[index], (player, &name), is_to_move, charset);
        }
        lines
    }

    /// The column where texts beside the board begin.
    #[must_use]
    pub fn right(self) -> usize {
        self.width() + 3
    }

    /// The number of lines above the column letters.
    #[must_use]
    pub fn height(self) -> usize {
        2 * usize::from(self.grid.rows) + 1
    }

    /// The number of characters in a line.
    #[must_use]
    pub fn width(self) -> usize {
        self.left(self.grid.columns)
    }

    fn left(self, column: u8) -> usize {
        3 + usize::from(column) * (self.cell_width + 1)
    }

    fn line(self, row: u8) -> usize {
        2 * usize::from(self.grid.rows - 1 - row) + 1
    }
}
