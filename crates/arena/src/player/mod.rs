//! Those who play.

mod builtin;
mod external;

use mekong_catalog::{Entry, Session};
use mekong_core::{CancelToken, Explain, Lang, Variants, explained_error, quoted, say};
use mekong_engine::Score;
use mekong_players::{Strength, Tablebase};
use mekong_ugi::client::ClientError;

use self::{
    builtin::{Guess, MonteCarlo, Perfect, Searching},
    external::External,
};
use crate::PlayerSpec;

/// A player at work.
pub trait MatchPlayer: Send {
    /// Another game begins with this opening: what earlier games taught is forgotten, and random choices start from
    /// this seed.
    fn begin(&mut self, opening: &Session, seed: u64) -> Result<(), Forfeit>;

    /// The move to play in an unfinished game. Cancelling ends the search early.
    fn choose(&mut self, session: &Session, stop: &CancelToken) -> Result<Choice, Forfeit>;
}

/// A move and the player's evaluation of it.
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
pub enum Forfeit {
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
        /// What was seen.
        en: String,
        /// The same in French.
        fr: String,
    },
}

impl Explain for Forfeit {
    fn explain(&self, lang: Lang) -> String {
        match self {
            Forfeit::Illegal { mv } => {
                let mv = quoted(mv, lang);
                say!(lang, "{mv} is not a legal move", "{mv} n'est pas un coup permis")
            }
            Forfeit::Late { millis } => {
                say!(lang, "no move after {millis} ms", "pas de coup au bout de {millis} ms")
            }
            Forfeit::Broken { en, fr } => say!(lang, "broke down: {en}", "tombé en panne : {fr}"),
        }
    }
}
explained_error!(Forfeit);

/// Creates match players from their specifications.
#[derive(Clone, Debug)]
pub struct PlayerFactory {
    entry: &'static Entry,
    variants: Variants,
    table: Option<Tablebase>,
    counts: bool,
}

impl PlayerFactory {
    /// The players of a game and a variant; with its exact table if there is one.
    #[must_use]
    pub const fn new(entry: &'static Entry, variants: Variants, table: Option<Tablebase>) -> PlayerFactory {
        PlayerFactory { entry, variants, table, counts: false }
    }

    /// The same, whose full strength counts the positions of a second (the reference speed of the game) and not its time: slow
    /// machines and busy ones then play the same games as others.
    #[must_use]
    pub fn counting(self) -> PlayerFactory {
        PlayerFactory { counts: true, ..self }
    }

    /// Makes a player ready.
    pub fn create(&self, spec: &PlayerSpec) -> Result<Box<dyn MatchPlayer>, CreatePlayerError> {
        Ok(match spec {
            PlayerSpec::Level(level) => {
                let strength = level.strength(self.entry);
                // Only the full strength looks into the table.
                let table = self.table.clone().filter(|_| strength.is_full());
                if strength.is_full() && self.counts {
                    Box::new(Searching::with_nodes(
                        self.entry,
                        mekong_players::reference_nps(self.entry),
                        table,
                    ))
                } else {
                    Box::new(Searching::with_strength(self.entry, strength, table))
                }
            }
            PlayerSpec::Novice => Box::new(Searching::with_strength(self.entry, Strength::NOVICE, None)),
            PlayerSpec::Search(searcher) => Box::new(Searching::with_limits(self.entry, searcher)),
            PlayerSpec::MonteCarlo(limits) => Box::new(MonteCarlo::new(self.entry, *limits)),
            PlayerSpec::Random => Box::new(Guess::default()),
            PlayerSpec::Table => match self.table.clone().filter(|table| table.variants() == self.variants) {
                Some(table) => Box::new(Perfect::new(table)),
                None => return Err(CreatePlayerError::NoTable { game: self.entry.info().title }),
            },
            PlayerSpec::External { budget, options, command } => {
                let hired = External::start(command, *budget, options);
                Box::new(hired.map_err(|error| CreatePlayerError::Program(Box::new(error)))?)
            }
        })
    }
}

/// Why a player cannot be made ready.
#[derive(Clone, Debug)]
pub enum CreatePlayerError {
    /// There is no exact table of this game.
    NoTable {
        /// The game's title.
        game: &'static str,
    },
    /// A program could not be started, or does not speak UGI.
    Program(Box<ClientError>),
}

impl Explain for CreatePlayerError {
    fn explain(&self, lang: Lang) -> String {
        match self {
            CreatePlayerError::NoTable { game } => say!(
                lang,
                "table: there is no exact table of {game}",
                "table : il n'y a pas de table exacte de {game}",
            ),
            CreatePlayerError::Program(error) => error.explain(lang),
        }
    }
}
explained_error!(CreatePlayerError);
