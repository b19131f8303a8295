use std::sync::Arc;

use mekong_core::Player;
use tokio::sync::broadcast::{Receiver, error::RecvError};

use super::{
    super::{Problem, Shared, auth::Visitor},
    said::Heard,
};
use crate::{
    app::MuteList,
    live::{Message, Room, Visit},
    table::{Actor, Event, Logged, Table},
    wire::{GameView, may_hear, sender},
};

/// Somebody who hears what happens in a game, as far as they may know it.
pub(in crate::http) struct Ear {
    app: Shared,
    pub(in crate::http) room: Arc<Room>,
    messages: Receiver<Message>,
    user: Option<String>,
    mutes: Option<Arc<MuteList>>,
    pub(in crate::http) player: Option<Player>,
    is_over: bool,
    /// As long as they listen they are there.
    _visit: Visit,
}

/// Too much was said while the listener did not listen.
pub(in crate::http) struct Missed;

impl Ear {
    /// Listens from now on, and sees the game as it stands, with what happened after an event.
    pub(in crate::http) async fn open(
        app: &Shared,
        id: &str,
        visitor: Option<&Visitor>,
        since: u64,
    ) -> Result<(Ear, GameView, Arc<Table>), Problem> {
        let room = app.room(id).await?;
        let user = visitor.map(|visitor| visitor.user.id.clone());
        let actor = room.actor(user.as_deref());
        let player = match actor {
            Actor::Player(player) => Some(player),
            Actor::Watcher => None,
        };
        let visit = room.enter(actor);
        let (seen, messages) = room.listen(since);
        let view = app.game_view(&room, &seen, user.as_deref()).await?;
        let table = seen.table;
        let is_over = table.end().is_some();
        let mutes = user.as_deref().map(|user| app.mutes_of(user));
        let app = Arc::clone(app);
        Ok((Ear { app, room, messages, user, mutes, player, is_over, _visit: visit }, view, table))
    }

    /// Waits for the next thing that happens. Nothing is lost if the waiting is given up.
    pub(in crate::http) async fn message(&mut self) -> Result<Message, Missed> {
        match self.messages.recv().await {
            Ok(message) => Ok(message),
            Err(RecvError::Lagged(_) | RecvError::Closed) => Err(Missed),
        }
    }

    /// What the listener hears of it.
    pub(in crate::http) async fn hear(&mut self, message: Message) -> Vec<Heard> {
        match message {
            Message::Presence(presence) => vec![Heard::Presence(presence)],
            Message::Logged(logged) => {
                let ends = matches!(logged.event, Event::End(_));
                self.is_over |= ends;
                if !self.may_hear(&logged).await {
                    return Vec::new();
                }
                let mut heard = vec![Heard::Event(Logged::clone(&logged))];
                if ends && let Some(deal) = self.app.deal_view(&self.room, &self.room.table()) {
                    heard.push(Heard::Deal(deal));
                }
                heard
            }
        }
    }

    /// Whether the listener may know of an event and wants to. If it cannot be found out whether somebody is muted,
    /// nobody is: words that do not arrive would be worse.
    pub(in crate::http) async fn may_hear(&self, logged: &Logged) -> bool {
        if !may_hear(self.player, self.is_over, &logged.event) {
            return false;
        }
        let table = self.room.table();
        match (sender(self.player, &table, &logged.event), &self.mutes) {
            (Some(sender), Some(mutes)) if Some(sender) != self.user.as_deref() => {
                !mutes.contains(&self.app.store, sender).await.unwrap_or(false)
            }
            _ => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use mekong_core::Player;

    use super::{Ear, Missed};
    use crate::{
        app::{App, Made},
        config::Config,
        live::Message,
        store::Side,
        table::{Action, Actor, Clock, Opponent, Room, Settings},
    };

    #[tokio::test]
    async fn who_falls_behind_is_told_and_resumes_without_a_gap() {
        let dir = tempfile::tempdir().unwrap();
        let database = format!("sqlite:{}", dir.path().join("mekong.db").display());
        let config = Config { database, engine_threads: 1, ..Config::default() };
        let app = App::start(config).await.unwrap();
        app.store.add_guest("ann", "hash", 1).await.unwrap();
        let ann = app.store.user("ann").await.unwrap().unwrap();
        let settings = Settings {
            game: "siam".to_owned(),
            variants: Vec::new(),
            start: None,
            clock: Clock::None,
            rated: false,
        };
        let made =
            app.challenge(&ann, settings, Side::First, Opponent::Computer(1), [127, 0, 0, 1].into()).await;
        let Ok(Made::Game(room)) = made else { panic!("no game") };
        let Ok((mut slow, _, _)) = Ear::open(&app, room.id(), None, 0).await else { panic!("no ear") };
        for _ in 0..200 {
            let words = Action::Chat {
                user: "ann".to_owned(),
                name: String::new(),
                room: Room::Watchers,
                text: "hello".to_owned(),
            };
            app.act(room.id(), Actor::Player(Player::P1), words).await.unwrap();
        }
        // It hears nothing wrong: it is told that it missed something.
        let last = loop {
            match slow.message().await {
                Ok(Message::Logged(logged)) => panic!("{logged:?} came after a gap"),
                Ok(Message::Presence(_)) => {}
                Err(Missed) => break 7,
            }
        };
        let Ok((_, view, _)) = Ear::open(&app, room.id(), None, last).await else { panic!("no ear") };
        // The latest remarks come at once, the others by page.
        let mut numbers: Vec<u64> = view.events.iter().map(|logged| logged.seq).collect();
        let older = view.older_chat.expect("more was said");
        let before = app.store.chat(room.id(), Room::Watchers, older, 1_000).await.unwrap();
        numbers.splice(0..0, before.iter().rev().map(|logged| logged.seq).filter(|&seq| seq > last));
        assert_eq!(numbers, (last + 1..=200).collect::<Vec<_>>());
        app.stop().await;
    }
}
