use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::sync::watch;

use super::{Chat, Facts, Room, StoredGame};
use crate::{
    store::{Store, StoreError},
    table::Table,
    time::{Millis, now},
};

/// How long a room is kept after somebody last needed it.
const KEPT: Millis = 120_000;

/// All rooms that somebody needs just now. A room that is not there is read from the database, once for all who ask
/// meanwhile.
///
/// A room is made and registered under one lock, and leaves the registry only if nobody else holds it. So whoever holds
/// a room holds the one that everybody gets.
#[derive(Default)]
pub struct Rooms {
    slots: Arc<Mutex<Slots>>,
}

type Slots = HashMap<String, Slot>;

/// The room of a game, if there is one and it can be read.
type Found = Result<Option<Arc<Room>>, StoreError>;

#[derive(Clone)]
enum Slot {
    /// It is being read: the one answer is for all who wait.
    Loading(watch::Receiver<Option<Found>>),
    Open(Arc<Room>),
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
        let slot = lock(&self.slots).entry(id.to_owned()).or_insert_with(|| self.begin(id, load)).clone();
        match slot {
            Slot::Open(room) => Ok(Some(room)),
            Slot::Loading(mut answer) => {
                answer.wait_for(Option::is_some).await.ok().and_then(|answer| answer.clone()).unwrap_or_else(
                    || Err(StoreError::Unavailable("the reading of a game failed".to_owned())),
                )
            }
        }
    }

    /// Reads a game in a task of its own: it comes to its end also if whoever asked first goes away.
    fn begin<F>(&self, id: &str, load: F) -> Slot
    where
        F: Future<Output = Result<Option<StoredGame>, StoreError>> + Send + 'static,
    {
        let (sender, answer) = watch::channel(None);
        let loading = Loading { slots: Arc::clone(&self.slots), id: id.to_owned() };
        tokio::spawn(async move {
            let loaded = load.await;
            sender.send_replace(Some(loading.end(loaded)));
        });
        Slot::Loading(answer)
    }

    /// Takes in a game that has just been written. Somebody may have been quick enough to read it already: then their
    /// room is the one.
    pub(crate) async fn open(&self, stored: StoredGame) -> Arc<Room> {
        loop {
            let slot = lock(&self.slots).get(&stored.id).cloned();
            match slot {
                Some(Slot::Open(room)) => return room,
                Some(Slot::Loading(mut answer)) => {
                    // A load that ends leaves a room or nothing.
                    let _ = answer.wait_for(Option::is_some).await;
                }
                None => {
                    let mut slots = lock(&self.slots);
                    if !slots.contains_key(&stored.id) {
                        return put(&mut slots, stored);
                    }
                }
            }
        }
    }

    /// Lets go of the rooms that nobody needs.
    pub fn tidy(&self) {
        let since = now() - KEPT;
        lock(&self.slots).retain(|_, slot| match slot {
            Slot::Loading(_) => true,
            // Whoever holds a room still needs it, and nobody gets hold of one while the registry is locked.
            Slot::Open(room) => Arc::strong_count(room) > 1 || !room.is_idle(since),
        });
    }

    /// Removes the name of a user from what they said.
    pub(crate) async fn forget_name(&self, user: &str) {
        let slots: Vec<Slot> = lock(&self.slots).values().cloned().collect();
        for slot in slots {
            let room = match slot {
                Slot::Open(room) => Some(room),
                // It may have read the name before it was removed.
                Slot::Loading(mut answer) => {
                    let found = answer.wait_for(Option::is_some).await.ok();
                    found.and_then(|found| found.clone()).and_then(Result::ok).flatten()
                }
            };
            if let Some(room) = room {
                room.forget_name(user);
            }
        }
    }

    /// How many rooms there are.
    #[must_use]
    pub fn len(&self) -> usize {
        lock(&self.slots).len()
    }

    /// Whether there is no room.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        lock(&self.slots).is_empty()
    }
}

fn lock(slots: &Mutex<Slots>) -> MutexGuard<'_, Slots> {
    slots.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes a room: the only place that does.
fn put(slots: &mut Slots, stored: StoredGame) -> Arc<Room> {
    let id = stored.id.clone();
    let room = Arc::new(Room::new(stored));
    slots.insert(id, Slot::Open(Arc::clone(&room)));
    room
}

/// A slot whose game is being read. If the reading breaks off, the slot is empty again.
struct Loading {
    slots: Arc<Mutex<Slots>>,
    id: String,
}

impl Loading {
    /// The answer for those who wait. The slot is open or empty before they get it.
    fn end(self, loaded: Result<Option<StoredGame>, StoreError>) -> Found {
        Ok(loaded?.map(|stored| put(&mut lock(&self.slots), stored)))
    }
}

