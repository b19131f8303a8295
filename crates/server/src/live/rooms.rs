use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak, atomic::Ordering::Relaxed},
};

use tokio::sync::watch;

use super::{
    ActError, Broker, Chat, GameMetadata, Room, StoredGame,
    recent::{Recent, Released},
    replication::{Link, PeerMessageContent},
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
    /// The other nodes, if there are any.
    link: Option<Link>,
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
enum State {
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
    fn state(&self, id: &str) -> State {
        match self.slots.get(id) {
            Some(Slot::Loading(answer)) => State::Loading(answer.clone()),
            Some(Slot::Open(room)) => room.upgrade().map_or(State::Absent, State::Open),
            None => State::Absent,
        }
    }
}

impl Registry {
    fn lock(&self) -> MutexGuard<'_, OpenRooms> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Creates a room. No other function does.
    fn put(self: &Arc<Self>, known: &mut OpenRooms, stored: StoredGame) -> (Arc<Room>, Released) {
        let id = stored.id.clone();
        let broker = self.link.as_ref().map_or(Broker::Local, |link| link.broker.clone());
        let room = Arc::new(Room::new(stored, broker, Arc::downgrade(self)));
        if let Some(link) = &self.link {
            room.follow(link);
        }
        known.slots.insert(id, Slot::Open(Arc::downgrade(&room)));
        let released = known.recent.touch(&room);
        (room, released)
    }

    /// Stops keeping the room of a finished game open.
    pub(super) fn game_over(&self, room: &Room) {
        // Bound to a name, so that it is dropped after the lock is released.
        let _released = self.lock().recent.remove(room);
    }

    /// Removes a dropped room, unless another room of the same game has replaced it.
    pub(super) fn remove_dropped(&self, room: &Room) {
        let mut known = self.lock();
        if let Some(Slot::Open(other)) = known.slots.get(room.id())
            && std::ptr::eq(other.as_ptr(), room)
        {
            known.slots.remove(room.id());
        }
    }
}

impl Rooms {
    /// The rooms of one of several nodes.
    pub(crate) fn linked(link: Link) -> Rooms {
        Rooms { registry: Arc::new(Registry { rooms: Mutex::default(), link: Some(link) }) }
    }

    /// All open rooms.
    pub(crate) fn all(&self) -> Vec<Arc<Room>> {
        let known = self.registry.lock();
        let is_open = |id: &String| match known.state(id) {
            State::Open(room) => Some(room),
            State::Loading(_) | State::Absent => None,
        };
        known.slots.keys().filter_map(is_open).collect()
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
                if !is_behind {
                    continue;
                }
                match room.catch_up(store).await {
                    Ok(true) => behind.push(Arc::clone(room)),
                    Ok(false) | Err(ActError::Refused(_)) => {}
                    Err(ActError::Store(error)) => return Err(error),
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
        if let (Some(room), Some(link)) = (&found, &self.registry.link)
            && link.is_degraded.load(Relaxed)
        {
            // New events may not have been delivered to this node.
            match room.catch_up(store).await {
                Err(ActError::Store(error)) => return Err(error),
                Ok(_) | Err(ActError::Refused(_)) => {}
            }
        }
        Ok(found)
    }

    async fn get_or_load<F>(&self, id: &str, load: F) -> LoadResult
    where
        F: Future<Output = Result<Option<StoredGame>, StoreError>> + Send + 'static,
    {
        let mut answer = match self.find(id) {
            (Lookup::Open(room), _released) => return Ok(Some(room)),
            (Lookup::Loading(answer), _) => answer,
            (Lookup::Started(sender, answer), _) => {
                // In its own task, so that it completes even if the first caller is cancelled.
                let loading = Loading { registry: Arc::clone(&self.registry), id: id.to_owned() };
                tokio::spawn(async move {
                    let loaded = load.await;
                    sender.send_replace(Some(loading.end(loaded)));
                });
                answer
            }
        };
        let answer = answer.wait_for(Option::is_some).await.ok().and_then(|answer| answer.clone());
        answer.unwrap_or_else(|| Err(StoreError::Unavailable("loading a game failed".to_owned())))
    }

    /// The room of a game, or the load that will provide it.
    fn find(&self, id: &str) -> (Lookup, Option<Released>) {
        let mut known = self.registry.lock();
        match known.state(id) {
            State::Open(room) => {
                let released = known.recent.touch(&room);
                (Lookup::Open(room), Some(released))
            }
            State::Loading(answer) => (Lookup::Loading(answer), None),
            State::Absent => {
                let (sender, answer) = watch::channel(None);
                known.slots.insert(id.to_owned(), Slot::Loading(answer.clone()));
                (Lookup::Started(sender, answer), None)
            }
        }
    }

    /// Opens the room of a game that has just been stored. If it was loaded meanwhile, that room is used.
    pub(crate) async fn open(&self, stored: StoredGame) -> Arc<Room> {
        loop {
            let mut answer = {
                let mut known = self.registry.lock();
                match known.state(&stored.id) {
                    State::Open(room) => return room,
                    State::Loading(answer) => answer,
                    State::Absent => {
                        let (room, released) = self.registry.put(&mut known, stored);
                        drop(known);
                        drop(released);
                        return room;
                    }
                }
            };
            // A load ends with a room or an empty slot.
            let _ = answer.wait_for(Option::is_some).await;
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
        let states: Vec<State> = {
            let known = self.registry.lock();
            known.slots.keys().map(|id| known.state(id)).collect()
        };
        for state in states {
            let room = match state {
                State::Open(room) => Some(room),
                // The load may have read the name before it was removed.
                State::Loading(mut answer) => {
                    let found = answer.wait_for(Option::is_some).await.ok();
                    found.and_then(|found| found.clone()).and_then(Result::ok).flatten()
                }
                State::Absent => None,
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
        let mut known = self.registry.lock();
        let (room, released) = self.registry.put(&mut known, stored);
        drop(known);
        drop(released);
        Ok(Some(room))
    }
}

impl Drop for Loading {
    fn drop(&mut self) {
        let mut known = self.registry.lock();
        if let Some(Slot::Loading(_)) = known.slots.get(&self.id) {
            known.slots.remove(&self.id);
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
    let chat = Chat::load(store, id).await?;
    Ok(Some(StoredGame { id: id.to_owned(), metadata, table, events, last_seq, chat }))
}

#[cfg(test)]
mod tests;
