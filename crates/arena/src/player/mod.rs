//! Match players.

mod builtin;
mod external;

use mekong_catalog::{Entry, GameSession};
use mekong_core::{CancelToken, Explain, Lang, Text, Variants, explained_error, quoted, say};
use mekong_engine::Score;
use mekong_players::{NOVICE, REFERENCE_NPS, Tablebase};
use mekong_ugi::client::ClientError;

use self::{
    builtin::{MonteCarloPlayer, RandomPlayer, SearchPlayer, TablebasePlayer},
    external::External,
};
use crate::PlayerSpec;

/// A running player.
pub trait MatchPlayer: Send {
    /// Starts a new game from this opening: clears the hash memory and reseeds random choices.
    fn begin(&mut self, opening: &GameSession, seed: u64) -> Result<(), Forfeit>;

    /// The move to play in an unfinished game. Cancelling ends the search early.
    fn choose(&mut self, session: &GameSession, cancel: &CancelToken) -> Result<Choice, Forfeit>;
}

/// A move and the player's evaluation of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The move's text.
    pub mv: String,
    /// The score for the player to move, if known.
    pub score: Option<Score>,
    /// The search depth.
    pub depth: Option<u32>,
}

/// Why a player forfeits a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Forfeit {
    /// An illegal move.
    Illegal {
        /// The text of the move.
        mv: String,
    },
    /// The time limit was exceeded.
    Timeout {
        /// The time waited, in milliseconds.
        millis: u64,
    },
    /// The program exited or sent an invalid response.
    EngineFailure {
        /// The error in English.
        en: String,
        /// The error in French.
        fr: String,
    },
}

impl Explain for Forfeit {
    fn explain(&self, lang: Lang) -> String {
        match self {
            Forfeit::Illegal { mv } => {
                let mv = quoted(mv, lang);
                say!(lang, "{mv} is not a legal move", "{mv} n’est pas un coup légal")
            }
            Forfeit::Timeout { millis } => {
                say!(lang, "no move after {millis} ms", "pas de coup au bout de {millis} ms")
            }
            Forfeit::EngineFailure { en, fr } => say!(lang, "engine failure: {en}", "panne du moteur : {fr}"),
        }
    }
}
explained_error!(Forfeit);

/// Creates match players from their specifications.
#[derive(Clone, Debug)]
pub struct PlayerFactory {
    entry: &'static Entry,
    variants: Variants,
    tablebase: Option<Tablebase>,
    counts: bool,
}

impl PlayerFactory {
    /// A factory for a game and its variant rules, with a tablebase if there is one.
    #[must_use]
    pub const fn new(
        entry: &'static Entry,
        variants: Variants,
        tablebase: Option<Tablebase>,
    ) -> PlayerFactory {
        PlayerFactory { entry, variants, tablebase, counts: false }
    }

    /// Replaces the time limit of the full strength by [`REFERENCE_NPS`] nodes per move, so that results do not depend on
    /// the machine.
    #[must_use]
    pub fn with_node_limits(self) -> PlayerFactory {
        PlayerFactory { counts: true, ..self }
    }

    /// Creates a player.
    pub fn create(&self, spec: &PlayerSpec) -> Result<Box<dyn MatchPlayer>, CreatePlayerError> {
        Ok(match spec {
            PlayerSpec::Level(level) => {
                let settings = level.settings(self.entry);
                // Only the full strength uses the tablebase.
                let tablebase = self.tablebase.clone().filter(|_| settings.is_full());
                if settings.is_full() && self.counts {
                    Box::new(SearchPlayer::with_nodes(self.entry, REFERENCE_NPS, tablebase))
                } else {
                    Box::new(SearchPlayer::with_settings(self.entry, settings, tablebase))
                }
            }
            PlayerSpec::Novice => Box::new(SearchPlayer::with_settings(self.entry, NOVICE, None)),
            PlayerSpec::Search(searcher) => Box::new(SearchPlayer::with_limits(self.entry, searcher)),
            PlayerSpec::MonteCarlo(limits) => Box::new(MonteCarloPlayer::new(self.entry, *limits)),
            PlayerSpec::Random => Box::new(RandomPlayer::default()),
            PlayerSpec::Tablebase => {
                match self.tablebase.clone().filter(|tablebase| tablebase.variants() == self.variants) {
                    Some(tablebase) => Box::new(TablebasePlayer::new(tablebase)),
                    None => return Err(CreatePlayerError::NoTablebase { game: self.entry.info().title }),
                }
            }
            PlayerSpec::External { limit, options, command } => {
                let player = External::start(command, *limit, options);
                Box::new(player.map_err(|error| CreatePlayerError::Program(Box::new(error)))?)
            }
        })
    }
}

/// Why a player cannot be created.
#[derive(Clone, Debug)]
pub enum CreatePlayerError {
    /// There is no tablebase of this game.
    NoTablebase {
        /// The game's title.
        game: Text,
    },
    /// A program could not be started or does not support UGI.
    Program(Box<ClientError>),
}

impl Explain for CreatePlayerError {
    fn explain(&self, lang: Lang) -> String {
        match self {
            CreatePlayerError::NoTablebase { game } => {
                let game = game.get(lang);
                say!(lang, "table: {game} has no tablebase", "table : {game} n’a pas de table de solutions",)
            }
            CreatePlayerError::Program(error) => error.explain(lang),
        }
    }
}
explained_error!(CreatePlayerError);
