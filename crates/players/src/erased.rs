use std::{
    any::Any,
    sync::{Arc, Mutex, PoisonError},
};

use mekong_catalog::GameSession;
use mekong_core::{CancelToken, Endgame, Evaluate, Game, Notation as _, Position};
use mekong_engine::{Engine, Limits, Mcts, Report, Score, SearchOptions, shallow_lines};

use crate::{EvaluationSource, Line, Proof, SearchResult, endgame};

/// The memory of a searcher: transposition table and endgame solver.
#[derive(Debug)]
pub(crate) struct Memory {
    engine: Engine,
    /// The memory of the endgame solver, if the game has one.
    endgame: Mutex<Option<Arc<AnyMemory>>>,
    make_endgame: Option<MakeEndgame>,
    endgame_bytes: usize,
}

impl Memory {
    /// About this many megabytes, half of them for the endgame solver if there is one. All of it is allocated now, because
    /// clearing pages later would delay the first search.
    pub(crate) fn new(megabytes: usize, search: &ErasedSearch) -> Memory {
        let make_endgame = search.make_endgame;
        let share = if make_endgame.is_some() { 2 } else { 1 };
        let endgame_bytes = (megabytes << 20) / 2;
        Memory {
            engine: Engine::new(megabytes.div_ceil(share)),
            endgame: Mutex::new(make_endgame.map(|make| make(endgame_bytes))),
            make_endgame,
            endgame_bytes,
        }
    }

    pub(crate) fn clear(&self) {
        self.engine.clear();
        let fresh = self.make_endgame.map(|make| make(self.endgame_bytes));
        *self.endgame.lock().unwrap_or_else(PoisonError::into_inner) = fresh;
    }

    /// `None` if the memory belongs to another game.
    pub(crate) fn endgame<P: Endgame>(&self) -> Option<Arc<P::Memory>> {
        let kept = self.endgame.lock().unwrap_or_else(PoisonError::into_inner).clone();
        kept.and_then(|memory| memory.downcast::<P::Memory>().ok())
    }
}

type AnyMemory = dyn Any + Send + Sync;
type MakeEndgame = fn(usize) -> Arc<AnyMemory>;
type Search = fn(
    &GameSession,
    &Memory,
    SearchOptions,
    &CancelToken,
    &mut dyn FnMut(&SearchResult),
) -> Option<SearchResult>;
type SearchIsolated = fn(&GameSession, usize, SearchOptions, &CancelToken) -> Option<SearchResult>;
type ShallowSearch = fn(&GameSession, u32) -> Option<SearchResult>;
type Prove = fn(&GameSession, &Memory, SearchOptions, &CancelToken, &mut dyn FnMut(&Proof)) -> Option<Proof>;
type RunMcts = fn(&GameSession, &mut Mcts, Limits, &CancelToken) -> Option<(String, f64)>;

/// The search functions of one game, without its types.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ErasedSearch {
    search: Search,
    search_isolated: SearchIsolated,
    shallow_search: ShallowSearch,
    run_mcts: RunMcts,
    scale: i32,
    make_endgame: Option<MakeEndgame>,
    prove: Option<Prove>,
}

impl ErasedSearch {
    pub(crate) fn of<G: Game>() -> ErasedSearch
    where
        G::Position: Evaluate,
    {
        ErasedSearch {
            search: search::<G>,
            search_isolated: search_isolated::<G>,
            shallow_search: shallow_search::<G>,
            run_mcts: run_mcts::<G>,
            scale: G::Position::SCALE,
            make_endgame: None,
            prove: None,
        }
    }

    /// Adds the endgame solver.
    pub(crate) fn with_endgame<G: Game>(self) -> ErasedSearch
    where
        G::Position: Evaluate + Endgame,
    {
        let make_endgame: MakeEndgame = |bytes| Arc::new(G::Position::memory(bytes));
        let prove = Some(endgame::prove::<G> as Prove);
        ErasedSearch { search: endgame::search::<G>, make_endgame: Some(make_endgame), prove, ..self }
    }

    /// Whether the game has an endgame solver.
    pub(crate) const fn has_endgame(&self) -> bool {
        self.make_endgame.is_some()
    }

