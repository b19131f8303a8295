use mekong_core::{Outcome, Player};
use serde::Serialize;

use crate::GameSession;

/// The state of a session as printed by `mekong show --json`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SessionSnapshot {
    /// The id of the game.
    pub game: &'static str,
    /// The ids of the variants played.
    #[serde(rename = "variant")]
    pub variants: Vec<&'static str>,
    /// The position's text.
    pub position: String,
    /// `p1`, `p2`, or `None` if the game is over.
    pub turn: Option<&'static str>,
    /// The legal moves, sorted.
    pub legal: Vec<String>,
    /// The outcome, if the game is over.
    pub outcome: Option<OutcomeSnapshot>,
    /// The seed of the deal, if there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
}

/// An outcome as text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct OutcomeSnapshot {
    /// `p1`, `p2`, or `None` for a draw.
    pub winner: Option<&'static str>,
    /// The reason's code.
    pub reason: &'static str,
}

impl From<Outcome> for OutcomeSnapshot {
    fn from(outcome: Outcome) -> OutcomeSnapshot {
        OutcomeSnapshot { winner: outcome.winner.map(Player::code), reason: outcome.reason.code }
    }
}

impl SessionSnapshot {
    /// The snapshot of a session, with the seed of its deal.
    #[must_use]
    pub fn of(session: &GameSession, seed: Option<u64>) -> SessionSnapshot {
        SessionSnapshot {
            game: session.info().id,
            variants: session.variant_ids(),
            position: session.position_text(),
            turn: session.turn().map(Player::code),
            legal: session.legal(),
            outcome: session.outcome().map(OutcomeSnapshot::from),
            seed,
        }
    }
}
