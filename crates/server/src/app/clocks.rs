use std::{
    collections::HashSet,
    sync::{Arc, Mutex, PoisonError, Weak},
    time::Duration,
};

use tokio::task::JoinSet;

use super::{App, PlayError};
use crate::{
    live::ActError,
    store::StoreError,
    table::{Event, Table},
    time::{Millis, now},
};

/// How many games are taken up at the same time.
const AT_ONCE: usize = 64;

impl App {
    /// Ends a game whose time is over.
    async fn look_at_clock(self: &Arc<Self>, id: &str) -> Result<(), PlayError> {
        let Some(room) = self.rooms.get(&self.store, id).await? else { return Ok(()) };
        let over = |table: &Table| table.flag(now()).into_iter().collect();
        let done = room.happen(&self.store, over, async |table, events| self.also(id, table, events).await);
        match done.await? {
            Some(done) => self.follow_up(&room, &done).await,
            // Too early: somebody moved, or time was added.
            None => {
                if let Some(alarm) = room.table().alarm() {
                    self.clockwork.wake(alarm, id);
                }
            }
        }
        Ok(())
    }

    /// Takes up all games where they were when the server stopped. The time it was away is nobody's.
    pub(super) async fn resume(self: &Arc<Self>) -> Result<(), StoreError> {
        let stopped = self.store.last_heartbeat().await?;
        // Many at a time, for they are committed together: who waits here loses time on the clock.
        for some in self.store.live_games().await?.chunks(AT_ONCE) {
            let mut tasks = JoinSet::new();
            for id in some {
                let (app, id) = (Arc::clone(self), id.clone());
                tasks.spawn(async move { app.take_up(&id, stopped).await });
            }
            while let Some(done) = tasks.join_next().await {
                done.unwrap_or_else(|error| Err(StoreError::Unavailable(error.to_string())))?;
            }
        }
        for id in self.store.planned_games().await? {
            let Some(room) = self.rooms.get(&self.store, &id).await? else { continue };
            self.answer_as_planned(&room, &room.table()).await;
        }
        self.resume_holidays().await
    }

    /// Takes up one game.
    async fn take_up(self: &Arc<Self>, id: &str, stopped: Option<Millis>) -> Result<(), StoreError> {
        let Some(room) = self.rooms.get(&self.store, id).await? else { return Ok(()) };
        // What was written is a sign of life as well: also a pause, if the server fell over while it took up its games.
        let written = room.snapshot(0).events.last().map_or(0, |logged| logged.at);
        let pause = |table: &Table| {
            // Since the last sign of life, or since the move if that was later.
            let away = stopped.map_or(0, |stopped| now() - stopped.max(written).max(table.since()));
            if table.settings().clock.is_live() && table.deadline().is_some() && away > 0 {
                vec![Event::Paused { milliseconds: away }]
            } else {
                Vec::new()
            }
        };
        let paused = room.happen(&self.store, pause, crate::live::nothing_else).await;
        if let Err(ActError::Store(error)) = paused {
            return Err(error);
        }
        self.go_on(&room, &room.table());
        Ok(())
    }
}

/// Looks at the clock of every game when it is time to.
pub(super) async fn watch_clocks(app: Weak<App>) {
    loop {
        let Some(strong) = app.upgrade() else { return };
        // Not holding the server while waiting would be better, but the alarms are its own.
        let next = tokio::time::timeout(Duration::from_secs(1), strong.clockwork.next()).await;
        if let Ok(id) = next {
            tokio::spawn(async move {
                if let Err(error) = strong.look_at_clock(&id).await {
                    tracing::warn!(?error, game = id, "a clock could not be looked at");
                    strong.clockwork.wake(now() + 1_000, &id);
                }
            });
        }
    }
}

/// The games that go on and in which seconds count. As long as there are any, the server says that it is alive: the time
/// that it is away is nobody's.
#[derive(Debug, Default)]
pub(super) struct LiveGames {
    games: Mutex<HashSet<String>>,
}

impl LiveGames {
    /// Looks at a game that has begun, gone on or ended.
    pub(super) fn note(&self, id: &str, table: &Table) {
        let mut games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        if table.settings().clock.is_live() && table.end().is_none() {
            games.insert(id.to_owned());
        } else {
            games.remove(id);
        }
    }

    fn is_any(&self) -> bool {
        !self.games.lock().unwrap_or_else(PoisonError::into_inner).is_empty()
    }
}

/// How often the server says that it is alive.
const HEARTBEAT: Duration = Duration::from_secs(1);

/// After how many beats challenges that nobody took are taken away.
const CHALLENGES: u64 = 5;

/// After how many beats empty rooms are left, and games looked for whose time is over.
const ROUND: u64 = 60;

/// What has to be done now and then.
pub(super) async fn keep_house(app: Weak<App>) {
    for beat in 0_u64.. {
        tokio::time::sleep(HEARTBEAT).await;
        let Some(app) = app.upgrade() else { return };
        app.keep_house_once(beat).await;
    }
}

impl App {
    /// What has to be done after so many beats. Where nothing goes on, nothing is written.
    pub async fn keep_house_once(&self, beat: u64) {
        let now: Millis = now();
        if self.live_games.is_any()
            && let Err(error) = self.store.beat(now).await
        {
            tracing::warn!(%error, "no heartbeat");
        }
        if beat.is_multiple_of(CHALLENGES)
            && let Err(error) = self.expire_challenges(now).await
        {
            tracing::warn!(%error, "old challenges could not be taken away");
        }
        if beat.is_multiple_of(ROUND) {
            self.rooms.tidy();
            match self.store.games_due(now + HEARTBEAT.as_millis() as Millis * ROUND as Millis).await {
                Ok(games) => games.iter().for_each(|(id, due)| self.clockwork.wake(*due, id)),
                Err(error) => tracing::warn!(%error, "the games that are due could not be found"),
            }
        }
    }
}
