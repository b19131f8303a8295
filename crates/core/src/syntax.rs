//! Parsing shared by the games: fields, rows, sides, numbers, and the errors of position and move texts.

use std::{
    fmt,
    str::{Chars, FromStr},
};

use crate::{Explain, Grid, Lang, Player, Text, explain_all, explained_error, quoted, say, with_subject};

/// The name of the field that holds the board, the top row first.
pub const ROWS_FIELD: Text = Text { en: "rows", fr: "rangées" };

/// The name of the field for the side to move.
pub const SIDE_FIELD: Text = Text { en: "side", fr: "trait" };

/// The reason why no move is legal after the end, in every game.
pub const GAME_OVER: Text = Text { en: "the game is over", fr: "la partie est terminée" };

/// A syntax error in a position text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SyntaxError {
    /// The wrong number of fields, or more than one space between two.
    FieldCount {
        /// The names of the fields.
        names: &'static [Text],
        /// How many there are.
        found: usize,
    },
    /// The wrong number of rows.
    RowCount {
        /// How many there must be.
        expected: u8,
        /// How many there are.
        found: usize,
    },
    /// A row that describes too few cells or too many.
    RowLength {
        /// The row's number, 1 at the bottom.
        row: u8,
        /// How many cells there must be.
        expected: u8,
        /// How many it describes.
        found: usize,
    },
    /// Two adjacent digits instead of their sum.
    SplitDigits {
        /// The row's number.
        row: u8,
    },
    /// An invalid side to move.
    Side {
        /// The letters of the first and the second player.
        letters: [char; 2],
        /// The text found.
        found: String,
    },
    /// An invalid cell of the board.
    Cell {
        /// The row's number.
        row: u8,
        /// The text of the cell.
        found: String,
        /// What is wrong, as a predicate: "is neither W nor B".
        problem: Text,
    },
    /// An invalid cell of a board on which each player has one kind of piece.
    Piece {
        /// The row's number.
        row: u8,
        /// The text of the cell.
        found: String,
        /// The number of columns, which is the largest digit.
        columns: u8,
        /// The letters of the first and the second player.
        letters: [char; 2],
    },
    /// An invalid field of any other kind.
    Field {
        /// The name of the field.
        field: Text,
        /// The field, or its invalid part.
        found: String,
        /// What is wrong, as a predicate.
        problem: Text,
    },
}

impl SyntaxError {
    /// The error of an invalid field, or of a part of one.
    #[must_use]
    pub fn field(field: Text, found: &str, problem: Text) -> SyntaxError {
        SyntaxError::Field { field, found: found.to_owned(), problem }
    }
}

impl Explain for SyntaxError {
    fn explain(&self, lang: Lang) -> String {
        let (field, why) = match self {
            SyntaxError::FieldCount { names, found } => {
                let count = names.len();
                let names = names.iter().map(|name| name.get(lang)).collect::<Vec<_>>().join(", ");
                return say!(
                    lang,
                    "a position has {count} fields ({names}), separated by single spaces; this one has {found}",
                    "une position a {count} champs ({names}), séparés par une seule espace ; celle-ci en a {found}",
                );
            }
            SyntaxError::RowCount { expected, found } => (
                ROWS_FIELD,
                say!(
                    lang,
                    "there must be {expected} rows separated by \"/\", not {found}",
                    "il faut {expected} rangées séparées par « / », et non {found}",
                ),
            ),
            SyntaxError::RowLength { row, expected, found } => (
                ROWS_FIELD,
                say!(
                    lang,
                    "row {row} must have {expected} cells, not {found}",
                    "la rangée {row} doit avoir {expected} cases, et non {found}",
                ),
            ),
            SyntaxError::SplitDigits { row } => (
                ROWS_FIELD,
                say!(
                    lang,
                    "row {row} has two digits side by side: write their sum",
                    "la rangée {row} a deux chiffres côte à côte : écrivez leur somme",
                ),
            ),
            SyntaxError::Side { letters: [p1, p2], found } => {
                let found = quoted(found, lang);
                (SIDE_FIELD, say!(lang, "{found} is neither {p1} nor {p2}", "{found} n’est ni {p1} ni {p2}"))
            }
            SyntaxError::Cell { row, found, problem } => {
                let (found, problem) = (quoted(found, lang), problem.get(lang));
                let why =
                    say!(lang, "in row {row}, {found} {problem}", "dans la rangée {row}, {found} {problem}");
                (ROWS_FIELD, why)
            }
            SyntaxError::Piece { row, found, columns, letters: [p1, p2] } => {
                let found = quoted(found, lang);
                let why = say!(
                    lang,
                    "in row {row}, {found} is neither a digit from 1 to {columns}, nor {p1}, nor {p2}",
                    "dans la rangée {row}, {found} n’est ni un chiffre de 1 à {columns}, ni {p1}, ni {p2}",
                );
                (ROWS_FIELD, why)
            }
            SyntaxError::Field { field, found, problem } => {
                (*field, format!("{} {}", quoted(found, lang), problem.get(lang)))
            }
        };
        with_subject(field.get(lang), &why, lang)
    }
}

