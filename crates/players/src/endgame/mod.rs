//! Search in games with an endgame solver: first a proof of the winner, then the margin; if the proof takes too long, a
//! tree search, and the rest of the proof after it.
//!
//! An interrupted proof is not lost: the memory of the solver keeps its results, and the next attempt continues from
//! there.

mod proof;

use std::{sync::Mutex, thread, time::Duration};

use mekong_catalog::GameSession;
use mekong_core::{
    CancelToken, Endgame, Evaluate, ExactLine, Feasibility, Game, Notation as _, Position as _, Value,
};
use mekong_engine::{Limits, SearchOptions};

pub(crate) use proof::prove;
pub use proof::{Proof, ProvenMove};

use crate::{
    EvaluationSource, Line, SearchResult,
    budget::{Budget, Part},
    erased::{self, Memory},
};

/// The share of the limits for a first search, so that there is a move to report.
const FIRST_SEARCH_SHARE: f64 = 0.02;

/// The share of the remaining budget for the proof of the winner before the main search, if the proof is easy or
/// possible.
const EASY_PROOF_SHARE: f64 = 0.7;
const FEASIBLE_PROOF_SHARE: f64 = 0.3;

/// The share of the remaining budget for the main search if there is no proof yet.
const SEARCH_SHARE: f64 = 0.5;

/// The share of the remaining budget for the exact margin of the best move once the winner is known; the rest goes to
/// the other moves.
const MARGIN_SHARE: f64 = 0.8;

/// The durations of these phases in a search without limits.
const UNLIMITED_FIRST_SEARCH: Duration = Duration::from_millis(100);
const UNLIMITED_PROOF: Duration = Duration::from_millis(900);
const UNLIMITED_SEARCH: Duration = Duration::from_secs(2);

pub(crate) fn search<G: Game>(
    session: &GameSession,
    memory: &Memory,
    search_options: SearchOptions,
    cancel: &CancelToken,
    progress: &mut dyn FnMut(&SearchResult),
) -> Option<SearchResult>
where
    G::Position: Evaluate + Endgame,
{
    let position = session.history::<G>()?.position();
    let feasibility = position.feasibility();
    let is_solvable = feasibility != Feasibility::Infeasible && position.outcome().is_none();
    // A depth limit is respected exactly, unless the endgame is easy.
    let is_allowed = search_options.limits.depth.is_none() || feasibility == Feasibility::Easy;
    let solver = memory.endgame::<G::Position>().filter(|_| is_solvable && is_allowed);
    let Some(solver) = solver else {
        let mut progress = |result: &SearchResult| progress(&without_distance(result.clone()));
        return erased::search::<G>(session, memory, search_options, cancel, &mut progress)
            .map(without_distance);
    };
    let budget = Budget::new(search_options.limits, cancel);
    let search_options = SearchOptions { multi_pv: search_options.multi_pv.max(1), ..search_options };
    let known = SearchResult::default();
    let mut search = EndgameSearch::<G> {
        session,
        position,
        memory,
        solver: &solver,
        search_options,
        cancel,
        budget,
        known,
    };
    search.run(feasibility, progress)?;
    Some(search.known)
}

/// A search in progress.
struct EndgameSearch<'a, G: Game>
where
    G::Position: Endgame,
{
    session: &'a GameSession,
    position: &'a G::Position,
    memory: &'a Memory,
    solver: &'a <G::Position as Endgame>::Memory,
    search_options: SearchOptions,
    cancel: &'a CancelToken,
    budget: Budget<'a>,
    known: SearchResult,
}

type MoveOf<G> = <<G as Game>::Position as mekong_core::Position>::Move;

