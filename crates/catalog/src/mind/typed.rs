use std::{
    any::Any,
    sync::{Arc, Mutex, PoisonError, atomic::AtomicBool},
};

use mekong_core::{Endgame, Evaluate, Game, Notation as _, Position};
use mekong_engine::{Engine, Limits, Line, Mcts, Plan, Report, Score, shallow_lines};

use super::{Proof, Source, Thought, ThoughtLine, ending};
use crate::{Session, session::Typed};

/// What a mind remembers.
#[derive(Debug)]
pub(super) struct Memory {
    engine: Engine,
    /// What the solver of the game's end remembers, where there is one.
    endgame: Mutex<Option<Arc<Anything>>>,
    make_endgame: Option<MakeEndgame>,
    endgame_bytes: usize,
}

impl Memory {
    /// About so many megabytes, half of them for the game's end if the game can be solved there. All of it is taken at
    /// once: later somebody may be waiting.
    pub(super) fn new(megabytes: usize, thinker: &Thinker) -> Memory {
        let make_endgame = thinker.make_endgame;
        let share = if make_endgame.is_some() { 2 } else { 1 };
        let endgame_bytes = (megabytes << 20) / 2;
        Memory {
            engine: Engine::new(megabytes.div_ceil(share)),
            endgame: Mutex::new(make_endgame.map(|make| make(endgame_bytes))),
            make_endgame,
            endgame_bytes,
        }
    }

    pub(super) fn forget(&self) {
        self.engine.forget();
        let fresh = self.make_endgame.map(|make| make(self.endgame_bytes));
        *self.endgame.lock().unwrap_or_else(PoisonError::into_inner) = fresh;
    }

    /// Whether there is a solver of the game's end.
    pub(super) const fn has_endgame(&self) -> bool {
        self.make_endgame.is_some()
    }

    /// `None` if it was made for another game.
    pub(super) fn endgame<P: Endgame>(&self) -> Option<Arc<P::Memory>> {
        let kept = self.endgame.lock().unwrap_or_else(PoisonError::into_inner).clone();
        kept.and_then(|memory| memory.downcast::<P::Memory>().ok())
    }
}

type Anything = dyn Any + Send + Sync;
type MakeEndgame = fn(usize) -> Arc<Anything>;
type Think = fn(&Session, &Memory, Plan, &AtomicBool, &mut dyn FnMut(&Thought)) -> Option<Thought>;
type SearchAlone = fn(&Session, usize, Plan, &AtomicBool) -> Option<Thought>;
type LookAhead = fn(&Session, u32) -> Option<Thought>;
type Prove = fn(&Session, &Memory, Plan, &AtomicBool, &mut dyn FnMut(&Proof)) -> Option<Proof>;
type PlayOut = fn(&Session, &mut Mcts, Limits, &AtomicBool) -> Option<(String, f64)>;

/// How a game without its types is searched.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Thinker {
    think: Think,
    search_alone: SearchAlone,
    look_ahead: LookAhead,
    play_out: PlayOut,
    scale: i32,
    make_endgame: Option<MakeEndgame>,
    prove: Option<Prove>,
}

impl Thinker {
    pub(crate) const fn of<G: Game>() -> Thinker
    where
        G::Position: Evaluate,
    {
        Thinker {
            think: search::<G>,
            search_alone: search_alone::<G>,
            look_ahead: look_ahead::<G>,
            play_out: play_out::<G>,
            scale: G::Position::SCALE,
            make_endgame: None,
            prove: None,
        }
    }

    /// The same for a game whose end can be solved.
    pub(crate) const fn with_endgame<G: Game>(self) -> Thinker
    where
        G::Position: Evaluate + Endgame,
    {
        let make_endgame: MakeEndgame = |bytes| Arc::new(G::Position::memory(bytes));
        let prove = Some(ending::prove::<G> as Prove);
        Thinker { think: ending::think::<G>, make_endgame: Some(make_endgame), prove, ..self }
    }

    /// Whether there is a solver of the game's end.
    pub(super) const fn has_endgame(&self) -> bool {
        self.make_endgame.is_some()
    }

