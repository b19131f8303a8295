//! The door to the exact solver.

use mekong_core::{Endgame, ExactLine, Position as _, Prospect, Value, Watch};

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

    fn solve(&self, memory: &Solver, wanted: usize, watch: &dyn Watch) -> Option<Vec<ExactLine<Move>>> {
        let mut worker = memory.worker(watch);
        let best = worker.best_moves(self, wanted);
        worker.settle();
        let line = |exact: ExactScore| {
            let wins = self.score(self.turn()) + exact.points >= Position::TO_WIN;
            ExactLine { value: value(wins, exact.line.len()), moves: exact.line }
        };
        best.map(|best| best.into_iter().map(line).collect())
    }

    fn decide(&self, memory: &Solver, watch: &dyn Watch) -> Option<ExactLine<Move>> {
        let mut worker = memory.worker(watch);
        let found = worker.winning_line(self);
        worker.settle();
        let (winner, moves) = found?;
        let mut end = *self;
        moves.iter().for_each(|&mv| end.play_unchecked(mv));
        // Where the line was cut short, no end is nearer than every duel fought at once.
        let plies =
            moves.len() + (end.count(mekong_core::Player::P1) + end.count(mekong_core::Player::P2)) as usize;
        Some(ExactLine { value: value(winner == self.turn(), plies), moves })
    }
}

fn value(wins: bool, plies: usize) -> Value {
    let plies = plies as u16;
    if wins { Value::Win(plies) } else { Value::Loss(plies) }
}
