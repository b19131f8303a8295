//! Position texts `ROWS SIDE DUEL SWAP SCORE`, while drafting `ROWS SIDE +FACE-UP LEFT FACE-DOWN`, and move texts
//! `b2`, `a1c2`, `s1@a1`.

use mekong_core::{
    Grid, Notation, ParseMoveError, Player, Position as _, ROWS_FIELD, SIDE_FIELD, SyntaxError, Text,
    Variants, parse_fields, parse_number, parse_side,
};

use crate::{
    board::{Cell, Column, Piece},
    error::{
        DUEL_FIELD, FACE_DOWN_FIELD, FACE_UP_FIELD, LEFT_FIELD, PositionError, Problem, SCORE_FIELD,
        SWAP_FIELD,
    },
    moves::{Move, Pair},
    position::{Engaged, Position},
    setup::{Setup, Stage},
};

/// The grid of position texts.
const GRID: Grid = Grid { columns: 6, rows: 4 };

/// Isis and Anubis.
const SIDES: [char; 2] = ['I', 'A'];

/// The fields of a position text after the draft.
static DUEL_FIELDS: [Text; 5] = [ROWS_FIELD, SIDE_FIELD, DUEL_FIELD, SWAP_FIELD, SCORE_FIELD];

/// The fields of a position text while drafting.
static DRAFT_FIELDS: [Text; 5] = [ROWS_FIELD, SIDE_FIELD, FACE_UP_FIELD, LEFT_FIELD, FACE_DOWN_FIELD];

/// The problem of any other text of a cell.
const NOT_A_CELL: Text = Text {
    en: "is neither a piece (one of s, w, e, k and a number from 1 to 6) nor \"-\" for an empty cell",
    fr: "n’est ni une pièce (une lettre s, w, e, k et un nombre de 1 à 6) ni « - » pour une case vide",
};

/// The problem of any other text of a piece.
const NOT_A_PIECE: Text = Text {
    en: "is not a piece (one of s, w, e, k and a number from 1 to 6)",
    fr: "n’est pas une pièce (une lettre s, w, e, k et un nombre de 1 à 6)",
};

/// The problem of a piece in the wrong case.
const WRONG_CASE: Text = Text {
    en: "is in the wrong case: only pieces with a light background have a capital",
    fr: "n’a pas la bonne casse : seules les pièces à fond clair ont une majuscule",
};

/// The problem of a list of pieces in another order.
const LIST_ORDER: Text = Text {
    en: "is not in ASCII order: capitals first, then by letter",
    fr: "n’est pas en ordre ASCII : majuscules d’abord, puis par lettre",
};

/// The problem of any other engaged piece.
const NOT_A_DUEL: Text = Text {
    en: "is neither \"-\" nor a column and a piece such as bw5",
    fr: "n’est ni « - » ni une colonne et une pièce comme bw5",
};

/// The problem of any other right to swap.
const NOT_A_SWAP: Text = Text { en: "is neither s nor x", fr: "n’est ni s ni x" };

/// The problem of any other score.
const NOT_A_SCORE: Text = Text {
    en: "is not two numbers such as 12-24, from 0 to 75 and without leading zeros",
    fr: "ne se compose pas de deux nombres comme 12-24, de 0 à 75 et sans zéro devant",
};

/// The problem of any other number of placements left.
const NOT_LEFT: Text = Text { en: "is neither 2 nor 1", fr: "n’est ni 2 ni 1" };

/// How moves are written.
const MOVE_FORMS: Text = Text {
    en: "write b2 to advance, a1c2 to swap, s1@a1 to place a piece while drafting",
    fr: "écrivez b2 pour avancer, a1c2 pour échanger, s1@a1 pour poser une pièce pendant la mise en place",
};

/// The hint for a swap of a cell with itself.
const SWAP_ITSELF: Text =
    Text { en: "a swap needs two different cells", fr: "un échange demande deux cases différentes" };

/// The hint for a swap between the camps with the greater cell name first: no order would make it legal.
const SWAP_ACROSS: Text = Text {
    en: "you can swap only two pieces of your own camp",
    fr: "vous ne pouvez échanger que deux pièces de votre camp",
};

