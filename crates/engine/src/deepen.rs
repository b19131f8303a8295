//! Iterative deepening, as run by one thread.

use std::{cmp::Reverse, sync::atomic::Ordering::Relaxed};

use mekong_core::{Evaluate, Value};

use crate::{
    Limits, Line, Report, Score,
    search::{RootResult, Shared, Worker},
};

/// The maximum depth.
const MAX_DEPTH: u32 = 120;

/// The minimum number of nodes for verifying that there is no shorter win.
const MIN_PROOF_NODES: u64 = 100_000;

/// The state of the root between iterations.
pub(crate) struct IterativeDeepening<'a, P: Evaluate> {
    worker: Worker<'a, P>,
    position: &'a P,
    /// The number of lines, at most the number of moves.
    multi_pv: usize,
    /// The legal moves, most recent best moves first.
    moves: Vec<P::Move>,
    /// Moves that are proven to lose.
    losing: Vec<P::Move>,
}

impl<'a, P: Evaluate> IterativeDeepening<'a, P> {
    /// The game must not be over.
    pub(crate) fn new(shared: &'a Shared<'a>, position: &'a P, multi_pv: usize) -> IterativeDeepening<'a, P> {
        let worker = Worker::new(shared);
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        if let Some(number) = worker.hash_move(position) {
            put_first(&mut moves, |&mv| P::move_index(mv) == usize::from(number));
        }
        let multi_pv = multi_pv.clamp(1, moves.len().max(1));
        IterativeDeepening { worker, position, multi_pv, moves, losing: Vec::new() }
    }

    /// Searches until a limit is reached or the result is proven, and reports every depth.
    pub(crate) fn run(mut self, last: &mut Report<P::Move>, on_report: &mut impl FnMut(&Report<P::Move>)) {
        let shared = self.worker.shared;
        // Even a search that is stopped at once returns a move.
        let any =
            |&mv: &P::Move| Line { score: Score::of_evaluation(self.position.evaluate()), moves: vec![mv] };
        last.lines = self.moves.iter().take(1).map(any).collect();
        // A forced win needs no further search, unless several lines are requested.
        let forced = if self.multi_pv == 1 { self.worker.forced_win_line(self.position) } else { None };
        if let Some(line) = forced {
            self.report(1, vec![line], last);
            on_report(last);
            self.prove_shortest(last, on_report);
            self.worker.flush_nodes();
            return;
        }
        let max_depth = shared.limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
        for depth in 1..=max_depth {
            let (lines, is_complete) = self.best_lines(depth, &last.lines);
            if !is_complete {
                lines.into_iter().for_each(|line| insert_first(line, self.multi_pv, &mut last.lines));
                break;
            }
            self.report(depth, lines, last);
            on_report(last);
            // A result proven within the depth cannot improve.
            let is_proven = last.lines.iter().all(|line| distance(line).is_some_and(|plies| plies <= depth));
            if is_proven {
                self.prove_shortest(last, on_report);
                break;
            }
            if shared.should_stop() {
                break;
            }
        }
        self.worker.flush_nodes();
    }

    fn report(&mut self, depth: u32, lines: Vec<Line<P::Move>>, last: &mut Report<P::Move>) {
        let shared = self.worker.shared;
        self.worker.flush_nodes();
        *last = Report {
            depth,
            seldepth: self.worker.seldepth,
            nodes: shared.nodes.load(Relaxed),
            time: shared.start.elapsed(),
            lines,
        };
    }

    /// A helper thread (lazy SMP): fills the shared transposition table, at other depths than the main thread.
    pub(crate) fn help(mut self, helper: usize) {
        let mut expected = None;
        for depth in (1 + helper as u32 % 2..=MAX_DEPTH).step_by(1 + helper % 3 / 2) {
            let moves = self.moves.clone();
            let found = self.aspiration_search(depth, expected, &moves);
            if !found.is_complete {
                break;
            }
            expected = Some(found.score);
            if let Some(&best) = found.line.first() {
                put_first(&mut self.moves, |&mv| mv == best);
            }
        }
        self.worker.flush_nodes();
    }

    /// The best lines of a depth, and whether they are complete. A stopped search returns at most the best line so far.
    /// A loss is reported only if every move was searched.
    fn best_lines(&mut self, depth: u32, before: &[Line<P::Move>]) -> (Vec<Line<P::Move>>, bool) {
        let mut lines: Vec<Line<P::Move>> = Vec::new();
        let mut moves = self.moves.clone();
        while lines.len() < self.multi_pv {
            let expected = before.get(lines.len()).map(|line| line.score);
            let found = self.aspiration_search(depth, expected, &moves);
            if !found.is_complete {
                if lines.is_empty() && !found.line.is_empty() {
                    lines.extend(self.best_so_far(found, &moves, before));
                }
                lines.truncate(1);
                return (lines, false);
            }
            if lines.is_empty() {
                let loses = |score: &Score| matches!(score.value(), Some(Value::Loss(_)));
                let scored = moves.iter().zip(&found.scores);
                self.losing = scored.filter(|(_, score)| loses(score)).map(|(&mv, _)| mv).collect();
            }
            let line = Line { score: found.score, moves: found.line };
            moves.retain(|mv| line.moves.first() != Some(mv));
            lines.push(line);
        }
        lines.sort_by_key(|line| Reverse(line.score));
        for line in lines.iter().rev() {
            put_first(&mut self.moves, |mv| line.moves.first() == Some(mv));
        }
        (lines, true)
    }

    /// The best line of a search that was stopped within the root moves. If every searched move loses, the first move
    /// not known to lose is returned with the score of the last complete depth.
    fn best_so_far(
        &self,
        found: RootResult<P::Move>,
        moves: &[P::Move],
        before: &[Line<P::Move>],
    ) -> Option<Line<P::Move>> {
        let line = Line { score: found.score, moves: found.line };
        if !matches!(line.score.value(), Some(Value::Loss(_))) {
            return Some(line);
        }
        let estimate = before.first().map(|line| line.score).filter(|score| score.value().is_none())?;
        let unsearched = moves.get(found.scores.len()..)?;
        let other = unsearched.iter().find(|mv| !self.losing.contains(mv))?;
        Some(Line { score: estimate, moves: vec![*other] })
    }

    /// Searches with an aspiration window around the previous score, widened until the score lies within.
    fn aspiration_search(
        &mut self,
        depth: u32,
        expected: Option<Score>,
        moves: &[P::Move],
    ) -> RootResult<P::Move> {
        let mut width = 30;
        let (mut alpha, mut beta) = (Score::MIN, Score::MAX);
        if let Some(score) = expected.filter(|score| depth > 3 && score.value().is_none()) {
            (alpha, beta) = (score.plus(-width), score.plus(width));
        }
        loop {
            let found = self.worker.root(self.position, depth as i32, (alpha, beta), moves);
            if !found.is_complete {
                return found;
            }
            if found.score <= alpha && alpha > Score::MIN {
                alpha = if width > 1_000 { Score::MIN } else { alpha.plus(-width) };
            } else if found.score >= beta && beta < Score::MAX {
                beta = if width > 1_000 { Score::MAX } else { beta.plus(width) };
            } else {
                return found;
            }
            width *= 3;
        }
    }

    /// Pruning may have hidden a shorter win of either player: searches everything shorter at full width.
    fn prove_shortest(&mut self, last: &mut Report<P::Move>, on_report: &mut impl FnMut(&Report<P::Move>)) {
        let shared = self.worker.shared;
        if !shared.selective {
            return;
        }
        let is_endless = shared.limits == Limits::default();
        let budget = if is_endless { None } else { Some(last.nodes.max(MIN_PROOF_NODES)) };
        self.worker.begin_proof(budget);
        let mut lines = last.lines.clone();
        for line in &mut lines {
            if !self.shorten(line) {
                break;
            }
        }
        lines.sort_by_key(|line| Reverse(line.score));
        if lines != last.lines {
            self.report(last.depth, lines, last);
            on_report(last);
        }
    }

    /// Searches everything that could end a line sooner; returns whether the search was complete.
    fn shorten(&mut self, line: &mut Line<P::Move>) -> bool {
        // The other lines have their own first moves; this one keeps its own if there are others.
        let only: Vec<P::Move> = if self.multi_pv == 1 {
            self.moves.clone()
        } else {
            line.moves.iter().copied().take(1).collect()
        };
        let mut depth = 1;
        while let Some(plies) = distance(line).filter(|&plies| depth < plies) {
            let is_win = matches!(line.score.value(), Some(Value::Win(_)));
            let window = if is_win { (line.score, Score::MAX) } else { (Score::MIN, line.score) };
            let found = self.worker.root(self.position, depth as i32, window, &only);
            if !found.is_complete {
                return false;
            }
            let is_sooner = if is_win { found.score > line.score } else { found.score < line.score };
            if is_sooner && !found.line.is_empty() {
                *line = Line { score: found.score, moves: found.line };
            }
            debug_assert!(distance(line).is_some_and(|now| now <= plies), "no proof is lost");
            depth += 1;
        }
        true
    }
}

/// Plies to the end of a line, if it is proven.
fn distance<M>(line: &Line<M>) -> Option<u32> {
    line.score.value().and_then(Value::distance).map(u32::from)
}

/// Inserts an improved line before those of the last complete depth, and truncates the list.
fn insert_first<M: PartialEq>(line: Line<M>, multi_pv: usize, lines: &mut Vec<Line<M>>) {
    lines.retain(|other| other.moves.first() != line.moves.first());
    lines.insert(0, line);
    lines.truncate(multi_pv);
}

/// Moves the first matching item to the front.
fn put_first<T>(items: &mut [T], predicate: impl FnMut(&T) -> bool) {
    if let Some(index) = items.iter().position(predicate) {
        items[..=index].rotate_right(1);
    }
}
