use std::{collections::VecDeque, sync::Arc};

use super::Room;
use crate::time::{Millis, now};

/// How many rooms are kept though nobody may hold them.
pub(super) const MAX_ROOMS: usize = 256;

/// How many events those rooms hold together. An event takes about 400 bytes, with the position that it leads to.
pub(super) const MAX_EVENTS: usize = 50_000;

/// Rooms of games in progress that were used lately, so that a player without a connection does not have the game read
/// for each move. The least recently used ones are let go first.
#[derive(Default)]
pub(super) struct Recent {
    /// The least recently used first.
    rooms: VecDeque<Kept>,
    events: usize,
}

struct Kept {
    room: Arc<Room>,
    events: usize,
    used: Millis,
}

/// Rooms that are let go. They are dropped after the registry is unlocked: a room that is dropped locks it.
#[must_use]
pub(super) struct LetGo(Vec<Arc<Room>>);

impl Recent {
    /// A room is used: it is kept, unless its game is over.
    pub(super) fn touch(&mut self, room: &Arc<Room>) -> LetGo {
        let mut let_go = self.remove(room);
        let (is_over, events) = room.weight();
        if !is_over {
            self.rooms.push_back(Kept { room: Arc::clone(room), events, used: now() });
            self.events += events;
        }
        while self.rooms.len() > MAX_ROOMS || self.events > MAX_EVENTS {
            let_go.0.extend(self.pop());
        }
        let_go
    }

    /// A room is not kept any longer.
    pub(super) fn remove(&mut self, room: &Room) -> LetGo {
        let place = self.rooms.iter().rposition(|kept| std::ptr::eq(&*kept.room, room));
        let kept = place.and_then(|place| self.rooms.remove(place));
        LetGo(kept.map(|kept| self.forget(kept)).into_iter().collect())
    }

    /// Rooms that were not used since a moment are not kept any longer.
    pub(super) fn remove_unused(&mut self, since: Millis) -> LetGo {
        let mut let_go = Vec::new();
        while self.rooms.front().is_some_and(|kept| kept.used < since) {
            let_go.extend(self.pop());
        }
        LetGo(let_go)
    }

    fn pop(&mut self) -> Option<Arc<Room>> {
        let kept = self.rooms.pop_front()?;
        Some(self.forget(kept))
    }

    fn forget(&mut self, kept: Kept) -> Arc<Room> {
        self.events -= kept.events;
        kept.room
    }
}
