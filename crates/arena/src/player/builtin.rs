//! The players of this program.

use mekong_catalog::{Entry, Session};
use mekong_core::{CancelToken, SplitMix64};
use mekong_engine::{Limits, Plan, Score};
use mekong_players::{MctsPlayer, Searcher, Strength, Tablebase};

use super::{Choice, Forfeit, MatchPlayer};
use crate::{SearchSettings, spec::DEFAULT_MEGABYTES};

/// What a player of ours says who has no move in an unfinished game.
fn speechless() -> Forfeit {
    Forfeit::Broken { en: "no move".to_owned(), fr: "pas de coup".to_owned() }
}

fn searcher(entry: &'static Entry, table: Option<Tablebase>) -> Searcher {
    let searcher = Searcher::new(entry, DEFAULT_MEGABYTES);
    match table {
        Some(table) => searcher.with_tablebase(table),
        None => searcher,
    }
}

/// A search.
pub(super) struct Searching {
    searcher: Searcher,
    way: Way,
    random: SplitMix64,
}

enum Way {
    Level(Strength),
    Fixed(Plan),
}

impl Searching {
    pub(super) fn with_strength(
        entry: &'static Entry,
        strength: Strength,
        table: Option<Tablebase>,
    ) -> Searching {
        Searching { searcher: searcher(entry, table), way: Way::Level(strength), random: SplitMix64::new(0) }
    }

    /// The full strength with a limit of positions.
    pub(super) fn with_nodes(entry: &'static Entry, nodes: u64, table: Option<Tablebase>) -> Searching {
        let way = Way::Fixed(Limits::nodes(nodes).into());
        Searching { searcher: searcher(entry, table), way, random: SplitMix64::new(0) }
    }

    pub(super) fn with_limits(entry: &'static Entry, settings: &SearchSettings) -> Searching {
        let way = if settings.max_regret > 0.0 || settings.deeper > 0.0 {
            Way::Level(Strength {
                depth: settings.limits.depth.unwrap_or(u32::MAX),
                deeper: settings.deeper,
                nodes: settings.limits.nodes.unwrap_or(u64::MAX),
                max_regret: settings.max_regret,
            })
        } else {
            Way::Fixed(Plan { limits: settings.limits, threads: settings.threads, ..Plan::default() })
        };
        Searching { searcher: Searcher::new(entry, settings.megabytes), way, random: SplitMix64::new(0) }
    }
}

impl MatchPlayer for Searching {
    fn begin(&mut self, _: &Session, seed: u64) -> Result<(), Forfeit> {
        self.searcher.clear();
        self.random = SplitMix64::new(seed);
        Ok(())
    }

    fn choose(&mut self, session: &Session, stop: &CancelToken) -> Result<Choice, Forfeit> {
        match self.way {
            Way::Level(strength) => {
                let chosen = self.searcher.choose_with(session, &strength, self.random.next_u64(), stop);
                let (mv, score) = chosen.ok_or_else(speechless)?;
                Ok(Choice { mv, score, depth: None })
            }
            Way::Fixed(plan) => {
                let result = self.searcher.search(session, plan, stop, &mut |_| {});
                // The node limit was too small for a single move: any legal move will do.
                let mv = result.best().map(str::to_owned).or_else(|| session.legal().into_iter().next());
                Ok(Choice {
                    mv: mv.ok_or_else(speechless)?,
                    score: result.score(),
                    depth: Some(result.depth),
                })
            }
        }
    }
}

/// Plain Monte Carlo.
pub(super) struct MonteCarlo {
    entry: &'static Entry,
    limits: Limits,
    player: MctsPlayer,
}

impl MonteCarlo {
    pub(super) const fn new(entry: &'static Entry, limits: Limits) -> MonteCarlo {
        MonteCarlo { entry, limits, player: MctsPlayer::new(0) }
    }
}

impl MatchPlayer for MonteCarlo {
    fn begin(&mut self, _: &Session, seed: u64) -> Result<(), Forfeit> {
        self.player = MctsPlayer::new(seed);
        Ok(())
    }

    fn choose(&mut self, session: &Session, stop: &CancelToken) -> Result<Choice, Forfeit> {
        let found = self.player.choose(self.entry, session, self.limits, stop);
        let (mv, _) = found.ok_or_else(speechless)?;
        Ok(Choice { mv, score: None, depth: None })
    }
}

/// The exact table.
pub(super) struct Perfect {
    table: Tablebase,
}

impl Perfect {
    pub(super) const fn new(table: Tablebase) -> Perfect {
        Perfect { table }
    }
}

impl MatchPlayer for Perfect {
    fn begin(&mut self, _: &Session, _: u64) -> Result<(), Forfeit> {
        Ok(())
    }

    fn choose(&mut self, session: &Session, _: &CancelToken) -> Result<Choice, Forfeit> {
        let moves = self.table.moves(session).unwrap_or_default();
        let (mv, value) = moves.into_iter().next().ok_or_else(speechless)?;
        Ok(Choice { mv, score: Some(Score::of_value(value)), depth: None })
    }
}

/// Any legal move.
pub(super) struct Guess {
    random: SplitMix64,
}

impl Default for Guess {
    fn default() -> Guess {
        Guess { random: SplitMix64::new(0) }
    }
}

impl MatchPlayer for Guess {
    fn begin(&mut self, _: &Session, seed: u64) -> Result<(), Forfeit> {
        self.random = SplitMix64::new(seed);
        Ok(())
    }

    fn choose(&mut self, session: &Session, _: &CancelToken) -> Result<Choice, Forfeit> {
        let legal = session.legal();
        if legal.is_empty() {
            return Err(speechless());
        }
        let mv = legal[self.random.below(legal.len())].clone();
        Ok(Choice { mv, score: None, depth: None })
    }
}
