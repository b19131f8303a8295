use std::fmt::Debug;

use crate::{Explain, ParseMoveError, Position, PositionError, Variants};

/// The text forms of a game's positions and moves.
///
/// Texts are exact: a text that parses prints back character for character, so every position and every move has one
/// text only. Parsers accept any string and return an error instead of panicking.
pub trait Notation: Position {
    /// What makes the position of a well-formed text impossible.
    type Problem: Explain + Debug + Clone + PartialEq + Send + Sync + 'static;

    /// The variant rules in force; none by default.
    fn variants(&self) -> Variants {
        Variants::NONE
    }

    /// Parses a position under these variant rules.
    fn parse_position(text: &str, variants: Variants) -> Result<Self, PositionError<Self::Problem>>;

    /// The text of this position.
    fn position_text(&self) -> String;

    /// Whether an error of [`Notation::parse_position`] only means that the game is over: the texts of some finished
    /// positions are rejected as start positions.
    fn is_game_over_error(_error: &PositionError<Self::Problem>) -> bool {
        false
    }

    /// Parses a move. Texts do not depend on the position. (A valid text of an illegal move gives [`Position::Illegal`]
    /// when it is played.)
    fn parse_move(text: &str) -> Result<Self::Move, ParseMoveError>;

    /// Every move that has a text, each once, whether or not it is ever legal.
    fn all_moves() -> Vec<Self::Move>;

    /// The text of a move.
    fn move_text(mv: Self::Move) -> String;
}
