use std::{
    collections::HashSet,
    sync::{Arc, Mutex, PoisonError},
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
            let written = room.snapshot(0).events.last().map_or(0, |logged| logged.at);
            // Since the last heartbeat or event, or since the move if that was later.
            let gap = stopped.map_or(0, |stopped| now() - stopped.max(written).max(table.since()));
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

/// The running games with a live clock. While there are any, the server stores a heartbeat, from which [`Games::resume`]
/// derives how long it was down.
#[derive(Debug, Default)]
pub(super) struct LiveGames {
    games: Mutex<HashSet<String>>,
}

impl Games {
    /// Waits for the next game whose clock must be checked.
    pub(crate) async fn next_alarm(&self) -> String {
        self.alarms.next().await
    }

    /// Checks the clock of a game again at a given time.
    pub(crate) fn set_alarm(&self, at: Millis, id: &str) {
        self.alarms.set(at, id);
    }

    /// Stores the heartbeat while a live game is running.
    pub(crate) async fn heartbeat(&self, now: Millis) -> Result<(), StoreError> {
        let is_idle = self.broker.is_local() && self.live_games.is_empty();
        if is_idle { Ok(()) } else { self.store.record_heartbeat(now).await }
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

impl LiveGames {
    /// Adds a game that is running with a live clock, removes any other.
    pub(super) fn update(&self, id: &str, table: &Table) {
        let mut games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        if table.settings().clock.is_live() && table.end().is_none() {
            games.insert(id.to_owned());
        } else {
            games.remove(id);
        }
    }

    fn is_empty(&self) -> bool {
        self.games.lock().unwrap_or_else(PoisonError::into_inner).is_empty()
    }
}
