//! Position texts `ROWS SIDE PLY EXITS` and move texts `@c1N`, `c1c2E`, `c1W`, `c1-`, `c1c2`.

use mekong_core::{Notation, Player, Position as _, Variants};

use crate::{
    board::{Direction, GRID, Piece, Square},
    error::{MoveError, PositionError, Problem},
    moves::Move,
    position::{Position, Setup},
};

impl Notation for Position {
    type PositionError = PositionError;
    type MoveError = MoveError;

    fn variants(&self) -> Variants {
        self.variants
    }

    fn parse_position(text: &str, variants: Variants) -> Result<Position, PositionError> {
        let fields: Vec<&str> = text.split(' ').collect();
        let [rows, side, ply, exits] = fields[..] else {
            return Err(PositionError::FieldCount { found: fields.len() });
        };
        let setup = Setup {
            pieces: parse_rows(rows)?,
            turn: parse_side(side)?,
            ply: parse_ply(ply)?,
            exits: parse_exits(exits)?,
            variants,
        };
        Position::try_from(setup).map_err(PositionError::Invalid)
    }

    fn position_text(&self) -> String {
        let side = match self.turn() {
            Player::P1 => 'E',
            Player::P2 => 'R',
        };
        let exits = match Player::BOTH.map(|player| self.exits_left(player)) {
            [Some(p1), Some(p2)] => format!("{p1}{p2}"),
            _ => "-".to_owned(),
        };
        format!("{} {side} {} {exits}", rows_text(self), self.ply())
    }

    fn is_game_over_error(error: &PositionError) -> bool {
        *error == PositionError::Invalid(vec![Problem::GameOver])
    }

    fn parse_move(text: &str) -> Result<Move, MoveError> {
        parse_move(text.as_bytes()).ok_or_else(|| MoveError { found: text.to_owned() })
    }

    fn move_text(mv: Move) -> String {
        match mv {
            Move::Enter { to, facing } => format!("@{to}{}", facing.letter()),
            Move::Step { from, to, facing } => format!("{from}{to}{}", facing.letter()),
            Move::Turn { at, facing } => format!("{at}{}", facing.letter()),
            Move::Leave { at } => format!("{at}-"),
            Move::Push { from, to } => format!("{from}{to}"),
        }
    }

    fn all_moves() -> Vec<Move> {
        Move::all().collect()
    }
}

fn parse_rows(text: &str) -> Result<Vec<(Square, Piece)>, PositionError> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != usize::from(GRID.rows) {
        return Err(PositionError::RowCount { found: rows.len() });
    }
    let mut pieces = Vec::new();
    for (row, text) in (0..GRID.rows).rev().zip(rows) {
        parse_row(text, row, &mut pieces)?;
    }
    Ok(pieces)
}

fn parse_row(text: &str, row: u8, pieces: &mut Vec<(Square, Piece)>) -> Result<(), PositionError> {
    let number = row + 1;
    let mut column = 0_usize;
    let mut after_digit = false;
    for ch in text.chars() {
        let is_digit = matches!(ch, '1'..='5');
        if is_digit {
            if after_digit {
                return Err(PositionError::SplitDigits { row: number });
            }
            column += ch as usize - '0' as usize;
        } else {
            let piece = parse_piece(ch).ok_or(PositionError::UnknownPiece { row: number, found: ch })?;
            // A square beyond the edge is reported below, with the length of the whole row.
            if let Some(square) = u8::try_from(column).ok().and_then(|column| Square::new(column, row)) {
                pieces.push((square, piece));
            }
            column += 1;
        }
        after_digit = is_digit;
    }
    if column != usize::from(GRID.columns) {
        return Err(PositionError::RowLength { row: number, found: column });
    }
    Ok(())
}

fn parse_piece(ch: char) -> Option<Piece> {
    if ch == 'o' {
        return Some(Piece::Rock);
    }
    let letter = u8::try_from(ch).ok()?;
    let owner = if letter.is_ascii_uppercase() { Player::P1 } else { Player::P2 };
    Direction::parse(letter.to_ascii_uppercase()).map(|facing| Piece::Animal(owner, facing))
}

const fn piece_char(piece: Piece) -> char {
    match piece {
        Piece::Rock => 'o',
        Piece::Animal(Player::P1, facing) => facing.letter(),
        Piece::Animal(Player::P2, facing) => facing.letter().to_ascii_lowercase(),
    }
}

fn rows_text(position: &Position) -> String {
    let mut text = String::new();
    for row in (0..GRID.rows).rev() {
        let mut empty = 0;
        for square in (0..GRID.columns).filter_map(|column| Square::new(column, row)) {
            if let Some(piece) = position.piece(square) {
                if empty > 0 {
                    text.push_str(&empty.to_string());
                    empty = 0;
                }
                text.push(piece_char(piece));
            } else {
                empty += 1;
            }
        }
        if empty > 0 {
            text.push_str(&empty.to_string());
        }
        if row > 0 {
            text.push('/');
        }
    }
    text
}

fn parse_side(text: &str) -> Result<Player, PositionError> {
    match text {
        "E" => Ok(Player::P1),
        "R" => Ok(Player::P2),
        _ => Err(PositionError::Side { found: text.to_owned() }),
    }
}

fn parse_ply(text: &str) -> Result<u32, PositionError> {
    let plain = text.bytes().all(|b| b.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    let number = if plain { text.parse().ok() } else { None };
    number.ok_or_else(|| PositionError::Ply { found: text.to_owned() })
}

fn parse_exits(text: &str) -> Result<Option<[u8; 2]>, PositionError> {
    match text.as_bytes() {
        b"-" => Ok(None),
        [p1 @ b'0'..=b'9', p2 @ b'0'..=b'9'] => Ok(Some([p1 - b'0', p2 - b'0'])),
        _ => Err(PositionError::Exits { found: text.to_owned() }),
    }
}

fn parse_move(text: &[u8]) -> Option<Move> {
    match *text {
        [b'@', a, b, f] => Some(Move::Enter { to: Square::parse([a, b])?, facing: Direction::parse(f)? }),
        [a, b, c, d, f] => Some(Move::Step {
            from: Square::parse([a, b])?,
            to: Square::parse([c, d])?,
            facing: Direction::parse(f)?,
        }),
        [a, b, b'-'] => Some(Move::Leave { at: Square::parse([a, b])? }),
        [a, b, f] => Some(Move::Turn { at: Square::parse([a, b])?, facing: Direction::parse(f)? }),
        [a, b, c, d] => Some(Move::Push { from: Square::parse([a, b])?, to: Square::parse([c, d])? }),
        _ => None,
    }
}
