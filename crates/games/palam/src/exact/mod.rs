//! The exact solver: the remaining points and the winner under perfect play.
//!
//! - `state`: the search state, and the effect of engagements, answers and swaps.
//! - `key`: the table key, with the proof that states with equal keys are equivalent.
//! - `bounds`: which point totals are reachable.
//! - `last_duels`: the last two duels.
//! - `table`: the transposition table, shared by all threads.
//! - `order`: move ordering.
//! - `search`: the zero-window search.
//! - `proof`, `proof_node`, `proof_numbers`, `proof_table`: the proof-number search, which solves whole deals.
//! - `lines`: best moves and winning moves, played out.
//!
//! Exactness rests on four properties, each justified in its module: the equivalences of `key`, the reachable points of
//! `bounds`, the direct computation of the last duels in `last_duels`, and that a goal is proven only by one successful
//! action and disproven only by trying all of them. No action is pruned; everything else only affects the order.
//!
//! For speed the solver implements the effect of actions itself; tests compare it with a brute-force search over the
//! rules.

mod bounds;
mod key;
mod last_duels;
mod lines;
mod order;
mod proof;
mod proof_node;
mod proof_numbers;
mod proof_table;
mod search;
mod state;
mod table;
#[cfg(test)]
mod tests;

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use mekong_core::{Player, Position as _, StopCondition};

use crate::{Move, Position};
pub(crate) use lines::EASY_DUELS;
use proof::{MAX_PLAIN_DUELS, Proof};
use proof_table::ProofTable;
use search::Search;
use state::State;
use table::Table;

/// Solves positions of the duels exactly, and keeps its results in a table.
///
/// A solver can be shared: several threads may solve the same position at once, each with its own [`Worker`], and share
/// their results through the table. Positions of a draft are not solved.
///
/// ```
/// use mekong_core::{CancelToken, Notation, Player, Variants};
/// use mekong_palam::{Position, Solver};
///
/// let text = "-,-,-,-,-,-/e6,s4,-,-,-,-/-,-,-,-,-,e5/k3,-,-,-,-,- A - s 30-30";
/// let position = Position::parse_position(text, Variants::NONE)?;
/// let (solver, stop) = (Solver::new(1 << 20), CancelToken::new());
/// let mut worker = solver.worker(&stop);
///
/// let exact = worker.solve_score(&position).expect("never stopped");
/// assert_eq!(exact.points, 13); // of the 15 left, for Anubis, who is to act
/// assert_eq!(worker.wins(&position), Some(Player::P2));
/// let best = exact.best().expect("the game is not over");
/// let scores = worker.move_scores(&position).expect("never stopped");
/// assert!(scores.iter().all(|&(mv, points)| points <= 13 && (mv != best || points == 13)));
/// # Ok::<(), mekong_palam::PositionError>(())
/// ```
pub struct Solver {
    table: Table,
    proof_table: ProofTable,
    nodes: AtomicU64,
    workers: AtomicU64,
}

/// The exact score of a position, with a line that achieves it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExactScore {
    /// The points that the player to act still wins, those of the last duel included. The opponent wins all others.
    pub points: u8,
    /// Best moves of both to the end. Empty only if the game is over.
    pub line: Vec<Move>,
}

impl ExactScore {
    /// A best move.
    #[must_use]
    pub fn best(&self) -> Option<Move> {
        self.line.first().copied()
    }
}

impl Solver {
    /// A solver with a table of about `table_bytes` bytes. 64 MB are plenty for eight duels; a whole deal benefits from
    /// 1 GB. With 0 there is no table, and only the last few duels are solved in reasonable time.
    #[must_use]
    pub fn new(table_bytes: usize) -> Solver {
        Solver {
            table: Table::new(table_bytes / 5 * 4),
            proof_table: ProofTable::new(table_bytes / 5),
            nodes: AtomicU64::new(0),
            workers: AtomicU64::new(0),
        }
    }

    /// The number of states that all workers have visited so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// The solver state of one thread. It stops soon after the limit is reached.
    #[must_use]
    pub fn worker<'a>(&'a self, limit: &'a dyn StopCondition) -> Worker<'a> {
        // Every other worker tries the swaps in reverse order, so that two workers meet in the middle.
        let backwards = self.workers.fetch_add(1, Relaxed) % 2 == 1;
        Worker { solver: self, search: Search::new(&self.table, limit, backwards), reported: 0 }
    }
}

