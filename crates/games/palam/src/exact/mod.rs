//! The exact solver: what is still to be won, and who wins, under best play of both to the end.
//!
//! - `state`: what is left of a game; what an engagement, an answer and a swap do to it.
//! - `key`: when two states are worth the same, with the proof.
//! - `bounds`: which numbers of points can be won at all.
//! - `last`: the last two duels.
//! - `table`: what is known, shared by all threads.
//! - `order`: what is tried first.
//! - `search`: the plain search, yes or no.
//! - `proof`, `frame`, `effort`, `efforts`: the search that proves whole deals.
//! - `lines`: best moves and winning moves, played out.
//!
//! Exactness rests on four things, each argued for where it stands: the equivalences of `key`, the reachable points of
//! `bounds`, the plain rules of the last duels in `last`, and that questions are answered only by trying every action
//! or by one that succeeds. No action is ever left out; all else decides only what is tried first.
//!
//! It has its own code for what the actions do, because it is made of nothing else; tests compare it with the rule
//! book through a brute-force search.

mod bounds;
mod effort;
mod efforts;
mod frame;
mod key;
mod last;
mod lines;
mod order;
mod proof;
mod search;
mod state;
mod table;
#[cfg(test)]
mod tests;

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use mekong_core::{Player, Position as _, StopCondition};

use crate::{Move, Position};
use efforts::Efforts;
pub(crate) use lines::SOON;
use proof::{PLAIN, Proof};
use search::Search;
use state::State;
use table::Table;

/// Solves positions of the duels exactly, and remembers what it found.
///
/// A solver can be shared: several threads may ask the same question at once, each with its own [`Worker`], and
/// find the answer sooner because each sees what the others know. Positions of a draft are not solved.
///
/// ```
/// use mekong_core::CancelToken;
///
/// use mekong_core::{Notation, Player, Variants};
/// use mekong_palam::{Position, Solver};
///
/// let text = "-,-,-,-,-,-/e6,s4,-,-,-,-/-,-,-,-,-,e5/k3,-,-,-,-,- A - s 30-30";
/// let position = Position::parse_position(text, Variants::NONE)?;
/// let (solver, stop) = (Solver::new(1 << 20), CancelToken::new());
/// let mut worker = solver.worker(&stop);
///
/// let exact = worker.solve_score(&position).expect("nobody stops it");
/// assert_eq!(exact.points, 13); // of the 15 left, for Anubis, who is to act
/// assert_eq!(worker.wins(&position), Some(Player::P2));
/// let best = exact.best().expect("the game is not over");
/// let scores = worker.move_scores(&position).expect("nobody stops it");
/// assert!(scores.iter().all(|&(mv, points)| points <= 13 && (mv != best || points == 13)));
/// # Ok::<(), mekong_palam::PositionError>(())
/// ```
pub struct Solver {
    table: Table,
    efforts: Efforts,
    nodes: AtomicU64,
    workers: AtomicU64,
}

/// What is still to be won from a position, and how.
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
    /// A solver whose table takes about so many bytes. 64 MB are plenty for eight duels, a whole deal is glad of 1 GB;
    /// with 0 there is no table, and only the last few duels are solved in reasonable time.
    #[must_use]
    pub fn new(table_bytes: usize) -> Solver {
        Solver {
            table: Table::new(table_bytes / 5 * 4),
            efforts: Efforts::new(table_bytes / 5),
            nodes: AtomicU64::new(0),
            workers: AtomicU64::new(0),
        }
    }

    /// The states that all workers have looked at so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// Someone to do the work, for one thread. Whatever it is asked it gives up soon after the limit says so.
    #[must_use]
    pub fn worker<'a>(&'a self, limit: &'a dyn StopCondition) -> Worker<'a> {
        // Every other worker goes through the swaps from the end, so that two meet in the middle.
        let backwards = self.workers.fetch_add(1, Relaxed) % 2 == 1;
        Worker { solver: self, search: Search::new(&self.table, limit, backwards), told: 0 }
    }
}

/// One thread's part of a [`Solver`].
pub struct Worker<'a> {
    solver: &'a Solver,
    search: Search<'a>,
    /// How many nodes the solver has been told of.
    told: u64,
}

impl Worker<'_> {
    /// The points that the player to act still wins, and best moves of both to the end. `None` if it was stopped, and
    /// while drafting.
    pub fn solve_score(&mut self, position: &Position) -> Option<ExactScore> {
        let points = self.points(position)?;
        let line = self.line(*position, points)?;
        Some(ExactScore { points: points as u8, line })
    }

    /// Who wins the game. Much cheaper than the exact score. `None` if it was stopped, and while drafting.
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
        let bounds = (0, rest(position));
        moves.iter().map(|&mv| Some((mv, self.points_of_move(position, mv, bounds)? as u8))).collect()
    }

    fn points(&mut self, position: &Position) -> Option<i32> {
        let rest = rest(position);
        // Questions near the answer are dear, and those about both sides of it must be asked: best to begin there.
        let likely = if position.engaged().is_none() { position.likely_points(rest) } else { rest / 2 };
        let first = (likely + 1).clamp(1, rest.max(1));
        feel_for((0, rest), first, |need| self.can_win(position, need))
    }

    /// Whether the player to act still wins at least so many points.
    fn can_win(&mut self, position: &Position, need: i32) -> Option<bool> {
        if position.is_drafting() {
            return None;
        }
        let state = State::of(position);
        let Solver { table, efforts, .. } = self.solver;
        table.make_room(state.left);
        let mut proof = Proof { search: &mut self.search, table, efforts, plain: PLAIN };
        let answer = match position.engaged() {
            _ if state.left == 0 => Ok(need <= 0),
            Some(engaged) => proof.answer(&state, engaged.into(), need),
            None => proof.wins(&state, need),
        };
        self.solver.nodes.fetch_add(self.search.nodes - self.told, Relaxed);
        self.told = self.search.nodes;
        answer.ok()
    }

    /// Tells the limit of the positions that it was not told of yet.
    pub(crate) fn settle(&self) {
        self.search.settle();
    }
}

/// The greatest number that can be reached, if the lower bound can. Questions far from the answer are cheap to answer and
/// those near it are not, so it feels its way from the first one with growing steps, and halves what is left.
fn feel_for(
    (mut low, mut high): (i32, i32),
    mut ask: i32,
    mut can_reach: impl FnMut(i32) -> Option<bool>,
) -> Option<i32> {
    let mut step = 2;
    while low < high {
        let can = can_reach(ask)?;
        let next = if can {
            low = ask;
            ask + step
        } else {
            high = ask - 1;
            ask - step
        };
        let middle = (low + high + 1) / 2;
        let is_farther = if can { next > middle } else { next < middle };
        ask = if is_farther { middle } else { next };
        step *= 2;
    }
    Some(low)
}

/// The points that are still to be won by either player.
fn rest(position: &Position) -> i32 {
    i32::from(Position::ALL_POINTS)
        - i32::from(position.score(Player::P1))
        - i32::from(position.score(Player::P2))
}

/// The position after a legal move, and the points that it brought the player who made it.
fn played(position: &Position, mv: Move) -> (Position, i32) {
    let mut next = *position;
    next.play_unchecked(mv);
    let mover = position.turn();
    (next, i32::from(next.score(mover)) - i32::from(position.score(mover)))
}
