use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use super::{Facts, Room};
use crate::{
    store::{Store, StoreError},
    table::Table,
    time::{Millis, now},
};

/// How long a room is kept after somebody last needed it.
const KEPT: Millis = 120_000;

/// All rooms that somebody needs just now. A room that is not there is read from the database.
#[derive(Default)]
pub struct Rooms {
    rooms: Mutex<HashMap<String, Arc<tokio::sync::OnceCell<Arc<Room>>>>>,
}

impl Rooms {
    /// The room of a game; `None` if there is no such game, or only its record.
    ///
    /// # Errors
    /// The database cannot be asked.
    pub async fn get(&self, store: &Store, id: &str) -> Result<Option<Arc<Room>>, StoreError> {
        let cell = Arc::clone(self.lock().entry(id.to_owned()).or_default());
        let found = cell
            .get_or_try_init(async || match load(store, id).await {
                Ok(Some(room)) => Ok(Arc::new(room)),
                Ok(None) => Err(None),
                Err(error) => Err(Some(error)),
            })
            .await;
        match found {
            Ok(room) => Ok(Some(Arc::clone(room))),
            Err(why) => {
                self.lock().remove(id);
                why.map_or(Ok(None), Err)
            }
        }
    }

    /// Takes in a room that was just made.
    pub fn put(&self, room: Arc<Room>) {
        let id = room.id().to_owned();
        self.lock().insert(id, Arc::new(tokio::sync::OnceCell::new_with(Some(room))));
    }

    /// Lets go of the rooms that nobody needs.
    pub fn tidy(&self) {
        let since = now() - KEPT;
        self.lock().retain(|_, cell| {
            // Whoever holds a room still needs it.
            Arc::strong_count(cell) > 1
                || cell.get().is_some_and(|room| Arc::strong_count(room) > 1 || !room.is_idle(since))
        });
    }

    /// Removes the name of a user from what they said.
    pub(crate) async fn forget_name(&self, user: &str) {
        let rooms: Vec<Arc<Room>> = self.lock().values().filter_map(|cell| cell.get().cloned()).collect();
        for room in rooms {
            room.forget_name(user).await;
        }
    }

    /// How many rooms there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.lock().len()
    }

    /// Whether there is no room.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lock().is_empty()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<String, Arc<tokio::sync::OnceCell<Arc<Room>>>>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn load(store: &Store, id: &str) -> Result<Option<Room>, StoreError> {
    let Some(row) = store.game(id).await? else { return Ok(None) };
    let [Some(p1), Some(p2)] = row.seats else { return Ok(None) };
    let table = Table::new(row.settings, [p1, p2], row.deal.seed, row.created)
        .ok_or_else(|| StoreError::Corrupt(format!("the settings of game {id}")))?;
    let facts =
        Facts { created: row.created, deal: row.deal, ratings: row.ratings, rematch_of: row.rematch_of };
    Ok(Some(Room::new(id.to_owned(), facts, table, store.events(id, 0).await?)))
}
