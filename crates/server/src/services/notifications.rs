use super::Views;
use crate::{
    live::{Bus, Notification, NotificationKind, Room, Topic},
    protocol::{GameSummaryView, LobbyEvent, UserEvent},
    store::{ChallengeRow, Store, StoreError},
    table::{ChallengeKind, ChallengeState, Seat, Table},
    time::now,
};

/// Publishes what users and the lobby are notified of. What only one user receives is built only if that user
/// has subscribed.
#[derive(Clone)]
pub struct Notifications {
    store: Store,
    bus: Bus,
    views: Views,
}

const fn kind(event: &UserEvent) -> NotificationKind {
    match event {
        UserEvent::GameStart { .. } | UserEvent::GameFinish { .. } | UserEvent::YourTurn { .. } => {
            NotificationKind::Games
        }
        UserEvent::Challenge { .. }
        | UserEvent::ChallengeAccepted { .. }
        | UserEvent::ChallengeCanceled { .. }
        | UserEvent::ChallengeDeclined { .. } => NotificationKind::Challenges,
    }
}

impl Notifications {
    pub(crate) const fn new(store: Store, bus: Bus, views: Views) -> Notifications {
        Notifications { store, bus, views }
    }

    fn send_to_user(&self, user: &str, event: &UserEvent) {
        let topic = Topic::User(user.to_owned());
        if self.bus.has_subscribers(&topic) {
            self.bus.publish(&topic, Notification::new(kind(event), event));
        }
    }

    fn send_to_lobby(&self, event: &LobbyEvent) {
        let notification = Notification::new(NotificationKind::Lobby, event);
        let notification = match event {
            LobbyEvent::LobbyAdd { challenge } => notification.with_author(&challenge.from.id),
            _ => notification,
        };
        self.bus.publish(&Topic::Lobby, notification);
    }

    /// After `user` has muted or unmuted `other`: removes the other's pending challenges from the user's pages, or shows
    /// them again.
    pub(super) async fn mute_changed(
        &self,
        user: &str,
        other: &str,
        is_muted: bool,
    ) -> Result<(), StoreError> {
        let topic = Topic::User(user.to_owned());
        if !self.bus.has_subscribers(&topic) {
            return Ok(());
        }
        for row in self.store.challenges_of(other, now()).await? {
            if row.from != other {
                continue;
            }
            let challenge = self.views.challenge(&row).await?;
            match (row.kind, is_muted) {
                (ChallengeKind::Open, is_muted) => {
                    let event = match is_muted {
                        true => LobbyEvent::LobbyRemove { id: row.id },
                        false => LobbyEvent::LobbyAdd { challenge: Box::new(challenge) },
                    };
                    self.bus.publish(&topic, Notification::new(NotificationKind::Lobby, &event));
                }
                (ChallengeKind::User, is_muted) if row.to.as_deref() == Some(user) => {
                    let event = match is_muted {
                        true => UserEvent::ChallengeCanceled { challenge },
                        false => UserEvent::Challenge { challenge },
                    };
                    self.send_to_user(user, &event);
                }
                (ChallengeKind::User | ChallengeKind::Link, _) => {}
            }
        }
        Ok(())
    }

    pub(super) fn your_turn(&self, game: &str, user: &str) {
        self.send_to_user(user, &UserEvent::YourTurn { game: game.to_owned() });
    }

    pub(super) async fn game_started(&self, room: &Room, table: &Table) {
        self.send_to_players(room, table, |game| UserEvent::GameStart { game }).await;
        self.send_to_lobby(&LobbyEvent::GameStarted { id: room.id().to_owned() });
    }

    pub(super) async fn game_finished(&self, room: &Room, table: &Table) {
        self.send_to_players(room, table, |game| UserEvent::GameFinish { game }).await;
        self.send_to_lobby(&LobbyEvent::GameFinished { id: room.id().to_owned() });
    }

    async fn send_to_players(&self, room: &Room, table: &Table, event: fn(GameSummaryView) -> UserEvent) {
        let has_subscribers = |user: &str| self.bus.has_subscribers(&Topic::User(user.to_owned()));
        if !table.seats().iter().filter_map(Seat::user).any(has_subscribers) {
            return;
        }
        match self.views.game_summaries_of(room, table).await {
            Ok(summaries) => {
                for (user, summary) in summaries {
                    self.send_to_user(&user, &event(summary));
                }
            }
            Err(error) => tracing::warn!(%error, game = room.id(), "notification not sent"),
        }
    }

    /// Sends the new state of a challenge to the lobby, the challenger and the challenged player.
    pub(super) async fn challenge_changed(&self, row: &ChallengeRow) {
        let has_subscribers = |user: &str| self.bus.has_subscribers(&Topic::User(user.to_owned()));
        if row.kind != ChallengeKind::Open
            && !has_subscribers(&row.from)
            && !row.to.as_deref().is_some_and(has_subscribers)
        {
            return;
        }
        let challenge = match self.views.challenge(row).await {
            Ok(view) => view,
            Err(error) => {
                tracing::warn!(%error, challenge = row.id, "notification not sent");
                return;
            }
        };
        if row.kind == ChallengeKind::Open {
            self.send_to_lobby(&match row.state {
                ChallengeState::Waiting => LobbyEvent::LobbyAdd { challenge: Box::new(challenge.clone()) },
                _ => LobbyEvent::LobbyRemove { id: row.id.clone() },
            });
        }
        let event = match row.state {
            ChallengeState::Waiting => UserEvent::Challenge { challenge },
            ChallengeState::Accepted => UserEvent::ChallengeAccepted { challenge },
            ChallengeState::Declined => UserEvent::ChallengeDeclined { challenge },
            ChallengeState::Cancelled | ChallengeState::Expired => UserEvent::ChallengeCanceled { challenge },
        };
        self.send_to_user(&row.from, &event);
        if let Some(user) = &row.to {
            match self.store.has_muted(user, &row.from).await {
                Ok(true) => {}
                Ok(false) => self.send_to_user(user, &event),
                Err(error) => tracing::warn!(%error, challenge = row.id, "notification not sent"),
            }
        }
    }
}
