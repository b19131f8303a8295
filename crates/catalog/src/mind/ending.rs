//! Thinking about games whose end can be worked out while one waits: a proof of who wins first, then by how much; a search
//! where the proof takes too long, and the rest of the proof after it.
//!
//! A proof that was begun is not lost: what it found stays in the memory of the solver, and it goes on from there.

mod proof;

use std::{
    sync::{Mutex, atomic::AtomicBool},
    thread,
    time::Duration,
};

use mekong_core::{Endgame, Evaluate, ExactLine, Game, Notation as _, Position as _, Prospect, Value};
use mekong_engine::{Limits, Plan};

pub(super) use proof::prove;
pub use proof::{Proof, ProvenMove};

use super::{
    Mind, Source, Thought, ThoughtLine,
    budget::{Budget, Part},
    typed::{self, Memory},
};
use crate::{Entry, Session, session::Typed};

/// The share of the limits that goes to a first search, so that there is a move and something to tell.
const GLANCE: f64 = 0.02;

/// The share of what is left that goes to the proof of who wins before a real search: where it can be expected soon, and
/// where perhaps.
const PROOF_SOON: f64 = 0.7;
const PROOF_PERHAPS: f64 = 0.3;

/// The share of what is left that goes to the search if there is no proof yet.
const SEARCH: f64 = 0.5;

/// The share of what is left that goes to the exact margin of the best move once the winner is known; the rest is for the
/// other moves.
const MARGIN: f64 = 0.8;

/// How long these take if there is all the time in the world.
const ENDLESS_GLANCE: Duration = Duration::from_millis(100);
const ENDLESS_PROOF: Duration = Duration::from_millis(900);
const ENDLESS_SEARCH: Duration = Duration::from_secs(2);

pub(super) fn think<G: Game>(
    session: &Session,
    memory: &Memory,
    plan: Plan,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(&Thought),
) -> Option<Thought>
where
    G::Position: Evaluate + Endgame,
{
    let position = session.as_any().downcast_ref::<Typed<G>>()?.history().position();
    let prospect = position.prospect();
    let is_of_use = prospect != Prospect::Never && position.outcome().is_none();
    // Whoever names a depth wants that depth and no more, unless the end is near.
    let is_wanted = plan.limits.depth.is_none() || prospect == Prospect::Soon;
    let solver = memory.endgame::<G::Position>().filter(|_| is_of_use && is_wanted);
    let Some(solver) = solver else {
        let mut tell = |thought: &Thought| tell(&in_points(thought.clone()));
        return typed::search::<G>(session, memory, plan, stop, &mut tell).map(in_points);
    };
    let budget = Budget::new(plan.limits, stop);
    let plan = Plan { lines: plan.lines.max(1), ..plan };
    let known = Thought::default();
    let mut thinking =
        Thinking::<G> { session, position, memory, solver: &solver, plan, stop, budget, known };
    thinking.run(prospect, tell)?;
    Some(thinking.known)
}

impl Mind {
    /// Whether games are counted in points: then it is told by how many a game is won, and never in how many plies.
    #[must_use]
    pub const fn counts_points(&self) -> bool {
        self.memory.has_endgame()
    }
}

impl Entry {
    /// Whether games are counted in points, and worked out while one waits.
    #[must_use]
    pub const fn counts_points(&self) -> bool {
        self.thinker().has_endgame()
    }
}

/// One question, and what is known so far.
struct Thinking<'a, G: Game>
where
    G::Position: Endgame,
{
    session: &'a Session,
    position: &'a G::Position,
    memory: &'a Memory,
    solver: &'a <G::Position as Endgame>::Memory,
    plan: Plan,
    stop: &'a AtomicBool,
    budget: Budget<'a>,
    known: Thought,
}

type MoveOf<G> = <<G as Game>::Position as mekong_core::Position>::Move;

