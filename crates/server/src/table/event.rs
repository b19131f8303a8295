use mekong_core::Player;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Clocks;
use crate::{text_enum::text_enum, time::Millis};

/// An event of a game. Events are stored, numbered and sent as they are.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// A move was made.
    Move {
        /// The ply; the first move has 1.
        ply: u32,
        /// The move's text.
        #[serde(rename = "move")]
        text: String,
        /// The player.
        by: SeatCode,
        /// Remaining times; none without a clock.
        clocks: Option<Clocks>,
        /// Compensated network lag in milliseconds; omitted if zero.
        #[serde(default, skip_serializing_if = "is_zero")]
        #[schema(value_type = i64, required = false, minimum = 0, maximum = 500)]
        lag: Millis,
    },
    /// A player made an offer.
    Offer {
        /// The offer.
        offer: Offer,
        /// The player.
        by: SeatCode,
    },
    /// An offer was declined or withdrawn.
    Decline {
        /// The offer.
        offer: Offer,
        /// The player.
        by: SeatCode,
    },
    /// Moves were taken back.
    Takeback {
        /// Number of plies left.
        ply: u32,
        /// Remaining times.
        clocks: Option<Clocks>,
    },
    /// A player gave the opponent time.
    TimeAdded {
        /// The giver.
        by: SeatCode,
        /// The time given.
        milliseconds: Millis,
        /// Remaining times.
        clocks: Clocks,
    },
    /// The clock of the player to move was paused: the server was down, or the player is on vacation.
    Paused {
        /// The duration; negative if a vacation ends early.
        milliseconds: Millis,
    },
    /// A chat message.
    Chat {
        /// The name of the author.
        name: String,
        /// The id of the author.
        user: String,
        /// The audience.
        #[serde(rename = "room")]
        audience: Audience,
        /// The text.
        text: String,
    },
    /// The game is over.
    End(End),
    /// Both players agreed to a rematch.
    Rematch {
        /// The id of the new game.
        game: String,
    },
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "signature required by serde")]
const fn is_zero(lag: &Millis) -> bool {
    *lag == 0
}

/// The end of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct End {
    /// The winner; none if the game was drawn or aborted.
    pub winner: Option<SeatCode>,
    /// A reason defined by the rules of the game, or `resignation`, `time`, `agreement`, `length`, `aborted`.
    pub reason: String,
    /// Remaining times.
    pub clocks: Option<Clocks>,
}

impl End {
    /// Whether the game was aborted.
    #[must_use]
    pub fn is_aborted(&self) -> bool {
        self.reason == "aborted"
    }
}

/// The kinds of offers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Offer {
    /// A draw.
    Draw,
    /// A takeback of the offering player's last move.
    Takeback,
    /// A rematch with sides swapped and a new deal.
    Rematch,
    /// A rematch with sides swapped and the same deal.
    SameDeal,
}

text_enum! {
    /// The audience of a chat message.
    #[derive(Hash)]
    Audience {
        /// The two players.
        Players = "players",
        /// Spectators; also the players once the game is over.
        Spectators = "watchers",
    }
}

impl Audience {
    /// The index into a pair.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl Offer {
    /// Whether it is an offer of another game.
    #[must_use]
    pub const fn is_rematch(self) -> bool {
        matches!(self, Offer::Rematch | Offer::SameDeal)
    }
}

impl Event {
    /// Removes the name of a user from their chat message. Returns whether it was there.
    pub(crate) fn anonymize(&mut self, id: &str) -> bool {
        match self {
            Event::Chat { name, user, .. } if user == id && !name.is_empty() => {
                name.clear();
                true
            }
            _ => false,
        }
    }

    /// Whether it changes the position or the turn.
    #[must_use]
    pub const fn changes_position(&self) -> bool {
        matches!(self, Event::Move { .. } | Event::Takeback { .. } | Event::End(_))
    }
}

/// A player as written in JSON.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SeatCode {
    /// The first seat.
    P1,
    /// The second seat.
    P2,
}

impl From<Player> for SeatCode {
    fn from(player: Player) -> SeatCode {
        match player {
            Player::P1 => SeatCode::P1,
            Player::P2 => SeatCode::P2,
        }
    }
}

impl From<SeatCode> for Player {
    fn from(code: SeatCode) -> Player {
        match code {
            SeatCode::P1 => Player::P1,
            SeatCode::P2 => Player::P2,
        }
    }
}
