use std::{
    sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    thread,
    time::Duration,
};

use mekong_core::{Evaluate, History};
use web_time::Instant;

use crate::{
    Plan, Score, Table,
    search::{Shared, Worker},
};

/// A line of play and what it is worth for the player to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line<M> {
    /// The score.
    pub score: Score,
    /// The moves, the best first.
    pub moves: Vec<M>,
}

/// What a search knows after an iteration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report<M> {
    /// Plies searched.
    pub depth: u32,
    /// The longest line looked at.
    pub deepest: u32,
    /// Positions looked at so far.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// The best lines, best first.
    pub lines: Vec<Line<M>>,
}

/// A searcher with its memory. It knows no game: it searches any position that can be evaluated.
#[derive(Debug)]
pub struct Engine {
    table: Table,
}

impl Engine {
    /// An engine with a table of so many megabytes.
    #[must_use]
    pub fn new(megabytes: usize) -> Engine {
        Engine { table: Table::new(megabytes) }
    }

    /// Forgets what earlier searches found.
    pub fn forget(&self) {
        self.table.clear();
    }

    /// How full the table is with what the last search found, in thousandths.
    #[must_use]
    pub fn permille_full(&self) -> u32 {
        self.table.permille_full()
    }

    /// Searches the position at the end of a game, deeper and deeper, and tells each depth. Returns the last report;
    /// its lines are empty only if the game is over or the search was stopped before it could look at one move.
    ///
    /// Setting `stop` ends the search within milliseconds; it is set when the search returns by a limit of its own.
    pub fn search<P: Evaluate>(
        &self,
        game: &History<P>,
        plan: impl Into<Plan>,
        stop: &AtomicBool,
        mut tell: impl FnMut(&Report<P::Move>),
    ) -> Report<P::Move> {
        let plan = plan.into();
        self.table.grow_older();
        let shared = Shared {
            table: &self.table,
            stop,
            limits: plan.limits,
            begin: Instant::now(),
            nodes: AtomicU64::new(0),
            selective: plan.selective,
        };
        let mut last = Report { depth: 0, deepest: 0, nodes: 0, time: Duration::ZERO, lines: Vec::new() };
        if game.outcome().is_some() {
            return last;
        }
        let earlier = game.positions().split_last().map_or(&[][..], |(_, earlier)| earlier);
        let path: Vec<u64> = earlier.iter().map(Evaluate::search_key).collect();
        thread::scope(|scope| {
            for helper in 1..plan.threads.max(1) {
                let (shared, path) = (&shared, path.clone());
                scope.spawn(move || {
                    let mut worker = Worker::<P>::new(shared, path);
                    help(&mut worker, game.position(), helper);
                });
            }
            let mut worker = Worker::<P>::new(&shared, path);
            deepen(&mut worker, game.position(), plan.lines, &mut last, &mut tell);
            worker.settle_nodes();
            stop.store(true, Relaxed);
        });
        last.nodes = shared.nodes.load(Relaxed);
        last.time = shared.begin.elapsed();
        last
    }
}

/// Searches deeper and deeper until a limit is reached or the end is proven.
fn deepen<P: Evaluate>(
    worker: &mut Worker<'_, P>,
    position: &P,
    wanted: usize,
    last: &mut Report<P::Move>,
    tell: &mut impl FnMut(&Report<P::Move>),
) {
    let shared = worker.shared;
    let deepest = shared.limits.depth.unwrap_or(120).clamp(1, 120);
    for depth in 1..=deepest {
        let Some(lines) = best_lines(worker, position, wanted, depth, &last.lines) else { return };
        worker.settle_nodes();
        *last = Report {
            depth,
            deepest: worker.deepest,
            nodes: shared.nodes.load(Relaxed),
            time: shared.begin.elapsed(),
            lines,
        };
        tell(last);
        // Once the end is proven within the depth, more depth says nothing new.
        let proven = |line: &Line<P::Move>| {
            line.score
                .value()
                .and_then(mekong_core::Value::distance)
                .is_some_and(|plies| u32::from(plies) <= depth)
        };
        if last.lines.iter().all(proven) || shared.stop.load(Relaxed) {
            return;
        }
    }
}

/// The best lines of a depth; `None` if the search was stopped on the way.
fn best_lines<P: Evaluate>(
    worker: &mut Worker<'_, P>,
    position: &P,
    wanted: usize,
    depth: u32,
    before: &[Line<P::Move>],
) -> Option<Vec<Line<P::Move>>> {
    let wanted = wanted.max(1).min(position.count_moves());
    let mut lines: Vec<Line<P::Move>> = Vec::new();
    let mut excluded = Vec::new();
    while lines.len() < wanted {
        let expected = before.get(lines.len()).map(|line| line.score);
        let line = with_aspiration(worker, position, depth, expected, &excluded)?;
        excluded.extend(line.moves.first().copied());
        lines.push(line);
    }
    lines.sort_by_key(|line| std::cmp::Reverse(line.score));
    Some(lines)
}

/// Searches with a window around what was found a ply earlier, widened until the score lies within.
fn with_aspiration<P: Evaluate>(
    worker: &mut Worker<'_, P>,
    position: &P,
    depth: u32,
    expected: Option<Score>,
    excluded: &[P::Move],
) -> Option<Line<P::Move>> {
    let mut width = 30;
    let (mut alpha, mut beta) = (Score::MIN, Score::MAX);
    if let Some(score) = expected.filter(|score| depth > 3 && score.value().is_none()) {
        (alpha, beta) = (score.plus(-width), score.plus(width));
    }
    loop {
        let (score, moves) = worker.root(position, depth as i32, (alpha, beta), excluded)?;
        if score <= alpha && alpha > Score::MIN {
            alpha = if width > 1_000 { Score::MIN } else { alpha.plus(-width) };
        } else if score >= beta && beta < Score::MAX {
            beta = if width > 1_000 { Score::MAX } else { beta.plus(width) };
        } else {
            return Some(Line { score, moves });
        }
        width *= 3;
    }
}

/// A helper fills the shared table, at depths of its own so that it runs ahead in other places.
fn help<P: Evaluate>(worker: &mut Worker<'_, P>, position: &P, helper: usize) {
    for depth in 1.. {
        let depth = depth + (helper as i32 + depth) % 2;
        if depth > 120 || worker.root(position, depth, (Score::MIN, Score::MAX), &[]).is_none() {
            break;
        }
    }
    worker.settle_nodes();
}
