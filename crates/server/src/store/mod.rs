//! What is kept: one interface over SQLite and PostgreSQL.
//!
//! - `writer`: all changes go through one task that commits many at once; who waits is told when they are durable.
//! - `open`, `health`: opening a database, and whether it can do its work.
//! - `reads`: questions, and how long their answers take.
//! - `cap`: how much somebody may have of something.
//! - `schema`: the tables, version by version.
//! - `archive`, `check`: copies of everything, and whether everything makes sense.
//! - `users`, `credentials`, `games`, `chat`, `search`, `challenges`, `manners`, `ratings`, `scores`, `openings`, `imports`,
//!   `analyses`: the questions that are asked.
//!
//! The same SQL runs on both databases: it uses texts, whole numbers and doubles, and numbered parameters.

mod analyses;
mod archive;
mod cap;
mod challenges;
mod chat;
mod check;
mod credentials;
mod error;
mod games;
mod health;
mod imports;
mod manners;
mod open;
mod openings;
#[cfg(test)]
mod plans;
mod private;
mod ratings;
mod reads;
mod schema;
mod scores;
mod search;
mod users;
mod writer;

use std::sync::Arc;

use sqlx::{AnyPool, Row as _};

pub use analyses::AnalysisRow;
pub use archive::ArchiveError;
pub use cap::Cap;
pub(crate) use challenges::accept_challenge;
pub use challenges::{ChallengeKind, ChallengeRow, ChallengeState, Side};
pub(crate) use chat::{RemarkRow, remove_remark};
pub use check::{Checked, Fault, Listed};
pub use credentials::TokenRow;
pub use error::StoreError;
pub use games::GameRow;
pub(crate) use games::{add_game, append, below_computer_games, turn_code};
use health::Health;
pub(crate) use imports::{ImportedGame, add_imported, below_imports};
pub use manners::ReportRow;
pub(crate) use openings::count_openings;
pub use openings::{GameSource, Played};
pub(crate) use private::private_file;
pub(crate) use ratings::save_rating;
pub use ratings::{RatingPoint, RatingRow};
use reads::Ask;
pub(crate) use scores::count_scores;
pub use scores::{Against, Score};
pub use search::{Cursor, GameFilter, GamePage};
pub use users::{NewAccount, UserKind, UserRow};
pub use writer::Write;
use writer::Writer;
pub(crate) use writer::{Arg, Many};

use crate::{config::sqlite_path, time::Millis};

/// The database.
#[derive(Clone, Debug)]
pub struct Store {
    pool: AnyPool,
    writer: Writer,
    health: Arc<Health>,
    is_sqlite: bool,
}

impl Store {
    /// Opens a database, `sqlite:PATH` or `postgres://…`, and brings its tables up to date.
    ///
    /// # Errors
    /// It cannot be reached, or its tables are of a later version.
    pub async fn open(address: &str) -> Result<Store, StoreError> {
        let is_sqlite = address.starts_with("sqlite:");
        let address = if is_sqlite && !address.contains('?') {
            format!("{address}?mode=rwc")
        } else {
            address.to_owned()
        };
        let pool = open::open(&address, is_sqlite).await?;
        let health = Arc::new(Health::new(sqlite_path(&address)));
        let writer = Writer::start(pool.clone(), is_sqlite);
        let store = Store { pool, writer, health, is_sqlite };
        store.fill_skeletons().await?;
        Ok(store)
    }

    /// Whether it is the embedded database.
    #[must_use]
    pub const fn is_sqlite(&self) -> bool {
        self.is_sqlite
    }

    /// Makes changes; they are durable when this returns.
    pub(crate) async fn write(&self, write: Write) -> Result<(), StoreError> {
        if write.is_empty() {
            return Ok(());
        }
        let result = self.writer.write(write).await;
        self.health.note(&result);
        result
    }

    /// Ends the writing and closes every connection.
    pub async fn close(&self) {
        self.writer.finish().await;
        self.pool.close().await;
    }

    /// How many connections there are, and how many of them have nothing to do.
    #[must_use]
    pub fn connections(&self) -> (usize, usize) {
        (self.pool.size() as usize, self.pool.num_idle())
    }

    /// The key that this server signs with. It is made once and kept.
    ///
    /// # Errors
    /// The database cannot be asked, or did not take it.
    pub async fn signing_key(&self) -> Result<String, StoreError> {
        let read =
            async || sqlx::query("SELECT value FROM meta WHERE name = 'signing_key'").maybe_row(self).await;
        if let Some(row) = read().await? {
            return Ok(row.try_get(0)?);
        }
        let sql = "INSERT INTO meta (name, value) VALUES ('signing_key', $1) ON CONFLICT (name) DO NOTHING";
        self.write(Write::new().run(sql, [Arg::text(crate::secrets::secret())])).await?;
        let row = read().await?.ok_or_else(|| StoreError::Corrupt("no signing key".to_owned()))?;
        Ok(row.try_get(0)?)
    }

    /// When the server last said that it was alive.
    ///
    /// # Errors
    /// The database cannot be asked.
    pub async fn last_heartbeat(&self) -> Result<Option<Millis>, StoreError> {
        let row = sqlx::query("SELECT value FROM meta WHERE name = 'heartbeat'").maybe_row(self).await?;
        Ok(row.and_then(|row| row.get::<String, _>(0).parse().ok()))
    }

    /// Says that the server is alive.
    ///
    /// # Errors
    /// The database did not take it.
    pub async fn beat(&self, now: Millis) -> Result<(), StoreError> {
        let sql = "INSERT INTO meta (name, value) VALUES ('heartbeat', $1) \
                   ON CONFLICT (name) DO UPDATE SET value = excluded.value";
        self.write(Write::new().run(sql, [Arg::text(now.to_string())])).await
    }
}
