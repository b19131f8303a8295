//! What users and the lobby are told. The words for programs are those that bot authors know.

use serde::Serialize;
use utoipa::ToSchema;

use super::App;
use crate::{
    live::{About, News, Room, Topic},
    store::{ChallengeKind, ChallengeRow, ChallengeState, StoreError},
    table::Table,
    time::now,
    wire::{ChallengeView, GameBrief},
};

/// What a user is told.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum UserNews {
    /// A game of theirs begins, or goes on: it is told again to whoever listens anew.
    GameStart {
        /// The game.
        game: GameBrief,
    },
    /// A game of theirs is over.
    GameFinish {
        /// The game.
        game: GameBrief,
    },
    /// They are to move.
    YourTurn {
        /// The number of the game.
        #[serde(rename = "gameId")]
        game: String,
    },
    /// Somebody challenges them, or their own challenge waits.
    Challenge {
        /// The challenge.
        challenge: ChallengeView,
    },
    /// Their challenge became a game.
    ChallengeAccepted {
        /// The challenge.
        challenge: ChallengeView,
    },
    /// The challenger took it back, or it waited too long.
    ChallengeCanceled {
        /// The challenge.
        challenge: ChallengeView,
    },
    /// The player it was for did not want to.
    ChallengeDeclined {
        /// The challenge.
        challenge: ChallengeView,
    },
}

impl UserNews {
    /// What it is about.
    #[must_use]
    pub const fn about(&self) -> About {
        match self {
            UserNews::GameStart { .. } | UserNews::GameFinish { .. } | UserNews::YourTurn { .. } => {
                About::Games
            }
            UserNews::Challenge { .. }
            | UserNews::ChallengeAccepted { .. }
            | UserNews::ChallengeCanceled { .. }
            | UserNews::ChallengeDeclined { .. } => About::Challenges,
        }
    }
}

/// What the lobby is told.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum LobbyNews {
    /// An open challenge waits.
    LobbyAdd {
        /// The challenge.
        challenge: Box<ChallengeView>,
    },
    /// An open challenge is gone.
    LobbyRemove {
        /// Its number.
        id: String,
    },
    /// A game that can be watched begins.
    LiveStart {
        /// The number of the game.
        #[serde(rename = "gameId")]
        id: String,
    },
    /// A game that could be watched is over.
    LiveFinish {
        /// The number of the game.
        #[serde(rename = "gameId")]
        id: String,
    },
}

impl App {
    /// Tells a user, if they listen.
    pub(super) fn tell_user(&self, user: &str, news: &UserNews) {
        let topic = Topic::User(user.to_owned());
        // For those who do not listen nothing has to be written.
        if self.bus.is_listening(&topic) {
            self.bus.publish(&topic, News::new(news.about(), news));
        }
    }

    fn tell_lobby(&self, news: &LobbyNews) {
        let told = News::new(About::Lobby, news);
        let told = match news {
            LobbyNews::LobbyAdd { challenge } => told.from(&challenge.from.id),
            _ => told,
        };
        self.bus.publish(&Topic::Lobby, told);
    }

    /// Tells a user who listens that the challenges of somebody they have muted are gone, or that those of somebody they
    /// have muted no longer are there again.
    pub(super) async fn tell_of_mute(
        &self,
        user: &str,
        other: &str,
        is_muted: bool,
    ) -> Result<(), StoreError> {
        let topic = Topic::User(user.to_owned());
        if !self.bus.is_listening(&topic) {
            return Ok(());
        }
        for row in self.store.challenges_of(other, now()).await? {
            if row.from != other {
                continue;
            }
            let challenge = self.challenge_view(&row).await?;
            match (row.kind, is_muted) {
                (ChallengeKind::Open, is_muted) => {
                    let news = match is_muted {
                        true => LobbyNews::LobbyRemove { id: row.id },
                        false => LobbyNews::LobbyAdd { challenge: Box::new(challenge) },
                    };
                    self.bus.publish(&topic, News::new(About::Lobby, &news));
                }
                (ChallengeKind::User, is_muted) if row.to.as_deref() == Some(user) => {
                    let news = match is_muted {
                        true => UserNews::ChallengeCanceled { challenge },
                        false => UserNews::Challenge { challenge },
                    };
                    self.tell_user(user, &news);
                }
                (ChallengeKind::User | ChallengeKind::Link, _) => {}
            }
        }
        Ok(())
    }

    pub(super) fn tell_of_turn(&self, game: &str, user: &str) {
        self.tell_user(user, &UserNews::YourTurn { game: game.to_owned() });
    }

    pub(super) async fn tell_of_start(&self, room: &Room, table: &Table) {
        self.tell_players(room, table, |game| UserNews::GameStart { game }).await;
        self.tell_lobby(&LobbyNews::LiveStart { id: room.id().to_owned() });
    }

    pub(super) async fn tell_of_end(&self, room: &Room, table: &Table) {
        self.tell_players(room, table, |game| UserNews::GameFinish { game }).await;
        self.tell_lobby(&LobbyNews::LiveFinish { id: room.id().to_owned() });
    }

    async fn tell_players(&self, room: &Room, table: &Table, news: fn(GameBrief) -> UserNews) {
        for user in table.seats().iter().filter_map(|seat| seat.user()) {
            // For those who do not listen nothing has to be looked up.
            if !self.bus.is_listening(&Topic::User(user.to_owned())) {
                continue;
            }
            let brief = async {
                match self.store.game(room.id()).await? {
                    Some(row) => self.brief(&row, user).await,
                    None => Ok(None),
                }
            };
            match brief.await {
                Ok(Some(game)) => self.tell_user(user, &news(game)),
                Ok(None) => {}
                Err(error) => tracing::warn!(%error, game = room.id(), "nobody could be told"),
            }
        }
    }

    /// Tells everybody whom a challenge concerns what became of it.
    pub(super) async fn tell_of_challenge(&self, row: &ChallengeRow) {
        let challenge = match self.challenge_view(row).await {
            Ok(view) => view,
            Err(error) => {
                tracing::warn!(%error, challenge = row.id, "nobody could be told");
                return;
            }
        };
        if row.kind == ChallengeKind::Open {
            self.tell_lobby(&match row.state {
                ChallengeState::Waiting => LobbyNews::LobbyAdd { challenge: Box::new(challenge.clone()) },
                _ => LobbyNews::LobbyRemove { id: row.id.clone() },
            });
        }
        let news = match row.state {
            ChallengeState::Waiting => UserNews::Challenge { challenge },
            ChallengeState::Accepted => UserNews::ChallengeAccepted { challenge },
            ChallengeState::Declined => UserNews::ChallengeDeclined { challenge },
            ChallengeState::Cancelled | ChallengeState::Expired => UserNews::ChallengeCanceled { challenge },
        };
        self.tell_user(&row.from, &news);
        if let Some(user) = &row.to {
            match self.store.has_muted(user, &row.from).await {
                Ok(true) => {}
                Ok(false) => self.tell_user(user, &news),
                Err(error) => tracing::warn!(%error, challenge = row.id, "nobody could be told"),
            }
        }
    }
}
