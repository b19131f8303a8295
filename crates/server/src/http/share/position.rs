use axum::http::StatusCode;
use mekong_catalog::{GameSession, find};
use mekong_core::{Explain, Lang};
use serde::Deserialize;

use super::super::Problem;

/// A position, as links to the analysis board write it.
#[derive(Deserialize)]
pub(super) struct PositionQuery {
    #[serde(default)]
    pub(super) variant: String,
    pub(super) position: Option<String>,
    #[serde(default)]
    pub(super) seed: u64,
    #[serde(default)]
    pub(super) moves: String,
    /// How many of the moves to play; by default all.
    pub(super) ply: Option<u32>,
}

impl PositionQuery {
    /// The game up to the position.
    pub(super) fn game_session(&self, game: &str) -> Result<GameSession, Problem> {
        let entry = find(game).map_err(|_| Problem::not_found())?;
        let variants = entry.info().parse_variants([&self.variant]).map_err(|error| invalid(&error))?;
        let mut game_session = match &self.position {
            Some(text) => entry.parse(text, variants).map_err(|error| invalid(&error))?,
            None => entry.start(variants, self.seed),
        };
        let count = self.ply.map_or(usize::MAX, |ply| ply as usize);
        for text in self.moves.split_ascii_whitespace().take(count) {
            game_session.play(text).map_err(|error| invalid(&error))?;
        }
        Ok(game_session)
    }

    /// Whether it is more than the start of the game.
    pub(super) fn is_given(&self) -> bool {
        self.position.is_some() || !self.moves.trim().is_empty()
    }
}

/// The parameters do not describe a position.
fn invalid(why: &impl Explain) -> Problem {
    Problem::with_texts(StatusCode::NOT_FOUND, "no-position", why.explain(Lang::En), why.explain(Lang::Fr))
}