impl<G: Game> EndgameSearch<'_, G>
where
    G::Position: Evaluate + Endgame,
{
    /// `None` if the session is of another game.
    fn run(&mut self, feasibility: Feasibility, progress: &mut dyn FnMut(&SearchResult)) -> Option<()> {
        self.known = self.search(FIRST_SEARCH_SHARE, UNLIMITED_FIRST_SEARCH, progress)?;
        let share = if feasibility == Feasibility::Easy { EASY_PROOF_SHARE } else { FEASIBLE_PROOF_SHARE };
        let mut proof = self.decide(&self.part(share, UNLIMITED_PROOF));
        let is_searched = proof.is_none();
        if is_searched {
            let searched = self.search(SEARCH_SHARE, UNLIMITED_SEARCH, progress)?;
            if !searched.lines.is_empty() {
                self.known = searched;
            }
            proof = self.decide(&self.budget.part(1.0, None));
        }
        if let Some(proof) = proof {
            self.apply_proof(proof);
            self.update_counts();
            progress(&self.known);
            self.refine(is_searched, progress)?;
        }
        self.update_counts();
        Some(())
    }

    /// The winner with a line to the end, even if completing it slightly exceeds the limits.
    fn decide(&self, limit: &Part<'_>) -> Option<ExactLine<MoveOf<G>>> {
        let wins = decide(self.position, self.solver, self.search_options.threads, limit)?;
        let moves = self.position.winning_line(self.solver, &self.budget.extra(1));
        // The caller needs a move, not only the result.
        (!moves.is_empty()).then_some(ExactLine { wins, margin: None, moves })
    }

    const fn is_unlimited(&self) -> bool {
        matches!(self.search_options.limits, Limits { depth: None, nodes: None, time: None })
    }

    /// A share of the remaining budget, or a time if there is no limit.
    fn part(&self, share: f64, unlimited: Duration) -> Part<'_> {
        self.budget.part(share, self.is_unlimited().then_some(unlimited))
    }

    fn update_counts(&mut self) {
        self.known.nodes = self.budget.nodes();
        self.known.time = self.budget.time();
    }

    /// Searches with a share of the remaining budget.
    fn search(
        &self,
        share: f64,
        unlimited: Duration,
        progress: &mut dyn FnMut(&SearchResult),
    ) -> Option<SearchResult> {
        let mut limits = self.budget.share(share);
        if self.is_unlimited() {
            limits.time = Some(unlimited);
        }
        let spent = self.budget.nodes();
        let mut progress = |result: &SearchResult| {
            let nodes = spent + result.nodes;
            progress(&SearchResult { nodes, time: self.budget.time(), ..without_distance(result.clone()) });
        };
        let search_options = SearchOptions { limits, ..self.search_options };
        let result =
            erased::search::<G>(self.session, self.memory, search_options, self.cancel, &mut progress)?;
        self.budget.spend(result.nodes);
        Some(without_distance(result))
    }

    /// Applies a proof of the winner. If every move loses, the order of the search is kept.
    fn apply_proof(&mut self, proof: ExactLine<MoveOf<G>>) {
        let wins = proof.wins;
        let lines = std::mem::take(&mut self.known.lines);
        self.known.source = EvaluationSource::Exact;
        self.known.lines = if wins || lines.is_empty() {
            self.with_first(text_line::<G>(proof), lines)
        } else {
            lines.into_iter().map(|line| Line::decided(false, None, line.moves)).collect()
        };
    }

    /// The lines with another one in front, which replaces the one with the same first move.
    fn with_first(&self, first: Line, lines: Vec<Line>) -> Vec<Line> {
        let others = lines.into_iter().filter(|line| line.moves[0] != first.moves[0]).collect::<Vec<_>>();
        let mut lines = vec![first];
        lines.extend(others);
        lines.truncate(self.search_options.multi_pv);
        lines
    }

    /// With the remaining budget: the exact margin, the other moves, and lines to the end.
    fn refine(&mut self, is_searched: bool, progress: &mut dyn FnMut(&SearchResult)) -> Option<()> {
        let share = if self.search_options.multi_pv == 1 { 1.0 } else { MARGIN_SHARE };
        let best = self.position.solve(self.solver, 1, &self.budget.part(share, None));
        if let Some(best) = best.and_then(|best| best.into_iter().next()) {
            let lines = std::mem::take(&mut self.known.lines);
            self.known.lines = self.with_first(text_line::<G>(best), lines);
            self.update_counts();
            progress(&self.known);
            if self.search_options.multi_pv == 1 {
                return Some(());
            }
            let all = self.position.solve(
                self.solver,
                self.search_options.multi_pv,
                &self.budget.part(MARGIN_SHARE, None),
            );
            if let Some(all) = all {
                self.known.lines = all.into_iter().map(text_line::<G>).collect();
                self.update_counts();
                progress(&self.known);
                return Some(());
            }
        }
        if self.search_options.multi_pv > 1 && !is_searched {
            self.search_other_moves()?;
        }
        self.decide_lines();
        self.update_counts();
        progress(&self.known);
        Some(())
    }

    /// Searches the moves that come after the proven one.
    fn search_other_moves(&mut self) -> Option<()> {
        let searched = self.search(SEARCH_SHARE, UNLIMITED_SEARCH, &mut |_| {})?;
        let is_lost = self.known.lines.first().is_some_and(|line| line.winner_is_mover() == Some(false));
        let lines = std::mem::take(&mut self.known.lines).into_iter();
        let mut proven: Vec<Line> =
            if is_lost { lines.take(1).collect() } else { lines.filter(|line| line.proven).collect() };
        for line in searched.lines {
            if proven.iter().all(|known| known.moves[0] != line.moves[0]) {
                proven.push(if is_lost { Line::decided(false, None, line.moves) } else { line });
            }
        }
        proven.truncate(self.search_options.multi_pv);
        self.known = SearchResult { lines: proven, source: EvaluationSource::Exact, ..searched };
        Some(())
    }

    /// Proves the winner after the first move of each line, and extends lines that do not reach the end.
    fn decide_lines(&mut self) {
        let mut lines = std::mem::take(&mut self.known.lines);
        for line in &mut lines {
            if !(line.proven && self.is_to_the_end(line)) {
                self.decide_line(line, &self.part(0.5, UNLIMITED_SEARCH));
            }
        }
        // Wins first, losses last, otherwise in the order of the search.
        lines.sort_by_key(|line| match line.winner_is_mover() {
            Some(true) => 0,
            None => 1,
            Some(false) => 2,
        });
        self.known.lines = lines;
    }

    fn is_to_the_end(&self, line: &Line) -> bool {
        let mut position = self.position.clone();
        for text in &line.moves {
            let Ok(mv) = G::Position::parse_move(text) else { return false };
            position.play_unchecked(mv);
        }
        position.outcome().is_some()
    }

    /// Replaces the score of a line by the proven one of its first move, if found in time, and the line by one to the
    /// end of the game.
    fn decide_line(&self, line: &mut Line, limit: &Part<'_>) {
        let Ok(mv) = G::Position::parse_move(&line.moves[0]) else { return };
        let mut next = self.position.clone();
        next.play_unchecked(mv);
        let is_same = next.turn() == self.position.turn();
        let decided =
            || decide(&next, self.solver, self.search_options.threads, limit).map(|wins| wins == is_same);
        let Some(wins) = line.winner_is_mover().or_else(decided) else { return };
        let rest = next.winning_line(self.solver, &self.budget.extra(self.search_options.multi_pv));
        let rest = rest.into_iter().map(G::Position::move_text);
        let moves: Vec<String> = std::iter::once(line.moves[0].clone()).chain(rest).collect();
        let moves = if moves.len() > 1 || next.outcome().is_some() { moves } else { line.moves.clone() };
        *line = Line::decided(wins, line.margin, moves);
    }
}