impl Drop for Loading {
    fn drop(&mut self) {
        let mut slots = lock(&self.slots);
        if let Some(Slot::Loading(_)) = slots.get(&self.id) {
            slots.remove(&self.id);
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
mod tests {
    use std::sync::{
        Arc,
        atomic::{AtomicU32, Ordering::Relaxed},
    };

    use mekong_core::Lang;
    use tokio::{sync::Notify, task::JoinSet};

    use super::{Chat, Facts, Room, Rooms, StoreError, StoredGame, Table};
    use crate::table::{Clock, Deal, Seat, Settings};

    fn stored() -> StoredGame {
        let settings = Settings {
            game: "siam".to_owned(),
            variants: Vec::new(),
            start: None,
            clock: Clock::None,
            rated: false,
        };
        let seats = ["ann", "bob"].map(|user| Seat::Person { user: user.to_owned() });
        let table = Table::new(settings.checked(Lang::En).unwrap(), seats, 1, 0).unwrap();
        let deal = Deal { seed: 1, salt: String::new() };
        let facts = Facts { created: 0, deal, ratings: [None; 2], rematch_of: None };
        StoredGame {
            id: "game".to_owned(),
            facts,
            table,
            events: Vec::new(),
            last_seq: 0,
            chat: Chat::default(),
        }
    }

    fn away() -> StoreError {
        StoreError::Unavailable("injected".to_owned())
    }

    /// Asks for the same game many times at once, with loads that all wait for a word and then end in the same way.
    async fn ask_at_once(
        rooms: &Arc<Rooms>,
        count: u32,
        loads: &Arc<AtomicU32>,
        end: fn() -> Result<Option<StoredGame>, StoreError>,
    ) -> Vec<Result<Option<Arc<Room>>, StoreError>> {
        let (go, asked, mut asking) = (Arc::new(Notify::new()), Arc::new(AtomicU32::new(0)), JoinSet::new());
        for _ in 0..count {
            let (rooms, go, loads, asked) =
                (Arc::clone(rooms), Arc::clone(&go), Arc::clone(loads), Arc::clone(&asked));
            asking.spawn(async move {
                asked.fetch_add(1, Relaxed);
                let load = async move {
                    loads.fetch_add(1, Relaxed);
                    go.notified().await;
                    end()
                };
                rooms.get_or_load("game", load).await
            });
        }
        // There is one thread: whoever has begun to ask waits for the load by now.
        while asked.load(Relaxed) < count {
            tokio::task::yield_now().await;
        }
        go.notify_one();
        asking.join_all().await
    }

    #[tokio::test]
    async fn all_who_wait_for_a_load_share_its_failure_or_its_room() {
        let (rooms, loads) = (Arc::new(Rooms::default()), Arc::default());
        let failed = ask_at_once(&rooms, 50, &loads, || Err(away())).await;
        assert!(failed.iter().all(|found| matches!(found, Err(error) if *error == away())));
        assert_eq!((loads.load(Relaxed), rooms.len()), (1, 0), "one load, and nothing stays of it");
        let missing = ask_at_once(&rooms, 50, &loads, || Ok(None)).await;
        assert!(missing.iter().all(|found| matches!(found, Ok(None))));
        assert_eq!((loads.load(Relaxed), rooms.len()), (2, 0));
        let found = ask_at_once(&rooms, 50, &loads, || Ok(Some(stored()))).await;
        assert_eq!((loads.load(Relaxed), rooms.len()), (3, 1));
        let known = rooms.get_or_load("game", async { Err(away()) }).await.unwrap().unwrap();
        for room in found {
            assert!(Arc::ptr_eq(&room.unwrap().unwrap(), &known), "a room that the registry does not know");
        }
    }

    #[tokio::test]
    async fn a_load_that_breaks_off_leaves_nothing_behind() {
        let rooms = Rooms::default();
        assert!(rooms.get_or_load("game", async { panic!("injected") }).await.is_err());
        assert!(rooms.get_or_load("game", async { Ok(Some(stored())) }).await.unwrap().is_some());
    }

    #[tokio::test]
    async fn a_load_goes_on_though_whoever_asked_first_goes_away() {
        let (rooms, go) = (Arc::new(Rooms::default()), Arc::new(Notify::new()));
        let word = Arc::clone(&go);
        let load = async move {
            word.notified().await;
            Ok(Some(stored()))
        };
        let asking = Arc::clone(&rooms);
        let first = tokio::spawn(async move { asking.get_or_load("game", load).await });
        tokio::task::yield_now().await;
        first.abort();
        let _ = first.await;
        go.notify_one();
        assert!(rooms.get_or_load("game", async { Err(away()) }).await.unwrap().is_some());
    }

    #[tokio::test]
    async fn a_new_game_that_somebody_read_already_has_one_room() {
        for end in [|| Ok(Some(stored())), || Ok(None), || Err(away())] {
            let (rooms, loads) = (Arc::new(Rooms::default()), Arc::default());
            let open = async {
                while rooms.is_empty() {
                    tokio::task::yield_now().await;
                }
                rooms.open(stored()).await
            };
            let (found, opened) = tokio::join!(ask_at_once(&rooms, 3, &loads, end), open);
            let known = rooms.get_or_load("game", async { Err(away()) }).await.unwrap().unwrap();
            assert!(Arc::ptr_eq(&opened, &known));
            for room in found.into_iter().filter_map(|found| found.ok().flatten()) {
                assert!(Arc::ptr_eq(&room, &known));
            }
        }
    }

    #[tokio::test]
    async fn a_room_that_somebody_holds_stays() {
        let rooms = Rooms::default();
        let room = rooms.open(stored()).await;
        room.make_idle();
        rooms.tidy();
        assert_eq!(rooms.len(), 1, "it is held");
        drop(room);
        rooms.tidy();
        assert!(rooms.is_empty());
    }
}
