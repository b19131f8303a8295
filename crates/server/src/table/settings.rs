use mekong_catalog::{Entry, Session, find};
use mekong_core::{Explain, Lang, Player, Variants, explained_error, say};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Clock, Speed};

/// What was agreed before the first move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Settings {
    /// The id of the game.
    pub game: String,
    /// Its variants, in their order.
    pub variants: Vec<String>,
    /// The position it starts from, where it is not the usual one.
    pub start: Option<String>,
    /// How time is kept.
    pub clock: Clock,
    /// Whether it counts for ratings.
    pub rated: bool,
}

/// A deal that was fixed before anybody saw it, and can be checked afterwards.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Deal {
    /// The number the deal follows from.
    pub seed: u64,
    /// Random letters, so that the hash cannot be searched.
    pub salt: String,
}

impl Deal {
    /// What is shown before: SHA-256 of `seed:salt`, in hexadecimal.
    #[must_use]
    pub fn commitment(&self) -> String {
        use sha2::Digest as _;
        let digest = sha2::Sha256::digest(format!("{}:{}", self.seed, self.salt));
        digest.iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

/// Who sits at one side of the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Seat {
    /// A person or a bot with an account, or a guest.
    Person {
        /// The number of the user.
        user: String,
    },
    /// The server's own engine.
    Computer {
        /// 1 to 10.
        level: u8,
    },
}

impl Seat {
    /// The user, if it is one.
    #[must_use]
    pub fn user(&self) -> Option<&str> {
        match self {
            Seat::Person { user } => Some(user),
            Seat::Computer { .. } => None,
        }
    }

    /// The level, if it is the computer.
    #[must_use]
    pub const fn level(&self) -> Option<u8> {
        match self {
            Seat::Person { .. } => None,
            Seat::Computer { level } => Some(*level),
        }
    }
}

/// Why settings are refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SettingsError {
    /// The game, its variants or its start are not what they should be.
    Game(String),
    /// The clock's numbers are out of bounds.
    Clock,
    /// A game that starts elsewhere, or without a clock, cannot be rated.
    NotRateable,
    /// The game is over before it begins.
    Over,
}

impl Explain for SettingsError {
    fn explain(&self, lang: Lang) -> String {
        match self {
            SettingsError::Game(why) => why.clone(),
            SettingsError::Clock => say!(
                lang,
                "the clock is out of bounds: 5 to 10800 seconds with 0 to 180 a turn, or 1 to 14 days",
                "la pendule est hors limites : de 5 à 10800 secondes avec 0 à 180 par tour, ou de 1 à 14 jours",
            ),
            SettingsError::NotRateable => say!(
                lang,
                "a rated game needs a clock and the usual start",
                "une partie classée demande une pendule et le départ habituel",
            ),
            SettingsError::Over => {
                say!(lang, "in that position the game is over", "dans cette position la partie est finie")
            }
        }
    }
}
explained_error!(SettingsError);

impl Settings {
    /// The game.
    ///
    /// # Errors
    /// There is no such game.
    pub fn entry(&self, lang: Lang) -> Result<&'static Entry, SettingsError> {
        find(&self.game).map_err(|error| SettingsError::Game(error.explain(lang)))
    }

    /// The chosen variants.
    ///
    /// # Errors
    /// The game does not have one of them.
    pub fn variants(&self, lang: Lang) -> Result<Variants, SettingsError> {
        let info = self.entry(lang)?.info();
        info.parse_variants(&self.variants).map_err(|error| SettingsError::Game(error.explain(lang)))
    }

    /// Checks everything and puts it into its usual form.
    ///
    /// # Errors
    /// The first thing that is wrong, in words.
    pub fn checked(mut self, lang: Lang) -> Result<Settings, SettingsError> {
        let variants = self.variants(lang)?;
        let info = self.entry(lang)?.info();
        self.variants = info.variant_names(variants).into_iter().map(str::to_owned).collect();
        if !self.clock.is_sensible() {
            return Err(SettingsError::Clock);
        }
        if let Some(text) = &self.start {
            let session = self
                .entry(lang)?
                .parse(text, variants)
                .map_err(|error| SettingsError::Game(error.explain(lang)))?;
            if session.outcome().is_some() {
                return Err(SettingsError::Over);
            }
            if session.started_by_default() {
                self.start = None;
            }
        }
        if self.rated && (self.clock == Clock::None || self.start.is_some()) {
            return Err(SettingsError::NotRateable);
        }
        Ok(self)
    }

    /// The session the game begins with. `None` only for settings that were never checked.
    #[must_use]
    pub fn session(&self, seed: u64) -> Option<Session> {
        let variants = self.variants(Lang::En).ok()?;
        let entry = self.entry(Lang::En).ok()?;
        match &self.start {
            Some(text) => entry.parse(text, variants).ok(),
            None => Some(entry.start(variants, seed)),
        }
    }

    /// Whether the start is dealt from a seed.
    #[must_use]
    pub fn is_dealt(&self) -> bool {
        self.start.is_none() && self.entry(Lang::En).is_ok_and(|entry| entry.info().dealt)
    }

    /// What kind of rating the game counts for.
    #[must_use]
    pub const fn speed(&self) -> Speed {
        self.clock.speed()
    }
}

/// Whom one wants to play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Opponent {
    /// Whoever comes by the link.
    Link,
    /// Whoever takes it in the lobby.
    Anyone,
    /// A player.
    User(String),
    /// The computer.
    Computer(u8),
}

/// Both seats in the order of the players.
pub(crate) fn seat(seats: &[Seat; 2], player: Player) -> &Seat {
    &seats[player.index()]
}