/// Why a position text is refused. `P` is the type of the game's own problems.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PositionError<P> {
    /// The text does not have the form of a position.
    Syntax(SyntaxError),
    /// The text is well-formed, but the position is impossible. Lists every problem.
    Invalid(Vec<P>),
}

impl<P> PositionError<P> {
    /// The position if it has no problems.
    pub fn if_valid<T>(problems: Vec<P>, position: T) -> Result<T, PositionError<P>> {
        if problems.is_empty() { Ok(position) } else { Err(PositionError::Invalid(problems)) }
    }
}

impl<P> From<SyntaxError> for PositionError<P> {
    fn from(error: SyntaxError) -> PositionError<P> {
        PositionError::Syntax(error)
    }
}

impl<P: Explain> Explain for PositionError<P> {
    fn explain(&self, lang: Lang) -> String {
        match self {
            PositionError::Syntax(error) => error.explain(lang),
            PositionError::Invalid(problems) => explain_all(problems, lang),
        }
    }
}

impl<P: Explain> fmt::Display for PositionError<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.explain(Lang::En))
    }
}

impl<P: Explain + fmt::Debug> std::error::Error for PositionError<P> {}

/// Why a text is not a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseMoveError {
    /// The text.
    pub found: String,
    /// What is wrong with it, or how moves are written.
    pub hint: Text,
}

impl ParseMoveError {
    /// The error of a text with a hint.
    #[must_use]
    pub fn new(found: &str, hint: Text) -> ParseMoveError {
        ParseMoveError { found: found.to_owned(), hint }
    }
}

impl Explain for ParseMoveError {
    fn explain(&self, lang: Lang) -> String {
        let (found, hint) = (quoted(&self.found, lang), self.hint.get(lang));
        say!(lang, "{found} is not a move: {hint}", "{found} n’est pas un coup : {hint}")
    }
}

explained_error!(SyntaxError, ParseMoveError);

/// Splits a text into fields with one space between them.
pub fn parse_fields<'a, const N: usize>(
    text: &'a str,
    names: &'static [Text; N],
) -> Result<[&'a str; N], SyntaxError> {
    let fields: Vec<&str> = text.split(' ').collect();
    fields.try_into().map_err(|fields: Vec<&str>| SyntaxError::FieldCount { names, found: fields.len() })
}

/// Reads whose turn it is, given the letters of both players.
pub fn parse_side(text: &str, letters: [char; 2]) -> Result<Player, SyntaxError> {
    let mut chars = text.chars();
    let letter = chars.next().filter(|_| chars.next().is_none());
    let player = Player::BOTH.into_iter().find(|player| letter == Some(letters[player.index()]));
    player.ok_or_else(|| SyntaxError::Side { letters, found: text.to_owned() })
}

