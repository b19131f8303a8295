//! Whether the database can do its work.

use std::{
    path::PathBuf,
    sync::atomic::{AtomicBool, AtomicI64, Ordering::Relaxed},
    time::{Duration, Instant},
};

use super::{Arg, Ask as _, Store, StoreError, Write};
use crate::{
    secrets,
    time::{Millis, now},
};

/// With less room than this on its disk an embedded database is as good as full.
const MIN_FREE_BYTES: u64 = 1024 * 1024;

/// For how long a change that was made shows that changes can be made, where nobody can look at the disk.
const WRITTEN_LATELY: Millis = 30_000;

/// For how long the outcome of a trial counts.
const TRIED_LATELY: Duration = Duration::from_secs(1);

/// How many letters are written on trial: more than what fits into a page that is there already.
const TRIAL_LETTERS: usize = 16 * 1024;

/// What is known of the database from what it was asked to do.
#[derive(Debug, Default)]
pub(super) struct Health {
    /// Where an embedded database lies.
    path: Option<PathBuf>,
    /// Whether the last change found no room.
    is_full: AtomicBool,
    /// When a change was last made.
    written: AtomicI64,
    /// How the last trial ended.
    trial: tokio::sync::Mutex<Option<(Instant, Result<(), StoreError>)>>,
}

impl Health {
    pub(super) fn new(path: Option<PathBuf>) -> Health {
        Health { path, ..Health::default() }
    }

    /// Notes how a change ended.
    pub(super) fn note(&self, result: &Result<(), StoreError>) {
        match result {
            Ok(()) => {
                self.is_full.store(false, Relaxed);
                self.written.store(now(), Relaxed);
            }
            Err(StoreError::Full) => self.is_full.store(true, Relaxed),
            Err(_) => {}
        }
    }

    /// Whether the disk of an embedded database has room; it is taken to have if that cannot be found out.
    fn has_room(&self) -> bool {
        #[cfg(unix)]
        if let Some(path) = &self.path
            && let Ok(disk) = rustix::fs::statvfs(path)
        {
            return disk.f_bavail.saturating_mul(disk.f_frsize) >= MIN_FREE_BYTES;
        }
        true
    }

    /// Whether only a trial can show that changes can be made. An embedded database on a disk that can be looked at needs
    /// none, so that looking at an idle server writes nothing.
    fn needs_trial(&self) -> bool {
        let can_look = cfg!(unix) && self.path.is_some();
        self.is_full.load(Relaxed) || (!can_look && self.written.load(Relaxed) < now() - WRITTEN_LATELY)
    }
}

impl Store {
    /// Whether the database answers and has room for changes.
    ///
    /// # Errors
    /// What is wrong with it.
    pub async fn ready(&self) -> Result<(), StoreError> {
        sqlx::query("SELECT 1 FROM meta LIMIT 1").maybe_row(self).await?;
        if !self.health.has_room() {
            return Err(StoreError::Full);
        }
        if !self.health.needs_trial() {
            return Ok(());
        }
        // One trial for all who ask.
        let mut last = self.health.trial.lock().await;
        match &*last {
            Some((at, result)) if at.elapsed() < TRIED_LATELY => result.clone(),
            _ => {
                let result = self.write(trial()).await;
                *last = Some((Instant::now(), result.clone()));
                result
            }
        }
    }
}

/// Something to write and to take away again. It is random, so that it cannot be made smaller.
fn trial() -> Write {
    let mut letters = String::with_capacity(TRIAL_LETTERS);
    while letters.len() < TRIAL_LETTERS {
        letters.push_str(&secrets::secret());
    }
    Write::new()
        .run(
            "INSERT INTO meta (name, value) VALUES ('trial', $1) \
             ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            [Arg::text(letters)],
        )
        .run("DELETE FROM meta WHERE name = 'trial'", [])
}
