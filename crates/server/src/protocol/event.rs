use serde::Serialize;
use utoipa::ToSchema;

use super::{ChallengeView, GameSummaryView};

/// A message to one user, on the event stream and the lobby socket. Events that also exist in the Lichess bot API have the
/// same names.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum UserEvent {
    /// A game of the user starts. Also sent for each running game when a connection opens.
    GameStart {
        /// The game.
        game: GameSummaryView,
    },
    /// A game of the user is over.
    GameFinish {
        /// The game.
        game: GameSummaryView,
    },
    /// It is the user's turn.
    YourTurn {
        /// Id of the game.
        #[serde(rename = "gameId")]
        game: String,
    },
    /// A pending challenge, to the user or by the user. Also sent for each pending challenge when a connection opens.
    Challenge {
        /// The challenge.
        challenge: ChallengeView,
    },
    /// A challenge was accepted.
    ChallengeAccepted {
        /// The challenge.
        challenge: ChallengeView,
    },
    /// A challenge was withdrawn or has expired.
    ChallengeCanceled {
        /// The challenge.
        challenge: ChallengeView,
    },
    /// A challenge was declined.
    ChallengeDeclined {
        /// The challenge.
        challenge: ChallengeView,
    },
}

/// A message to all users of the lobby.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum LobbyEvent {
    /// An open challenge was created.
    LobbyAdd {
        /// The challenge.
        challenge: Box<ChallengeView>,
    },
    /// An open challenge is no longer available.
    LobbyRemove {
        /// Id of the challenge.
        id: String,
    },
    /// A game started, with any clock.
    #[serde(rename = "liveStart")]
    GameStarted {
        /// Id of the game.
        #[serde(rename = "gameId")]
        id: String,
    },
    /// A game is over.
    #[serde(rename = "liveFinish")]
    GameFinished {
        /// Id of the game.
        #[serde(rename = "gameId")]
        id: String,
    },
}
