use std::sync::{
    Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard, Weak,
    atomic::{AtomicU32, Ordering::Relaxed},
};

use mekong_core::Player;
use serde::Serialize;
use tokio::sync::{Mutex, broadcast};
use utoipa::ToSchema;

use super::{Chat, rooms::Registry};
use crate::{
    store::{Store, StoreError, Write, append, remove_remark},
    table::{Action, Actor, Deal, Event, Logged, Refusal, Room as Audience, Seat, Table},
    time::{Millis, now},
};

/// How many messages may wait for a slow listener. Whoever falls further behind resumes from the last number seen.
const BACKLOG: usize = 128;

/// One game that somebody plays or watches. Its table changes only by events that are durable. Only [`super::Rooms`] makes
/// rooms, and it knows every one that somebody holds: otherwise some would act in one and others listen to another.
pub struct Room {
    id: String,
    facts: Facts,
    seats: [Seat; 2],
    /// Held from the decision on an action until it is durable, which may take long. Readers do not need it.
    writing: Mutex<Writing>,
    /// What is known to be durable. Never held while something is waited for.
    state: RwLock<State>,
    listeners: broadcast::Sender<Message>,
    /// How many connections each player has.
    present: [AtomicU32; 2],
    watchers: AtomicU32,
    /// Where it is known.
    registry: Weak<Registry>,
}

/// What is known of a game from its beginning.
#[derive(Clone, PartialEq, Debug)]
pub struct Facts {
    /// When it began.
    pub created: Millis,
    /// The deal. Not to be told before the end.
    pub deal: Deal,
    /// The ratings of both when it began.
    pub ratings: [Option<f64>; 2],
    /// The game it is the rematch of.
    pub rematch_of: Option<String>,
}

/// A game as it is stored: what a room is made from.
#[derive(Clone, Debug)]
pub struct StoredGame {
    /// The id.
    pub id: String,
    /// What is known from the beginning.
    pub facts: Facts,
    /// The table before the first event.
    pub table: Table,
    /// All events so far on which the state depends.
    pub events: Vec<Logged>,
    /// The number of the last event of any kind.
    pub last_seq: u64,
    /// What was said.
    pub chat: Chat,
}

#[derive(Default)]
struct Writing {
    /// Whether it is unknown which events are durable, so that the log must be read again.
    is_in_doubt: bool,
}

struct State {
    table: Arc<Table>,
    /// All events but remarks.
    log: Vec<Arc<Logged>>,
    chat: Chat,
}

/// A game at one moment.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// The table.
    pub table: Arc<Table>,
    /// What happened after an event: of the remarks only the latest.
    pub events: Vec<Arc<Logged>>,
    /// After which event.
    since: u64,
    /// The newest remark to each audience that is not among the events.
    left_out: [u64; 2],
}

impl Snapshot {
    /// Before which event the page of remarks begins that goes on where these end; none if no remark to these audiences
    /// was left out.
    #[must_use]
    pub fn older_chat(&self, audiences: &[Audience]) -> Option<u64> {
        let left_out = audiences.iter().map(|audience| self.left_out[audience.index()]).max()?;
        (left_out > self.since).then_some(left_out + 1)
    }
}

/// What listeners of a room hear.
#[derive(Clone, Debug)]
pub enum Message {
    /// Something happened.
    Logged(Arc<Logged>),
    /// Somebody came or went. Not numbered: only the last one counts.
    Presence(Presence),
}

/// Who is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Presence {
    /// Whether the first player is connected.
    pub p1: bool,
    /// Whether the second player is connected.
    pub p2: bool,
    /// How many watch; where many do, not every change is told.
    pub watchers: u32,
}

/// Why an action did not happen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ActError {
    /// The rules or the state of the game forbid it.
    Refused(Refusal),
    /// It could not be made durable.
    Store(StoreError),
}

impl From<Refusal> for ActError {
    fn from(refusal: Refusal) -> ActError {
        ActError::Refused(refusal)
    }
}

impl From<StoreError> for ActError {
    fn from(error: StoreError) -> ActError {
        ActError::Store(error)
    }
}

/// What an action did.
#[derive(Clone, Debug)]
pub struct Done {
    /// The events, durable and sent.
    pub events: Vec<Arc<Logged>>,
    /// The table after them.
    pub table: Arc<Table>,
}

