use mekong_core::{Outcome, Player};
use serde::Serialize;

use crate::Session;

/// All that can be said of a session now: what `mekong show --json` prints.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Snapshot {
    /// The game's name.
    pub game: &'static str,
    /// The names of the variants played.
    pub variant: Vec<&'static str>,
    /// The position's text.
    pub position: String,
    /// `p1`, `p2`, or nothing once the game is over.
    pub turn: Option<&'static str>,
    /// The legal moves, sorted.
    pub legal: Vec<String>,
    /// The outcome, once there is one.
    pub outcome: Option<OutcomeSnapshot>,
    /// The seed of the deal, where the session began with one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
}

/// An outcome in texts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct OutcomeSnapshot {
    /// `p1`, `p2`, or nothing for a draw.
    pub winner: Option<&'static str>,
    /// The reason's code.
    pub reason: &'static str,
}

impl From<Outcome> for OutcomeSnapshot {
    fn from(outcome: Outcome) -> OutcomeSnapshot {
        OutcomeSnapshot { winner: outcome.winner.map(Player::code), reason: outcome.reason.code }
    }
}

impl Snapshot {
    /// What can be said of `session`, and from which seed it was dealt.
    #[must_use]
    pub fn of(session: &Session, seed: Option<u64>) -> Snapshot {
        Snapshot {
            game: session.info().id,
            variant: session.variant_names(),
            position: session.position_text(),
            turn: session.turn().map(Player::code),
            legal: session.legal(),
            outcome: session.outcome().map(OutcomeSnapshot::from),
            seed,
        }
    }
}
