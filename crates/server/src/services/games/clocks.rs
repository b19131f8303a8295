use std::{
    collections::HashSet,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::task::JoinSet;

use super::{
    Games, PlayError,
    takeover::{OUTAGE_CHECK_INTERVAL, join_all},
};
use crate::{
    live::ActError,
    store::{NodeRow, StoreError},
    table::{Event, Table},
    time::{Millis, now},
};

/// How many games are resumed concurrently.
pub(super) const RESUME_BATCH: usize = 64;

impl Games {
    /// Ends a game if a player has run out of time, or sets the next alarm.
    pub(crate) async fn check_clock(self: &Arc<Self>, id: &str) -> Result<(), PlayError> {
        self.liveness.wait_until_alive().await;
        let Some(room) = self.rooms.get(&self.store, id).await? else { return Ok(()) };
        let done = match self.append(&room, |table| table.flag(now()).into_iter().collect()).await {
            Err(ActError::Store(StoreError::Contended)) => {
                self.alarms.set(now() + OUTAGE_CHECK_INTERVAL.as_millis() as Millis, id);
                return Ok(());
            }
            done => done?,
        };
        match done {
            Some(done) => self.follow_up(&room, &done).await,
            // Too early: a move was made, or time was added.
            None => {
                if let Some(alarm) = room.table().alarm() {
                    self.alarms.set(alarm, id);
                }
            }
        }
        Ok(())
    }

    /// Resumes all games after a restart. Players do not lose the time that the server was down.
    pub(crate) async fn resume(self: &Arc<Self>) -> Result<(), StoreError> {
        let nodes = if self.broker.is_local() { Vec::new() } else { self.store.nodes().await? };
        // Other nodes serve the games, or take them over.
        if nodes.iter().any(NodeRow::is_alive) {
            return Ok(());
        }
        let stopped = self.store.last_heartbeat().await?;
        // Concurrently, so that their events are committed in few transactions: players waiting here lose time on their clocks.
        for batch in self.store.games_to_resume().await?.chunks(RESUME_BATCH) {
            let mut tasks = JoinSet::new();
            for id in batch {
                let (this, id) = (Arc::clone(self), id.clone());
                tasks.spawn(async move { this.resume_game(&id, stopped).await });
            }
            join_all(tasks).await?;
        }
        for id in self.store.games_with_conditional_moves().await? {
            let Some(room) = self.rooms.get(&self.store, &id).await? else { continue };
            self.play_conditional_move(&room, &room.table()).await;
        }
        self.resume_vacations().await?;
        for node in &nodes {
            self.store.remove_node(node).await?;
        }
        Ok(())
    }

    /// Resumes one game with a live clock. `stopped` is the last heartbeat before the restart.
    async fn resume_game(self: &Arc<Self>, id: &str, stopped: Option<Millis>) -> Result<(), StoreError> {
        let Some(room) = self.rooms.get(&self.store, id).await? else { return Ok(()) };
        let pause = |table: &Table| {
            // An event shows that a server was running, too: it may be the pause of an earlier restart that was interrupted, or of
            // another node that starts at the same time.
            // Since the last heartbeat or event, or since the move if that was later.
            let gap =
                stopped.map_or(0, |stopped| now() - stopped.max(room.last_event_at()).max(table.since()));
            if table.settings().clock.is_live() && table.deadline().is_some() && gap > 0 {
                vec![Event::Paused { milliseconds: gap }]
            } else {
                Vec::new()
            }
        };
        if let Err(ActError::Store(error)) = self.append(&room, pause).await {
            return Err(error);
        }
        let table = room.table();
        self.store.defer_row(id, &table);
        self.continue_game(&room, &table);
        Ok(())
    }
}

/// The running games with a live clock. While there are any, the only node of a site stores a heartbeat, from which
/// [`Games::resume`] derives how long it was down.
pub(super) type LiveGames = Mutex<HashSet<String>>;

impl Games {
    /// Waits for the next game whose clock must be checked.
    pub(crate) async fn next_alarm(&self) -> String {
        self.alarms.next().await
    }

    /// Checks the clock of a game again at a given time.
    pub(crate) fn set_alarm(&self, at: Millis, id: &str) {
        self.alarms.set(at, id);
    }

    /// Stores the heartbeat while a live game is running. Several nodes always do: a game may end at another one, so none knows
    /// whether one is running.
    pub(crate) async fn heartbeat(&self, now: Millis) -> Result<(), StoreError> {
        let is_idle = self.broker.is_local() && self.live_games().is_empty();
        if is_idle { Ok(()) } else { self.store.record_heartbeat(now).await }
    }

    /// Adds a game that is running with a live clock, removes any other.
    pub(super) fn update_live_games(&self, id: &str, table: &Table) {
        if !self.broker.is_local() {
            return;
        }
        if table.settings().clock.is_live() && table.end().is_none() {
            self.live_games().insert(id.to_owned());
        } else {
            self.live_games().remove(id);
        }
    }

    fn live_games(&self) -> MutexGuard<'_, HashSet<String>> {
        self.live_games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Closes unused rooms.
    pub(crate) fn release_idle(&self) {
        self.rooms.release_idle();
    }

    /// Sets alarms for the games that are due before `until`.
    pub(crate) async fn set_alarms(&self, until: Millis) -> Result<(), StoreError> {
        for (id, due) in self.store.games_due(until).await? {
            self.alarms.set(due, &id);
        }
        Ok(())
    }
}

#[cfg(all(test, feature = "cluster"))]
mod tests {
    use std::sync::Arc;

    use super::Games;
    use crate::{
        app::App,
        live::Broker,
        services::games::Peers,
        table::{Clock, Settings, Table},
    };

    #[tokio::test]
    async fn one_of_several_nodes_does_not_count_live_games() {
        let (app, room, _dir) = App::with_game().await;
        let table = room.table();
        let clock = Clock::Fischer { base: 60, increment: 0 };
        let settings = Settings { clock, ..table.settings().clone() };
        let live = Table::new(settings, table.seats().clone(), 1, 0).unwrap();
        app.games.update_live_games(room.id(), &live);
        assert_eq!(app.games.live_games().len(), 1);
        // The game may end at another node, of which this one need not learn.
        let broker = Broker::connect("nats://127.0.0.1:1").await.unwrap();
        let Games { store, rooms, engines, limits, notifications, shutdown, liveness, alarms, .. } =
            &*app.games;
        let of_node = Games::new(
            store.clone(),
            rooms.clone(),
            Arc::clone(engines),
            Arc::clone(limits),
            notifications.clone(),
            shutdown.clone(),
            Peers { broker, liveness: Arc::clone(liveness), alarms: Arc::clone(alarms) },
        );
        of_node.update_live_games(room.id(), &live);
        assert!(of_node.live_games().is_empty());
    }
}
