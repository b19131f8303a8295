use std::{
    collections::{BTreeSet, HashMap},
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::sync::Notify;

use crate::time::{Millis, now};

/// When the clocks of games must be checked. Each game has one alarm, at the earliest requested time; a check that comes too
/// early sets the next alarm.
#[derive(Debug, Default)]
pub(crate) struct Alarms {
    queue: Mutex<AlarmQueue>,
    changed: Notify,
}

#[derive(Debug, Default)]
struct AlarmQueue {
    by_time: BTreeSet<(Millis, String)>,
    by_game: HashMap<String, Millis>,
}

impl AlarmQueue {
    /// Adds an alarm. Returns whether it is now the first.
    fn add(&mut self, at: Millis, game: &str) -> bool {
        match self.by_game.get(game) {
            Some(&before) if before <= at => return false,
            Some(&before) => {
                self.by_time.remove(&(before, game.to_owned()));
            }
            None => {}
        }
        self.by_game.insert(game.to_owned(), at);
        self.by_time.insert((at, game.to_owned()));
        self.by_time.first().is_some_and(|(_, first)| first == game)
    }

    fn pop(&mut self) -> Option<String> {
        let (_, game) = self.by_time.pop_first()?;
        self.by_game.remove(&game);
        Some(game)
    }
}

/// Later alarms are not kept in memory: housekeeping reads them from the database every minute.
const HORIZON: Millis = 10 * 60_000;

impl Alarms {
    /// Sets an alarm.
    pub(crate) fn set(&self, at: Millis, game: &str) {
        if at <= now() + HORIZON && self.lock().add(at, game) {
            self.changed.notify_one();
        }
    }

    /// Waits for the next alarm.
    pub(crate) async fn next(&self) -> String {
        loop {
            let wait = {
                let mut queue = self.lock();
                match queue.by_time.first() {
                    Some((at, _)) if *at <= now() => {
                        if let Some(game) = queue.pop() {
                            return game;
                        }
                        continue;
                    }
                    Some((at, _)) => Duration::from_millis((at - now()).max(1) as u64),
                    None => Duration::from_secs(3_600),
                }
            };
            let _ = tokio::time::timeout(wait, self.changed.notified()).await;
        }
    }

    fn lock(&self) -> MutexGuard<'_, AlarmQueue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::Alarms;
    use crate::time::now;

    #[tokio::test]
    async fn alarms_fire_in_order() {
        let alarms = Alarms::default();
        alarms.set(now() + 20, "second");
        alarms.set(now() - 5, "first");
        assert_eq!(alarms.next().await, "first");
        assert_eq!(alarms.next().await, "second");
    }

    #[tokio::test]
    async fn game_keeps_only_its_earliest_alarm() {
        let alarms = Alarms::default();
        for later in 0..1_000 {
            alarms.set(now() + 1_000 + later, "game");
        }
        alarms.set(now() - 10, "game");
        alarms.set(now() - 5, "other");
        alarms.set(now(), "game");
        assert_eq!(alarms.lock().by_time.len(), 2);
        assert_eq!(alarms.next().await, "game");
        assert_eq!(alarms.next().await, "other");
        assert!(alarms.lock().by_time.is_empty() && alarms.lock().by_game.is_empty());
        alarms.set(now(), "game");
        assert_eq!(alarms.next().await, "game");
    }
}