impl Room {
    pub(super) fn new(stored: StoredGame, registry: Weak<Registry>) -> Room {
        let StoredGame { id, facts, mut table, events, last_seq, chat } = stored;
        for logged in &events {
            table.apply(logged);
        }
        table.catch_up(last_seq);
        let log = events.into_iter().map(Arc::new).collect();
        let seats = table.seats().clone();
        Room {
            id,
            facts,
            seats,
            writing: Mutex::default(),
            state: RwLock::new(State { table: Arc::new(table), log, chat }),
            listeners: broadcast::channel(BACKLOG).0,
            present: [AtomicU32::new(0), AtomicU32::new(0)],
            watchers: AtomicU32::new(0),
            registry,
        }
    }

    /// The number of the game.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// What is known from the beginning.
    #[must_use]
    pub const fn facts(&self) -> &Facts {
        &self.facts
    }

    /// What somebody may do here: play, if a seat is theirs, or watch.
    #[must_use]
    pub fn actor(&self, user: Option<&str>) -> Actor {
        let is_theirs = |player: &Player| user.is_some() && self.seats[player.index()].user() == user;
        Player::BOTH.into_iter().find(is_theirs).map_or(Actor::Watcher, Actor::Player)
    }

    /// Finds out which events are durable, if that is not known.
    ///
    /// # Errors
    /// The database cannot be asked.
    pub(crate) async fn settle(&self, store: &Store) -> Result<(), ActError> {
        self.settled(store).await.map(drop)
    }

    /// The table as it stands.
    #[must_use]
    pub fn table(&self) -> Arc<Table> {
        Arc::clone(&self.read().table)
    }