/// The hint for any other swap with the greater cell name first.
const SWAP_ORDER: Text = Text {
    en: "a swap is written with the smaller cell name first",
    fr: "un échange s’écrit avec le plus petit nom de case d’abord",
};

/// The hint for a placement with the piece in the wrong case.
const PLACEMENT_CASE: Text = Text {
    en: "only pieces with a light background have a capital",
    fr: "seules les pièces à fond clair ont une majuscule",
};

impl Notation for Position {
    type Problem = Problem;

    fn variants(&self) -> Variants {
        self.variants
    }

    fn parse_position(text: &str, variants: Variants) -> Result<Position, PositionError> {
        let is_draft = text.split(' ').nth(2).is_some_and(|third| third.starts_with('+'));
        let names = if is_draft { &DRAFT_FIELDS } else { &DUEL_FIELDS };
        let [rows, side, third, fourth, fifth] = parse_fields(text, names)?;
        let pieces = parse_rows(rows)?;
        let turn = parse_side(side, SIDES)?;
        let stage = match third.strip_prefix('+') {
            Some(face_up) => Stage::Draft {
                face_up: parse_list(FACE_UP_FIELD, face_up, "")?,
                left: parse_left(fourth)?,
                face_down: parse_list(FACE_DOWN_FIELD, fifth, "-")?,
            },
            None => Stage::Duels {
                engaged: parse_duel(third)?,
                may_swap: parse_swap(fourth)?,
                score: parse_score(fifth)?,
            },
        };
        Position::try_from(Setup { pieces, turn, stage, variants }).map_err(PositionError::Invalid)
    }

    fn position_text(&self) -> String {
        let rows = rows_text(self);
        let side = SIDES[self.turn().index()];
        if self.is_drafting() {
            let face_up = list_text(self.face_up());
            let left = self.placements_left();
            let face_down = list_text(self.face_down());
            let face_down = if face_down.is_empty() { "-" } else { &face_down };
            return format!("{rows} {side} +{face_up} {left} {face_down}");
        }
        let duel = match self.engaged() {
            Some(Engaged { column, piece }) => format!("{column}{piece}"),
            None => "-".to_owned(),
        };
        let swap = if self.may_swap() { 's' } else { 'x' };
        let [isis, anubis] = Player::BOTH.map(|player| self.score(player));
        format!("{rows} {side} {duel} {swap} {isis}-{anubis}")
    }

    fn parse_move(text: &str) -> Result<Move, ParseMoveError> {
        parse_move(text.as_bytes()).map_err(|hint| ParseMoveError::new(text, hint))
    }

    fn move_text(mv: Move) -> String {
        match mv {
            Move::Advance { from } => from.to_string(),
            Move::Swap(pair) => format!("{}{}", pair.first(), pair.second()),
            Move::Place { piece, to } => format!("{piece}@{to}"),
        }
    }

    fn all_moves() -> Vec<Move> {
        Move::all().collect()
    }
}

/// Reads a move; the error is the hint of a [`ParseMoveError`].
fn parse_move(text: &[u8]) -> Result<Move, Text> {
    let cell = |column, row| Cell::parse([column, row]).ok_or(MOVE_FORMS);
    match *text {
        [a, b] => Ok(Move::Advance { from: cell(a, b)? }),
        [a, b, c, d] => {
            let (first, second) = (cell(a, b)?, cell(c, d)?);
            match Pair::new(first, second) {
                None => Err(SWAP_ITSELF),
                Some(pair) if pair.first() == first => Ok(Move::Swap(pair)),
                Some(_) if first.camp() != second.camp() => Err(SWAP_ACROSS),
                Some(_) => Err(SWAP_ORDER),
            }
        }
        [sign, number, b'@', a, b] => {
            let piece = Piece::parse_any_case([sign, number]).ok_or(MOVE_FORMS)?;
            let to = cell(a, b)?;
            if piece.text() == [sign, number] { Ok(Move::Place { piece, to }) } else { Err(PLACEMENT_CASE) }
        }
        _ => Err(MOVE_FORMS),
    }
}

