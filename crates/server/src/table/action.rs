use mekong_core::Player;

use super::{Offer, Room};
use crate::time::Millis;

/// Who acts at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Actor {
    /// One of the two players.
    Player(Player),
    /// Somebody who watches.
    Watcher,
}

/// What somebody wants to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// Make a move.
    Move {
        /// The number the move will have, if the player said it: a move meant for another position is refused.
        ply: Option<u32>,
        /// The move's text.
        text: String,
        /// How much of the time passed on the line and not in the player's head.
        lag: Millis,
    },
    /// Give up.
    Resign,
    /// Offer, or accept what the opponent offers. For another game see [`Action::Rematch`].
    Offer(Offer),
    /// Offer another game, or accept the opponent's offer of one.
    Rematch {
        /// Whether with the same deal.
        same_deal: bool,
        /// The number the game will have if both want it.
        game: String,
    },
    /// Decline what the opponent offers, or withdraw the own offer.
    Decline(Offer),
    /// Give the opponent fifteen seconds.
    AddTime,
    /// Break the game off, before both have moved.
    Abort,
    /// Say that the opponent's time is over.
    ClaimTime,
    /// Say something.
    Chat {
        /// Who says it, and how they are called.
        user: String,
        /// The name.
        name: String,
        /// To whom.
        room: Room,
        /// What.
        text: String,
    },
}
