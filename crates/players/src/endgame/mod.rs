//! EndgameSearch about games whose end can be worked out while one waits: a proof of who wins first, then by how much; a search
//! if the proof takes too long, and the rest of the proof after it.
//!
//! A proof that was begun is not lost: what it found stays in the memory of the solver, and it goes on from there.

mod proof;

use std::{sync::Mutex, thread, time::Duration};

use mekong_catalog::Session;
use mekong_core::{
    CancelToken, Endgame, Evaluate, ExactLine, Game, Notation as _, Position as _, Prospect, Value,
};
use mekong_engine::{Limits, Plan};

pub(crate) use proof::prove;
pub use proof::{Proof, ProvenMove};

use crate::{
    Line, SearchResult, Source,
    budget::{Budget, Part},
    erased::{self, Memory},
};

/// The share of the limits that goes to a first search, so that there is a move and something to progress.
const FIRST_SEARCH: f64 = 0.02;

/// The share of what is left that goes to the proof of who wins before a real search: where it can be expected soon, and
/// where perhaps.
const PROOF_SOON: f64 = 0.7;
const PROOF_PERHAPS: f64 = 0.3;

/// The share of what is left that goes to the search if there is no proof yet.
const SEARCH: f64 = 0.5;

/// The share of what is left that goes to the exact margin of the best move once the winner is known; the rest is for the
/// other moves.
const MARGIN: f64 = 0.8;

/// The times of these phases in a search without limits.
const UNLIMITED_FIRST_SEARCH: Duration = Duration::from_millis(100);
const UNLIMITED_PROOF: Duration = Duration::from_millis(900);
const UNLIMITED_SEARCH: Duration = Duration::from_secs(2);

pub(crate) fn search<G: Game>(
    session: &Session,
    memory: &Memory,
    plan: Plan,
    cancel: &CancelToken,
    progress: &mut dyn FnMut(&SearchResult),
) -> Option<SearchResult>
where
    G::Position: Evaluate + Endgame,
{
    let position = session.history::<G>()?.position();
    let prospect = position.prospect();
    let is_of_use = prospect != Prospect::Never && position.outcome().is_none();
    // A depth limit means exactly that depth, unless the end is near.
    let is_wanted = plan.limits.depth.is_none() || prospect == Prospect::Soon;
    let solver = memory.endgame::<G::Position>().filter(|_| is_of_use && is_wanted);
    let Some(solver) = solver else {
        let mut progress = |result: &SearchResult| progress(&in_points(result.clone()));
        return erased::search::<G>(session, memory, plan, cancel, &mut progress).map(in_points);
    };
    let budget = Budget::new(plan.limits, cancel);
    let plan = Plan { lines: plan.lines.max(1), ..plan };
    let known = SearchResult::default();
    let mut search =
        EndgameSearch::<G> { session, position, memory, solver: &solver, plan, cancel, budget, known };
    search.run(prospect, progress)?;
    Some(search.known)
}