impl<G: Game> Thinking<'_, G>
where
    G::Position: Evaluate + Endgame,
{
    /// `None` if the session is of another game.
    fn run(&mut self, prospect: Prospect, tell: &mut dyn FnMut(&Thought)) -> Option<()> {
        self.known = self.search(GLANCE, ENDLESS_GLANCE, tell)?;
        let share = if prospect == Prospect::Soon { PROOF_SOON } else { PROOF_PERHAPS };
        let mut proof = self.decide(&self.part(share, ENDLESS_PROOF));
        let is_searched = proof.is_none();
        if is_searched {
            let searched = self.search(SEARCH, ENDLESS_SEARCH, tell)?;
            if !searched.lines.is_empty() {
                self.known = searched;
            }
            proof = self.decide(&self.budget.part(1.0, None));
        }
        if let Some(proof) = proof {
            self.take(proof);
            self.settle();
            tell(&self.known);
            self.refine(is_searched, tell)?;
        }
        self.settle();
        Some(())
    }

    /// Who wins, and a line that shows it: to the end, even if that takes a little more than the limits.
    fn decide(&self, watch: &Part<'_>) -> Option<ExactLine<MoveOf<G>>> {
        let wins = decide(self.position, self.solver, self.plan.threads, watch)?;
        let moves = self.position.winning_line(self.solver, &self.budget.extra(1));
        // Whoever is to act needs a move and not only the news.
        (!moves.is_empty()).then_some(ExactLine { wins, margin: None, moves })
    }

    const fn is_endless(&self) -> bool {
        matches!(self.plan.limits, Limits { depth: None, nodes: None, time: None })
    }

    /// A share of what is left, or a time if there is no limit.
    fn part(&self, share: f64, endless: Duration) -> Part<'_> {
        self.budget.part(share, self.is_endless().then_some(endless))
    }

    fn settle(&mut self) {
        self.known.nodes = self.budget.nodes();
        self.known.time = self.budget.time();
    }

    /// Searches with a share of what is left.
    fn search(&self, share: f64, endless: Duration, tell: &mut dyn FnMut(&Thought)) -> Option<Thought> {
        let mut limits = self.budget.share(share);
        if self.is_endless() {
            limits.time = Some(endless);
        }
        let spent = self.budget.nodes();
        let mut tell = |thought: &Thought| {
            let nodes = spent + thought.nodes;
            tell(&Thought { nodes, time: self.budget.time(), ..in_points(thought.clone()) });
        };
        let plan = Plan { limits, ..self.plan };
        let thought = typed::search::<G>(self.session, self.memory, plan, self.stop, &mut tell)?;
        self.budget.spend(thought.nodes);
        Some(in_points(thought))
    }

    /// Takes a proof of who wins in. Where every move loses, the order of the search stands.
    fn take(&mut self, proof: ExactLine<MoveOf<G>>) {
        let wins = proof.wins;
        let lines = std::mem::take(&mut self.known.lines);
        self.known.source = Source::Exact;
        self.known.lines = if wins || lines.is_empty() {
            self.with_first(in_texts::<G>(proof), lines)
        } else {
            lines.into_iter().map(|line| ThoughtLine::decided(false, None, line.moves)).collect()
        };
    }

    /// Lines with another at their head, in the place of the one that begins with the same move.
    fn with_first(&self, first: ThoughtLine, lines: Vec<ThoughtLine>) -> Vec<ThoughtLine> {
        let others = lines.into_iter().filter(|line| line.moves[0] != first.moves[0]).collect::<Vec<_>>();
        let mut lines = vec![first];
        lines.extend(others);
        lines.truncate(self.plan.lines);
        lines
    }

    /// With what is left: the exact margin, the other moves, and lines that lead to the end.
    fn refine(&mut self, is_searched: bool, tell: &mut dyn FnMut(&Thought)) -> Option<()> {
        let share = if self.plan.lines == 1 { 1.0 } else { MARGIN };
        let best = self.position.solve(self.solver, 1, &self.budget.part(share, None));
        if let Some(best) = best.and_then(|best| best.into_iter().next()) {
            let lines = std::mem::take(&mut self.known.lines);
            self.known.lines = self.with_first(in_texts::<G>(best), lines);
            self.settle();
            tell(&self.known);
            if self.plan.lines == 1 {
                return Some(());
            }
            let all = self.position.solve(self.solver, self.plan.lines, &self.budget.part(MARGIN, None));
            if let Some(all) = all {
                self.known.lines = all.into_iter().map(in_texts::<G>).collect();
                self.settle();
                tell(&self.known);
                return Some(());
            }
        }
        if self.plan.lines > 1 && !is_searched {
            self.look_at_others()?;
        }
        self.decide_lines();
        self.settle();
        tell(&self.known);
        Some(())
    }

    /// Searches for the moves that come after the proven one.
    fn look_at_others(&mut self) -> Option<()> {
        let searched = self.search(SEARCH, ENDLESS_SEARCH, &mut |_| {})?;
        let is_lost = self.known.lines.first().is_some_and(|line| line.winner_is_mover() == Some(false));
        let lines = std::mem::take(&mut self.known.lines).into_iter();
        let mut proven: Vec<ThoughtLine> =
            if is_lost { lines.take(1).collect() } else { lines.filter(|line| line.proven).collect() };
        for line in searched.lines {
            if proven.iter().all(|known| known.moves[0] != line.moves[0]) {
                proven.push(if is_lost { ThoughtLine::decided(false, None, line.moves) } else { line });
            }
        }
        proven.truncate(self.plan.lines);
        self.known = Thought { lines: proven, source: Source::Exact, ..searched };
        Some(())
    }

    /// Finds out who wins after the first moves of the lines, and plays those to the end that do not lead there.
    fn decide_lines(&mut self) {
        let mut lines = std::mem::take(&mut self.known.lines);
        for line in &mut lines {
            if !(line.proven && self.is_to_the_end(line)) {
                self.decide_line(line, &self.part(0.5, ENDLESS_SEARCH));
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

    fn is_to_the_end(&self, line: &ThoughtLine) -> bool {
        let mut position = self.position.clone();
        for text in &line.moves {
            let Ok(mv) = G::Position::parse_move(text) else { return false };
            position.play_unchecked(mv);
        }
        position.outcome().is_some()
    }

    /// Replaces the score of a line by what is proven about its first move, if that is found in time, and its moves by some
    /// that lead to the end.
    fn decide_line(&self, line: &mut ThoughtLine, watch: &Part<'_>) {
        let Ok(mv) = G::Position::parse_move(&line.moves[0]) else { return };
        let mut next = self.position.clone();
        next.play_unchecked(mv);
        let is_same = next.turn() == self.position.turn();
        let decided = || decide(&next, self.solver, self.plan.threads, watch).map(|wins| wins == is_same);
        let Some(wins) = line.winner_is_mover().or_else(decided) else { return };
        let rest = next.winning_line(self.solver, &self.budget.extra(self.plan.lines));
        let rest = rest.into_iter().map(G::Position::move_text);
        let moves: Vec<String> = std::iter::once(line.moves[0].clone()).chain(rest).collect();
        let moves = if moves.len() > 1 || next.outcome().is_some() { moves } else { line.moves.clone() };
        *line = ThoughtLine::decided(wins, line.margin, moves);
    }
}

/// Whether the player to move wins, if one of several threads finds it out in time.
fn decide<P: Endgame>(position: &P, solver: &P::Memory, threads: usize, watch: &Part<'_>) -> Option<bool> {
    let found = Mutex::new(None);
    let work = || {
        if let Some(wins) = position.decide(solver, watch)
            && let Ok(mut found) = found.lock()
        {
            found.get_or_insert(wins);
            watch.finish();
        }
    };
    thread::scope(|scope| {
        (1..threads).for_each(|_| drop(scope.spawn(work)));
        work();
    });
    found.into_inner().ok().flatten()
}

/// A search that has come to the end of the game has proven who wins. In how many plies says nothing in a game of points.
fn in_points(thought: Thought) -> Thought {
    let in_points = |line: ThoughtLine| match line.score.value() {
        Some(Value::Win(_)) => ThoughtLine::decided(true, None, line.moves),
        Some(Value::Loss(_)) => ThoughtLine::decided(false, None, line.moves),
        _ => line,
    };
    Thought { lines: thought.lines.into_iter().map(in_points).collect(), ..thought }
}

fn in_texts<G: Game>(line: ExactLine<MoveOf<G>>) -> ThoughtLine {
    let moves = line.moves.into_iter().map(G::Position::move_text).collect();
    ThoughtLine::decided(line.wins, line.margin, moves)
}
