use std::sync::{
    Arc,
    atomic::{AtomicI64, AtomicU32, Ordering::Relaxed},
};

use mekong_core::Player;
use serde::Serialize;
use tokio::sync::{Mutex, broadcast};
use utoipa::ToSchema;

use crate::{
    store::{Store, StoreError, Write, append},
    table::{Action, Actor, Deal, Event, Logged, Refusal, Seat, Table},
    time::{Millis, now},
};

/// How many messages may wait for a slow listener. Whoever falls further behind resumes from the last number seen.
const BACKLOG: usize = 128;

/// One game that somebody plays or watches. Its table changes only by events that are durable.
pub struct Room {
    id: String,
    facts: Facts,
    seats: [Seat; 2],
    inner: Mutex<Inner>,
    listeners: broadcast::Sender<Message>,
    /// How many connections each player has.
    present: [AtomicU32; 2],
    watchers: AtomicU32,
    last_used: AtomicI64,
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

struct Inner {
    table: Table,
    log: Vec<Arc<Logged>>,
    /// Whether it is unknown which events are durable, so that the log must be read again.
    is_in_doubt: bool,
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
    pub table: Table,
}

impl Room {
    /// A room for a table whose events so far are given.
    #[must_use]
    pub fn new(id: String, facts: Facts, mut table: Table, events: Vec<Logged>) -> Room {
        for logged in &events {
            table.apply(logged);
        }
        let log = events.into_iter().map(Arc::new).collect();
        let seats = table.seats().clone();
        Room {
            id,
            facts,
            seats,
            inner: Mutex::new(Inner { table, log, is_in_doubt: false }),
            listeners: broadcast::channel(BACKLOG).0,
            present: [AtomicU32::new(0), AtomicU32::new(0)],
            watchers: AtomicU32::new(0),
            last_used: AtomicI64::new(now()),
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
    pub async fn table(&self) -> Table {
        self.inner.lock().await.table.clone()
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
        let mut inner = self.settled(store).await?;
        let now = now();
        let events = inner.table.decide(actor, action, now)?;
        self.commit(&mut inner, store, events, now, also).await
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
        let mut inner = self.settled(store).await?;
        let events = what(&inner.table);
        if events.is_empty() {
            return Ok(None);
        }
        self.commit(&mut inner, store, events, now(), also).await.map(Some)
    }

    async fn settled(&self, store: &Store) -> Result<tokio::sync::MutexGuard<'_, Inner>, ActError> {
        self.last_used.store(now(), Relaxed);
        let mut inner = self.inner.lock().await;
        if inner.is_in_doubt {
            for logged in store.events(&self.id, inner.table.last_seq()).await? {
                let logged = Arc::new(logged);
                inner.table.apply(&logged);
                inner.log.push(Arc::clone(&logged));
                let _ = self.listeners.send(Message::Logged(logged));
            }
            inner.is_in_doubt = false;
        }
        Ok(inner)
    }

    async fn commit<F>(
        &self,
        inner: &mut Inner,
        store: &Store,
        events: Vec<Event>,
        at: Millis,
        also: F,
    ) -> Result<Done, ActError>
    where
        F: AsyncFnOnce(&Table, &[Logged]) -> Result<Write, StoreError>,
    {
        let mut table = inner.table.clone();
        let mut logged = Vec::new();
        for event in events {
            let event = Logged { seq: table.last_seq() + 1, at, event };
            table.apply(&event);
            logged.push(event);
        }
        let write = append(&self.id, &table, &logged).and(also(&table, &logged).await?);
        // Until the answer comes, also if nobody waits for it any more.
        inner.is_in_doubt = true;
        store.write(write).await?;
        inner.is_in_doubt = false;
        let events: Vec<Arc<Logged>> = logged.into_iter().map(Arc::new).collect();
        inner.table = table.clone();
        inner.log.extend(events.iter().cloned());
        for logged in &events {
            // Nobody may be listening.
            let _ = self.listeners.send(Message::Logged(Arc::clone(logged)));
        }
        Ok(Done { events, table })
    }

    /// What happened after a number, the table now, and all that happens from now on; nothing is missed in between.
    pub async fn listen(&self, after: u64) -> (Table, Vec<Arc<Logged>>, broadcast::Receiver<Message>) {
        self.last_used.store(now(), Relaxed);
        let inner = self.inner.lock().await;
        let missed = inner.log.iter().filter(|logged| logged.seq > after).cloned().collect();
        (inner.table.clone(), missed, self.listeners.subscribe())
    }

    /// All events so far.
    pub async fn log(&self) -> Vec<Arc<Logged>> {
        self.inner.lock().await.log.clone()
    }

    /// Removes the name of a user from what they said.
    pub(super) async fn forget_name(&self, user: &str) {
        for logged in &mut self.inner.lock().await.log {
            let mut nameless = Logged::clone(logged);
            if nameless.event.forget_name(user) {
                *logged = Arc::new(nameless);
            }
        }
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

    /// Whether nobody has needed the room since a moment.
    pub(super) fn is_idle(&self, since: Millis) -> bool {
        self.listeners.receiver_count() == 0 && self.last_used.load(Relaxed) < since
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
