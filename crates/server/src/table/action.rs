use mekong_core::Player;

use super::{Audience, Offer};
use crate::time::Millis;

/// The author of an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Actor {
    /// One of the two players.
    Player(Player),
    /// A spectator.
    Spectator,
}

/// A request of a player or a spectator.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// Make a move.
    Move {
        /// The expected ply, if given: a move for another position is refused.
        ply: Option<u32>,
        /// The move's text.
        text: String,
        /// Measured network delay of the move.
        lag: Millis,
    },
    /// Resign.
    Resign,
    /// Make an offer, or accept the opponent's. For rematches see [`Action::Rematch`].
    Offer(Offer),
    /// Offer a rematch, or accept the opponent's offer.
    Rematch {
        /// Whether to play the same deal.
        same_deal: bool,
        /// The id of the new game if both agree.
        game: String,
    },
    /// Decline the opponent's offer, or withdraw one's own.
    Decline(Offer),
    /// Give the opponent fifteen seconds.
    AddTime,
    /// Abort the game before both players have moved.
    Abort,
    /// Claim a win on time.
    ClaimTime,
    /// Send a chat message.
    Chat {
        /// The id of the author.
        user: String,
        /// The name of the author.
        name: String,
        /// The audience.
        audience: Audience,
        /// The text.
        text: String,
    },
}

impl Action {
    /// The kind of action, for logs.
    pub(crate) const fn kind(&self) -> &'static str {
        match self {
            Action::Move { .. } => "move",
            Action::Resign => "resign",
            Action::Offer(_) => "offer",
            Action::Rematch { .. } => "rematch",
            Action::Decline(_) => "decline",
            Action::AddTime => "add-time",
            Action::Abort => "abort",
            Action::ClaimTime => "claim-time",
            Action::Chat { .. } => "chat",
        }
    }
}
