//! [`Endgame`] for Palam, by the exact solver.

use mekong_core::{Endgame, ExactLine, Feasibility, Position as _, StopCondition};

use crate::{
    Move, Position,
    exact::{EASY_DUELS, ExactScore, Solver},
};

impl Endgame for Position {
    type Memory = Solver;

    fn memory(bytes: usize) -> Solver {
        Solver::new(bytes)
    }

    fn feasibility(&self) -> Feasibility {
        if self.is_drafting() {
            Feasibility::Infeasible
        } else if self.duels_left() <= EASY_DUELS {
            Feasibility::Easy
        } else {
            Feasibility::Possible
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
        worker.flush_nodes();
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
        worker.flush_nodes();
        winner.filter(|_| self.outcome().is_none()).map(|winner| winner == self.turn())
    }

    fn winning_line(&self, memory: &Solver, limit: &dyn StopCondition) -> Vec<Move> {
        let mut worker = memory.worker(limit);
        let found = worker.winning_line(self);
        worker.flush_nodes();
        found.map_or_else(Vec::new, |(_, line)| line)
    }
}
