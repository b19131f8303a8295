use std::{fmt::Debug, hash::Hash};

use crate::{Explain, Outcome, Player};

/// A position: the complete state of the game except repetition. The variant is part of it.
///
/// Positions are small and cheap to clone; search clones and plays rather than undoing.
///
/// # Contract
///
/// Checked for every game by `mekong-testkit`:
///
/// - `legal_moves` is empty exactly when `outcome` is some, and lists no move twice;
/// - `check(mv)` succeeds exactly for the listed moves, and `count_moves` is their number;
/// - after a legal move the position is one that the game's own validation accepts.
pub trait Position: Clone + Eq + Hash + Debug + Send + Sync + 'static {
    /// A move, independent of the position it is played in.
    type Move: Copy + Ord + Hash + Debug + Send + Sync + 'static;

    /// Why a move is illegal, in terms of the rules.
    type Illegal: Explain + std::error::Error + Clone + PartialEq + Send + Sync + 'static;

    /// The player to move. After the end it is the player named in the position text.
    fn turn(&self) -> Player;

    /// `None` while the game is in progress.
    fn outcome(&self) -> Option<Outcome>;

    /// Appends every legal move, in any fixed order.
    fn legal_moves(&self, moves: &mut Vec<Self::Move>);

    /// Checks whether a move is legal and returns the reason if not.
    fn check(&self, mv: Self::Move) -> Result<(), Self::Illegal>;

    /// Plays a move that is known to be legal.
    ///
    /// With any other move the resulting position is unspecified (never undefined behaviour, perhaps a panic).
    fn play_unchecked(&mut self, mv: Self::Move);

    /// The number of legal moves. Games override it where counting is cheaper than listing.
    fn count_moves(&self) -> usize {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.len()
    }

    /// The key for detecting repetition; `None` if positions cannot recur. The key is exact, not a hash.
    fn repetition_key(&self) -> Option<u128> {
        None
    }

    /// The position if the player to move passed, which the rules do not allow: for null-move pruning
    /// ([`Evaluate::allows_null_move`](crate::Evaluate::allows_null_move)), and because the opponent's best move there is
    /// what they threaten. Called only while the game is in progress. `None` where a pass would not give a position of
    /// the game or would change more than the turn; always by default.
    fn null_move(&self) -> Option<Self> {
        None
    }

    /// Whether a move is legal. Never overridden.
    fn is_legal(&self, mv: Self::Move) -> bool {
        self.check(mv).is_ok()
    }

    /// Plays a move if it is legal. Never overridden.
    fn play(mut self, mv: Self::Move) -> Result<Self, Self::Illegal> {
        self.check(mv)?;
        self.play_unchecked(mv);
        Ok(self)
    }
}
