use mekong_core::Player;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Clocks;
use crate::time::Millis;

/// Something that happened at a table. Events are stored, numbered and sent as they are.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// A move was made.
    Move {
        /// The number of the move: the first is 1.
        ply: u32,
        /// The move's text.
        #[serde(rename = "move")]
        text: String,
        /// Who made it.
        by: SeatCode,
        /// What both have left; none without a clock.
        clocks: Option<Clocks>,
        /// How much of the time passed on a slow line and was forgiven, in milliseconds; left out if nothing was.
        #[serde(default, skip_serializing_if = "is_nothing")]
        #[schema(value_type = Option<i64>, minimum = 0, maximum = 500)]
        lag: Millis,
    },
    /// Somebody offered something.
    Offer {
        /// What.
        offer: Offer,
        /// Who.
        by: SeatCode,
    },
    /// An offer was declined or withdrawn.
    Decline {
        /// What.
        offer: Offer,
        /// By whom.
        by: SeatCode,
    },
    /// Moves were taken back.
    Takeback {
        /// How many moves are left.
        ply: u32,
        /// What both have left.
        clocks: Option<Clocks>,
    },
    /// A player gave the opponent time.
    TimeAdded {
        /// Who gave it.
        by: SeatCode,
        /// How much.
        milliseconds: Millis,
        /// What both have left.
        clocks: Clocks,
    },
    /// The clock of the player to move stands still, because the server did or because the player is on holiday.
    Paused {
        /// For how long; less than nothing if a holiday ends early and the rest is given back.
        milliseconds: Millis,
    },
    /// Somebody said something.
    Chat {
        /// The name of who said it.
        name: String,
        /// The number of who said it.
        user: String,
        /// To whom.
        room: Room,
        /// What.
        text: String,
    },
    /// The game is over.
    End(End),
    /// Both want to play again, and do.
    Rematch {
        /// The new game.
        game: String,
    },
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
const fn is_nothing(lag: &Millis) -> bool {
    *lag == 0
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct End {
    /// Who won; none if it is a draw or was broken off.
    pub winner: Option<SeatCode>,
    /// A reason of the rules, or `resignation`, `time`, `agreement`, `length`, `aborted`.
    pub reason: String,
    /// What both have left.
    pub clocks: Option<Clocks>,
}

impl End {
    /// Whether the game was broken off and has no result.
    #[must_use]
    pub fn is_aborted(&self) -> bool {
        self.reason == "aborted"
    }
}

/// What can be offered.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Offer {
    /// To call it a draw.
    Draw,
    /// To take back the offering player's last move.
    Takeback,
    /// To play again, the sides swapped and the deal new.
    Rematch,
    /// To play the same deal again, the sides swapped.
    SameDeal,
}

/// Who hears a word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Room {
    /// The two players.
    Players,
    /// Whoever watches; the players too once the game is over.
    Watchers,
}

impl Room {
    /// Both.
    pub const ALL: [Room; 2] = [Room::Players, Room::Watchers];

    /// The word in the database.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Room::Players => "players",
            Room::Watchers => "watchers",
        }
    }

    /// The audience with this word.
    #[must_use]
    pub fn parse(code: &str) -> Option<Room> {
        Room::ALL.into_iter().find(|room| room.code() == code)
    }

    /// Its place in a pair.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl Offer {
    /// Whether it is to play another game.
    #[must_use]
    pub const fn is_rematch(self) -> bool {
        matches!(self, Offer::Rematch | Offer::SameDeal)
    }
}

impl Event {
    /// Removes the name of a user from what they said. Whether there was one.
    pub(crate) fn forget_name(&mut self, id: &str) -> bool {
        match self {
            Event::Chat { name, user, .. } if user == id && !name.is_empty() => {
                name.clear();
                true
            }
            _ => false,
        }
    }

    /// Whether the position or the turn is another one after it.
    #[must_use]
    pub const fn changes_the_board(&self) -> bool {
        matches!(self, Event::Move { .. } | Event::Takeback { .. } | Event::End(_))
    }
}

/// A seat as it is written.
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
