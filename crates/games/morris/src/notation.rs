//! Position texts `ROWS SIDE` and move texts `b2`, `b2c3`.

use mekong_core::{Notation, ParseMoveError, Text, Variants};

use crate::{
    board::Point,
    error::{PositionError, Problem},
    moves::Move,
    position::Position,
};

/// White and Black, and their men.
const LETTERS: [char; 2] = ['W', 'B'];

/// How moves are written.
const MOVE_FORMS: Text = Text {
    en: "write b2 to place a man, b2c3 to move one",
    fr: "écrivez b2 pour poser un pion, b2c3 pour en déplacer un",
};

impl Notation for Position {
    type Problem = Problem;

    fn parse_position(text: &str, _variants: Variants) -> Result<Position, PositionError> {
        let (men, turn) = Point::parse_position(text, LETTERS)?;
        let position = Position { men, turn };
        PositionError::if_valid(position.problems(), position)
    }

    fn position_text(&self) -> String {
        Point::position_text(self.men, self.turn, LETTERS)
    }

    fn parse_move(text: &str) -> Result<Move, ParseMoveError> {
        let place = Point::parse(text).map(|to| Move::Place { to });
        let step = || Point::parse_pair(text).map(|[from, to]| Move::Step { from, to });
        place.or_else(step).ok_or_else(|| ParseMoveError::new(text, MOVE_FORMS))
    }

    fn all_moves() -> Vec<Move> {
        let places = Point::all().map(|to| Move::Place { to });
        let steps = Point::all().flat_map(|from| Point::all().map(move |to| Move::Step { from, to }));
        places.chain(steps).collect()
    }

    fn move_text(mv: Move) -> String {
        match mv {
            Move::Place { to } => to.to_string(),
            Move::Step { from, to } => format!("{from}{to}"),
        }
    }
}