    /// Proves who wins. `None` if the game has no endgame solver, or the position is too early for it.
    pub(crate) fn prove(
        &self,
        session: &GameSession,
        memory: &Memory,
        search_options: SearchOptions,
        cancel: &CancelToken,
        progress: &mut dyn FnMut(&Proof),
    ) -> Option<Proof> {
        self.prove.and_then(|prove| prove(session, memory, search_options, cancel, progress))
    }

    /// Searches, with the endgame solver if there is one. `None` if the session is of another game.
    pub(crate) fn search(
        &self,
        session: &GameSession,
        memory: &Memory,
        search_options: SearchOptions,
        cancel: &CancelToken,
        progress: &mut dyn FnMut(&SearchResult),
    ) -> Option<SearchResult> {
        (self.search)(session, memory, search_options, cancel, progress)
    }

    /// Searches with a new transposition table of this many megabytes, so that the result does not depend on earlier
    /// searches. `None` if the session is of another game.
    pub(crate) fn search_isolated(
        &self,
        session: &GameSession,
        megabytes: usize,
        search_options: SearchOptions,
        cancel: &CancelToken,
    ) -> Option<SearchResult> {
        (self.search_isolated)(session, megabytes, search_options, cancel)
    }

    /// Scores every move by looking one or two plies ahead. `None` if the session is of another game.
    pub(crate) fn shallow_search(&self, session: &GameSession, plies: u32) -> Option<SearchResult> {
        (self.shallow_search)(session, plies)
    }

    pub(crate) fn run_mcts(
        &self,
        session: &GameSession,
        player: &mut Mcts,
        limits: Limits,
        cancel: &CancelToken,
    ) -> Option<(String, f64)> {
        (self.run_mcts)(session, player, limits, cancel)
    }

    pub(crate) fn win_chance(&self, score: Score) -> f64 {
        score.win_chance(self.scale)
    }
}

pub(crate) fn search<G: Game>(
    session: &GameSession,
    memory: &Memory,
    search_options: SearchOptions,
    cancel: &CancelToken,
    progress: &mut dyn FnMut(&SearchResult),
) -> Option<SearchResult>
where
    G::Position: Evaluate,
{
    let history = session.history::<G>()?;
    let text_result = |report: &Report<_>| text_result::<G>(report, memory.engine.hashfull());
    let report =
        memory.engine.search(history, search_options, cancel, |report| progress(&text_result(report)));
    Some(text_result(&report))
}

fn search_isolated<G: Game>(
    session: &GameSession,
    megabytes: usize,
    search_options: SearchOptions,
    cancel: &CancelToken,
) -> Option<SearchResult>
where
    G::Position: Evaluate,
{
    let history = session.history::<G>()?;
    let engine = Engine::new(megabytes);
    let report = engine.search(history, search_options, cancel, |_| {});
    Some(text_result::<G>(&report, engine.hashfull()))
}

fn shallow_search<G: Game>(session: &GameSession, plies: u32) -> Option<SearchResult>
where
    G::Position: Evaluate,
{
    let history = session.history::<G>()?;
    if session.outcome().is_some() {
        return Some(SearchResult::default());
    }
    let lines = shallow_lines(history.position(), plies);
    let nodes = lines.len() as u64;
    Some(SearchResult {
        depth: plies,
        seldepth: plies,
        nodes,
        lines: text_lines::<G>(&lines),
        ..SearchResult::default()
    })
}

fn run_mcts<G: Game>(
    session: &GameSession,
    player: &mut Mcts,
    limits: Limits,
    cancel: &CancelToken,
) -> Option<(String, f64)> {
    let history = session.history::<G>()?;
    if session.outcome().is_some() {
        return None;
    }
    let found = player.search(history.position(), limits, cancel);
    found.best.map(|mv| (G::Position::move_text(mv), found.win_rate))
}

fn text_result<G: Game>(report: &Report<<G::Position as Position>::Move>, hashfull: u32) -> SearchResult {
    SearchResult {
        source: EvaluationSource::Search,
        depth: report.depth,
        seldepth: report.seldepth,
        nodes: report.nodes,
        time: report.time,
        hashfull,
        lines: text_lines::<G>(&report.lines),
    }
}

fn text_lines<G: Game>(lines: &[mekong_engine::Line<<G::Position as Position>::Move>]) -> Vec<Line> {
    let texts = |moves: &[_]| moves.iter().map(|&mv| G::Position::move_text(mv)).collect();
    lines.iter().map(|line| Line::searched(line.score, texts(&line.moves))).collect()
}
