use serde::Serialize;
use utoipa::ToSchema;

use super::LoggedEventView;
use crate::{
    people::{GuestName, UserKind},
    table::{Clock, Clocks, End, Offer, SeatCode, Settings, Speed, Stage},
    time::Millis,
};

/// A user, as others see them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct UserView {
    /// Id of the user.
    pub id: String,
    /// Name; null for guests and deleted accounts.
    pub name: Option<String>,
    /// Kind of user.
    pub kind: UserKind,
    /// Generated name of a guest; null for others.
    pub guest_name: Option<GuestName>,
}

impl UserView {
    /// The view of a user; a guest gets a generated name.
    #[must_use]
    pub fn new(id: String, name: Option<String>, kind: UserKind) -> UserView {
        let guest_name = (kind == UserKind::Guest).then(|| GuestName::of(&id));
        UserView { id, name, kind, guest_name }
    }
}

/// The occupant of one seat.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum SeatView {
    /// An account, a guest or a bot.
    User {
        /// The user.
        user: UserView,
        /// Rating at the start of the game.
        rating: Option<f64>,
    },
    /// The server's engine.
    Computer {
        /// Level, 1 to 10.
        level: u8,
    },
    /// A player of an imported game, known by name only.
    Named {
        /// Name in the record.
        name: Option<String>,
    },
}

/// The occupants of both seats.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct SeatsView {
    /// First player.
    pub p1: SeatView,
    /// Second player.
    pub p2: SeatView,
}

/// Ratings after a rated game.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, ToSchema)]
pub struct NewRatingsView {
    /// Rating of the first player.
    pub p1: f64,
    /// Rating of the second player.
    pub p2: f64,
}

/// A deal: its commitment from the start, seed and salt once the game is over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct DealView {
    /// SHA-256 of `seed:salt`, in hexadecimal.
    pub commitment: String,
    /// Seed of the deal, in decimal; null until the game is over.
    pub seed: Option<String>,
    /// Salt of the commitment; null until the game is over.
    pub salt: Option<String>,
}

/// An open offer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct OfferView {
    /// What is offered.
    pub offer: Offer,
    /// The offering player.
    pub by: SeatCode,
}

/// Who is connected to a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct PresenceView {
    /// Whether the first player is connected.
    pub p1: bool,
    /// Whether the second player is connected.
    pub p2: bool,
    /// Number of spectators. Updates are thinned out when there are many.
    #[serde(rename = "watchers")]
    pub spectators: u32,
}

/// State of a game, for one reader.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct GameView {
    /// Id of the game.
    pub id: String,
    /// Settings of the game.
    #[serde(flatten)]
    pub settings: Settings,
    /// Speed category of the clock.
    pub speed: Speed,
    /// The players.
    pub players: SeatsView,
    /// The reader's seat; null for spectators.
    pub you: Option<SeatCode>,
    /// The deal, for games that are dealt.
    pub deal: Option<DealView>,
    /// Start time.
    pub created: Millis,
    /// Stage of the game.
    pub stage: Stage,
    /// Initial position.
    pub start_position: String,
    /// Current position.
    pub position: String,
    /// All moves.
    pub moves: Vec<String>,
    /// Number of moves made. The next move has `ply + 1`.
    pub ply: u32,
    /// The player to move; null once the game is over.
    pub turn: Option<SeatCode>,
    /// Legal moves; empty once the game is over.
    pub legal: Vec<String>,
    /// Remaining times at `now`; null without a clock.
    pub clocks: Option<Clocks>,
    /// When the player to move runs out of time, or the game is aborted because a player has not moved yet.
    pub deadline: Option<Millis>,
    /// Open offers.
    pub offers: Vec<OfferView>,
    /// Result of the game.
    pub end: Option<End>,
    /// Ratings after the game; null before the end and for casual games.
    pub new_ratings: Option<NewRatingsView>,
    /// Id of the rematch.
    pub rematch: Option<String>,
    /// Id of the game that this one is the rematch of.
    pub rematch_of: Option<String>,
    /// Who is connected.
    pub presence: PresenceView,
    /// Server time.
    pub now: Millis,
    /// Sequence number of the last event included.
    pub seq: u64,
    /// Events after the requested one, as far as the reader may see them. Of the chat only the latest 50 messages per
    /// audience.
    pub events: Vec<LoggedEventView>,
    /// If there are older chat messages after the requested event: the value of `before` for the next page of the chat.
    pub older_chat: Option<u64>,
    /// Whether the game was imported. The names of an imported game come from its record, not from accounts of this server.
    pub imported: bool,
    /// Who imported the game; null for games played here and for imports of early versions.
    pub imported_by: Option<UserView>,
}

/// A game in the list of one of its players, in the shape of the bot interface.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GameSummaryView {
    /// Id of the game.
    pub game_id: String,
    /// Kind of game.
    pub game: String,
    /// Variants.
    pub variants: Vec<String>,
    /// The reader's seat.
    pub side: SeatCode,
    /// The opponent.
    pub opponent: SeatView,
    /// Whether the game is rated.
    pub rated: bool,
    /// Speed category of the clock.
    pub speed: Speed,
    /// Time control.
    pub clock: Clock,
    /// Whether the reader is to move.
    pub is_my_turn: bool,
    /// Number of moves made.
    pub ply: u32,
    /// The stage.
    #[serde(rename = "status")]
    pub stage: Stage,
    /// The winner; null before the end and for draws.
    pub winner: Option<SeatCode>,
    /// When the player to move runs out of time.
    pub deadline: Option<Millis>,
    /// Start time.
    pub created_at: Millis,
}

/// A game in a list.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct ListedGameView {
    /// Id of the game.
    pub id: String,
    /// Kind of game.
    pub game: String,
    /// Variants.
    pub variants: Vec<String>,
    /// Time control.
    pub clock: Clock,
    /// Speed category of the clock.
    pub speed: Speed,
    /// Whether the game is rated.
    pub rated: bool,
    /// Whether the game was imported. The names of an imported game come from its record, not from accounts of this
    /// server.
    pub imported: bool,
    /// Who imported the game; null for games played here and for imports of early versions.
    pub imported_by: Option<UserView>,
    /// The players.
    pub players: SeatsView,
    /// The stage.
    #[serde(rename = "status")]
    pub stage: Stage,
    /// The winner; null before the end and for draws.
    pub winner: Option<SeatCode>,
    /// Reason of the end; empty before the end.
    pub reason: String,
    /// Number of moves.
    pub ply: u32,
    /// Start time.
    pub created: Millis,
    /// End time.
    pub finished: Option<Millis>,
}
