use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak, atomic::Ordering::Relaxed},
};

use tokio::sync::watch;

use super::{
    Broker, Chat, GameMetadata, Room, StoredGame,
    recent::{Recent, Released},
    replication::{ClusterContext, PeerMessageContent},
};
use crate::{
    store::{Store, StoreError},
    table::Table,
    time::{Millis, now},
};

/// How many rooms are compared with the database by one query.
const CATCH_UP_BATCH: usize = 1_000;

/// How long the room of a game in progress is kept open after its last use.
const KEEP_OPEN: Millis = 120_000;

/// The open rooms: those in use, and those of games in progress that were used recently. A room is loaded from the
/// database on first use, once for all concurrent requests. It is created and registered under one lock, and stays
/// registered until its last holder drops it: there is never a second room for the same game.
#[derive(Clone, Default)]
pub struct Rooms {
    registry: Arc<Registry>,
}

/// Rooms by game id.
#[derive(Default)]
pub(super) struct Registry {
    rooms: Mutex<OpenRooms>,
    /// `None` if there are no other nodes.
    cluster: Option<ClusterContext>,
}

#[derive(Default)]
struct OpenRooms {
    slots: HashMap<String, Slot>,
    recent: Recent,
}

/// The room of a game, if it exists and can be loaded.
type LoadResult = Result<Option<Arc<Room>>, StoreError>;

/// A load in progress, shared by all who wait for it.
type PendingLoad = watch::Receiver<Option<LoadResult>>;

enum Slot {
    Loading(PendingLoad),
    Open(Weak<Room>),
}

/// The state of a slot.
enum SlotState {
    Loading(PendingLoad),
    Open(Arc<Room>),
    /// Never loaded, or dropped by its last holder.
    Absent,
}

/// Where a request gets its room.
enum Lookup {
    Open(Arc<Room>),
    Loading(PendingLoad),
    /// The caller has to load it.
    Started(watch::Sender<Option<LoadResult>>, PendingLoad),
}

impl OpenRooms {
    fn state(&self, id: &str) -> SlotState {
        match self.slots.get(id) {
            Some(Slot::Loading(pending)) => SlotState::Loading(pending.clone()),
            Some(Slot::Open(room)) => room.upgrade().map_or(SlotState::Absent, SlotState::Open),
            None => SlotState::Absent,
        }
    }
}

impl Registry {
    fn lock(&self) -> MutexGuard<'_, OpenRooms> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Creates a room, which applies all events of the game. No other function does. The caller does not hold the lock, because
    /// all other games wait for it.
    fn create(self: &Arc<Self>, stored: StoredGame) -> Arc<Room> {
        let broker = self.cluster.as_ref().map_or(Broker::Local, |cluster| cluster.broker.clone());
        Arc::new(Room::new(stored, broker, Arc::downgrade(self)))
    }

    /// Opens a new room.
    fn put(&self, open_rooms: &mut OpenRooms, room: &Arc<Room>) -> Released {
        if let Some(cluster) = &self.cluster {
            room.follow(cluster);
        }
        open_rooms.slots.insert(room.id().to_owned(), Slot::Open(Arc::downgrade(room)));
        open_rooms.recent.touch(room)
    }

    /// Stops keeping the room of a finished game open.
    pub(super) fn game_over(&self, room: &Room) {
        // Bound to a name, so that it is dropped after the lock is released.
        let _released = self.lock().recent.remove(room);
    }

    /// Removes a dropped room, unless another room of the same game has replaced it.
    pub(super) fn remove_dropped(&self, room: &Room) {
        let mut open_rooms = self.lock();
        if let Some(Slot::Open(other)) = open_rooms.slots.get(room.id())
            && std::ptr::eq(other.as_ptr(), room)
        {
            open_rooms.slots.remove(room.id());
        }
    }
}

impl Rooms {
    /// The rooms of one of several nodes.
    pub(crate) fn clustered(cluster: ClusterContext) -> Rooms {
        Rooms { registry: Arc::new(Registry { rooms: Mutex::default(), cluster: Some(cluster) }) }
    }

