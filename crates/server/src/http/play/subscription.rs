use std::sync::Arc;

use mekong_core::Player;
use tokio::sync::broadcast::{
    Receiver,
    error::{RecvError, TryRecvError},
};

use super::super::{AppState, Problem, auth::CurrentUser};
use crate::{
    live::{PresenceGuard, Room, RoomMessage, author, is_visible},
    protocol::{GameView, ServerMessage},
    services::{MuteList, Views},
    table::{Actor, Event, LoggedEvent, Table},
};

/// A subscription to the events of a game that a client may see.
pub(in crate::http) struct GameSubscription {
    pub(in crate::http) room: Arc<Room>,
    messages: Receiver<RoomMessage>,
    user: Option<String>,
    mutes: Option<Arc<MuteList>>,
    pub(in crate::http) player: Option<Player>,
    is_over: bool,
    /// The client counts as present while the subscription exists.
    _visit: PresenceGuard,
}

/// The client has missed events.
pub(in crate::http) struct Lagged;

impl GameSubscription {
    /// Subscribes to a game. Returns its current state with the events after `since`; nothing is missed in between.
    pub(in crate::http) async fn open(
        app: &AppState,
        id: &str,
        current: Option<&CurrentUser>,
        since: u64,
    ) -> Result<(GameSubscription, GameView, Arc<Table>), Problem> {
        let room = app.games.room(id).await?;
        let user = current.map(|current| current.user.id.clone());
        let actor = room.actor(user.as_deref());
        let player = match actor {
            Actor::Player(player) => Some(player),
            Actor::Spectator => None,
        };
        let visit = room.enter(actor);
        let (seen, messages) = room.subscribe(since);
        let view = app.views.game(&room, &seen, user.as_deref()).await?;
        let table = seen.table;
        let is_over = table.end().is_some();
        let mutes = user.as_deref().map(|user| app.moderation.mute_list(user));
        Ok((GameSubscription { room, messages, user, mutes, player, is_over, _visit: visit }, view, table))
    }

    /// Waits for the next message of the room. Cancel-safe.
    pub(in crate::http) async fn message(&mut self) -> Result<RoomMessage, Lagged> {
        match self.messages.recv().await {
            Ok(message) => Ok(message),
            Err(RecvError::Lagged(_) | RecvError::Closed) => Err(Lagged),
        }
    }

    /// The next message of the room, if there is one already.
    pub(in crate::http) fn waiting_message(&mut self) -> Option<Result<RoomMessage, Lagged>> {
        match self.messages.try_recv() {
            Ok(message) => Some(Ok(message)),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Lagged(_) | TryRecvError::Closed) => Some(Err(Lagged)),
        }
    }

    /// The messages that the client receives for it, as JSON.
    pub(in crate::http) async fn messages_for(&mut self, message: RoomMessage) -> Vec<Arc<str>> {
        match message {
            RoomMessage::Presence(presence) => vec![ServerMessage::Presence(presence).json().into()],
            RoomMessage::LoggedEvent(logged, json) => {
                let ends = matches!(logged.event, Event::End(_));
                self.is_over |= ends;
                if !self.may_see(&logged).await {
                    return Vec::new();
                }
                let mut messages = vec![json];
                if ends && let Some(deal) = Views::deal(&self.room, &self.room.table()) {
                    messages.push(ServerMessage::Deal(deal).json().into());
                }
                messages
            }
        }
    }

    /// Whether the client may see an event, and its author is not muted. If the mute list cannot be loaded, the event
    /// is shown: losing messages would be worse.
    pub(in crate::http) async fn may_see(&self, logged: &LoggedEvent) -> bool {
        if !is_visible(self.player, self.is_over, &logged.event) {
            return false;
        }
        let table = self.room.table();
        match (author(self.player, &table, &logged.event), &self.mutes) {
            (Some(author), Some(mutes)) if Some(author) != self.user.as_deref() => {
                !mutes.contains(author).await.unwrap_or(false)
            }
            _ => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use mekong_core::Player;

    use super::{GameSubscription, Lagged};
    use crate::{
        app::App,
        live::RoomMessage,
        table::{Action, Actor, Audience},
    };

    #[tokio::test]
    async fn lagging_subscriber_resumes_without_gap() {
        let (app, room, _dir) = App::with_game().await;
        let Ok((mut slow, _, _)) = GameSubscription::open(&app, room.id(), None, 0).await else {
            panic!("no subscription")
        };
        for _ in 0..200 {
            let words = Action::Chat {
                user: "ann".to_owned(),
                name: String::new(),
                audience: Audience::Spectators,
                text: "hello".to_owned(),
            };
            app.games.act(&room, Actor::Player(Player::P1), words).await.unwrap();
        }
        // The subscriber receives an error instead of messages with a gap.
        let last = loop {
            match slow.message().await {
                Ok(RoomMessage::LoggedEvent(logged, _)) => panic!("{logged:?} was received after a gap"),
                Ok(RoomMessage::Presence(_)) => {}
                Err(Lagged) => break 7,
            }
        };
        let Ok((_, view, _)) = GameSubscription::open(&app, room.id(), None, last).await else {
            panic!("no subscription")
        };
        // The latest chat messages come with the game, older ones by page.
        let mut numbers: Vec<u64> = view.events.iter().map(|event| event.logged.seq).collect();
        let older = view.older_chat.expect("there are older messages");
        let before = app.store.chat(room.id(), Audience::Spectators, older, 1_000).await.unwrap();
        numbers.splice(0..0, before.iter().rev().map(|logged| logged.seq).filter(|&seq| seq > last));
        assert_eq!(numbers, (last + 1..=200).collect::<Vec<_>>());
        app.stop().await;
    }
}