/// One thread's part of a [`Solver`].
pub struct Worker<'a> {
    solver: &'a Solver,
    search: Search<'a>,
    /// How many nodes have been added to the solver's total.
    reported: u64,
}

impl Worker<'_> {
    /// The points that the player to act still wins, and best moves of both to the end. `None` if it was stopped, and
    /// while drafting.
    pub fn solve_score(&mut self, position: &Position) -> Option<ExactScore> {
        let points = self.points(position)?;
        let line = self.line(*position, points)?;
        Some(ExactScore { points: points as u8, line })
    }

    /// The winner; much cheaper than the exact score. `None` if cancelled or while drafting.
    pub fn wins(&mut self, position: &Position) -> Option<Player> {
        if let Some(outcome) = position.outcome() {
            return outcome.winner;
        }
        let turn = position.turn();
        let need = i32::from(Position::TO_WIN) - i32::from(position.score(turn));
        Some(if self.can_win(position, need)? { turn } else { turn.other() })
    }

    /// The points that the player to act still wins with each legal move. `None` if it was stopped, and while drafting.
    pub fn move_scores(&mut self, position: &Position) -> Option<Vec<(Move, u8)>> {
        if position.is_drafting() {
            return None;
        }
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let bounds = (0, remaining_points(position));
        moves.iter().map(|&mv| Some((mv, self.points_of_move(position, mv, bounds)? as u8))).collect()
    }

    fn points(&mut self, position: &Position) -> Option<i32> {
        let remaining = remaining_points(position);
        // Goals near the score are expensive to decide, and those on both sides of it must be decided: start there.
        let likely =
            if position.engaged().is_none() { position.likely_points(remaining) } else { remaining / 2 };
        let first = (likely + 1).clamp(1, remaining.max(1));
        search_score((0, remaining), first, |need| self.can_win(position, need))
    }

    /// Whether the player to move still wins at least this many points.
    fn can_win(&mut self, position: &Position, need: i32) -> Option<bool> {
        if position.is_drafting() {
            return None;
        }
        let state = State::of(position);
        let Solver { table, proof_table, .. } = self.solver;
        table.make_room(state.left);
        let mut proof = Proof { search: &mut self.search, table, proof_table, plain: MAX_PLAIN_DUELS };
        let wins = match position.engaged() {
            _ if state.left == 0 => Ok(need <= 0),
            Some(engaged) => proof.answer(&state, engaged.into(), need),
            None => proof.wins(&state, need),
        };
        self.solver.nodes.fetch_add(self.search.nodes - self.reported, Relaxed);
        self.reported = self.search.nodes;
        wins.ok()
    }

    /// Reports the nodes not yet reported to the limit.
    pub(crate) fn flush_nodes(&self) {
        self.search.flush_nodes();
    }
}

/// The greatest reachable number, given that the lower bound is. Goals far from the score are cheap to decide and those
/// near it expensive, so the search starts at the first guess, widens the interval with growing steps, and bisects the rest.
fn search_score(
    (mut low, mut high): (i32, i32),
    mut goal: i32,
    mut can_reach: impl FnMut(i32) -> Option<bool>,
) -> Option<i32> {
    let mut step = 2;
    while low < high {
        let can = can_reach(goal)?;
        let next = if can {
            low = goal;
            goal + step
        } else {
            high = goal - 1;
            goal - step
        };
        let middle = (low + high + 1) / 2;
        let is_farther = if can { next > middle } else { next < middle };
        goal = if is_farther { middle } else { next };
        step *= 2;
    }
    Some(low)
}

/// The remaining points of both players together.
fn remaining_points(position: &Position) -> i32 {
    i32::from(Position::ALL_POINTS)
        - i32::from(position.score(Player::P1))
        - i32::from(position.score(Player::P2))
}

/// The position after a legal move, and the points gained by the mover.
fn played(position: &Position, mv: Move) -> (Position, i32) {
    let mut next = *position;
    next.play_unchecked(mv);
    let mover = position.turn();
    (next, i32::from(next.score(mover)) - i32::from(position.score(mover)))
}
