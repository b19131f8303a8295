use crate::{CancelToken, Position};

/// Tells a solver when to give up: at a limit, or when it is cancelled.
pub trait StopCondition: Sync {
    /// Whether to stop now. A solver calls this every few thousand nodes with the number of nodes since the last call.
    fn should_stop(&self, nodes: u64) -> bool;
}

impl StopCondition for CancelToken {
    fn should_stop(&self, _nodes: u64) -> bool {
        self.is_cancelled()
    }
}

/// How long an exact solution of a position is expected to take.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Feasibility {
    /// Too long for any limit in practice.
    Infeasible,
    /// Possibly a few seconds.
    Possible,
    /// Less than a second.
    Easy,
}

/// The proven result of a position or of one of its moves, for the player to move, with a line that demonstrates it.
/// Games with an endgame solver have no draws, and their solvers find no distances in plies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExactLine<M> {
    /// Whether the player to move wins.
    pub wins: bool,
    /// The final margin in points under best play, negative if the player to move loses; `None` if only the winner is
    /// known, and in games that are not scored by points.
    pub margin: Option<i32>,
    /// The moves, to the end of the game unless the limit was reached first.
    pub moves: Vec<M>,
}

/// Positions that can be solved exactly near the end of the game.
pub trait Endgame: Position {
    /// The hash memory of the solver, shared by threads.
    type Memory: Send + Sync + 'static;

    /// A memory of about this many bytes.
    fn memory(bytes: usize) -> Self::Memory;

    /// How long solving this position is expected to take.
    fn feasibility(&self) -> Feasibility;

    /// The best `wanted` moves, best first, in games scored by points by the final margin, each with a line of best play to the end. `None` if the
    /// limit was reached first.
    fn solve(
        &self,
        memory: &Self::Memory,
        wanted: usize,
        limit: &dyn StopCondition,
    ) -> Option<Vec<ExactLine<Self::Move>>>;

    /// Whether the player to move wins, which is faster to prove than the margin. Several threads may call this at once
    /// on the same memory to speed it up. `None` if the limit was reached first or the game is over.
    fn decide(&self, memory: &Self::Memory, limit: &dyn StopCondition) -> Option<bool>;

    /// A line that demonstrates the winner found by [`decide`](Endgame::decide): every move of the winner keeps the win.
    /// It ends early, or is empty, if the limit is reached.
    fn winning_line(&self, memory: &Self::Memory, limit: &dyn StopCondition) -> Vec<Self::Move>;
}
