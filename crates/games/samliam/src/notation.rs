//! Position texts `ROWS SIDE SQUARE` and move texts `c4ne`, `c4#`, `pass`.

use std::str::Chars;

use mekong_core::{
    Notation, ParseMoveError, Player, Position as _, ROWS_FIELD, SIDE_FIELD, SyntaxError, Text, Variants,
    parse_fields, parse_side,
};

use crate::{
    board::{Cell, Corner, GRID, Tile},
    error::{PositionError, Problem},
    moves::Move,
    position::{Position, Setup},
};

/// The name of the field for the right to a square tile after a block.
const SQUARE_FIELD: Text = Text { en: "square", fr: "carré" };

/// The fields of a position text.
static FIELDS: [Text; 3] = [ROWS_FIELD, SIDE_FIELD, SQUARE_FIELD];

/// Black and White.
const SIDES: [char; 2] = ['B', 'W'];

/// The problem of any other character on the board.
const NOT_A_TILE: Text = Text {
    en: "is neither a digit from 1 to 6, nor one of the letters ABCD or abcd, nor Q or q",
    fr: "n’est ni un chiffre de 1 à 6, ni une des lettres ABCD ou abcd, ni Q ou q",
};

/// The problem of brackets that do not hold two letters of triangles.
const NOT_A_PAIR: Text = Text {
    en: "is not the letters of two triangles in brackets, such as (Ac)",
    fr: "ne se compose pas des lettres de deux triangles entre parenthèses, comme (Ac)",
};

/// The problem of two triangles that fit, written in the wrong order.
const PAIR_ORDER: Text =
    Text { en: "must have the letter of nw or ne first", fr: "doit commencer par la lettre de nw ou ne" };

/// The problem of any other right to a square tile.
const NOT_A_RIGHT: Text =
    Text { en: "is neither \"s\" nor \"-\"", fr: "n’est ni « s » ni « - »" };

/// How moves are written.
const MOVE_FORMS: Text = Text {
    en: "write c4ne to place a triangle (nw, ne, se, sw), c4# to place a square tile, pass to pass",
    fr: "écrivez c4ne pour poser un triangle (nw, ne, se, sw), c4# pour poser une tuile carrée, pass pour passer",
};

impl Notation for Position {
    type Problem = Problem;

    fn variants(&self) -> Variants {
        Variants::NONE
    }

    fn parse_position(text: &str, _variants: Variants) -> Result<Position, PositionError> {
        let [rows, side, square] = parse_fields(text, &FIELDS)?;
        let setup = Setup {
            tiles: parse_rows(rows)?,
            turn: parse_side(side, SIDES)?,
            blocked: parse_square(square)?,
        };
        Position::try_from(setup).map_err(PositionError::Invalid)
    }

    fn position_text(&self) -> String {
        let side = SIDES[self.turn().index()];
        let square = if self.was_blocked() { 's' } else { '-' };
        format!("{} {side} {square}", rows_text(self))
    }

    fn parse_move(text: &str) -> Result<Move, ParseMoveError> {
        parse_move(text.as_bytes()).ok_or_else(|| ParseMoveError::new(text, MOVE_FORMS))
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

fn parse_rows(text: &str) -> Result<Vec<(Cell, Tile)>, SyntaxError> {
    let cells = GRID.parse_rows(text, |ch, rest| match ch {
        '(' => parse_pair(rest).map(Vec::from),
        ')' => Err(NOT_A_PAIR),
        _ => Ok(vec![parse_tile(ch).ok_or(NOT_A_TILE)?]),
    })?;
    let tiles =
        |(cell, tiles): (u8, Vec<Tile>)| tiles.into_iter().map(move |tile| (Cell::of_grid(cell), tile));
    Ok(cells.into_iter().flat_map(tiles).collect())
}

/// Reads what follows an opening bracket: two letters of triangles and the closing bracket.
fn parse_pair(chars: &mut Chars<'_>) -> Result<[Tile; 2], Text> {
    let (letters, rest) = chars.as_str().split_once(')').ok_or(NOT_A_PAIR)?;
    *chars = rest.chars();
    let tiles: Vec<Option<Tile>> = letters.chars().map(parse_tile).collect();
    let [Some(Tile::Triangle(first, a)), Some(Tile::Triangle(second, b))] = tiles[..] else {
        return Err(NOT_A_PAIR);
    };
    // Two corners that are not opposite are impossible in any order; validation reports them.
    if a == b.opposite() && a > b {
        return Err(PAIR_ORDER);
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
    GRID.rows_text(|cell| {
        let letters: String = position.tiles(Cell::of_grid(cell)).map(tile_char).collect();
        if letters.len() > 1 { format!("({letters})") } else { letters }
    })
}

fn parse_square(text: &str) -> Result<bool, SyntaxError> {
    match text {
        "s" => Ok(true),
        "-" => Ok(false),
        _ => Err(SyntaxError::field(SQUARE_FIELD, text, NOT_A_RIGHT)),
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
