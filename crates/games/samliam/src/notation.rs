//! Position texts `ROWS SIDE SQUARE` and move texts `c4ne`, `c4#`, `pass`.

use mekong_core::{Notation, Player, Position as _, Variants};

use crate::{
    board::{Cell, Corner, GRID, Tile},
    error::{MoveError, PositionError},
    moves::Move,
    position::{Position, Setup},
};

impl Notation for Position {
    type PositionError = PositionError;
    type MoveError = MoveError;

    fn variants(&self) -> Variants {
        Variants::NONE
    }

    fn parse_position(text: &str, _variants: Variants) -> Result<Position, PositionError> {
        let fields: Vec<&str> = text.split(' ').collect();
        let [rows, side, square] = fields[..] else {
            return Err(PositionError::FieldCount { found: fields.len() });
        };
        let setup =
            Setup { tiles: parse_rows(rows)?, turn: parse_side(side)?, blocked: parse_square(square)? };
        Position::try_from(setup).map_err(PositionError::Invalid)
    }

    fn position_text(&self) -> String {
        let side = match self.turn() {
            Player::P1 => 'B',
            Player::P2 => 'W',
        };
        let square = if self.was_blocked() { 's' } else { '-' };
        format!("{} {side} {square}", rows_text(self))
    }

    fn parse_move(text: &str) -> Result<Move, MoveError> {
        parse_move(text.as_bytes()).ok_or_else(|| MoveError { found: text.to_owned() })
    }

    fn move_text(mv: Move) -> String {
        match mv {
            Move::Triangle { at, corner } => format!("{at}{corner}"),
            Move::Square { at } => format!("{at}#"),
            Move::Pass => "pass".to_owned(),
        }
    }

    fn all_moves() -> Vec<Move> {
        Move::all().collect()
    }
}

fn parse_rows(text: &str) -> Result<Vec<(Cell, Tile)>, PositionError> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != usize::from(GRID.rows) {
        return Err(PositionError::RowCount { found: rows.len() });
    }
    let mut tiles = Vec::new();
    for (row, text) in (0..GRID.rows).rev().zip(rows) {
        parse_row(text, row, &mut tiles)?;
    }
    Ok(tiles)
}

fn parse_row(text: &str, row: u8, tiles: &mut Vec<(Cell, Tile)>) -> Result<(), PositionError> {
    let number = row + 1;
    let mut column = 0_usize;
    let mut after_digit = false;
    let mut chars = text.chars();
    while let Some(ch) = chars.next() {
        let is_digit = matches!(ch, '1'..='6');
        if is_digit {
            if after_digit {
                return Err(PositionError::SplitDigits { row: number });
            }
            column += ch as usize - '0' as usize;
        } else {
            let found = match ch {
                '(' => Vec::from(parse_pair(&mut chars, number)?),
                ')' => return Err(PositionError::Bracket { row: number }),
                _ => vec![parse_tile(ch).ok_or(PositionError::UnknownTile { row: number, found: ch })?],
            };
            // A cell beyond the edge is reported below, with the length of the whole row.
            if let Some(cell) = u8::try_from(column).ok().and_then(|column| Cell::new(column, row)) {
                tiles.extend(found.into_iter().map(|tile| (cell, tile)));
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

/// Reads what follows an opening bracket: two letters of triangles and the closing bracket.
fn parse_pair(chars: &mut std::str::Chars<'_>, row: u8) -> Result<[Tile; 2], PositionError> {
    let (Some(one), Some(two), Some(')')) = (chars.next(), chars.next(), chars.next()) else {
        return Err(PositionError::Bracket { row });
    };
    let pair = [one, two].map(parse_tile);
    let [Some(Tile::Triangle(first, a)), Some(Tile::Triangle(second, b))] = pair else {
        return Err(PositionError::Bracket { row });
    };
    // Two that are not opposite are no position in any order; that is found with all else that is impossible.
    if a == b.opposite() && a > b {
        return Err(PositionError::BracketOrder { row, found: format!("({one}{two})") });
    }
    Ok([Tile::Triangle(first, a), Tile::Triangle(second, b)])
}

fn parse_tile(ch: char) -> Option<Tile> {
    let owner = if ch.is_ascii_uppercase() { Player::P1 } else { Player::P2 };
    match ch.to_ascii_uppercase() {
        'A' => Some(Tile::Triangle(owner, Corner::Nw)),
        'B' => Some(Tile::Triangle(owner, Corner::Ne)),
        'C' => Some(Tile::Triangle(owner, Corner::Se)),
        'D' => Some(Tile::Triangle(owner, Corner::Sw)),
        'Q' => Some(Tile::Square(owner)),
        _ => None,
    }
}

/// The letter of a tile in position texts and plain pictures.
pub(crate) const fn tile_char(tile: Tile) -> char {
    let (owner, letter) = match tile {
        Tile::Triangle(owner, Corner::Nw) => (owner, 'A'),
        Tile::Triangle(owner, Corner::Ne) => (owner, 'B'),
        Tile::Triangle(owner, Corner::Se) => (owner, 'C'),
        Tile::Triangle(owner, Corner::Sw) => (owner, 'D'),
        Tile::Square(owner) => (owner, 'Q'),
    };
    match owner {
        Player::P1 => letter,
        Player::P2 => letter.to_ascii_lowercase(),
    }
}

fn rows_text(position: &Position) -> String {
    let mut text = String::new();
    for row in (0..GRID.rows).rev() {
        let mut empty = 0;
        for cell in (0..GRID.columns).filter_map(|column| Cell::new(column, row)) {
            let letters: String = position.tiles(cell).map(tile_char).collect();
            if letters.is_empty() {
                empty += 1;
                continue;
            }
            push_empty(&mut text, &mut empty);
            if letters.len() > 1 {
                text.push_str(&format!("({letters})"));
            } else {
                text.push_str(&letters);
            }
        }
        push_empty(&mut text, &mut empty);
        if row > 0 {
            text.push('/');
        }
    }
    text
}

/// Writes how many empty cells have gone by, if any.
fn push_empty(text: &mut String, empty: &mut u32) {
    if *empty > 0 {
        text.push_str(&empty.to_string());
        *empty = 0;
    }
}

fn parse_side(text: &str) -> Result<Player, PositionError> {
    match text {
        "B" => Ok(Player::P1),
        "W" => Ok(Player::P2),
        _ => Err(PositionError::Side { found: text.to_owned() }),
    }
}

fn parse_square(text: &str) -> Result<bool, PositionError> {
    match text {
        "s" => Ok(true),
        "-" => Ok(false),
        _ => Err(PositionError::Square { found: text.to_owned() }),
    }
}

fn parse_move(text: &[u8]) -> Option<Move> {
    match *text {
        [b'p', b'a', b's', b's'] => Some(Move::Pass),
        [a, b, b'#'] => Some(Move::Square { at: Cell::parse([a, b])? }),
        [a, b, c, d] => Some(Move::Triangle { at: Cell::parse([a, b])?, corner: Corner::parse([c, d])? }),
        _ => None,
    }
}