    /// All open rooms.
    pub(crate) fn all(&self) -> Vec<Arc<Room>> {
        let open_rooms = self.registry.lock();
        let is_open = |id: &String| match open_rooms.state(id) {
            SlotState::Open(room) => Some(room),
            SlotState::Loading(_) | SlotState::Absent => None,
        };
        open_rooms.slots.keys().filter_map(is_open).collect()
    }

    /// Reads the events of other nodes that have not been received, for all rooms with connections on this node. Other rooms catch
    /// up when they are used. Returns the rooms with new events.
    pub(crate) async fn catch_up(&self, store: &Store) -> Result<Vec<Arc<Room>>, StoreError> {
        let mut behind = Vec::new();
        let rooms: Vec<Arc<Room>> = self.all().into_iter().filter(|room| room.has_connections()).collect();
        for batch in rooms.chunks(CATCH_UP_BATCH) {
            let ids: Vec<&str> = batch.iter().map(|room| room.id()).collect();
            let last = store.last_events(&ids).await?;
            for room in batch {
                let is_behind = last.get(room.id()).is_some_and(|&last| last > room.table().last_seq());
                if is_behind && room.catch_up(store).await? {
                    behind.push(Arc::clone(room));
                }
            }
        }
        Ok(behind)
    }

    /// Removes a dead node from the presence of all rooms.
    pub(crate) fn remove_node(&self, node: &str) {
        for room in self.all() {
            room.set_presence(node.to_owned(), [0; 3]);
        }
    }

    /// Exchanges the presence of all rooms with other nodes, after messages were lost.
    pub(crate) fn send_presence(&self) {
        for room in self.all() {
            room.send_presence(PeerMessageContent::Opened);
        }
    }

    /// The room of a game; `None` if there is no such game, or it was imported.
    pub async fn get(&self, store: &Store, id: &str) -> LoadResult {
        let (database, game) = (store.clone(), id.to_owned());
        let found = self.get_or_load(id, async move { load(&database, &game).await }).await?;
        if let (Some(room), Some(cluster)) = (&found, &self.registry.cluster)
            && cluster.is_degraded.load(Relaxed)
        {
            // New events may not have been delivered to this node.
            room.catch_up(store).await?;
        }
        Ok(found)
    }

    async fn get_or_load<F>(&self, id: &str, load: F) -> LoadResult
    where
        F: Future<Output = Result<Option<StoredGame>, StoreError>> + Send + 'static,
    {
        let mut pending = match self.find(id) {
            (Lookup::Open(room), _released) => return Ok(Some(room)),
            (Lookup::Loading(pending), _) => pending,
            (Lookup::Started(sender, pending), _) => {
                // In its own task, so that it completes even if the first caller is cancelled.
                let loading = Loading { registry: Arc::clone(&self.registry), id: id.to_owned() };
                tokio::spawn(async move {
                    let loaded = load.await;
                    sender.send_replace(Some(loading.end(loaded)));
                });
                pending
            }
        };
        let loaded = pending.wait_for(Option::is_some).await.ok().and_then(|loaded| loaded.clone());
        loaded.unwrap_or_else(|| Err(StoreError::Internal("loading a game panicked".to_owned())))
    }

    /// The room of a game, or the load that will provide it.
    fn find(&self, id: &str) -> (Lookup, Option<Released>) {
        let mut open_rooms = self.registry.lock();
        match open_rooms.state(id) {
            SlotState::Open(room) => {
                let released = open_rooms.recent.touch(&room);
                (Lookup::Open(room), Some(released))
            }
            SlotState::Loading(pending) => (Lookup::Loading(pending), None),
            SlotState::Absent => {
                let (sender, pending) = watch::channel(None);
                open_rooms.slots.insert(id.to_owned(), Slot::Loading(pending.clone()));
                (Lookup::Started(sender, pending), None)
            }
        }
    }

