//! Position texts `ROWS SIDE DUEL SWAP SCORE`, while drafting `ROWS SIDE +FACE-UP LEFT FACE-DOWN`, and move texts
//! `b2`, `a1c2`, `s1@a1`.

use mekong_core::{Notation, Player, Position as _, Variants};

use crate::{
    board::{Cell, Column, Piece},
    error::{Field, PositionError},
    illegal::MoveError,
    moves::{Move, Pair},
    position::{Engaged, Position},
    setup::{Setup, Stage},
};

impl Notation for Position {
    type PositionError = PositionError;
    type MoveError = MoveError;

    fn variants(&self) -> Variants {
        self.variants
    }

    fn parse_position(text: &str, variants: Variants) -> Result<Position, PositionError> {
        let fields: Vec<&str> = text.split(' ').collect();
        let [rows, side, third, fourth, fifth] = fields[..] else {
            let drafting = fields.get(2).is_some_and(|third| third.starts_with('+'));
            return Err(PositionError::FieldCount { found: fields.len(), drafting });
        };
        let pieces = parse_rows(rows)?;
        let turn = parse_side(side)?;
        let stage = match third.strip_prefix('+') {
            Some(face_up) => Stage::Draft {
                face_up: parse_list(Field::FaceUp, face_up, "")?,
                left: parse_left(fourth)?,
                face_down: parse_list(Field::FaceDown, fifth, "-")?,
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
        let side = match self.turn() {
            Player::P1 => 'I',
            Player::P2 => 'A',
        };
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

    fn parse_move(text: &str) -> Result<Move, MoveError> {
        let unreadable = || MoveError::Unreadable { found: text.to_owned() };
        let cell = |column, row| Cell::parse([column, row]).ok_or_else(unreadable);
        match *text.as_bytes() {
            [a, b] => Ok(Move::Advance { from: cell(a, b)? }),
            [a, b, c, d] => {
                let (first, second) = (cell(a, b)?, cell(c, d)?);
                match Pair::new(first, second) {
                    None => Err(MoveError::SwapItself { cell: first }),
                    Some(pair) if pair.first() == first => Ok(Move::Swap(pair)),
                    Some(_) if first.camp() != second.camp() => Err(MoveError::SwapAcross { first, second }),
                    Some(pair) => Err(MoveError::SwapOrder { first: pair.first(), second: pair.second() }),
                }
            }
            [sign, number, b'@', a, b] => {
                let piece = Piece::parse_any_case([sign, number]).ok_or_else(unreadable)?;
                let to = cell(a, b)?;
                if piece.text() == [sign, number] {
                    Ok(Move::Place { piece, to })
                } else {
                    Err(MoveError::Ground { piece })
                }
            }
            _ => Err(unreadable()),
        }
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

fn parse_rows(text: &str) -> Result<Vec<(Cell, Piece)>, PositionError> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != 4 {
        return Err(PositionError::RowCount { found: rows.len() });
    }
    let mut pieces = Vec::new();
    for (row, text) in (0..4).rev().zip(rows) {
        let cells: Vec<&str> = text.split(',').collect();
        if cells.len() != Column::all().count() {
            return Err(PositionError::RowLength { row: row + 1, found: cells.len() });
        }
        let cells = cells_of(row).zip(cells).filter(|(_, text)| *text != "-");
        for (cell, text) in cells {
            let unknown = |found| PositionError::UnknownCell { cell, found };
            pieces.push((cell, parse_piece(Field::Rows, text, unknown)?));
        }
    }
    Ok(pieces)
}

/// The cells of a row, counted from 0, in the order of the columns.
fn cells_of(row: u8) -> impl Iterator<Item = Cell> {
    Column::all().filter_map(move |column| Cell::new(column, row))
}

fn parse_piece(
    field: Field,
    text: &str,
    unknown: impl FnOnce(String) -> PositionError,
) -> Result<Piece, PositionError> {
    let any_case = text.as_bytes().try_into().ok().and_then(Piece::parse_any_case);
    let piece = any_case.ok_or_else(|| unknown(text.to_owned()))?;
    if piece.text() == text.as_bytes() { Ok(piece) } else { Err(PositionError::Ground { field, piece }) }
}

/// Reads pieces joined by points, in ASCII order; `empty` stands for none.
fn parse_list(field: Field, text: &str, empty: &str) -> Result<Vec<Piece>, PositionError> {
    if text == empty {
        return Ok(Vec::new());
    }
    let unknown = |found| PositionError::UnknownPiece { field, found };
    let pieces = text.split('.').map(|text| parse_piece(field, text, unknown));
    let list = pieces.collect::<Result<Vec<_>, _>>()?;
    // A piece twice in a row is in order; that there is only one of it is for the validation to say.
    match list.windows(2).find(|pair| pair[0].text() > pair[1].text()) {
        Some(pair) => Err(PositionError::ListOrder { field, first: pair[0], second: pair[1] }),
        None => Ok(list),
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

fn parse_side(text: &str) -> Result<Player, PositionError> {
    match text {
        "I" => Ok(Player::P1),
        "A" => Ok(Player::P2),
        _ => Err(PositionError::Side { found: text.to_owned() }),
    }
}

fn parse_duel(text: &str) -> Result<Option<Engaged>, PositionError> {
    if text == "-" {
        return Ok(None);
    }
    let column = text.bytes().next().and_then(Column::parse);
    let column = column.ok_or_else(|| PositionError::Duel { found: text.to_owned() })?;
    // The first character is a column letter, so one byte.
    let unknown = |found| PositionError::UnknownPiece { field: Field::Duel, found };
    let piece = parse_piece(Field::Duel, &text[1..], unknown)?;
    Ok(Some(Engaged { column, piece }))
}

fn parse_swap(text: &str) -> Result<bool, PositionError> {
    match text {
        "s" => Ok(true),
        "x" => Ok(false),
        _ => Err(PositionError::Swap { found: text.to_owned() }),
    }
}

fn parse_score(text: &str) -> Result<[u8; 2], PositionError> {
    let number = |text: &str| {
        let plain = text.bytes().all(|b| b.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
        if plain { text.parse().ok() } else { None }.filter(|&points| points <= Position::ALL_POINTS)
    };
    let score = text.split_once('-').and_then(|(isis, anubis)| Some([number(isis)?, number(anubis)?]));
    score.ok_or_else(|| PositionError::Score { found: text.to_owned() })
}

fn parse_left(text: &str) -> Result<u8, PositionError> {
    match text {
        "2" => Ok(2),
        "1" => Ok(1),
        _ => Err(PositionError::Left { found: text.to_owned() }),
    }
}
