use std::{collections::VecDeque, sync::Arc};

use super::Room;
use crate::time::{Millis, now};

/// Maximum number of rooms that are kept open although nothing else holds them.
pub(super) const MAX_ROOMS: usize = 256;

/// Maximum number of events in those rooms together. An event takes about 400 bytes, with its position.
pub(super) const MAX_EVENTS: usize = 50_000;

/// Recently used rooms of games in progress, so that a player without a connection does not cause a load per move. The
/// least recently used rooms are released first.
#[derive(Default)]
pub(super) struct Recent {
    /// Least recently used first.
    rooms: VecDeque<RecentRoom>,
    events: usize,
}

struct RecentRoom {
    room: Arc<Room>,
    events: usize,
    used: Millis,
}

/// Released rooms, to be dropped after the registry is unlocked: dropping a room locks it.
#[must_use]
pub(super) struct Released(Vec<Arc<Room>>);

impl Recent {
    /// Marks a room as used. Rooms of finished games are not kept.
    pub(super) fn touch(&mut self, room: &Arc<Room>) -> Released {
        let mut released = self.remove(room);
        let (is_over, events) = (room.is_over(), room.event_count());
        if !is_over {
            self.rooms.push_back(RecentRoom { room: Arc::clone(room), events, used: now() });
            self.events += events;
        }
        while self.rooms.len() > MAX_ROOMS || self.events > MAX_EVENTS {
            released.0.extend(self.pop());
        }
        released
    }

    /// Releases a room.
    pub(super) fn remove(&mut self, room: &Room) -> Released {
        let place = self.rooms.iter().rposition(|kept| std::ptr::eq(&*kept.room, room));
        let kept = place.and_then(|place| self.rooms.remove(place));
        Released(kept.map(|kept| self.uncount(kept)).into_iter().collect())
    }

    /// Releases the rooms that have not been used since a given time.
    pub(super) fn remove_unused(&mut self, since: Millis) -> Released {
        let mut released = Vec::new();
        while self.rooms.front().is_some_and(|kept| kept.used < since) {
            released.extend(self.pop());
        }
        Released(released)
    }

    fn pop(&mut self) -> Option<Arc<Room>> {
        let kept = self.rooms.pop_front()?;
        Some(self.uncount(kept))
    }

    fn uncount(&mut self, kept: RecentRoom) -> Arc<Room> {
        self.events -= kept.events;
        kept.room
    }
}