/// A search in progress.
struct EndgameSearch<'a, G: Game>
where
    G::Position: Endgame,
{
    session: &'a Session,
    position: &'a G::Position,
    memory: &'a Memory,
    solver: &'a <G::Position as Endgame>::Memory,
    plan: Plan,
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
    fn run(&mut self, prospect: Prospect, progress: &mut dyn FnMut(&SearchResult)) -> Option<()> {
        self.known = self.search(FIRST_SEARCH, UNLIMITED_FIRST_SEARCH, progress)?;
        let share = if prospect == Prospect::Soon { PROOF_SOON } else { PROOF_PERHAPS };
        let mut proof = self.decide(&self.part(share, UNLIMITED_PROOF));
        let is_searched = proof.is_none();
        if is_searched {
            let searched = self.search(SEARCH, UNLIMITED_SEARCH, progress)?;
            if !searched.lines.is_empty() {
                self.known = searched;
            }
            proof = self.decide(&self.budget.part(1.0, None));
        }
        if let Some(proof) = proof {
            self.take(proof);
            self.settle();
            progress(&self.known);
            self.refine(is_searched, progress)?;
        }
        self.settle();
        Some(())
    }

    /// Who wins, and a line that shows it: to the end, even if that takes a little more than the limits.
    fn decide(&self, limit: &Part<'_>) -> Option<ExactLine<MoveOf<G>>> {
        let wins = decide(self.position, self.solver, self.plan.threads, limit)?;
        let moves = self.position.winning_line(self.solver, &self.budget.extra(1));
        // The caller needs a move, not only the result.
        (!moves.is_empty()).then_some(ExactLine { wins, margin: None, moves })
    }

    const fn is_unlimited(&self) -> bool {
        matches!(self.plan.limits, Limits { depth: None, nodes: None, time: None })
    }

    /// A share of what is left, or a time if there is no limit.
    fn part(&self, share: f64, unlimited: Duration) -> Part<'_> {
        self.budget.part(share, self.is_unlimited().then_some(unlimited))
    }

    fn settle(&mut self) {
        self.known.nodes = self.budget.nodes();
        self.known.time = self.budget.time();
    }

    /// Searches with a share of what is left.
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
            progress(&SearchResult { nodes, time: self.budget.time(), ..in_points(result.clone()) });
        };
        let plan = Plan { limits, ..self.plan };
        let result = erased::search::<G>(self.session, self.memory, plan, self.cancel, &mut progress)?;
        self.budget.spend(result.nodes);
        Some(in_points(result))
    }

    /// Takes a proof of who wins in. Where every move loses, the order of the search stands.
    fn take(&mut self, proof: ExactLine<MoveOf<G>>) {
        let wins = proof.wins;
        let lines = std::mem::take(&mut self.known.lines);
        self.known.source = Source::Exact;
        self.known.lines = if wins || lines.is_empty() {
            self.with_first(text_line::<G>(proof), lines)
        } else {
            lines.into_iter().map(|line| Line::decided(false, None, line.moves)).collect()
        };
    }

    /// Lines with another at their head, in the place of the one that begins with the same move.
    fn with_first(&self, first: Line, lines: Vec<Line>) -> Vec<Line> {
        let others = lines.into_iter().filter(|line| line.moves[0] != first.moves[0]).collect::<Vec<_>>();
        let mut lines = vec![first];
        lines.extend(others);
        lines.truncate(self.plan.lines);
        lines
    }

    /// With what is left: the exact margin, the other moves, and lines that lead to the end.
    fn refine(&mut self, is_searched: bool, progress: &mut dyn FnMut(&SearchResult)) -> Option<()> {
        let share = if self.plan.lines == 1 { 1.0 } else { MARGIN };
        let best = self.position.solve(self.solver, 1, &self.budget.part(share, None));
        if let Some(best) = best.and_then(|best| best.into_iter().next()) {
            let lines = std::mem::take(&mut self.known.lines);
            self.known.lines = self.with_first(text_line::<G>(best), lines);
            self.settle();
            progress(&self.known);
            if self.plan.lines == 1 {
                return Some(());
            }
            let all = self.position.solve(self.solver, self.plan.lines, &self.budget.part(MARGIN, None));
            if let Some(all) = all {
                self.known.lines = all.into_iter().map(text_line::<G>).collect();
                self.settle();
                progress(&self.known);
                return Some(());
            }
        }
        if self.plan.lines > 1 && !is_searched {
            self.look_at_others()?;
        }
        self.decide_lines();
        self.settle();
        progress(&self.known);
        Some(())
    }

    /// Searches for the moves that come after the proven one.
    fn look_at_others(&mut self) -> Option<()> {
        let searched = self.search(SEARCH, UNLIMITED_SEARCH, &mut |_| {})?;
        let is_lost = self.known.lines.first().is_some_and(|line| line.winner_is_mover() == Some(false));
        let lines = std::mem::take(&mut self.known.lines).into_iter();
        let mut proven: Vec<Line> =
            if is_lost { lines.take(1).collect() } else { lines.filter(|line| line.proven).collect() };
        for line in searched.lines {
            if proven.iter().all(|known| known.moves[0] != line.moves[0]) {
                proven.push(if is_lost { Line::decided(false, None, line.moves) } else { line });
            }
        }
        proven.truncate(self.plan.lines);
        self.known = SearchResult { lines: proven, source: Source::Exact, ..searched };
        Some(())
    }

    /// Finds out who wins after the first moves of the lines, and plays those to the end that do not lead there.
    fn decide_lines(&mut self) {
        let mut lines = std::mem::take(&mut self.known.lines);
        for line in &mut lines {
            if !(line.proven && self.is_to_the_end(line)) {
                self.decide_line(line, &self.part(0.5, UNLIMITED_SEARCH));
            }
        }
        // What wins first, what loses last, and otherwise as before.
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

    /// Replaces the score of a line by what is proven about its first move, if that is found in time, and its moves by some
    /// that lead to the end.
    fn decide_line(&self, line: &mut Line, limit: &Part<'_>) {
        let Ok(mv) = G::Position::parse_move(&line.moves[0]) else { return };
        let mut next = self.position.clone();
        next.play_unchecked(mv);
        let is_same = next.turn() == self.position.turn();
        let decided = || decide(&next, self.solver, self.plan.threads, limit).map(|wins| wins == is_same);
        let Some(wins) = line.winner_is_mover().or_else(decided) else { return };
        let rest = next.winning_line(self.solver, &self.budget.extra(self.plan.lines));
        let rest = rest.into_iter().map(G::Position::move_text);
        let moves: Vec<String> = std::iter::once(line.moves[0].clone()).chain(rest).collect();
        let moves = if moves.len() > 1 || next.outcome().is_some() { moves } else { line.moves.clone() };
        *line = Line::decided(wins, line.margin, moves);
    }
}

/// Whether the player to move wins, if one of several threads finds it out in time.
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

/// A search that has come to the end of the game has proven who wins. In how many plies says nothing in a game of points.
fn in_points(result: SearchResult) -> SearchResult {
    let in_points = |line: Line| match line.score.value() {
        Some(Value::Win(_)) => Line::decided(true, None, line.moves),
        Some(Value::Loss(_)) => Line::decided(false, None, line.moves),
        _ => line,
    };
    SearchResult { lines: result.lines.into_iter().map(in_points).collect(), ..result }
}

fn text_line<G: Game>(line: ExactLine<MoveOf<G>>) -> Line {
    let moves = line.moves.into_iter().map(G::Position::move_text).collect();
    Line::decided(line.wins, line.margin, moves)
}
