use crate::{Player, Position};

/// A position with symmetries that commute with the rules: the image after a move is the position after the image of
/// the move.
pub trait Symmetric: Position {
    /// A symmetry of the board, possibly with swapped players.
    type Symmetry: Copy + std::fmt::Debug + Send + Sync + 'static;

    /// All symmetries but the identity.
    const SYMMETRIES: &'static [Self::Symmetry];

    /// The image of the position.
    #[must_use]
    fn image(&self, symmetry: Self::Symmetry) -> Self;

    /// The image of a move.
    fn move_image(mv: Self::Move, symmetry: Self::Symmetry) -> Self::Move;

    /// The image of a player.
    fn player_image(player: Player, symmetry: Self::Symmetry) -> Player;
}