fn parse_rows(text: &str) -> Result<Vec<(Cell, Piece)>, SyntaxError> {
    let mut pieces = Vec::new();
    for (row, text) in GRID.split_rows(text)? {
        let cells: Vec<&str> = text.split(',').collect();
        let (row_number, found) = (row + 1, cells.len());
        if found != usize::from(GRID.columns) {
            return Err(SyntaxError::RowLength { row: row_number, expected: GRID.columns, found });
        }
        let cells = cells_of(row).zip(cells).filter(|(_, text)| *text != "-");
        for (cell, text) in cells {
            let piece = parse_piece(text, NOT_A_CELL);
            let found = text.to_owned();
            let piece = piece.map_err(|problem| SyntaxError::Cell { row: row_number, found, problem })?;
            pieces.push((cell, piece));
        }
    }
    Ok(pieces)
}

/// The cells of a row, counted from 0, in the order of the columns.
fn cells_of(row: u8) -> impl Iterator<Item = Cell> {
    Column::all().filter_map(move |column| Cell::new(column, row))
}

/// Reads a piece; the error is `unknown` or [`WRONG_CASE`].
fn parse_piece(text: &str, unknown: Text) -> Result<Piece, Text> {
    let piece = text.as_bytes().try_into().ok().and_then(Piece::parse_any_case).ok_or(unknown)?;
    if piece.text() == text.as_bytes() { Ok(piece) } else { Err(WRONG_CASE) }
}

/// Reads a piece outside the rows.
fn parse_piece_of(field: Text, text: &str) -> Result<Piece, SyntaxError> {
    parse_piece(text, NOT_A_PIECE).map_err(|problem| SyntaxError::field(field, text, problem))
}

/// Reads pieces joined by points, in ASCII order; `empty` stands for none.
fn parse_list(field: Text, text: &str, empty: &str) -> Result<Vec<Piece>, SyntaxError> {
    if text == empty {
        return Ok(Vec::new());
    }
    let list = text.split('.').map(|text| parse_piece_of(field, text)).collect::<Result<Vec<_>, _>>()?;
    // A piece twice in a row is in order; validation reports the duplicate.
    if list.is_sorted_by_key(|piece| piece.text()) {
        Ok(list)
    } else {
        Err(SyntaxError::field(field, text, LIST_ORDER))
    }
}

fn list_text(pieces: impl Iterator<Item = Piece>) -> String {
    let mut texts: Vec<String> = pieces.map(|piece| piece.to_string()).collect();
    texts.sort_unstable();
    texts.join(".")
}

fn rows_text(position: &Position) -> String {
    let row = |row| {
        let texts =
            cells_of(row).map(|cell| position.piece(cell).map_or("-".to_owned(), |piece| piece.to_string()));
        texts.collect::<Vec<_>>().join(",")
    };
    [row(3), row(2), row(1), row(0)].join("/")
}

fn parse_duel(text: &str) -> Result<Option<Engaged>, SyntaxError> {
    if text == "-" {
        return Ok(None);
    }
    let column = text.bytes().next().and_then(Column::parse);
    let column = column.ok_or_else(|| SyntaxError::field(DUEL_FIELD, text, NOT_A_DUEL))?;
    // The first character is a column letter, so one byte.
    let piece = parse_piece_of(DUEL_FIELD, &text[1..])?;
    Ok(Some(Engaged { column, piece }))
}

fn parse_swap(text: &str) -> Result<bool, SyntaxError> {
    match text {
        "s" => Ok(true),
        "x" => Ok(false),
        _ => Err(SyntaxError::field(SWAP_FIELD, text, NOT_A_SWAP)),
    }
}

fn parse_score(text: &str) -> Result<[u8; 2], SyntaxError> {
    let number = |text: &str| parse_number(text).filter(|&points| points <= Position::ALL_POINTS);
    let score = text.split_once('-').and_then(|(isis, anubis)| Some([number(isis)?, number(anubis)?]));
    score.ok_or_else(|| SyntaxError::field(SCORE_FIELD, text, NOT_A_SCORE))
}

fn parse_left(text: &str) -> Result<u8, SyntaxError> {
    match text {
        "2" => Ok(2),
        "1" => Ok(1),
        _ => Err(SyntaxError::field(LEFT_FIELD, text, NOT_LEFT)),
    }
}
