//! The door to the exact solver.

use mekong_core::{Endgame, ExactLine, Position as _, Prospect, StopCondition};

use crate::{
    Move, Position,
    exact::{ExactScore, SOON, Solver},
};

impl Endgame for Position {
    type Memory = Solver;

    fn memory(bytes: usize) -> Solver {
        Solver::new(bytes)
    }

    fn prospect(&self) -> Prospect {
        if self.is_drafting() {
            Prospect::Never
        } else if self.duels_left() <= SOON {
            Prospect::Soon
        } else {
            Prospect::Perhaps
        }
    }

    fn solve(
        &self,
        memory: &Solver,
        wanted: usize,
        limit: &dyn StopCondition,
    ) -> Option<Vec<ExactLine<Move>>> {
        let mut worker = memory.worker(limit);
        let best = worker.best_moves(self, wanted);
        worker.settle();
        let line = |exact: ExactScore| {
            let margin =
                2 * i32::from(self.score(self.turn()) + exact.points) - i32::from(Position::ALL_POINTS);
            ExactLine { wins: margin > 0, margin: Some(margin), moves: exact.line }
        };
        best.map(|best| best.into_iter().map(line).collect())
    }

    fn decide(&self, memory: &Solver, limit: &dyn StopCondition) -> Option<bool> {
        let mut worker = memory.worker(limit);
        let winner = worker.wins(self);
        worker.settle();
        winner.filter(|_| self.outcome().is_none()).map(|winner| winner == self.turn())
    }

    fn winning_line(&self, memory: &Solver, limit: &dyn StopCondition) -> Vec<Move> {
        let mut worker = memory.worker(limit);
        let found = worker.winning_line(self);
        worker.settle();
        found.map_or_else(Vec::new, |(_, line)| line)
    }
}
