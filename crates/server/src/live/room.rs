mod decision;
mod presence;

use std::{
    collections::HashMap,
    sync::{Arc, OnceLock, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard, Weak, atomic::AtomicU32},
};

use mekong_core::Player;
use tokio::{
    sync::{Mutex, broadcast},
    task::AbortHandle,
};

use super::{
    Broker, Chat,
    replication::{self, ClusterContext, Counts, PeerMessage, PeerMessageContent},
    rooms::Registry,
};
pub use decision::Decision;
pub use presence::PresenceGuard;

use crate::{
    protocol::{PresenceView, ServerMessage},
    store::{Store, StoreError},
    table::{Actor, Audience, Deal, Event, LoggedEvent, Refusal, Seat, Table},
    time::Millis,
};

/// How many messages a subscriber may lag behind. A subscriber that misses some resumes from its last sequence number.
const BACKLOG: usize = 128;

/// A game in memory. Its state changes only by durable events. Rooms are created by [`super::Rooms`] only, one per
/// game, so that all users of a game share one room.
pub struct Room {
    id: String,
    metadata: GameMetadata,
    seats: [Seat; 2],
    /// Held from the decision on an action until it is committed, which may take long. Readers do not need it.
    writing: Mutex<WriteState>,
    /// The durable state. Never held across an await.
    state: RwLock<RoomState>,
    subscribers: broadcast::Sender<RoomMessage>,
    /// Number of connections per player.
    present: [AtomicU32; 2],
    spectators: AtomicU32,
    /// Connections on other nodes, by node.
    remote: RwLock<HashMap<String, Counts>>,
    broker: Broker,
    /// The task that applies messages of other nodes.
    follower: OnceLock<AbortHandle>,
    /// The registry that this room is in.
    registry: Weak<Registry>,
}

/// Constant data of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct GameMetadata {
    /// Start time.
    pub created: Millis,
    /// The deal, secret until the end.
    pub deal: Deal,
    /// Ratings of both players at the start.
    pub ratings: [Option<f64>; 2],
    /// Id of the game that this one is the rematch of.
    pub rematch_of: Option<String>,
}

/// A stored game, from which a room is created.
#[derive(Clone, Debug)]
pub struct StoredGame {
    /// Id of the game.
    pub id: String,
    /// Constant data.
    pub metadata: GameMetadata,
    /// The table before the first event.
    pub table: Table,
    /// All events that affect the state.
    pub events: Vec<LoggedEvent>,
    /// Sequence number of the last event of any kind.
    pub last_seq: u64,
    /// The chat.
    pub chat: Chat,
}

#[derive(Default)]
struct WriteState {
    /// Whether a commit was not confirmed, so that the events must be read again.
    is_in_doubt: bool,
}

struct RoomState {
    table: Arc<Table>,
    /// All events except chat messages.
    log: Vec<Arc<LoggedEvent>>,
    chat: Chat,
}

/// The state of a game at one moment.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// The table.
    pub table: Arc<Table>,
    /// Events after `since`; of the chat only the latest messages.
    pub events: Vec<Arc<LoggedEvent>>,
    /// Sequence number after which events are included.
    since: u64,
    /// For each audience, the newest chat message that is not included.
    left_out: [u64; 2],
}

impl Snapshot {
    /// The value of `before` for the page of chat messages that precedes this snapshot; `None` if no message to these
    /// audiences was left out.
    #[must_use]
    pub fn older_chat(&self, audiences: &[Audience]) -> Option<u64> {
        let left_out = audiences.iter().map(|audience| self.left_out[audience.index()]).max()?;
        (left_out > self.since).then_some(left_out + 1)
    }
}

/// A message to the subscribers of a room.
#[derive(Clone, Debug)]
pub enum RoomMessage {
    /// An event, and its JSON object as it is sent: serialised once for all subscribers.
    LoggedEvent(Arc<LoggedEvent>, Arc<str>),
    /// Presence has changed. Not numbered: only the latest value matters.
    Presence(PresenceView),
}

/// Why an action was not carried out.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ActError {
    /// The rules or the state of the game forbid it.
    #[error("{0}")]
    Refused(Refusal),
    /// It could not be stored.
    #[error("{0}")]
    Store(StoreError),
    /// It would end the game on time, and a node may have been dead when the time ran out.
    #[error("a node may be dead, so that it is not known whether the player has run out of time")]
    OutageSuspected,
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

