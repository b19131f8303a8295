use std::{
    cmp::Reverse,
    collections::BinaryHeap,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use tokio::sync::Notify;

use crate::time::{Millis, now};

/// When which game has to be looked at. A game may be there several times; looking once too often does no harm.
#[derive(Debug, Default)]
pub(crate) struct Clockwork {
    alarms: Mutex<BinaryHeap<Reverse<(Millis, String)>>>,
    changed: Notify,
}

/// Alarms further away than this are left to the database, which is asked every minute.
const SOON: Millis = 10 * 60_000;

impl Clockwork {
    /// Looks at a game at a moment.
    pub(crate) fn wake(&self, at: Millis, game: &str) {
        if at > now() + SOON {
            return;
        }
        self.lock().push(Reverse((at, game.to_owned())));
        self.changed.notify_one();
    }

    /// Waits for the next game to look at.
    pub(crate) async fn next(&self) -> String {
        loop {
            let wait = {
                let mut alarms = self.lock();
                match alarms.peek() {
                    Some(Reverse((at, _))) if *at <= now() => {
                        if let Some(Reverse((_, game))) = alarms.pop() {
                            return game;
                        }
                        continue;
                    }
                    Some(Reverse((at, _))) => Duration::from_millis((at - now()).max(1) as u64),
                    None => Duration::from_secs(3_600),
                }
            };
            let _ = tokio::time::timeout(wait, self.changed.notified()).await;
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, BinaryHeap<Reverse<(Millis, String)>>> {
        self.alarms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::Clockwork;
    use crate::time::now;

    #[tokio::test]
    async fn games_are_looked_at_in_the_order_of_their_alarms() {
        let clockwork = Clockwork::default();
        clockwork.wake(now() + 20, "second");
        clockwork.wake(now() - 5, "first");
        assert_eq!(clockwork.next().await, "first");
        assert_eq!(clockwork.next().await, "second");
    }
}
