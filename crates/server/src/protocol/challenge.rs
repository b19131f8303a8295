use serde::Serialize;
use utoipa::ToSchema;

use super::UserView;
use crate::{
    table::{ChallengeKind, ChallengeState, Settings, Side, Speed},
    time::Millis,
};

/// A challenge. The deal is committed to by its hash and revealed after the game.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct ChallengeView {
    /// Id of the challenge.
    pub id: String,
    /// Who may accept it.
    pub kind: ChallengeKind,
    /// The challenger.
    pub from: UserView,
    /// The challenged player, if it is addressed to one.
    pub to: Option<UserView>,
    /// Settings of the game.
    #[serde(flatten)]
    pub settings: Settings,
    /// Speed category of the clock.
    pub speed: Speed,
    /// The challenger's side.
    pub side: Side,
    /// SHA-256 of `seed:salt` of the deal, for games that are dealt.
    pub commitment: Option<String>,
    /// Creation time.
    pub created: Millis,
    /// Expiry time.
    pub expires: Millis,
    /// Current state.
    pub state: ChallengeState,
    /// Id of the game that was started from it (`game` is the kind of game).
    pub game_id: Option<String>,
    /// Link to share with an opponent.
    pub url: String,
}