    fn read(&self) -> RwLockReadGuard<'_, State> {
        self.state.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self) -> RwLockWriteGuard<'_, State> {
        self.state.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does what somebody wants, if the table allows it. `also` adds to what is written, in the same transaction, once
    /// the events are known: ratings, for instance.
    pub async fn act<F>(
        &self,
        store: &Store,
        actor: Actor,
        action: &Action,
        also: F,
    ) -> Result<Done, ActError>
    where
        F: AsyncFnOnce(&Table, &[Logged]) -> Result<Write, StoreError>,
    {
        let mut writing = self.settled(store).await?;
        let now = now();
        let events = self.table().decide(actor, action, now)?;
        let mut is_full = false;
        if let Action::Chat { user, room, .. } = action {
            let state = self.read();
            state.chat.check(user)?;
            is_full = state.chat.is_full(*room);
        }
        let removed = if is_full { store.remark_to_remove(&self.id).await? } else { None };
        let also = async |table: &Table, events: &[Logged]| {
            let write = also(table, events).await?;
            Ok(match &removed {
                Some(remark) => write.and(remove_remark(&self.id, remark.seq)),
                None => write,
            })
        };
        let done = self.commit(&mut writing, store, events, now, also).await?;
        if let Some(remark) = &removed {
            self.change().chat.remove(remark);
        }
        Ok(done)
    }

    /// Makes events true that nobody asked for: time is over, the server was away.
    pub async fn happen<F>(
        &self,
        store: &Store,
        what: impl FnOnce(&Table) -> Vec<Event>,
        also: F,
    ) -> Result<Option<Done>, ActError>
    where
        F: AsyncFnOnce(&Table, &[Logged]) -> Result<Write, StoreError>,
    {
        let mut writing = self.settled(store).await?;
        let events = what(&self.table());
        if events.is_empty() {
            return Ok(None);
        }
        self.commit(&mut writing, store, events, now(), also).await.map(Some)
    }

    async fn settled(&self, store: &Store) -> Result<tokio::sync::MutexGuard<'_, Writing>, ActError> {
        let mut writing = self.writing.lock().await;
        if writing.is_in_doubt {
            let table = self.table();
            let missed = store.events(&self.id, table.last_seq()).await?;
            let mut table = Table::clone(&table);
            for logged in &missed {
                table.apply(logged);
            }
            // Others may have been deleted for what was said.
            let is_chat = |logged: &Logged| matches!(logged.event, Event::Chat { .. });
            let chat = match missed.iter().any(is_chat) {
                true => Some(Chat::load(store, &self.id).await?),
                false => None,
            };
            self.publish(table, missed);
            if let Some(chat) = chat {
                self.change().chat = chat;
            }
            writing.is_in_doubt = false;
        }
        Ok(writing)
    }

    async fn commit<F>(
        &self,
        writing: &mut Writing,
        store: &Store,
        events: Vec<Event>,
        at: Millis,
        also: F,
    ) -> Result<Done, ActError>
    where
        F: AsyncFnOnce(&Table, &[Logged]) -> Result<Write, StoreError>,
    {
        let mut table = Table::clone(&self.table());
        let mut logged = Vec::new();
        for event in events {
            let event = Logged { seq: table.last_seq() + 1, at, event };
            table.apply(&event);
            logged.push(event);
        }
        let write = append(&self.id, &table, &logged).and(also(&table, &logged).await?);
        // Until the answer comes, also if nobody waits for it any more.
        writing.is_in_doubt = true;
        store.write(write).await?;
        writing.is_in_doubt = false;
        Ok(self.publish(table, logged))
    }

    /// Makes durable events true and tells them, under one lock: whoever subscribes under it neither misses an event nor
    /// hears one twice.
    fn publish(&self, table: Table, events: Vec<Logged>) -> Done {
        let events: Vec<Arc<Logged>> = events.into_iter().map(Arc::new).collect();
        let table = Arc::new(table);
        let mut state = self.change();
        state.table = Arc::clone(&table);
        for logged in &events {
            match logged.event {
                Event::Chat { .. } => state.chat.push(logged),
                _ => state.log.push(Arc::clone(logged)),
            }
            // Nobody may be listening.
            let _ = self.listeners.send(Message::Logged(Arc::clone(logged)));
        }
        // The registry looks at rooms while it is locked.
        drop(state);
        if table.end().is_some()
            && let Some(registry) = self.registry.upgrade()
        {
            registry.game_over(self);
        }
        Done { events, table }
    }

    /// The game as it stands, with what happened after an event, and all that happens from now on; nothing is missed in
    /// between.
    #[must_use]
    pub fn listen(&self, since: u64) -> (Snapshot, broadcast::Receiver<Message>) {
        let state = self.read();
        (state.snapshot(since), self.listeners.subscribe())
    }

    /// The game as it stands, with what happened after an event.
    #[must_use]
    pub fn snapshot(&self, since: u64) -> Snapshot {
        self.read().snapshot(since)
    }

    /// Removes the name of a user from what they said.
    pub(super) fn forget_name(&self, user: &str) {
        self.change().chat.forget_name(user);
    }

    /// Somebody has come. They are gone when the result is dropped.
    #[must_use]
    pub fn enter(self: &Arc<Self>, actor: Actor) -> Visit {
        let before = self.count(actor).fetch_add(1, Relaxed);
        self.announce(actor, before + 1);
        Visit { room: Arc::clone(self), actor }
    }

    /// Tells everybody who is there now. Where many watch, only now and then: everybody who comes would be told to
    /// everybody else.
    fn announce(&self, actor: Actor, count: u32) {
        let step = match actor {
            Actor::Player(_) => 1,
            Actor::Watcher => 1 << count.max(1).ilog2().saturating_sub(4),
        };
        if count.is_multiple_of(step) {
            let _ = self.listeners.send(Message::Presence(self.presence()));
        }
    }

    const fn count(&self, actor: Actor) -> &AtomicU32 {
        match actor {
            Actor::Player(Player::P1) => &self.present[0],
            Actor::Player(Player::P2) => &self.present[1],
            Actor::Watcher => &self.watchers,
        }
    }

    /// Who is there.
    #[must_use]
    pub fn presence(&self) -> Presence {
        Presence {
            p1: self.present[0].load(Relaxed) > 0,
            p2: self.present[1].load(Relaxed) > 0,
            watchers: self.watchers.load(Relaxed),
        }
    }

    /// Whether the game is over, and how many events it takes to hold it.
    pub(super) fn weight(&self) -> (bool, usize) {
        let state = self.read();
        (state.table.end().is_some(), state.log.len() + state.chat.len())
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        if let Some(registry) = self.registry.upgrade() {
            registry.gone(self);
        }
    }
}

impl State {
    fn snapshot(&self, since: u64) -> Snapshot {
        // They are in order: most who ask know all but the last few.
        let begin = self.log.partition_point(|logged| logged.seq <= since);
        let mut events: Vec<Arc<Logged>> =
            self.log[begin..].iter().chain(self.chat.after(since)).cloned().collect();
        events.sort_unstable_by_key(|logged| logged.seq);
        Snapshot { table: Arc::clone(&self.table), events, since, left_out: self.chat.left_out() }
    }
}

/// Somebody's stay in a room.
pub struct Visit {
    room: Arc<Room>,
    actor: Actor,
}

impl Drop for Visit {
    fn drop(&mut self) {
        let before = self.room.count(self.actor).fetch_sub(1, Relaxed);
        self.room.announce(self.actor, before - 1);
    }
}

/// Nothing more is to be written.
pub(crate) async fn nothing_else(_: &Table, _: &[Logged]) -> Result<Write, StoreError> {
    Ok(Write::new())
}
