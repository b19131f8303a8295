use crate::{Explain, Position, Variants};

/// The text forms of a game's positions and moves.
///
/// Texts are exact: a text that parses prints back character for character, so every position and every move
/// has one text only. Any string may be given to the parsers; they answer with an error and never panic.
pub trait Notation: Position {
    /// Why a position text is refused: it names the field and what is wrong with it.
    type PositionError: Explain + std::error::Error + Clone + PartialEq + Send + Sync + 'static;

    /// Why a move text cannot be read. (A move that can be read but not played is a [`Position::Illegal`].)
    type MoveError: Explain + std::error::Error + Clone + PartialEq + Send + Sync + 'static;

    /// The variant rules this position is played by.
    fn variants(&self) -> Variants;

    /// Reads a position of the given variant.
    fn parse_position(text: &str, variants: Variants) -> Result<Self, Self::PositionError>;

    /// The text of this position.
    fn position_text(&self) -> String;

    /// Whether an error of [`Notation::parse_position`] says only that the game is over: some finished
    /// positions print a text that is refused as a position to play from.
    fn is_game_over_error(_error: &Self::PositionError) -> bool {
        false
    }

    /// Reads a move. Texts do not depend on the position.
    fn parse_move(text: &str) -> Result<Self::Move, Self::MoveError>;

    /// Every move that has a text, legal somewhere or not, each once.
    fn all_moves() -> Vec<Self::Move>;

    /// The text of a move.
    fn move_text(mv: Self::Move) -> String;
}
