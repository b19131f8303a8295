use mekong_catalog::{Entry, GameSession};
use mekong_core::{CancelToken, mix};
use mekong_engine::{Score, SearchOptions};

#[cfg(feature = "tablebases")]
use crate::{EvaluationSource, Line, Tablebase};
use crate::{Level, SearchResult, erased::Memory, registry};

/// Searches the positions of one game: by lookup in a tablebase if one is loaded, by an exact endgame solver if the game
/// has one, and otherwise by a tree search with a transposition table.
///
/// A searcher can be shared between threads; simultaneous searches share its hash memory.
///
/// ```
/// use mekong_catalog::find;
/// use mekong_core::{CancelToken, Variants};
/// use mekong_engine::Limits;
/// use mekong_players::Searcher;
///
/// let entry = find("siam")?;
/// let searcher = Searcher::new(entry, 1);
/// let session = entry.start(Variants::NONE, 0);
/// let result = searcher.search(&session, Limits::depth(3), &CancelToken::new(), &mut |_| {});
/// assert!(session.legal().contains(&result.best().unwrap().to_owned()));
/// # Ok::<(), mekong_catalog::OpenError>(())
/// ```
#[derive(Debug)]
pub struct Searcher {
    entry: &'static Entry,
    pub(crate) memory: Memory,
    #[cfg(feature = "tablebases")]
    tablebase: Option<Tablebase>,
}

impl Searcher {
    /// A searcher with about this many megabytes of hash memory, all of which is allocated at once.
    #[must_use]
    pub fn new(entry: &'static Entry, megabytes: usize) -> Searcher {
        Searcher {
            entry,
            memory: Memory::new(megabytes, registry::search(entry)),
            #[cfg(feature = "tablebases")]
            tablebase: None,
        }
    }

    /// Adds a tablebase of the game. It is used for positions of its variant.
    #[cfg(feature = "tablebases")]
    #[must_use]
    pub fn with_tablebase(self, tablebase: Tablebase) -> Searcher {
        Searcher { tablebase: Some(tablebase), ..self }
    }

    /// The game it plays.
    #[must_use]
    pub const fn entry(&self) -> &'static Entry {
        self.entry
    }

    /// Clears the hash memory.
    pub fn clear(&self) {
        self.memory.clear();
    }

    /// Searches the position of a session until a limit is reached, and reports each completed depth. The result has no
    /// lines only if the game is over, the search was stopped at once, or the session is of another game.
    ///
    /// Cancelling ends the search within milliseconds, with the best result so far.
    pub fn search(
        &self,
        session: &GameSession,
        search_options: impl Into<SearchOptions>,
        cancel: &CancelToken,
        progress: &mut dyn FnMut(&SearchResult),
    ) -> SearchResult {
        let search_options = search_options.into();
        #[cfg(feature = "tablebases")]
        if let Some(result) = self.look_up(session, search_options.multi_pv) {
            progress(&result);
            return result;
        }
        let result =
            registry::search(self.entry).search(session, &self.memory, search_options, cancel, progress);
        result.unwrap_or_default()
    }

    /// The move of a computer opponent of a level; `None` if the game is over. The seed decides among moves that the
    /// level cannot tell apart: in the same position the same seed gives the same move, on the server, in the browser, in the
    /// terminal and over UGI, except at full strength, which is limited by time.
    pub fn choose(
        &self,
        session: &GameSession,
        level: Level,
        seed: u64,
        cancel: &CancelToken,
    ) -> Option<String> {
        let seed = move_seed(seed, session);
        self.choose_with(session, &level.settings(self.entry), seed, cancel).map(|(mv, _)| mv)
    }

    /// The expected score of the player to move, from 0 to 1, at this evaluation.
    #[must_use]
    pub fn win_chance(&self, score: Score) -> f64 {
        registry::search(self.entry).win_chance(score)
    }

    /// The tablebase values of the best moves; `None` if the position is not in a tablebase.
    #[cfg(feature = "tablebases")]
    fn look_up(&self, session: &GameSession, lines: usize) -> Option<SearchResult> {
        let tablebase = self.tablebase.as_ref()?;
        if session.outcome().is_some() {
            return Some(SearchResult::default());
        }
        let moves = tablebase.moves(session)?;
        let nodes = moves.len() as u64;
        let line = |(text, value): (String, mekong_core::Value)| {
            let mut next = session.clone();
            let reply = next.play(&text).ok().and_then(|_| tablebase.best_line(&next));
            let replies = reply.into_iter().flatten().map(|(mv, _)| mv);
            Line::proven(Score::of_value(value), std::iter::once(text).chain(replies).collect())
        };
        let lines = moves.into_iter().take(lines.max(1)).map(line).collect();
        Some(SearchResult { source: EvaluationSource::Tablebase, nodes, lines, ..SearchResult::default() })
    }
}

/// The seed for one move, derived from the seed of the game and the position.
fn move_seed(seed: u64, session: &GameSession) -> u64 {
    session.position_text().bytes().fold(mix(seed), |mixed, byte| mix(mixed ^ u64::from(byte)))
}
