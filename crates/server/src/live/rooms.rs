use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
};

use tokio::sync::watch;

use super::{
    Chat, Facts, Room, StoredGame,
    recent::{LetGo, Recent},
};
use crate::{
    store::{Store, StoreError},
    table::Table,
    time::{Millis, now},
};

/// How long the room of a game in progress is kept after its last use.
const KEPT: Millis = 120_000;

/// All rooms that somebody holds, and those of games in progress that were used lately. A room that is not there is read
/// from the database, once for all who ask meanwhile.
///
/// A room is made and registered under one lock. The registry knows it for as long as somebody holds it, so whoever holds
/// a room holds the one that everybody gets; it goes with the last one who does.
#[derive(Default)]
pub struct Rooms {
    registry: Arc<Registry>,
}

/// The rooms, by the id of their game.
#[derive(Default)]
pub(super) struct Registry {
    rooms: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    slots: HashMap<String, Slot>,
    recent: Recent,
}

/// The room of a game, if there is one and it can be read.
type Found = Result<Option<Arc<Room>>, StoreError>;

/// A read under way: the one answer is for all who wait.
type Answer = watch::Receiver<Option<Found>>;

enum Slot {
    Loading(Answer),
    Open(Weak<Room>),
}

/// What there is of a game.
enum State {
    Loading(Answer),
    Open(Arc<Room>),
    /// It was never read, or nobody holds its room any more.
    Absent,
}

/// Where somebody who asks for a room gets it.
enum Place {
    Open(Arc<Room>),
    Loading(Answer),
    /// Whoever asked has to read it.
    Begun(watch::Sender<Option<Found>>, Answer),
}

impl Known {
    fn state(&self, id: &str) -> State {
        match self.slots.get(id) {
            Some(Slot::Loading(answer)) => State::Loading(answer.clone()),
            Some(Slot::Open(room)) => room.upgrade().map_or(State::Absent, State::Open),
            None => State::Absent,
        }
    }
}

impl Registry {
    fn lock(&self) -> MutexGuard<'_, Known> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes a room: the only place that does.
    fn put(self: &Arc<Self>, known: &mut Known, stored: StoredGame) -> (Arc<Room>, LetGo) {
        let id = stored.id.clone();
        let room = Arc::new(Room::new(stored, Arc::downgrade(self)));
        known.slots.insert(id, Slot::Open(Arc::downgrade(&room)));
        let let_go = known.recent.touch(&room);
        (room, let_go)
    }

    /// The game of a room is over: only whoever holds the room needs it now.
    pub(super) fn game_over(&self, room: &Room) {
        // Named, so that it is dropped after the lock.
        let _let_go = self.lock().recent.remove(room);
    }

    /// A room is gone: nobody holds it. Another one of the same game may be there by now.
    pub(super) fn gone(&self, room: &Room) {
        let mut known = self.lock();
        if let Some(Slot::Open(other)) = known.slots.get(room.id())
            && std::ptr::eq(other.as_ptr(), room)
        {
            known.slots.remove(room.id());
        }
    }
}

impl Rooms {
    /// The room of a game; `None` if there is no such game, or only its record.
    ///
    /// # Errors
    /// The database cannot be asked.
    pub async fn get(&self, store: &Store, id: &str) -> Found {
        let (store, game) = (store.clone(), id.to_owned());
        self.get_or_load(id, async move { load(&store, &game).await }).await
    }

    async fn get_or_load<F>(&self, id: &str, load: F) -> Found
    where
        F: Future<Output = Result<Option<StoredGame>, StoreError>> + Send + 'static,
    {
        let mut answer = match self.find(id) {
            (Place::Open(room), _let_go) => return Ok(Some(room)),
            (Place::Loading(answer), _) => answer,
            (Place::Begun(sender, answer), _) => {
                // In a task of its own: it comes to its end also if whoever asked first goes away.
                let loading = Loading { registry: Arc::clone(&self.registry), id: id.to_owned() };
                tokio::spawn(async move {
                    let loaded = load.await;
                    sender.send_replace(Some(loading.end(loaded)));
                });
                answer
            }
        };
        let answer = answer.wait_for(Option::is_some).await.ok().and_then(|answer| answer.clone());
        answer.unwrap_or_else(|| Err(StoreError::Unavailable("the reading of a game failed".to_owned())))
    }

    /// The room of a game, or the answer that will hold it.
    fn find(&self, id: &str) -> (Place, Option<LetGo>) {
        let mut known = self.registry.lock();
        match known.state(id) {
            State::Open(room) => {
                let let_go = known.recent.touch(&room);
                (Place::Open(room), Some(let_go))
            }
            State::Loading(answer) => (Place::Loading(answer), None),
            State::Absent => {
                let (sender, answer) = watch::channel(None);
                known.slots.insert(id.to_owned(), Slot::Loading(answer.clone()));
                (Place::Begun(sender, answer), None)
            }
        }
    }

    /// Takes in a game that has just been written. Somebody may have been quick enough to read it already: then their
    /// room is the one.
    pub(crate) async fn open(&self, stored: StoredGame) -> Arc<Room> {
        loop {
            let mut answer = {
                let mut known = self.registry.lock();
                match known.state(&stored.id) {
                    State::Open(room) => return room,
                    State::Loading(answer) => answer,
                    State::Absent => {
                        let (room, let_go) = self.registry.put(&mut known, stored);
                        drop(known);
                        drop(let_go);
                        return room;
                    }
                }
            };
            // A load that ends leaves a room or nothing.
            let _ = answer.wait_for(Option::is_some).await;
        }
    }

    /// Lets go of the rooms of games in progress that nobody has used for long.
    pub fn tidy(&self) {
        self.tidy_since(now() - KEPT);
    }

    fn tidy_since(&self, since: Millis) {
        let _let_go = self.registry.lock().recent.remove_unused(since);
    }

    /// Removes the name of a user from what they said.
    pub(crate) async fn forget_name(&self, user: &str) {
        let states: Vec<State> = {
            let known = self.registry.lock();
            known.slots.keys().map(|id| known.state(id)).collect()
        };
        for state in states {
            let room = match state {
                State::Open(room) => Some(room),
                // It may have read the name before it was removed.
                State::Loading(mut answer) => {
                    let found = answer.wait_for(Option::is_some).await.ok();
                    found.and_then(|found| found.clone()).and_then(Result::ok).flatten()
                }
                State::Absent => None,
            };
            if let Some(room) = room {
                room.forget_name(user);
            }
        }
    }

    /// How many rooms there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.registry.lock().slots.len()
    }

    /// Whether there is no room.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A slot whose game is being read. If the reading breaks off, the slot is empty again.
struct Loading {
    registry: Arc<Registry>,
    id: String,
}

impl Loading {
    /// The answer for those who wait. The slot is open or empty before they get it.
    fn end(self, loaded: Result<Option<StoredGame>, StoreError>) -> Found {
        let Some(stored) = loaded? else { return Ok(None) };
        let mut known = self.registry.lock();
        let (room, let_go) = self.registry.put(&mut known, stored);
        drop(known);
        drop(let_go);
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
        .ok_or_else(|| StoreError::Corrupt(format!("the settings of game {id}")))?;
    let facts =
        Facts { created: row.created, deal: row.deal, ratings: row.ratings, rematch_of: row.rematch_of };
    let (events, last_seq) = store.play_events(id).await?;
    let chat = Chat::load(store, id).await?;
    Ok(Some(StoredGame { id: id.to_owned(), facts, table, events, last_seq, chat }))
}

#[cfg(test)]
mod tests;
