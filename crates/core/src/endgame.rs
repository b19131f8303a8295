use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::Position;

/// Whoever waits for a solver, and says when it must give up.
pub trait Watch: Sync {
    /// Whether to give up. It is asked every now and then and told how many positions were looked at since it was
    /// asked last.
    fn is_over(&self, positions: u64) -> bool;
}

/// A flag that somebody else sets.
impl Watch for AtomicBool {
    fn is_over(&self, _positions: u64) -> bool {
        self.load(Relaxed)
    }
}

/// How soon it can be known how a game ends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Prospect {
    /// Not while anyone waits.
    Never,
    /// Perhaps in seconds.
    Perhaps,
    /// In less than a second.
    Soon,
}

/// What is proven about a position or one of its moves, for the player to move, and a line that shows it. Games like that
/// are counted in points and know no draw; how long they last says nothing about how well they were played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExactLine<M> {
    /// Whether the player to move wins.
    pub wins: bool,
    /// How many points more than the opponent the player to move has in the end under best play, fewer if negative. None
    /// if only the winner is known.
    pub margin: Option<i32>,
    /// The moves, to the end of the game unless there was no time.
    pub moves: Vec<M>,
}

/// Positions of which, near the end, it can be found out by looking at everything how they end under best play.
pub trait Endgame: Position {
    /// What is remembered from one question to the next, shared by threads.
    type Memory: Send + Sync + 'static;

    /// A memory of about so many bytes.
    fn memory(bytes: usize) -> Self::Memory;

    /// How soon an answer can be expected.
    fn prospect(&self) -> Prospect;

    /// The best moves, best first by the game's own measure (points, where there are any), each with a line of best
    /// moves to the end. All legal moves if there are not more than `wanted`. `None` if there was no time.
    fn solve(
        &self,
        memory: &Self::Memory,
        wanted: usize,
        watch: &dyn Watch,
    ) -> Option<Vec<ExactLine<Self::Move>>>;

    /// Whether the player to move wins, which is sooner known than by how much. Several threads may ask at once and find it
    /// sooner. `None` if there was no time or the game is over.
    fn decide(&self, memory: &Self::Memory, watch: &dyn Watch) -> Option<bool>;

    /// Moves that show who wins, which takes little once it is decided: the winner's keep the win. They lead to the end
    /// unless there was no time; without time for any move there is none.
    fn winning_line(&self, memory: &Self::Memory, watch: &dyn Watch) -> Vec<Self::Move>;
}