    /// Opens the room of a game that has just been stored. If it was loaded meanwhile, that room is used.
    pub(crate) async fn open(&self, stored: StoredGame) -> Arc<Room> {
        // Dropped after the lock is released if it is not used.
        let new = self.registry.create(stored);
        loop {
            let mut pending = {
                let mut open_rooms = self.registry.lock();
                match open_rooms.state(new.id()) {
                    SlotState::Open(room) => return room,
                    SlotState::Loading(pending) => pending,
                    SlotState::Absent => {
                        let released = self.registry.put(&mut open_rooms, &new);
                        drop(open_rooms);
                        drop(released);
                        return new;
                    }
                }
            };
            // A load ends with a room or an empty slot.
            let _ = pending.wait_for(Option::is_some).await;
        }
    }

    /// Releases rooms of games in progress that have not been used for a while.
    pub fn release_idle(&self) {
        self.release_unused_since(now() - KEEP_OPEN);
    }

    fn release_unused_since(&self, since: Millis) {
        let _released = self.registry.lock().recent.remove_unused(since);
    }

    /// Removes the name of a user from their chat messages.
    pub(crate) async fn anonymize(&self, user: &str) {
        let states: Vec<SlotState> = {
            let open_rooms = self.registry.lock();
            open_rooms.slots.keys().map(|id| open_rooms.state(id)).collect()
        };
        for state in states {
            let room = match state {
                SlotState::Open(room) => Some(room),
                // The load may have read the name before it was removed.
                SlotState::Loading(mut pending) => {
                    let found = pending.wait_for(Option::is_some).await.ok();
                    found.and_then(|found| found.clone()).and_then(Result::ok).flatten()
                }
                SlotState::Absent => None,
            };
            if let Some(room) = room {
                room.anonymize(user);
            }
        }
    }

    /// The number of rooms.
    #[must_use]
    pub fn len(&self) -> usize {
        self.registry.lock().slots.len()
    }

    /// Whether there are no rooms.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A slot whose game is being loaded. It is emptied if the load is cancelled.
struct Loading {
    registry: Arc<Registry>,
    id: String,
}

impl Loading {
    /// The result for the waiting requests. The slot is open or empty before they receive it.
    fn end(self, loaded: Result<Option<StoredGame>, StoreError>) -> LoadResult {
        let Some(stored) = loaded? else { return Ok(None) };
        let room = self.registry.create(stored);
        let mut open_rooms = self.registry.lock();
        let released = self.registry.put(&mut open_rooms, &room);
        drop(open_rooms);
        drop(released);
        Ok(Some(room))
    }
}

impl Drop for Loading {
    fn drop(&mut self) {
        let mut open_rooms = self.registry.lock();
        if let Some(Slot::Loading(_)) = open_rooms.slots.get(&self.id) {
            open_rooms.slots.remove(&self.id);
        }
    }
}

async fn load(store: &Store, id: &str) -> Result<Option<StoredGame>, StoreError> {
    let Some(row) = store.game(id).await? else { return Ok(None) };
    let [Some(p1), Some(p2)] = row.seats else { return Ok(None) };
    let table = Table::new(row.settings, [p1, p2], row.deal.seed, row.created)
        .ok_or_else(|| StoreError::Corrupt(format!("invalid settings of game {id}")))?;
    let metadata = GameMetadata {
        created: row.created,
        deal: row.deal,
        ratings: row.ratings,
        rematch_of: row.rematch_of,
    };
    let (events, last_seq) = store.state_events(id).await?;
    // If no number is missing, there is no message: most games are loaded by the node of the second player, just after their start.
    let is_complete =
        events.len() as u64 == last_seq && events.last().map_or(0, |logged| logged.seq) == last_seq;
    let chat = if is_complete { Chat::default() } else { Chat::load(store, id).await? };
    Ok(Some(StoredGame { id: id.to_owned(), metadata, table, events, last_seq, chat }))
}

#[cfg(test)]
mod tests;
