//! Readiness: whether the database answers and accepts writes.

use std::{
    path::PathBuf,
    sync::atomic::{AtomicBool, AtomicI64, Ordering::Relaxed},
    time::{Duration, Instant},
};

use super::{Arg, Store, StoreError, Transaction};
use crate::{
    secrets,
    time::{Millis, now},
};

/// With less free disk space than this, an SQLite database counts as full.
const MIN_FREE_BYTES: u64 = 1024 * 1024;

/// A commit within this time shows that writes are possible, where free disk space cannot be read.
const RECENT_COMMIT: Millis = 30_000;

/// How long the result of a probe is cached.
const PROBE_CACHE: Duration = Duration::from_secs(1);

/// Size of a probe: more than fits into an existing page.
const PROBE_BYTES: usize = 16 * 1024;

/// Observations of past commits.
#[derive(Debug, Default)]
pub(super) struct Health {
    /// The file of an SQLite database.
    path: Option<PathBuf>,
    /// Whether the last commit failed because the disk was full.
    is_full: AtomicBool,
    /// Time of the last successful commit.
    last_commit: AtomicI64,
    /// Result of the last probe.
    probe: tokio::sync::Mutex<Option<(Instant, Result<(), StoreError>)>>,
}

impl Health {
    pub(super) fn new(path: Option<PathBuf>) -> Health {
        Health { path, ..Health::default() }
    }

    /// Records the result of a commit.
    pub(super) fn record(&self, result: &Result<(), StoreError>) {
        match result {
            Ok(()) => {
                self.is_full.store(false, Relaxed);
                self.last_commit.store(now(), Relaxed);
            }
            Err(StoreError::Full) => self.is_full.store(true, Relaxed),
            Err(_) => {}
        }
    }

    /// Whether the disk of an SQLite database has space left; true if that is unknown.
    fn has_space(&self) -> bool {
        #[cfg(unix)]
        if let Some(path) = &self.path
            && let Ok(disk) = rustix::fs::statvfs(path)
        {
            return disk.f_bavail.saturating_mul(disk.f_frsize) >= MIN_FREE_BYTES;
        }
        true
    }

    /// Whether only a probe can show that writes are possible. Where free disk space can be read none is needed, so that
    /// checking an idle server writes nothing.
    fn needs_probe(&self) -> bool {
        let knows_space = cfg!(unix) && self.path.is_some();
        self.is_full.load(Relaxed) || (!knows_space && self.last_commit.load(Relaxed) < now() - RECENT_COMMIT)
    }
}

impl Store {
    /// Checks that the database answers, has a schema that this program supports, and accepts writes.
    pub async fn ready(&self) -> Result<(), StoreError> {
        self.expect_compatible_schema().await?;
        if !self.health.has_space() {
            return Err(StoreError::Full);
        }
        if !self.health.needs_probe() {
            return Ok(());
        }
        // Concurrent callers share one probe.
        let mut last = self.health.probe.lock().await;
        match &*last {
            Some((at, result)) if at.elapsed() < PROBE_CACHE => result.clone(),
            _ => {
                let result = self.commit(probe()).await;
                *last = Some((Instant::now(), result.clone()));
                result
            }
        }
    }
}

/// Writes a value and deletes it again. It is random, so that it cannot be compressed.
fn probe() -> Transaction {
    let mut value = String::with_capacity(PROBE_BYTES);
    while value.len() < PROBE_BYTES {
        value.push_str(&secrets::secret());
    }
    Transaction::new()
        .execute(
            "INSERT INTO meta (name, value) VALUES ('probe', $1) \
             ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            [Arg::text(value)],
        )
        .execute("DELETE FROM meta WHERE name = 'probe'", [])
}
