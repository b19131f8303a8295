//! Thinking about games whose end can be worked out while one waits: exact where that is soon done, else a search, and
//! then, with the time left, the question who wins.

use std::{
    sync::{Mutex, atomic::AtomicBool},
    thread,
    time::Duration,
};

use mekong_core::{Endgame, Evaluate, ExactLine, Game, Notation as _, Position as _, Prospect, Value};
use mekong_engine::{Limits, Plan, Score};

use super::{
    Source, Thought, ThoughtLine,
    budget::{Budget, Part},
    typed::{self, Memory},
};
use crate::{Session, session::Typed};

/// The share of the limits that is spent on the exact answer where it can be expected, before a search is begun after all.
const EXACT: f64 = 0.7;

/// The share of the limits that is spent on a search before it is asked who wins.
const SEARCH: f64 = 0.4;

/// How long the search takes if there is all the time in the world.
const FIRST_LOOK: Duration = Duration::from_secs(2);

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
    let Some(solver) = memory.endgame::<G::Position>().filter(|_| is_of_use) else {
        return typed::search::<G>(session, memory, plan, stop, tell);
    };
    let budget = Budget::new(plan.limits, stop);
    if prospect == Prospect::Soon
        && let Some(lines) = position.solve(&solver, plan.lines.max(1), &budget.part(EXACT))
    {
        let lines = lines.into_iter().map(in_texts::<G>).collect();
        let thought = exact(lines, &budget);
        tell(&thought);
        return Some(thought);
    }
    // Whoever names a depth wants that depth and no more: the search has all the limits, and nothing comes after it.
    let may_go_on = plan.limits.depth.is_none();
    let mut limits = budget.share(if may_go_on { SEARCH } else { 1.0 });
    let is_endless = plan.limits == Limits::default();
    if is_endless {
        limits.time = Some(FIRST_LOOK);
    }
    let looked = typed::search::<G>(session, memory, Plan { limits, ..plan }, stop, tell)?;
    budget.spend(looked.nodes);
    let decided = if may_go_on { decide(position, &solver, plan.threads, &budget.part(1.0)) } else { None };
    let thought = Thought { nodes: budget.nodes(), time: budget.time(), ..looked };
    let Some(decided) = decided else { return Some(thought) };
    let lines = match decided.value {
        Value::Loss(_) => all_lost(thought.lines, decided.value),
        _ => {
            let mut lines = vec![in_texts::<G>(decided)];
            let best = lines[0].moves[0].clone();
            lines.extend(thought.lines.into_iter().filter(|line| line.moves[0] != best));
            lines.truncate(plan.lines.max(1));
            for line in &mut lines[1..] {
                decide_line::<G>(position, line, &solver, plan.threads, &budget.part(0.5));
            }
            lines
        }
    };
    let thought = exact(ordered(lines), &budget);
    tell(&thought);
    Some(thought)
}

/// Who wins, if one of several threads finds it out in time.
fn decide<P: Endgame>(
    position: &P,
    solver: &P::Memory,
    threads: usize,
    watch: &Part<'_>,
) -> Option<ExactLine<P::Move>> {
    let found = Mutex::new(None);
    let work = || {
        if let Some(line) = position.decide(solver, watch)
            && let Ok(mut found) = found.lock()
        {
            found.get_or_insert(line);
            watch.finish();
        }
    };
    thread::scope(|scope| {
        (1..threads).for_each(|_| drop(scope.spawn(work)));
        work();
    });
    found.into_inner().ok().flatten()
}

/// Replaces the score of a line by the truth about its first move, if that is found in time.
fn decide_line<G: Game>(
    position: &G::Position,
    line: &mut ThoughtLine,
    solver: &<G::Position as Endgame>::Memory,
    threads: usize,
    watch: &Part<'_>,
) where
    G::Position: Endgame,
{
    let Ok(mv) = G::Position::parse_move(&line.moves[0]) else { return };
    let mut next = position.clone();
    next.play_unchecked(mv);
    if let Some(decided) = decide(&next, solver, threads, watch) {
        let is_same = next.turn() == position.turn();
        let value = if is_same { decided.value.before_self() } else { decided.value.before_opponent() };
        let rest = decided.moves.into_iter().map(G::Position::move_text);
        let moves = std::iter::once(line.moves[0].clone()).chain(rest).collect();
        *line = ThoughtLine { score: Score::of_value(value), moves };
    }
}

/// Where every move loses, the order of the search stands.
fn all_lost(lines: Vec<ThoughtLine>, value: Value) -> Vec<ThoughtLine> {
    lines.into_iter().map(|line| ThoughtLine { score: Score::of_value(value), ..line }).collect()
}

/// What wins first, what loses last, and otherwise as before.
fn ordered(mut lines: Vec<ThoughtLine>) -> Vec<ThoughtLine> {
    lines.sort_by_key(|line| match line.score.value() {
        Some(Value::Win(_)) => 0,
        Some(Value::Loss(_)) => 2,
        _ => 1,
    });
    lines
}

fn in_texts<G: Game>(line: ExactLine<<G::Position as mekong_core::Position>::Move>) -> ThoughtLine {
    let moves = line.moves.into_iter().map(G::Position::move_text).collect();
    ThoughtLine { score: Score::of_value(line.value), moves }
}

/// A thought that is certain, if all its lines are.
fn exact(lines: Vec<ThoughtLine>, budget: &Budget<'_>) -> Thought {
    let distance = |line: &ThoughtLine| line.score.value().and_then(Value::distance);
    let is_certain = lines.iter().all(|line| distance(line).is_some());
    let deepest = lines.iter().filter_map(distance).max().unwrap_or(0).into();
    Thought {
        source: if is_certain { Source::Exact } else { Source::Search },
        depth: lines.first().and_then(distance).unwrap_or(0).into(),
        deepest,
        nodes: budget.nodes(),
        time: budget.time(),
        permille_full: 0,
        lines,
    }
}
