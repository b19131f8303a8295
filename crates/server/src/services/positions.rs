use std::{sync::Arc, time::Duration};

use mekong_analysis::Evaluation;
use mekong_catalog::GameSession;
use mekong_core::{CancelToken, Probe as _, Value};
use mekong_engine::{Limits as SearchLimits, SearchOptions};
use mekong_players::Searcher;

use crate::{
    engine_pool::{EnginePool, PoolError, Priority},
    limits::Limits,
};

/// Maximum search time.
const SEARCH_TIME: Duration = Duration::from_millis(1_500);

/// Single positions: searches, and lookup in the tablebases of solved games.
pub struct Positions {
    pool: Arc<EnginePool>,
    limits: Arc<Limits>,
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct PositionSearch {
    /// Search depth in plies.
    pub depth: u32,
    /// Number of positions visited.
    pub nodes: u64,
    /// Search time.
    pub time: Duration,
    /// The best lines with their evaluations for the player to move, the best first; none if the game is over.
    pub lines: Vec<(Evaluation, Vec<String>)>,
}

/// The values of a position under perfect play.
#[derive(Clone, Debug)]
pub struct TablebaseValues {
    /// Value for the player to move.
    pub value: Value,
    /// All legal moves with their values for the player who makes them, the best first.
    pub moves: Vec<(String, Value)>,
    /// Whether the distances to the end are known.
    pub is_exact: bool,
}

impl Positions {
    pub(crate) const fn new(pool: Arc<EnginePool>, limits: Arc<Limits>) -> Positions {
        Positions { pool, limits }
    }

    /// Searches a position for at most 1.5 seconds, less if the engine is busy.
    pub async fn search(
        &self,
        game_session: GameSession,
        lines: usize,
        user: &str,
    ) -> Result<PositionSearch, PoolError> {
        let (game, variants) = (game_session.info().id, game_session.variants());
        let requester = self.limits.requester_for(user);
        let limit = || self.pool.move_time(requester).min(SEARCH_TIME);
        let options =
            SearchOptions { limits: SearchLimits::time(SEARCH_TIME), lines, ..SearchOptions::default() };
        let search = move |searcher: &Searcher, cancel: &CancelToken| {
            let result = searcher.search(&game_session, options, cancel, &mut |_| {});
            let lines = result.lines.iter();
            let lines = lines.map(|line| (Evaluation::of_line(searcher, &result, line), line.moves.clone()));
            PositionSearch {
                lines: lines.collect(),
                depth: result.depth,
                nodes: result.nodes,
                time: result.time,
            }
        };
        self.pool.run_with_limit(game, variants, Priority::Hint, requester, limit, search).await
    }

    /// Looks a position up; `None` if its game is not solved, or not yet. Draws by repetition are ignored.
    #[must_use]
    pub fn probe(&self, game_session: &GameSession) -> Option<TablebaseValues> {
        let tablebase = self.pool.tablebase(game_session.info().id, game_session.variants())?;
        Some(TablebaseValues {
            value: tablebase.probe(game_session)?,
            moves: tablebase.moves(game_session)?,
            is_exact: tablebase.is_exact(),
        })
    }
}