/// Events that are durable.
#[derive(Clone, Debug)]
pub struct Committed {
    /// The events, committed and published.
    pub events: Vec<Arc<LoggedEvent>>,
    /// The table after them.
    pub table: Arc<Table>,
}

impl Room {
    pub(super) fn new(stored: StoredGame, broker: Broker, registry: Weak<Registry>) -> Room {
        let StoredGame { id, metadata, mut table, events, last_seq, chat } = stored;
        for logged in &events {
            table.apply(logged);
        }
        table.skip_to(last_seq);
        let log = events.into_iter().map(Arc::new).collect();
        let seats = table.seats().clone();
        Room {
            id,
            metadata,
            seats,
            writing: Mutex::default(),
            state: RwLock::new(RoomState { table: Arc::new(table), log, chat }),
            subscribers: broadcast::channel(BACKLOG).0,
            present: [AtomicU32::new(0), AtomicU32::new(0)],
            spectators: AtomicU32::new(0),
            remote: RwLock::default(),
            broker,
            follower: OnceLock::new(),
            registry,
        }
    }

    /// Starts the task that applies messages of other nodes.
    pub(super) fn follow(self: &Arc<Self>, cluster: &ClusterContext) {
        let task = tokio::spawn(replication::follow(cluster.clone(), Arc::downgrade(self), self.id.clone()));
        // Called once, when the room is registered.
        let _ = self.follower.set(task.abort_handle());
    }

    /// Id of the game.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Constant data.
    #[must_use]
    pub const fn metadata(&self) -> &GameMetadata {
        &self.metadata
    }

    /// The role of a user: player or spectator.
    #[must_use]
    pub fn actor(&self, user: Option<&str>) -> Actor {
        let is_theirs = |player: &Player| user.is_some() && self.seats[player.index()].user() == user;
        Player::BOTH.into_iter().find(is_theirs).map_or(Actor::Spectator, Actor::Player)
    }

    /// If a commit was not confirmed, reads which of its events are durable.
    pub(crate) async fn reconcile(&self, store: &Store) -> Result<(), StoreError> {
        self.lock_reconciled(store).await.map(drop)
    }

    /// The current table.
    #[must_use]
    pub fn table(&self) -> Arc<Table> {
        Arc::clone(&self.read().table)
    }

    fn read(&self) -> RwLockReadGuard<'_, RoomState> {
        self.state.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, RoomState> {
        self.state.write().unwrap_or_else(PoisonError::into_inner)
    }