/// Whether the player to move wins, proven by several threads; `None` if a limit was reached.
fn decide<P: Endgame>(position: &P, solver: &P::Memory, threads: usize, limit: &Part<'_>) -> Option<bool> {
    let found = Mutex::new(None);
    let work = || {
        if let Some(wins) = position.decide(solver, limit)
            && let Ok(mut found) = found.lock()
        {
            found.get_or_insert(wins);
            limit.finish();
        }
    };
    thread::scope(|scope| {
        (1..threads).for_each(|_| drop(scope.spawn(work)));
        work();
    });
    found.into_inner().ok().flatten()
}

/// A win or loss found by the tree search proves the winner. Its distance in plies is dropped in games scored by
/// points.
fn without_distance(result: SearchResult) -> SearchResult {
    let decided = |line: Line| match line.score.value() {
        Some(Value::Win(_)) => Line::decided(true, None, line.moves),
        Some(Value::Loss(_)) => Line::decided(false, None, line.moves),
        _ => line,
    };
    SearchResult { lines: result.lines.into_iter().map(decided).collect(), ..result }
}

fn text_line<G: Game>(line: ExactLine<MoveOf<G>>) -> Line {
    let moves = line.moves.into_iter().map(G::Position::move_text).collect();
    Line::decided(line.wins, line.margin, moves)
}
