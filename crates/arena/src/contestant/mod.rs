//! Those who play.

mod builtin;

use std::sync::atomic::AtomicBool;

use mekong_catalog::{Entry, Session, Solved};
use mekong_core::{Explain, Lang, Variants, explained_error, quoted, say};
use mekong_engine::Score;

use self::builtin::{Guess, MonteCarlo, Perfect, Searching};
use crate::Entrant;

/// A player at work.
pub trait Contestant: Send {
    /// Another game begins: what earlier games taught is forgotten, and random choices start from this seed.
    fn begin(&mut self, seed: u64);

    /// The move to play in an unfinished game. `stop` ends the thinking early.
    ///
    /// # Errors
    /// How the player broke down; it loses the game.
    fn choose(&mut self, session: &Session, stop: &AtomicBool) -> Result<Choice, Lapse>;
}

/// A move and what the player thinks of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The move's text.
    pub mv: String,
    /// How good the position is for the mover, if that is known.
    pub score: Option<Score>,
    /// How deep it looked.
    pub depth: Option<u32>,
}

/// How a player breaks down.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Lapse {
    /// It played what is not a legal move.
    Illegal {
        /// The text of the move.
        mv: String,
    },
    /// It took too long.
    Late {
        /// How long it was waited for, in milliseconds.
        millis: u64,
    },
    /// It ended, or could not be understood.
    Broken {
        /// What was seen, in English.
        why: String,
    },
}

impl Explain for Lapse {
    fn explain(&self, lang: Lang) -> String {
        match self {
            Lapse::Illegal { mv } => {
                let mv = quoted(mv, lang);
                say!(lang, "{mv} is not a legal move", "{mv} n'est pas un coup permis")
            }
            Lapse::Late { millis } => {
                say!(lang, "no move after {millis} ms", "pas de coup au bout de {millis} ms")
            }
            Lapse::Broken { why } => say!(lang, "broke down: {why}", "tombé en panne : {why}"),
        }
    }
}
explained_error!(Lapse);

/// Whoever can play a game: makes contestants of entrants.
#[derive(Clone, Debug)]
pub struct Crew {
    entry: &'static Entry,
    variants: Variants,
    table: Option<Solved>,
}

impl Crew {
    /// The players of a game and a variant; with its exact table if there is one.
    #[must_use]
    pub const fn new(entry: &'static Entry, variants: Variants, table: Option<Solved>) -> Crew {
        Crew { entry, variants, table }
    }

    /// Makes a player ready.
    ///
    /// # Errors
    /// Why there is no such player here.
    pub fn hire(&self, entrant: &Entrant) -> Result<Box<dyn Contestant>, HireError> {
        Ok(match entrant {
            Entrant::Level(level) => {
                let strength = level.strength(self.entry);
                // Only the full strength looks into the table.
                let table = self.table.clone().filter(|_| strength.is_full());
                Box::new(Searching::with_strength(self.entry, strength, table))
            }
            Entrant::Search(searcher) => Box::new(Searching::with_limits(self.entry, searcher)),
            Entrant::MonteCarlo(budget) => Box::new(MonteCarlo::new(self.entry, budget.limits())),
            Entrant::Random => Box::new(Guess::default()),
            Entrant::Table => match self.table.clone().filter(|table| table.variants() == self.variants) {
                Some(table) => Box::new(Perfect::new(table)),
                None => return Err(HireError::NoTable { game: self.entry.info().title }),
            },
            Entrant::External { .. } => return Err(HireError::NoTable { game: self.entry.info().title }),
        })
    }
}

/// Why a player cannot be made ready.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HireError {
    /// There is no exact table of this game.
    NoTable {
        /// The game's title.
        game: &'static str,
    },
    /// A program could not be started, or does not speak UGI.
    Program {
        /// The command line.
        command: String,
        /// Why, in English.
        why: String,
    },
}

impl Explain for HireError {
    fn explain(&self, lang: Lang) -> String {
        match self {
            HireError::NoTable { game } => say!(
                lang,
                "table: there is no exact table of {game}",
                "table : il n'y a pas de table exacte de {game}",
            ),
            HireError::Program { command, why } => {
                let command = quoted(command, lang);
                say!(
                    lang,
                    "ugi: {command} is no player: {why}",
                    "ugi : {command} n'est pas un joueur : {why}"
                )
            }
        }
    }
}
explained_error!(HireError);