/// Reads a number written with digits only and without leading zeros.
#[must_use]
pub fn parse_number<T: FromStr>(text: &str) -> Option<T> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    if is_plain { text.parse().ok() } else { None }
}

impl Grid {
    /// Splits a board into its rows, numbered from 0 at the bottom; the top row is written first.
    pub fn split_rows(self, text: &str) -> Result<impl Iterator<Item = (u8, &str)>, SyntaxError> {
        let found = text.split('/').count();
        if found != usize::from(self.rows) {
            return Err(SyntaxError::RowCount { expected: self.rows, found });
        }
        Ok((0..self.rows).rev().zip(text.split('/')))
    }

    /// Reads a board written row by row, the top row first, with `/` between rows and a digit for each run of empty cells.
    ///
    /// `read` gets the first character of a cell and what follows it, and may take more characters; its error says what is
    /// wrong with them, as in [`SyntaxError::Cell`]. The result lists the occupied cells in the order of the text.
    pub fn parse_rows<T>(
        self,
        text: &str,
        mut read: impl FnMut(char, &mut Chars<'_>) -> Result<T, Text>,
    ) -> Result<Vec<(u8, T)>, SyntaxError> {
        let mut cells = Vec::new();
        for (row, text) in self.split_rows(text)? {
            let number = row + 1;
            let (mut column, mut after_digit) = (0_usize, false);
            let mut chars = text.chars();
            loop {
                let cell = chars.as_str();
                let Some(ch) = chars.next() else { break };
                let empty = ch.to_digit(10).filter(|&empty| 1 <= empty && empty <= u32::from(self.columns));
                if let Some(empty) = empty {
                    if after_digit {
                        return Err(SyntaxError::SplitDigits { row: number });
                    }
                    column += empty as usize;
                } else {
                    let content = read(ch, &mut chars).map_err(|problem| {
                        let found = cell[..cell.len() - chars.as_str().len()].to_owned();
                        SyntaxError::Cell { row: number, found, problem }
                    })?;
                    // A cell beyond the edge is reported below, with the length of the whole row.
                    if let Some(column) = u8::try_from(column).ok().filter(|&column| column < self.columns) {
                        cells.push((self.cell(column, row), content));
                    }
                    column += 1;
                }
                after_digit = empty.is_some();
            }
            if column != usize::from(self.columns) {
                let expected = self.columns;
                return Err(SyntaxError::RowLength { row: number, expected, found: column });
            }
        }
        Ok(cells)
    }

    /// Writes a board as [`Grid::parse_rows`] reads it; `cell` returns the text of a cell, empty if nothing is there.
    #[must_use]
    pub fn rows_text(self, cell: impl Fn(u8) -> String) -> String {
        let row_text = |row: u8| {
            let (mut text, mut empty) = (String::new(), 0);
            let flush = |text: &mut String, empty: &mut u32| {
                if *empty > 0 {
                    text.push_str(&empty.to_string());
                    *empty = 0;
                }
            };
            for column in 0..self.columns {
                let content = cell(self.cell(column, row));
                if content.is_empty() {
                    empty += 1;
                } else {
                    flush(&mut text, &mut empty);
                    text.push_str(&content);
                }
            }
            flush(&mut text, &mut empty);
            text
        };
        (0..self.rows).rev().map(row_text).collect::<Vec<_>>().join("/")
    }
}

#[cfg(test)]
mod tests {
    use super::{PositionError, SyntaxError, parse_fields, parse_number, parse_side};
    use crate::{Explain as _, Grid, Lang, Player, Text};

    const GRID: Grid = Grid { columns: 3, rows: 2 };

    fn parse(text: &str) -> Result<Vec<(u8, char)>, SyntaxError> {
        GRID.parse_rows(text, |ch, _| Ok(ch))
    }

