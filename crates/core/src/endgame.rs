use crate::{CancelToken, Position};

/// Ends the work of a solver: at a limit, or when it is cancelled.
pub trait StopCondition: Sync {
    /// Whether to stop now. A solver asks every few thousand nodes and passes the number of nodes since it last asked.
    fn should_stop(&self, nodes: u64) -> bool;
}

impl StopCondition for CancelToken {
    fn should_stop(&self, _nodes: u64) -> bool {
        self.is_cancelled()
    }
}

/// How soon an exact result can be expected.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Prospect {
    /// Not within a reasonable time.
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

/// Positions that can be solved exactly near the end of the game.
pub trait Endgame: Position {
    /// The hash memory of the solver, shared by threads.
    type Memory: Send + Sync + 'static;

    /// A memory of about this many bytes.
    fn memory(bytes: usize) -> Self::Memory;

    /// How soon an answer can be expected.
    fn prospect(&self) -> Prospect;

    /// The best moves, best first by the game's own measure (points, where there are any), each with a line of best
    /// moves to the end. All legal moves if there are not more than `wanted`. `None` if there was no time.
    fn solve(
        &self,
        memory: &Self::Memory,
        wanted: usize,
        limit: &dyn StopCondition,
    ) -> Option<Vec<ExactLine<Self::Move>>>;

    /// Whether the player to move wins, which is sooner known than by how much. Several threads may ask at once and find it
    /// sooner. `None` if there was no time or the game is over.
    fn decide(&self, memory: &Self::Memory, limit: &dyn StopCondition) -> Option<bool>;

    /// Moves that show who wins, which takes little once it is decided: the winner's keep the win. They lead to the end
    /// unless there was no time; without time for any move there is none.
    fn winning_line(&self, memory: &Self::Memory, limit: &dyn StopCondition) -> Vec<Self::Move>;
}
