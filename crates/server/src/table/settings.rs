use mekong_catalog::{Entry, GameSession, find};
use mekong_core::{Explain, Lang, Player, Variants, explained_error, say};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Clock, Speed};
use crate::localized_text::LocalizedText;

/// The settings of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Settings {
    /// Kind of game: the id in the catalog, such as `siam`.
    pub game: String,
    /// Variants, in canonical order.
    pub variants: Vec<String>,
    /// The start position, if not the default.
    pub start: Option<String>,
    /// The time control.
    pub clock: Clock,
    /// Whether the game is rated.
    pub rated: bool,
}

/// A deal that is committed to in advance and can be verified afterwards.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Deal {
    /// The seed of the deal.
    pub seed: u64,
    /// Random characters, so that the seed cannot be found by brute force.
    pub salt: String,
}

impl Deal {
    /// The commitment: SHA-256 of `seed:salt`, in hexadecimal.
    #[must_use]
    pub fn commitment(&self) -> String {
        use sha2::Digest as _;
        let digest = sha2::Sha256::digest(format!("{}:{}", self.seed, self.salt));
        digest.iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

/// The occupant of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Seat {
    /// A person or a bot with an account, or a guest.
    #[serde(rename = "person")]
    User {
        /// The id of the user.
        user: String,
    },
    /// The server's own engine.
    Computer {
        /// 1 to 10.
        level: u8,
    },
}

impl Seat {
    /// The id of the user, if any.
    #[must_use]
    pub fn user(&self) -> Option<&str> {
        match self {
            Seat::User { user } => Some(user),
            Seat::Computer { .. } => None,
        }
    }

    /// The level of the computer, if any.
    #[must_use]
    pub const fn level(&self) -> Option<u8> {
        match self {
            Seat::User { .. } => None,
            Seat::Computer { level } => Some(*level),
        }
    }
}

/// Why settings are invalid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SettingsError {
    /// The game, its variants or its start position are invalid.
    Game(LocalizedText),
    /// The clock is out of bounds.
    Clock,
    /// A game with a custom start or without a clock cannot be rated.
    NotRateable,
    /// The game is over in the start position.
    Over,
}

impl Explain for SettingsError {
    fn explain(&self, lang: Lang) -> String {
        match self {
            SettingsError::Game(why) => why.get(lang).to_owned(),
            SettingsError::Clock => say!(
                lang,
                "the clock is out of bounds: 5 to 10800 seconds with an increment of 0 to 180, or 1 to 14 days per move",
                "la pendule est hors limites : de 5 à 10800 secondes avec un incrément de 0 à 180, ou de 1 à 14 jours par coup",
            ),
            SettingsError::NotRateable => say!(
                lang,
                "a rated game requires a clock and the standard starting position",
                "une partie classée nécessite une pendule et la position initiale standard",
            ),
            SettingsError::Over => {
                say!(lang, "the game is over in this position", "la partie est terminée dans cette position")
            }
        }
    }
}
explained_error!(SettingsError);

fn invalid_game(error: &impl Explain) -> SettingsError {
    SettingsError::Game(LocalizedText::of(error))
}

impl Settings {
    /// The kind of game, from the catalog.
    pub fn entry(&self) -> Result<&'static Entry, SettingsError> {
        find(&self.game).map_err(|error| invalid_game(&error))
    }

    /// The variants.
    pub fn variants(&self) -> Result<Variants, SettingsError> {
        let info = self.entry()?.info();
        info.parse_variants(&self.variants).map_err(|error| invalid_game(&error))
    }

    /// Validates and normalizes the settings.
    pub fn validated(mut self) -> Result<Settings, SettingsError> {
        let variants = self.variants()?;
        let info = self.entry()?.info();
        self.variants = info.variant_ids(variants).into_iter().map(str::to_owned).collect();
        if !self.clock.is_valid() {
            return Err(SettingsError::Clock);
        }
        if let Some(text) = &self.start {
            let game_session = self.entry()?.parse(text, variants).map_err(|error| invalid_game(&error))?;
            if game_session.outcome().is_some() {
                return Err(SettingsError::Over);
            }
            if game_session.has_standard_start() {
                self.start = None;
            }
        }
        if self.rated && (self.clock == Clock::None || self.start.is_some()) {
            return Err(SettingsError::NotRateable);
        }
        Ok(self)
    }

    /// The game session at the start. `None` if the settings are invalid.
    #[must_use]
    pub fn game_session(&self, seed: u64) -> Option<GameSession> {
        let variants = self.variants().ok()?;
        let entry = self.entry().ok()?;
        match &self.start {
            Some(text) => entry.parse(text, variants).ok(),
            None => Some(entry.start(variants, seed)),
        }
    }

    /// Whether the start is dealt from a seed.
    #[must_use]
    pub fn is_dealt(&self) -> bool {
        self.start.is_none() && self.entry().is_ok_and(|entry| entry.info().dealt)
    }

    /// The rating category.
    #[must_use]
    pub const fn speed(&self) -> Speed {
        self.clock.speed()
    }
}

/// The opponent of a new challenge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Opponent {
    /// Anyone with the link.
    Link,
    /// Anyone in the lobby.
    Anyone,
    /// A user, by name.
    User(String),
    /// The computer at a level.
    Computer(u8),
}

/// The seat of a player.
pub(crate) fn seat(seats: &[Seat; 2], player: Player) -> &Seat {
    &seats[player.index()]
}
