//! Connecting to a database.

use std::time::Duration;

use sqlx::{
    AnyConnection, AnyPool, Connection as _, Row as _,
    any::{AnyPoolOptions, install_default_drivers},
};

use tokio::time::timeout;

use super::{QueryExt as _, Store, StoreError, permissions, schema};
use crate::config::sqlite_path;

/// SQLite databases up to this size are checked when a server starts, which takes about a second.
const MAX_CHECKED_BYTES: i64 = 256 * 1024 * 1024;

/// Settings of each SQLite connection.
///
/// - `page_size` applies to new files. A commit writes whole pages, and a move changes two of them.
/// - `synchronous = FULL` syncs the journal with each commit.
/// - `wal_autocheckpoint` is in pages: the journal grows to 16 MB before it is copied into the database, so that a page that
///   changes often is copied rarely.
const SQLITE: [&str; 6] = [
    "PRAGMA page_size = 1024",
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    "PRAGMA busy_timeout = 5000",
    "PRAGMA wal_autocheckpoint = 16384",
];

/// Settings of each PostgreSQL connection, in milliseconds. A lock held by another client does not block the writer indefinitely.
/// A process that hangs or loses its network within a transaction releases its locks sooner than that, so that other nodes can
/// continue its games.
const POSTGRES: [&str; 2] = ["SET lock_timeout = 5000", "SET idle_in_transaction_session_timeout = 2000"];

/// A connection to PostgreSQL that was idle for longer is pinged before it is used: a ping costs as much as a query.
const PING_AFTER_IDLE: Duration = Duration::from_secs(1);

/// How long an idle connection may take to answer a ping.
const PING_TIMEOUT: Duration = Duration::from_secs(1);

/// Opens a pool after running pending migrations.
pub(super) async fn open(address: &str, is_sqlite: bool) -> Result<AnyPool, StoreError> {
    install_default_drivers();
    if let Some(path) = sqlite_path(address) {
        permissions::restrict_permissions(&path, address.contains("mode=rwc"))
            .map_err(|error| StoreError::Unavailable(format!("{}: {error}", path.display())))?;
    }
    // A pool retries and reports a timeout in the end; a single connection reports the cause.
    let mut first = AnyConnection::connect(address).await?;
    if is_sqlite {
        prepare(&mut first, &SQLITE).await?;
    }
    schema::migrate_to(&mut first, schema::newest()).await?;
    first.close().await?;
    let pool = AnyPoolOptions::new()
        .max_connections(8)
        .acquire_timeout(Duration::from_secs(5))
        .test_before_acquire(false)
        .before_acquire(move |connection, used| {
            let needs_ping = !is_sqlite && used.idle_for > PING_AFTER_IDLE;
            Box::pin(async move { if needs_ping { is_alive(connection).await } else { Ok(true) } })
        })
        .after_connect(move |connection, _| {
            Box::pin(async move { prepare(connection, if is_sqlite { &SQLITE } else { &POSTGRES }).await })
        })
        .connect(address)
        .await?;
    Ok(pool)
}

/// Whether a connection answers; an error if it does not.
async fn is_alive(connection: &mut AnyConnection) -> Result<bool, sqlx::Error> {
    timeout(PING_TIMEOUT, connection.ping()).await.map_err(|_| sqlx::Error::PoolTimedOut)?.map(|()| true)
}

async fn prepare(connection: &mut AnyConnection, settings: &[&'static str]) -> Result<(), sqlx::Error> {
    for &sql in settings {
        sqlx::query(sql).execute(&mut *connection).await?;
    }
    Ok(())
}

impl Store {
    /// Fails with [`StoreError::Corrupt`] if an SQLite file is damaged. Large files are left to [`Store::check`].
    pub(crate) async fn quick_check(&self) -> Result<(), StoreError> {
        if !self.is_sqlite {
            return Ok(());
        }
        let pages: i64 = sqlx::query("PRAGMA page_count").row(self).await?.try_get(0)?;
        let size: i64 = sqlx::query("PRAGMA page_size").row(self).await?.try_get(0)?;
        if pages.saturating_mul(size) > MAX_CHECKED_BYTES {
            return Ok(());
        }
        let found: String = sqlx::query("PRAGMA quick_check(1)").row(self).await?.try_get(0)?;
        if found == "ok" { Ok(()) } else { Err(StoreError::Corrupt(found.replace('\n', " "))) }
    }
}
