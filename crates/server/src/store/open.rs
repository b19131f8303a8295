//! Opening a database, and what is wrong if that fails.

use std::time::Duration;

use sqlx::{
    AnyConnection, AnyPool, Connection as _, Row as _,
    any::{AnyPoolOptions, install_default_drivers},
};

use super::{Ask as _, Store, StoreError, private, schema};
use crate::config::sqlite_path;

/// The largest embedded database that is looked through whenever a server starts: that takes about a second.
const MAX_CHECKED_BYTES: i64 = 256 * 1024 * 1024;

/// What every connection to SQLite is told. A commit is durable when it returns: the journal is synced with every one.
const SQLITE: [&str; 4] = [
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    "PRAGMA busy_timeout = 5000",
];

/// What every connection to PostgreSQL is told: whoever holds a lock for long does not hold up the writer for ever.
const POSTGRES: [&str; 1] = ["SET lock_timeout = 5000"];

/// Opens a database and brings its tables up to date.
pub(super) async fn open(address: &str, is_sqlite: bool) -> Result<AnyPool, StoreError> {
    install_default_drivers();
    if let Some(path) = sqlite_path(address) {
        private::keep_private(&path, address.contains("mode=rwc"))
            .map_err(|error| StoreError::Unavailable(format!("{}: {error}", path.display())))?;
    }
    // One connection by itself: a pool tries again and again, and says in the end only that it has waited too long.
    let mut first = AnyConnection::connect(address).await?;
    if is_sqlite {
        prepare(&mut first, &SQLITE).await?;
    }
    schema::up_to(&mut first, schema::newest()).await?;
    first.close().await?;
    let pool = AnyPoolOptions::new()
        .max_connections(8)
        .acquire_timeout(Duration::from_secs(5))
        .after_connect(move |connection, _| {
            Box::pin(async move { prepare(connection, if is_sqlite { &SQLITE } else { &POSTGRES }).await })
        })
        .connect(address)
        .await?;
    Ok(pool)
}

async fn prepare(connection: &mut AnyConnection, settings: &[&'static str]) -> Result<(), sqlx::Error> {
    for &sql in settings {
        sqlx::query(sql).execute(&mut *connection).await?;
    }
    Ok(())
}

impl Store {
    /// Fails if an embedded database is damaged. Large ones are left to [`Store::check`], which may take its time.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`]: it is.
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
