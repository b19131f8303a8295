//! Positions that requests and addresses of pages describe.

use axum::http::StatusCode;
use mekong_catalog::{GameSession, OpenError, find};
use mekong_core::Text;
use serde::Deserialize;

use super::Problem;
use crate::localized_text::LocalizedText;

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
        let variants = entry.parse_variants([&self.variants]).map_err(|error| no_position(&error))?;
        if self.position.is_none() && self.seed.is_none() && entry.info().dealt {
            let text = Text {
                en: "the game is dealt at random: give a position",
                fr: "la position initiale du jeu est tirée au sort : indiquez une position",
            };
            return Err(Problem::new(StatusCode::NOT_FOUND, "no-position", text));
        }
        let count = self.ply.map_or(usize::MAX, |ply| ply as usize);
        let moves = self.moves.split_ascii_whitespace().take(count);
        let seed = self.seed.unwrap_or_default();
        entry.open(variants, self.position.as_deref(), seed, moves).map_err(|error| no_position(&error))
    }

    /// Whether it is more than the start of the game.
    pub(super) fn is_given(&self) -> bool {
        self.position.is_some() || !self.moves.trim().is_empty()
    }
}

/// The parameters do not describe a position.
fn no_position(error: &OpenError) -> Problem {
    let text = match error {
        OpenError::UnknownGame { .. } => LocalizedText::of(error),
        OpenError::Variant(error) => LocalizedText::of(error),
        OpenError::Position(error) => LocalizedText::of(error),
        OpenError::Move { error, .. } => LocalizedText::of(error),
    };
    Problem::new(StatusCode::NOT_FOUND, "no-position", text)
}