    /// By a proof alone. `None` if there is none for this game, or not yet.
    pub(super) fn prove(
        &self,
        session: &Session,
        memory: &Memory,
        plan: Plan,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(&Proof),
    ) -> Option<Proof> {
        self.prove.and_then(|prove| prove(session, memory, plan, stop, tell))
    }

    /// By all means there are. `None` if the session is of another game.
    pub(super) fn think(
        &self,
        session: &Session,
        memory: &Memory,
        plan: Plan,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(&Thought),
    ) -> Option<Thought> {
        (self.think)(session, memory, plan, stop, tell)
    }

    /// By a search with a table of its own, of so many megabytes, that knows of no other search. `None` if the
    /// session is of another game.
    pub(super) fn search_alone(
        &self,
        session: &Session,
        megabytes: usize,
        plan: Plan,
        stop: &AtomicBool,
    ) -> Option<Thought> {
        (self.search_alone)(session, megabytes, plan, stop)
    }

    /// By looking at every move, one or two plies ahead. `None` if the session is of another game.
    pub(super) fn look_ahead(&self, session: &Session, plies: u32) -> Option<Thought> {
        (self.look_ahead)(session, plies)
    }

    pub(super) fn play_out(
        &self,
        session: &Session,
        player: &mut Mcts,
        limits: Limits,
        stop: &AtomicBool,
    ) -> Option<(String, f64)> {
        (self.play_out)(session, player, limits, stop)
    }

    pub(super) fn win_chance(&self, score: Score) -> f64 {
        score.win_chance(self.scale)
    }
}

pub(super) fn search<G: Game>(
    session: &Session,
    memory: &Memory,
    plan: Plan,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(&Thought),
) -> Option<Thought>
where
    G::Position: Evaluate,
{
    let typed = session.as_any().downcast_ref::<Typed<G>>()?;
    let in_texts = |report: &Report<_>| in_texts::<G>(report, memory.engine.permille_full());
    let report = memory.engine.search(typed.history(), plan, stop, |report| tell(&in_texts(report)));
    Some(in_texts(&report))
}

fn search_alone<G: Game>(
    session: &Session,
    megabytes: usize,
    plan: Plan,
    stop: &AtomicBool,
) -> Option<Thought>
where
    G::Position: Evaluate,
{
    let typed = session.as_any().downcast_ref::<Typed<G>>()?;
    let engine = Engine::new(megabytes);
    let report = engine.search(typed.history(), plan, stop, |_| {});
    Some(in_texts::<G>(&report, engine.permille_full()))
}

fn look_ahead<G: Game>(session: &Session, plies: u32) -> Option<Thought>
where
    G::Position: Evaluate,
{
    let typed = session.as_any().downcast_ref::<Typed<G>>()?;
    if session.outcome().is_some() {
        return Some(Thought::default());
    }
    let lines = shallow_lines(typed.history().position(), plies);
    let nodes = lines.len() as u64;
    Some(Thought {
        depth: plies,
        deepest: plies,
        nodes,
        lines: lines_in_texts::<G>(&lines),
        ..Thought::default()
    })
}

fn play_out<G: Game>(
    session: &Session,
    player: &mut Mcts,
    limits: Limits,
    stop: &AtomicBool,
) -> Option<(String, f64)> {
    let typed = session.as_any().downcast_ref::<Typed<G>>()?;
    if session.outcome().is_some() {
        return None;
    }
    let found = player.search(typed.history().position(), limits, stop);
    found.best.map(|mv| (G::Position::move_text(mv), found.share))
}

fn in_texts<G: Game>(report: &Report<<G::Position as Position>::Move>, permille_full: u32) -> Thought {
    Thought {
        source: Source::Search,
        depth: report.depth,
        deepest: report.deepest,
        nodes: report.nodes,
        time: report.time,
        permille_full,
        lines: lines_in_texts::<G>(&report.lines),
    }
}

fn lines_in_texts<G: Game>(lines: &[Line<<G::Position as Position>::Move>]) -> Vec<ThoughtLine> {
    let texts = |moves: &[_]| moves.iter().map(|&mv| G::Position::move_text(mv)).collect();
    lines.iter().map(|line| ThoughtLine::searched(line.score, texts(&line.moves))).collect()
}
