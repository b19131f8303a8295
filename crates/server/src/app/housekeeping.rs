//! Background tasks. They hold the server weakly and end with it.

use std::{
    sync::{Arc, Weak},
    time::Duration,
};

use super::App;
use crate::time::{Millis, now};

/// Interval of [`App::housekeeping`].
const INTERVAL: Duration = Duration::from_secs(1);

/// Rounds between removals of expired challenges.
const EXPIRE_EVERY: u64 = 5;

/// Rounds between checks of rooms and deadlines.
const RELEASE_EVERY: u64 = 60;

/// How often the purge of stale guests checks whether it is due and whether the server still exists.
const PURGE_INTERVAL: Duration = Duration::from_secs(60);

/// Checks between purges: one day.
const PURGE_EVERY: u64 = 24 * 60;

/// Longest wait for an alarm before the task checks whether the server still exists.
const ALARM_TIMEOUT: Duration = Duration::from_secs(1);

/// Delay before a clock is checked again after an error.
const RETRY_DELAY: Millis = 1_000;

pub(super) fn spawn(app: &Arc<App>) {
    if !app.nodes.is_alone() {
        spawn_node(app);
    }
    tokio::spawn(watch_clocks(Arc::downgrade(app)));
    tokio::spawn(run_periodically(Arc::downgrade(app)));
    tokio::spawn(purge_stale_guests(Arc::downgrade(app)));
}

/// The tasks of a node of several.
fn spawn_node(app: &Arc<App>) {
    let (beating, revoked, muted) = (Arc::downgrade(app), Arc::clone(&app.nodes), Arc::clone(&app.nodes));
    tokio::spawn(async move {
        loop {
            tokio::time::sleep(INTERVAL).await;
            let Some(app) = beating.upgrade() else { return };
            if app.shutdown.is_requested() {
                return;
            }
            app.nodes.heartbeat().await;
        }
    });
    let stopping = app.shutdown.clone();
    tokio::spawn(async move {
        tokio::select! {
            () = revoked.receive_revocations() => {}
            () = stopping.requested() => {}
        }
    });
    let stopping = app.shutdown.clone();
    tokio::spawn(async move {
        tokio::select! {
            () = muted.receive_mutes() => {}
            () = stopping.requested() => {}
        }
    });
}

/// Checks the clock of each game when its alarm goes off.
async fn watch_clocks(app: Weak<App>) {
    loop {
        let Some(app) = app.upgrade() else { return };
        let Ok(id) = tokio::time::timeout(ALARM_TIMEOUT, app.games.next_alarm()).await else { continue };
        tokio::spawn(async move {
            if let Err(error) = app.games.check_clock(&id).await {
                tracing::warn!(%error, game = id, "clock not checked");
                app.games.set_alarm(now() + RETRY_DELAY, &id);
            }
        });
    }
}

async fn run_periodically(app: Weak<App>) {
    for round in 0_u64.. {
        tokio::time::sleep(INTERVAL).await;
        let Some(app) = app.upgrade() else { return };
        app.housekeeping(round).await;
    }
}

async fn purge_stale_guests(app: Weak<App>) {
    for round in 0_u64.. {
        tokio::time::sleep(PURGE_INTERVAL).await;
        let Some(app) = app.upgrade() else { return };
        if round.is_multiple_of(PURGE_EVERY)
            && app.nodes.acquire_housekeeping().await
            && let Err(error) = app.accounts.purge_stale_guests(now()).await
        {
            tracing::warn!(%error, "stale guests not purged");
        }
    }
}

impl App {
    /// The periodic work of one round. An idle server writes nothing.
    pub async fn housekeeping(&self, round: u64) {
        let now = now();
        if round.is_multiple_of(RELEASE_EVERY) {
            self.games.release_idle();
        }
        let does_housekeeping = self.nodes.acquire_housekeeping().await;
        // At the same time, so that they share a commit.
        let heartbeat = async { if does_housekeeping { self.games.heartbeat(now).await } else { Ok(()) } };
        let (heartbeat, rows) = tokio::join!(heartbeat, self.store.write_game_rows());
        if let Err(error) = heartbeat.and(rows) {
            tracing::warn!(%error, "rows of live games not written");
        }
        if !does_housekeeping {
            return;
        }
        if round.is_multiple_of(EXPIRE_EVERY)
            && let Err(error) = self.lobby.expire(now).await
        {
            tracing::warn!(%error, "expired challenges not closed");
        }
        if round.is_multiple_of(RELEASE_EVERY) {
            let until = now + (INTERVAL.as_millis() as Millis) * RELEASE_EVERY as Millis;
            if let Err(error) = self.games.set_alarms(until).await {
                tracing::warn!(%error, "deadlines not loaded");
            }
        }
    }
}
