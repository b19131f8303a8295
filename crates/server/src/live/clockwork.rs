use std::{
    collections::{BTreeSet, HashMap},
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::sync::Notify;

use crate::time::{Millis, now};

/// When which game has to be looked at. Each game is there once, at the earliest moment that was asked for: looking too
/// early does no harm, and whoever looks says when to look again.
#[derive(Debug, Default)]
pub(crate) struct Clockwork {
    alarms: Mutex<Alarms>,
    changed: Notify,
}

#[derive(Debug, Default)]
struct Alarms {
    in_order: BTreeSet<(Millis, String)>,
    by_game: HashMap<String, Millis>,
}

impl Alarms {
    /// Adds an alarm. Whether it is the next one.
    fn add(&mut self, at: Millis, game: &str) -> bool {
        match self.by_game.get(game) {
            Some(&before) if before <= at => return false,
            Some(&before) => {
                self.in_order.remove(&(before, game.to_owned()));
            }
            None => {}
        }
        self.by_game.insert(game.to_owned(), at);
        self.in_order.insert((at, game.to_owned()));
        self.in_order.first().is_some_and(|(_, first)| first == game)
    }

    fn pop(&mut self) -> Option<String> {
        let (_, game) = self.in_order.pop_first()?;
        self.by_game.remove(&game);
        Some(game)
    }
}

/// Alarms further away than this are left to the database, which is asked every minute.
const SOON: Millis = 10 * 60_000;

impl Clockwork {
    /// Looks at a game at a moment.
    pub(crate) fn wake(&self, at: Millis, game: &str) {
        if at <= now() + SOON && self.lock().add(at, game) {
            self.changed.notify_one();
        }
    }

    /// Waits for the next game to look at.
    pub(crate) async fn next(&self) -> String {
        loop {
            let wait = {
                let mut alarms = self.lock();
                match alarms.in_order.first() {
                    Some((at, _)) if *at <= now() => {
                        if let Some(game) = alarms.pop() {
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

    fn lock(&self) -> MutexGuard<'_, Alarms> {
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

    #[tokio::test]
    async fn a_game_has_one_alarm_and_the_earliest_counts() {
        let clockwork = Clockwork::default();
        for later in 0..1_000 {
            clockwork.wake(now() + 1_000 + later, "game");
        }
        clockwork.wake(now() - 10, "game");
        clockwork.wake(now() - 5, "other");
        clockwork.wake(now(), "game");
        assert_eq!(clockwork.lock().in_order.len(), 2);
        assert_eq!(clockwork.next().await, "game");
        assert_eq!(clockwork.next().await, "other");
        assert!(clockwork.lock().in_order.is_empty() && clockwork.lock().by_game.is_empty());
        clockwork.wake(now(), "game");
        assert_eq!(clockwork.next().await, "game");
    }
}
