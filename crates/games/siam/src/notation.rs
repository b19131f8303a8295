//! Position texts `ROWS SIDE PLY EXITS` and move texts `@c1N`, `c1c2E`, `c1W`, `c1-`, `c1c2`.

use mekong_core::{
    Notation, ParseMoveError, Player, Position as _, ROWS_FIELD, SIDE_FIELD, SyntaxError, Text, Variants,
    parse_fields, parse_number, parse_side,
};

use crate::{
    board::{Direction, GRID, Piece, Square},
    error::{EXITS_FIELD, NOT_A_PLY, PLY_FIELD, PositionError, Problem},
    moves::Move,
    position::{Position, Setup},
};

/// The fields of a position text.
static FIELDS: [Text; 4] = [ROWS_FIELD, SIDE_FIELD, PLY_FIELD, EXITS_FIELD];

/// Elephants and rhinos.
const SIDES: [char; 2] = ['E', 'R'];

/// The problem of any other character on the board.
const NOT_A_PIECE: Text = Text {
    en: "is neither a digit from 1 to 5, nor o, nor one of the letters NESW or nesw",
    fr: "n’est ni un chiffre de 1 à 5, ni o, ni une des lettres NESW ou nesw",
};

/// The problem of any other exits.
const NOT_EXITS: Text =
    Text { en: "is neither \"-\" nor two digits", fr: "n’est ni « - » ni deux chiffres" };

/// How moves are written.
const MOVE_FORMS: Text = Text {
    en: "write @c1N to enter, c1c2E to move, c1W to turn, c1- to leave, c1c2 to push",
    fr: "écrivez @c1N pour entrer, c1c2E pour avancer, c1W pour tourner, c1- pour sortir, c1c2 pour pousser",
};

impl Notation for Position {
    type Problem = Problem;

    fn variants(&self) -> Variants {
        self.variants
    }

    fn parse_position(text: &str, variants: Variants) -> Result<Position, PositionError> {
        let [rows, side, ply, exits] = parse_fields(text, &FIELDS)?;
        let setup = Setup {
            pieces: parse_rows(rows)?,
            turn: parse_side(side, SIDES)?,
            ply: parse_ply(ply)?,
            exits: parse_exits(exits)?,
            variants,
        };
        Position::try_from(setup).map_err(PositionError::Invalid)
    }

    fn position_text(&self) -> String {
        let side = SIDES[self.turn().index()];
        let exits = match Player::BOTH.map(|player| self.exits_left(player)) {
            [Some(p1), Some(p2)] => format!("{p1}{p2}"),
            _ => "-".to_owned(),
        };
        format!("{} {side} {} {exits}", rows_text(self), self.ply())
    }

    fn is_game_over_error(error: &PositionError) -> bool {
        *error == PositionError::Invalid(vec![Problem::GameOver])
    }

    fn parse_move(text: &str) -> Result<Move, ParseMoveError> {
        parse_move(text.as_bytes()).ok_or_else(|| ParseMoveError::new(text, MOVE_FORMS))
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

fn parse_rows(text: &str) -> Result<Vec<(Square, Piece)>, SyntaxError> {
    let cells = GRID.parse_rows(text, |ch, _| parse_piece(ch).ok_or(NOT_A_PIECE))?;
    Ok(cells.into_iter().map(|(cell, piece)| (Square::of_cell(cell), piece)).collect())
}

fn parse_piece(ch: char) -> Option<Piece> {
    if ch == 'o' {
        return Some(Piece::Rock);
    }
    let letter = u8::try_from(ch).ok()?;
    let owner = if letter.is_ascii_uppercase() { Player::P1 } else { Player::P2 };
    Direction::parse(letter.to_ascii_uppercase()).map(|facing| Piece::Animal(owner, facing))
}

pub(crate) const fn piece_char(piece: Piece) -> char {
    match piece {
        Piece::Rock => 'o',
        Piece::Animal(Player::P1, facing) => facing.letter(),
        Piece::Animal(Player::P2, facing) => facing.letter().to_ascii_lowercase(),
    }
}

fn rows_text(position: &Position) -> String {
    GRID.rows_text(|cell| position.piece(Square::of_cell(cell)).map(piece_char).into_iter().collect())
}

fn parse_ply(text: &str) -> Result<u32, SyntaxError> {
    parse_number(text).ok_or_else(|| SyntaxError::field(PLY_FIELD, text, NOT_A_PLY))
}

fn parse_exits(text: &str) -> Result<Option<[u8; 2]>, SyntaxError> {
    match text.as_bytes() {
        b"-" => Ok(None),
        [p1 @ b'0'..=b'9', p2 @ b'0'..=b'9'] => Ok(Some([p1 - b'0', p2 - b'0'])),
        _ => Err(SyntaxError::field(EXITS_FIELD, text, NOT_EXITS)),
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
