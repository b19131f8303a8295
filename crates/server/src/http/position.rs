//! Positions that requests and addresses of pages describe.

use axum::http::StatusCode;
use mekong_catalog::{GameSession, find};
use mekong_core::{Explain, Text};
use serde::Deserialize;

use super::Problem;

/// A position of a game.
#[derive(Default, Deserialize)]
pub(super) struct PositionSpec {
    /// Variants, separated by commas.
    #[serde(default, alias = "variant")]
    pub(super) variants: String,
    /// The position; by default the initial one.
    pub(super) position: Option<String>,
    /// The deal. If it is `None`, games that are dealt need a position.
    #[serde(default = "first_deal")]
    pub(super) seed: Option<u64>,
    /// Moves to play from there, separated by spaces.
    #[serde(default)]
    pub(super) moves: String,
    /// How many of the moves to play; by default all.
    pub(super) ply: Option<u32>,
}

const fn first_deal() -> Option<u64> {
    Some(0)
}

impl PositionSpec {
    /// The game up to the position.
    pub(super) fn game_session(&self, game: &str) -> Result<GameSession, Problem> {
        let entry = find(game).map_err(|error| no_position(&error))?;
        let variants = entry.info().parse_variants([&self.variants]).map_err(|error| no_position(&error))?;
        let mut game_session = match (&self.position, self.seed) {
            (Some(text), _) => entry.parse(text, variants).map_err(|error| no_position(&error))?,
            (None, None) if entry.info().dealt => {
                let text = Text {
                    en: "the game is dealt at random: give a position",
                    fr: "la position initiale du jeu est tirée au sort : indiquez une position",
                };
                return Err(Problem::new(StatusCode::NOT_FOUND, "no-position", text));
            }
            (None, seed) => entry.start(variants, seed.unwrap_or_default()),
        };
        let count = self.ply.map_or(usize::MAX, |ply| ply as usize);
        for text in self.moves.split_ascii_whitespace().take(count) {
            game_session.play(text).map_err(|error| no_position(&error))?;
        }
        Ok(game_session)
    }

    /// Whether it is more than the start of the game.
    pub(super) fn is_given(&self) -> bool {
        self.position.is_some() || !self.moves.trim().is_empty()
    }
}

/// The parameters do not describe a position.
fn no_position(why: &impl Explain) -> Problem {
    Problem::explained(StatusCode::NOT_FOUND, "no-position", why)
}