    async fn lock_reconciled(
        &self,
        store: &Store,
    ) -> Result<tokio::sync::MutexGuard<'_, WriteState>, StoreError> {
        let mut writing = self.writing.lock().await;
        if writing.is_in_doubt {
            self.read_missed(store).await?;
            writing.is_in_doubt = false;
        }
        Ok(writing)
    }

    /// Reads and publishes the events that are in the database and not in memory. Returns whether there were any. The caller
    /// holds the write lock.
    async fn read_missed(&self, store: &Store) -> Result<bool, StoreError> {
        let missed = store.events(&self.id, self.table().last_seq()).await?;
        // Deleted chat messages are not among the events.
        let chat = match missed.iter().any(is_chat) {
            true => Some(Chat::load(store, &self.id).await?),
            false => None,
        };
        let found = !missed.is_empty();
        self.apply(missed);
        if let Some(chat) = chat {
            self.write().chat = chat;
        }
        Ok(found)
    }

    /// Reads the events of other nodes that have not been received. Returns whether there were any.
    pub(crate) async fn catch_up(&self, store: &Store) -> Result<bool, StoreError> {
        let mut writing = self.writing.lock().await;
        let found = self.read_missed(store).await?;
        writing.is_in_doubt = false;
        Ok(found)
    }

    /// Applies events that another node has committed. If some are missing, they are read from the database.
    pub(super) async fn receive(
        &self,
        store: &Store,
        mut events: Vec<LoggedEvent>,
    ) -> Result<(), StoreError> {
        let mut writing = self.writing.lock().await;
        let known = self.table().last_seq();
        events.retain(|logged| logged.seq > known);
        let Some(first) = events.first() else { return Ok(()) };
        // In a full chat each message replaces an older one, which only the database knows.
        let is_replaced = events.iter().any(is_chat) && self.read().chat.is_full(Audience::Spectators);
        if writing.is_in_doubt || is_replaced || first.seq != known + 1 || !is_consecutive(&events) {
            self.read_missed(store).await?;
            writing.is_in_doubt = false;
        } else {
            self.apply(events);
        }
        Ok(())
    }

    /// Applies and publishes events that are durable.
    fn apply(&self, events: Vec<LoggedEvent>) {
        if events.is_empty() {
            return;
        }
        self.publish(events, |table, events| {
            // Copied only if a reader holds the table.
            let table = Arc::make_mut(table);
            for logged in events {
                table.apply(logged);
            }
        });
    }

    /// Sends a message to the rooms of this game on other nodes.
    fn send(&self, content: PeerMessageContent) {
        let message = PeerMessage { node: self.broker.node().to_owned(), content };
        self.broker.publish(&replication::subject(&self.id), &message);
    }

    /// Makes committed events visible: updates the table and sends the events to subscribers under one lock, so that a new
    /// subscriber neither misses an event nor receives one twice.
    fn publish(
        &self,
        events: Vec<LoggedEvent>,
        update: impl FnOnce(&mut Arc<Table>, &[Arc<LoggedEvent>]),
    ) -> Committed {
        // Serialised before the lock is taken, because all readers of the game wait for it.
        let serialised = events.into_iter().map(|logged| {
            let json = ServerMessage::Event(logged.clone().into()).json().into();
            (Arc::new(logged), json)
        });
        let (events, json): (Vec<Arc<LoggedEvent>>, Vec<Arc<str>>) = serialised.unzip();
        let mut state = self.write();
        update(&mut state.table, &events);
        let table = Arc::clone(&state.table);
        for (logged, json) in events.iter().zip(json) {
            match logged.event {
                Event::Chat { .. } => state.chat.push(logged),
                _ => state.log.push(Arc::clone(logged)),
            }
            let _ = self.subscribers.send(RoomMessage::LoggedEvent(Arc::clone(logged), json));
        }
        // The registry reads rooms while it is locked.
        drop(state);
        if table.end().is_some()
            && let Some(registry) = self.registry.upgrade()
        {
            registry.game_over(self);
        }
        Committed { events, table }
    }

    /// The state with the events after `since`, and a subscription to all later events. Nothing is missed in between.
    #[must_use]
    pub fn subscribe(&self, since: u64) -> (Snapshot, broadcast::Receiver<RoomMessage>) {
        let state = self.read();
        (state.snapshot(since), self.subscribers.subscribe())
    }

    /// The state with the events after `since`.
    #[must_use]
    pub fn snapshot(&self, since: u64) -> Snapshot {
        self.read().snapshot(since)
    }

    /// Removes the name of a user from their chat messages.
    pub(super) fn anonymize(&self, user: &str) {
        self.write().chat.anonymize(user);
    }

    /// Time of the last pause of the clock.
    pub(crate) fn last_pause(&self) -> Millis {
        let state = self.read();
        let is_pause = |logged: &&Arc<LoggedEvent>| matches!(logged.event, Event::Paused { .. });
        state.log.iter().rev().find(is_pause).map_or(0, |logged| logged.at)
    }

    /// Time of the last event.
    pub(crate) fn last_event_at(&self) -> Millis {
        let state = self.read();
        state.log.last().into_iter().chain(state.chat.after(0)).map(|logged| logged.at).max().unwrap_or(0)
    }

    /// Whether the game is over.
    pub(super) fn is_over(&self) -> bool {
        self.read().table.end().is_some()
    }

    /// The number of its events in memory.
    pub(super) fn event_count(&self) -> usize {
        let state = self.read();
        state.log.len() + state.chat.len()
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        if let Some(follower) = self.follower.get() {
            follower.abort();
        }
        if let Some(registry) = self.registry.upgrade() {
            registry.remove_dropped(self);
        }
    }
}

impl RoomState {
    fn snapshot(&self, since: u64) -> Snapshot {
        // Events are in order, and most clients know all but the last few.
        let begin = self.log.partition_point(|logged| logged.seq <= since);
        let mut events: Vec<Arc<LoggedEvent>> =
            self.log[begin..].iter().chain(self.chat.after(since)).cloned().collect();
        events.sort_unstable_by_key(|logged| logged.seq);
        Snapshot { table: Arc::clone(&self.table), events, since, left_out: self.chat.left_out() }
    }
}

const fn is_chat(logged: &LoggedEvent) -> bool {
    matches!(logged.event, Event::Chat { .. })
}

fn is_consecutive(events: &[LoggedEvent]) -> bool {
    events.windows(2).all(|pair| pair[0].seq + 1 == pair[1].seq)
}
