use std::{sync::Arc, time::Duration};

use mekong_catalog::GameSession;
use mekong_core::{Probe as _, Value};

use crate::{
    engine_pool::PoolError,
    limits::RequestLimits,
    work::{PositionSearch, SearchDispatcher},
};

/// Maximum search time.
const SEARCH_TIME: Duration = Duration::from_millis(1_500);

/// Single positions: searches, and lookup in the tablebases of solved games.
pub struct Positions {
    searches: Arc<SearchDispatcher>,
    limits: Arc<RequestLimits>,
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
    pub(crate) const fn new(searches: Arc<SearchDispatcher>, limits: Arc<RequestLimits>) -> Positions {
        Positions { searches, limits }
    }

    /// Searches a position for at most 1.5 seconds, less if the engine is busy.
    pub async fn search(
        &self,
        game_session: GameSession,
        lines: usize,
        user: &str,
    ) -> Result<PositionSearch, PoolError> {
        let requester = self.limits.requester_for(user);
        self.searches.search_position(game_session, lines, requester, SEARCH_TIME).await
    }

    /// Looks a position up; `None` if its game is not solved, or not yet. Draws by repetition are ignored.
    #[must_use]
    pub fn probe(&self, game_session: &GameSession) -> Option<TablebaseValues> {
        let tablebase = self.searches.tablebase(game_session.info().id, game_session.variants())?;
        Some(TablebaseValues {
            value: tablebase.probe(game_session)?,
            moves: tablebase.moves(game_session)?,
            is_exact: tablebase.is_exact(),
        })
    }
}
