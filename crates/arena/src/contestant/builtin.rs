//! The players of this program.

use std::sync::atomic::AtomicBool;

use mekong_catalog::{Baseline, Entry, Mind, Session, Solved, Strength};
use mekong_core::SplitMix64;
use mekong_engine::{Limits, Plan, Score};

use super::{Choice, Contestant, Lapse};
use crate::{Searcher, entrant::USUAL_MEGABYTES};

/// What a player of ours says who has no move in an unfinished game.
fn speechless() -> Lapse {
    Lapse::Broken { en: "no move".to_owned(), fr: "pas de coup".to_owned() }
}

fn mind(entry: &'static Entry, table: Option<Solved>) -> Mind {
    let mind = Mind::new(entry, USUAL_MEGABYTES);
    match table {
        Some(table) => mind.with_table(table),
        None => mind,
    }
}

/// A search.
pub(super) struct Searching {
    mind: Mind,
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
        table: Option<Solved>,
    ) -> Searching {
        Searching { mind: mind(entry, table), way: Way::Level(strength), random: SplitMix64::new(0) }
    }

    /// The full strength with a limit of positions.
    pub(super) fn with_nodes(entry: &'static Entry, nodes: u64, table: Option<Solved>) -> Searching {
        let way = Way::Fixed(Limits::nodes(nodes).into());
        Searching { mind: mind(entry, table), way, random: SplitMix64::new(0) }
    }

    pub(super) fn with_limits(entry: &'static Entry, searcher: &Searcher) -> Searching {
        let way = if searcher.max_regret > 0.0 || searcher.deeper > 0.0 {
            Way::Level(Strength {
                depth: searcher.limits.depth.unwrap_or(u32::MAX),
                deeper: searcher.deeper,
                nodes: searcher.limits.nodes.unwrap_or(u64::MAX),
                max_regret: searcher.max_regret,
            })
        } else {
            Way::Fixed(Plan { limits: searcher.limits, threads: searcher.threads, ..Plan::default() })
        };
        Searching { mind: Mind::new(entry, searcher.megabytes), way, random: SplitMix64::new(0) }
    }
}

impl Contestant for Searching {
    fn begin(&mut self, _: &Session, seed: u64) -> Result<(), Lapse> {
        self.mind.forget();
        self.random = SplitMix64::new(seed);
        Ok(())
    }

    fn choose(&mut self, session: &Session, stop: &AtomicBool) -> Result<Choice, Lapse> {
        match self.way {
            Way::Level(strength) => {
                let chosen = self.mind.choose_with(session, &strength, self.random.next_u64(), stop);
                let (mv, score) = chosen.ok_or_else(speechless)?;
                Ok(Choice { mv, score, depth: None })
            }
            Way::Fixed(plan) => {
                let thought = self.mind.think(session, plan, stop, &mut |_| {});
                // So few nodes that not one move was looked at: any will do.
                let mv = thought.best().map(str::to_owned).or_else(|| session.legal().into_iter().next());
                Ok(Choice {
                    mv: mv.ok_or_else(speechless)?,
                    score: thought.score(),
                    depth: Some(thought.depth),
                })
            }
        }
    }
}

/// Plain Monte Carlo.
pub(super) struct MonteCarlo {
    entry: &'static Entry,
    limits: Limits,
    player: Baseline,
}

impl MonteCarlo {
    pub(super) const fn new(entry: &'static Entry, limits: Limits) -> MonteCarlo {
        MonteCarlo { entry, limits, player: Baseline::new(0) }
    }
}

impl Contestant for MonteCarlo {
    fn begin(&mut self, _: &Session, seed: u64) -> Result<(), Lapse> {
        self.player = Baseline::new(seed);
        Ok(())
    }

    fn choose(&mut self, session: &Session, stop: &AtomicBool) -> Result<Choice, Lapse> {
        let found = self.player.choose(self.entry, session, self.limits, stop);
        let (mv, _) = found.ok_or_else(speechless)?;
        Ok(Choice { mv, score: None, depth: None })
    }
}

/// The exact table.
pub(super) struct Perfect {
    table: Solved,
}

impl Perfect {
    pub(super) const fn new(table: Solved) -> Perfect {
        Perfect { table }
    }
}

impl Contestant for Perfect {
    fn begin(&mut self, _: &Session, _: u64) -> Result<(), Lapse> {
        Ok(())
    }

    fn choose(&mut self, session: &Session, _: &AtomicBool) -> Result<Choice, Lapse> {
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

impl Contestant for Guess {
    fn begin(&mut self, _: &Session, seed: u64) -> Result<(), Lapse> {
        self.random = SplitMix64::new(seed);
        Ok(())
    }

    fn choose(&mut self, session: &Session, _: &AtomicBool) -> Result<Choice, Lapse> {
        let legal = session.legal();
        if legal.is_empty() {
            return Err(speechless());
        }
        let mv = legal[self.random.below(legal.len())].clone();
        Ok(Choice { mv, score: None, depth: None })
    }
}
