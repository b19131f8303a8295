//! The built-in players.

use mekong_catalog::{Entry, GameSession};
use mekong_core::{CancelToken, SplitMix64};
use mekong_engine::{Limits, Score, SearchOptions};
use mekong_players::{LevelSettings, MctsPlayer, Searcher, Tablebase};

use super::{Choice, Forfeit, MatchPlayer};
use crate::{SearchSettings, spec::DEFAULT_MEGABYTES};

/// The error of a built-in player without a move in an unfinished game.
fn no_move() -> Forfeit {
    Forfeit::EngineFailure { en: "no move".to_owned(), fr: "pas de coup".to_owned() }
}

fn searcher(entry: &'static Entry, tablebase: Option<Tablebase>) -> Searcher {
    let searcher = Searcher::new(entry, DEFAULT_MEGABYTES);
    match tablebase {
        Some(tablebase) => searcher.with_tablebase(tablebase),
        None => searcher,
    }
}

pub(super) struct SearchPlayer {
    searcher: Searcher,
    mode: SearchMode,
    random: SplitMix64,
}

enum SearchMode {
    Level(LevelSettings),
    Fixed(SearchOptions),
}

impl SearchPlayer {
    pub(super) fn with_settings(
        entry: &'static Entry,
        settings: LevelSettings,
        tablebase: Option<Tablebase>,
    ) -> SearchPlayer {
        SearchPlayer {
            searcher: searcher(entry, tablebase),
            mode: SearchMode::Level(settings),
            random: SplitMix64::new(0),
        }
    }

    /// The full strength with a node limit.
    pub(super) fn with_nodes(
        entry: &'static Entry,
        nodes: u64,
        tablebase: Option<Tablebase>,
    ) -> SearchPlayer {
        let mode = SearchMode::Fixed(Limits::nodes(nodes).into());
        SearchPlayer { searcher: searcher(entry, tablebase), mode, random: SplitMix64::new(0) }
    }

    pub(super) fn with_limits(entry: &'static Entry, settings: &SearchSettings) -> SearchPlayer {
        let mode = if settings.max_regret > 0.0 || settings.deeper_share > 0.0 {
            SearchMode::Level(LevelSettings {
                depth: settings.limits.depth.unwrap_or(u32::MAX),
                deeper_share: settings.deeper_share,
                nodes: settings.limits.nodes.unwrap_or(u64::MAX),
                max_regret: settings.max_regret,
            })
        } else {
            SearchMode::Fixed(SearchOptions {
                limits: settings.limits,
                threads: settings.threads,
                ..SearchOptions::default()
            })
        };
        SearchPlayer { searcher: Searcher::new(entry, settings.megabytes), mode, random: SplitMix64::new(0) }
    }
}

impl MatchPlayer for SearchPlayer {
    fn begin(&mut self, _: &GameSession, seed: u64) -> Result<(), Forfeit> {
        self.searcher.clear();
        self.random = SplitMix64::new(seed);
        Ok(())
    }

    fn choose(&mut self, session: &GameSession, cancel: &CancelToken) -> Result<Choice, Forfeit> {
        match self.mode {
            SearchMode::Level(settings) => {
                let chosen = self.searcher.choose_with(session, &settings, self.random.next_u64(), cancel);
                let (mv, score) = chosen.ok_or_else(no_move)?;
                Ok(Choice { mv, score, depth: None })
            }
            SearchMode::Fixed(search_options) => {
                let result = self.searcher.search(session, search_options, cancel, &mut |_| {});
                // The node limit was too small for a single move: take any legal move.
                let mv = result.best().map(str::to_owned).or_else(|| session.legal().into_iter().next());
                Ok(Choice { mv: mv.ok_or_else(no_move)?, score: result.score(), depth: Some(result.depth) })
            }
        }
    }
}

/// Plain Monte Carlo.
pub(super) struct MonteCarloPlayer {
    entry: &'static Entry,
    limits: Limits,
    player: MctsPlayer,
}

impl MonteCarloPlayer {
    pub(super) const fn new(entry: &'static Entry, limits: Limits) -> MonteCarloPlayer {
        MonteCarloPlayer { entry, limits, player: MctsPlayer::new(0) }
    }
}

impl MatchPlayer for MonteCarloPlayer {
    fn begin(&mut self, _: &GameSession, seed: u64) -> Result<(), Forfeit> {
        self.player = MctsPlayer::new(seed);
        Ok(())
    }

    fn choose(&mut self, session: &GameSession, cancel: &CancelToken) -> Result<Choice, Forfeit> {
        let found = self.player.choose(self.entry, session, self.limits, cancel);
        let (mv, _) = found.ok_or_else(no_move)?;
        Ok(Choice { mv, score: None, depth: None })
    }
}

/// The exact tablebase.
pub(super) struct TablebasePlayer {
    tablebase: Tablebase,
}

impl TablebasePlayer {
    pub(super) const fn new(tablebase: Tablebase) -> TablebasePlayer {
        TablebasePlayer { tablebase }
    }
}

impl MatchPlayer for TablebasePlayer {
    fn begin(&mut self, _: &GameSession, _: u64) -> Result<(), Forfeit> {
        Ok(())
    }

    fn choose(&mut self, session: &GameSession, _: &CancelToken) -> Result<Choice, Forfeit> {
        let moves = self.tablebase.moves(session).unwrap_or_default();
        let (mv, value) = moves.into_iter().next().ok_or_else(no_move)?;
        Ok(Choice { mv, score: Some(Score::of_value(value)), depth: None })
    }
}

/// Any legal move.
pub(super) struct RandomPlayer {
    random: SplitMix64,
}

impl Default for RandomPlayer {
    fn default() -> RandomPlayer {
        RandomPlayer { random: SplitMix64::new(0) }
    }
}

impl MatchPlayer for RandomPlayer {
    fn begin(&mut self, _: &GameSession, seed: u64) -> Result<(), Forfeit> {
        self.random = SplitMix64::new(seed);
        Ok(())
    }

    fn choose(&mut self, session: &GameSession, _: &CancelToken) -> Result<Choice, Forfeit> {
        let legal = session.legal();
        if legal.is_empty() {
            return Err(no_move());
        }
        let mv = legal[self.random.below(legal.len())].clone();
        Ok(Choice { mv, score: None, depth: None })
    }
}
