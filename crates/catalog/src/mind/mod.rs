//! Whoever thinks about a game, behind the same door: sessions in, moves and scores in texts out.
//!
//! - `thought`: what is asked and what comes back.
//! - `typed`: the search of a game whose types are known.
//! - `ending`, `budget`: the exact end of a game that is solved while one waits.
//! - `level`, `strength`: how strong a computer opponent plays, and how the weaker ones choose.

mod budget;
mod ending;
mod level;
mod strength;
mod thought;
mod typed;

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use mekong_engine::{Limits, Plan, Score};

pub use ending::{Proof, ProvenMove};
pub use level::Level;
pub use strength::Strength;
pub use thought::{Source, Thought, ThoughtLine};
pub(crate) use typed::Thinker;

use crate::{Entry, Session};

/// Somebody who can be asked about the positions of one game: a search with its memory, the exact end where it can be
/// worked out, and the exact table where the game is solved and the table is at hand.
///
/// A mind can be shared by threads; two questions at once share its memory.
///
/// ```
/// use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
///
/// use mekong_catalog::{Mind, find};
/// use mekong_core::Variants;
/// use mekong_engine::Limits;
///
/// let entry = find("siam")?;
/// let mind = Mind::new(entry, 1);
/// let session = entry.start(Variants::NONE, 0);
/// let thought = mind.think(&session, Limits::depth(3), &AtomicBool::new(false), &mut |_| {});
/// assert!(session.legal().contains(&thought.best().unwrap().to_owned()));
/// # Ok::<(), mekong_catalog::OpenError>(())
/// ```
#[derive(Debug)]
pub struct Mind {
    entry: &'static Entry,
    memory: typed::Memory,
    #[cfg(feature = "tables")]
    table: Option<crate::Solved>,
}

impl Mind {
    /// A mind for a game with about so many megabytes of memory.
    #[must_use]
    pub fn new(entry: &'static Entry, megabytes: usize) -> Mind {
        Mind {
            entry,
            memory: typed::Memory::new(megabytes, entry.thinker()),
            #[cfg(feature = "tables")]
            table: None,
        }
    }

    /// The same mind with the exact table of its game. It answers for positions of the table's variant.
    #[cfg(feature = "tables")]
    #[must_use]
    pub fn with_table(self, table: crate::Solved) -> Mind {
        Mind { table: Some(table), ..self }
    }

    /// The game it thinks about.
    #[must_use]
    pub const fn entry(&self) -> &'static Entry {
        self.entry
    }

    /// Forgets what earlier questions taught it.
    pub fn forget(&self) {
        self.memory.forget();
    }

    /// Thinks about the position of a session until a limit, and tells every depth. The lines are empty only if the
    /// game is over, the search was stopped at once, or the session is of another game.
    ///
    /// `stop` ends it within milliseconds; it is set when the thinking ends by itself.
    pub fn think(
        &self,
        session: &Session,
        plan: impl Into<Plan>,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(&Thought),
    ) -> Thought {
        let plan = plan.into();
        #[cfg(feature = "tables")]
        if let Some(thought) = self.look_up(session, plan.lines) {
            tell(&thought);
            return thought;
        }
        let thought = self.entry.thinker().think(session, &self.memory, plan, stop, tell);
        stop.store(true, Relaxed);
        thought.unwrap_or_default()
    }

    /// The move of a computer opponent of a level; none if the game is over. The seed decides among moves that the
    /// level cannot tell apart; the same seed gives the same move, except at the levels that think for a time.
    pub fn choose(&self, session: &Session, level: Level, seed: u64, stop: &AtomicBool) -> Option<String> {
        self.choose_with(session, &level.strength(self.entry), seed, stop).map(|(mv, _)| mv)
    }

    /// The share of games that the player to move wins from positions with this score, by the game's own curve.
    #[must_use]
    pub fn win_chance(&self, score: Score) -> f64 {
        self.entry.thinker().win_chance(score)
    }

    /// What the table says of every move.
    #[cfg(feature = "tables")]
    fn look_up(&self, session: &Session, lines: usize) -> Option<Thought> {
        let table = self.table.as_ref()?;
        if session.outcome().is_some() {
            return Some(Thought::default());
        }
        let moves = table.moves(session)?;
        let nodes = moves.len() as u64;
        let line = |(index, (text, value)): (usize, (String, mekong_core::Value))| {
            // Only the best line is played out: the others are there to be compared.
            let rest = if index == 0 { table.best_line(session) } else { None };
            let moves = rest.map_or_else(|| vec![text], |line| line.into_iter().map(|(mv, _)| mv).collect());
            ThoughtLine::proven(Score::of_value(value), moves)
        };
        let lines = moves.into_iter().enumerate().take(lines.max(1)).map(line).collect();
        Some(Thought { source: Source::Table, nodes, lines, ..Thought::default() })
    }
}

/// A plain Monte Carlo player of any game: the baseline that strength is stated against.
#[derive(Debug)]
pub struct Baseline {
    player: mekong_engine::Mcts,
}

impl Baseline {
    /// A player whose random numbers begin with a seed.
    #[must_use]
    pub const fn new(seed: u64) -> Baseline {
        Baseline { player: mekong_engine::Mcts::new(seed) }
    }

    /// Its move and the share of random games that it won; none if the game is over. `nodes` are playouts.
    pub fn choose(
        &mut self,
        entry: &Entry,
        session: &Session,
        limits: Limits,
        stop: &AtomicBool,
    ) -> Option<(String, f64)> {
        entry.thinker().play_out(session, &mut self.player, limits, stop)
    }
}