    #[test]
    fn rows_round_trip() {
        for text in ["3/3", "x2/1x1", "xxx/2x", "1xy/3"] {
            let cells = parse(text).unwrap();
            let content = |cell| cells.iter().filter(|(at, _)| *at == cell).map(|(_, ch)| *ch).collect();
            assert_eq!(GRID.rows_text(content), text);
        }
        assert_eq!(parse("2x/y2"), Ok(vec![(5, 'x'), (0, 'y')]));
    }

    #[test]
    fn malformed_rows_are_rejected_with_their_number() {
        let length = |row, found| Err(SyntaxError::RowLength { row, expected: 3, found });
        assert_eq!(parse("3"), Err(SyntaxError::RowCount { expected: 2, found: 1 }));
        assert_eq!(parse("3/3/3"), Err(SyntaxError::RowCount { expected: 2, found: 3 }));
        assert_eq!(parse("2/3"), length(2, 2));
        assert_eq!(parse("3/xxxx"), length(1, 4));
        assert_eq!(parse("/3"), length(2, 0));
        assert_eq!(parse("12/3"), Err(SyntaxError::SplitDigits { row: 2 }));
        assert_eq!(parse(&format!("{}/3", "x".repeat(1_000))), length(2, 1_000));
    }

    #[test]
    fn an_invalid_cell_is_reported_as_written() {
        let problem = Text { en: "is not a pair", fr: "n’est pas une paire" };
        let pair = |first: char, rest: &mut std::str::Chars<'_>| match (first, rest.next()) {
            ('x', Some('y')) => Ok(()),
            _ => Err(problem),
        };
        assert_eq!(GRID.parse_rows("1xy1/3", pair), Ok(vec![(4, ())]));
        let error = GRID.parse_rows("3/1éz1", pair).unwrap_err();
        assert_eq!(error, SyntaxError::Cell { row: 1, found: "éz".to_owned(), problem });
        assert_eq!(error.explain(Lang::En), "rows: in row 1, \"éz\" is not a pair");
        assert_eq!(error.explain(Lang::Fr), "rangées : dans la rangée 1, « éz » n’est pas une paire");
        let at_the_end = GRID.parse_rows("3/2x", pair).unwrap_err();
        assert_eq!(at_the_end.to_string(), "rows: in row 1, \"x\" is not a pair");
    }

    #[test]
    fn a_position_error_explains_the_syntax_or_every_problem() {
        let field = SyntaxError::field(Text::same("a"), "9", Text { en: "is odd", fr: "est impair" });
        let error = PositionError::<Text>::from(field);
        assert_eq!(error.to_string(), "a: \"9\" is odd");
        assert_eq!(error.explain(Lang::Fr), "a : « 9 » est impair");
        assert_eq!(PositionError::if_valid(Vec::<Text>::new(), 1), Ok(1));
        let problem = Text { en: "too many", fr: "trop" };
        assert_eq!(PositionError::if_valid(vec![problem], 1), Err(PositionError::Invalid(vec![problem])));
        let [one, two] = [1, 2].map(|count| PositionError::Invalid(vec![problem; count]).to_string());
        assert_eq!(two, format!("{one}; {one}"));
    }

    #[test]
    fn fields_and_sides_are_exact() {
        static NAMES: [Text; 2] = [Text::same("a"), Text::same("b")];
        assert_eq!(parse_fields("1 2", &NAMES), Ok(["1", "2"]));
        let error = parse_fields("1  2", &NAMES).unwrap_err();
        assert_eq!(
            error.explain(Lang::En),
            "a position has 2 fields (a, b), separated by single spaces; this one has 3"
        );
        assert_eq!(parse_side("W", ['B', 'W']), Ok(Player::P2));
        for text in ["", "b", "BB", "B\u{301}"] {
            assert!(parse_side(text, ['B', 'W']).is_err(), "{text}");
        }
    }

    #[test]
    fn numbers_have_one_text() {
        assert_eq!(["0", "7", "120"].map(parse_number::<u8>), [Some(0), Some(7), Some(120)]);
        assert_eq!(["", "+1", "-1", "01", "256", "1 "].map(parse_number::<u8>), [None; 6]);
    }
}
