//! Persistence: one interface over SQLite and PostgreSQL.
//!
//! - `transaction`: statements that are executed atomically.
//! - `writer`: one task commits all transactions, many at a time (group commit).
//! - `query`: reads, with a latency metric.
//! - `open`, `permissions`, `schema`: connecting, file permissions, migrations.
//! - `own_task`: writes that complete even if the client disconnects.
//! - `health`: the readiness check.
//! - `quota`: limits on the number of rows per user or network.
//! - `archive`, `check`: backup and restore, and the consistency check.
//! - `game_rows`: the rows of live games, which are written once per second.
//! - `nodes`: the nodes of a cluster and their leases.
//! - `users`, `credentials`, `games`, `game_queries`, `chat`, `challenges`, `moderation`, `ratings`, `scores`, `openings`,
//!   `puzzles`, `imports`, `analyses`, `studies`: the queries, by subject.
//!
//! The same SQL runs on both databases: columns are `TEXT`, `BIGINT` or `DOUBLE PRECISION`, parameters are numbered.

mod analyses;
mod archive;
mod challenges;
mod chat;
mod check;
mod credentials;
mod error;
mod game_queries;
mod game_rows;
mod games;
mod health;
mod imports;
mod moderation;
mod nodes;
mod open;
mod openings;
mod own_task;
mod permissions;
mod puzzles;
mod query;
#[cfg(test)]
mod query_plan;
mod quota;
mod ratings;
mod schema;
mod scores;
mod studies;
mod transaction;
mod users;
mod writer;

use std::sync::Arc;

use sqlx::{AnyPool, Row as _};

pub use analyses::AnalysisRow;
pub use archive::{ArchiveError, LineError};
pub use challenges::ChallengeRow;
pub(crate) use challenges::accept_challenge;
pub(crate) use chat::{ChatMessageRow, MAX_SPECTATOR_MESSAGES, delete_chat_message};
pub use check::{CheckResult, Inconsistency};
pub use credentials::TokenRow;
pub use error::StoreError;
pub use game_queries::{Cursor, GameFilter, GamePage};
use game_rows::GameRows;
pub use games::GameRow;
pub(crate) use games::{add_game, check_computer_games_quota};
use health::Health;
pub(crate) use imports::{ImportedGame, add_imported, check_imports_quota};
pub use moderation::ReportRow;
pub(crate) use nodes::{DEAD_AFTER, NodeRow};
pub(crate) use openings::{CountedGame, RatingBand, count_openings};
pub use openings::{GameSource, OpeningMoveRow, RATING_BANDS};
pub(crate) use own_task::in_own_task;
pub(crate) use permissions::open_private_file;
pub use puzzles::{AttemptRow, PuzzleRatingRow, SolverRow};
pub(crate) use puzzles::{add_attempt, mark_solved, merge_attempt, save_puzzle_rating, save_solver};
use query::QueryExt;
pub use quota::Quota;
pub(crate) use ratings::save_rating;
pub use ratings::{RatingPointRow, RatingRow};
pub(crate) use scores::count_scores;
pub use scores::{OpponentScoreRow, ScoreOpponent};
pub use studies::StudyRow;
pub use transaction::Transaction;
pub(crate) use transaction::{Arg, BatchedStatement};
pub use users::{ListedUserRow, NewAccount, UserRow};
use writer::Writer;

use crate::{config::sqlite_path, time::Millis};

/// A connection pool with its writer task. Clones share both.
#[derive(Clone, Debug)]
pub struct Store {
    pool: AnyPool,
    writer: Writer,
    health: Arc<Health>,
    game_rows: GameRows,
    is_sqlite: bool,
}

impl Store {
    /// Opens a database, `sqlite:PATH` or `postgres://…`, and runs pending migrations. Fails if a later version has
    /// changed the schema incompatibly.
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
        let store = Store { pool, writer, health, game_rows: GameRows::default(), is_sqlite };
        store.fill_skeletons().await?;
        Ok(store)
    }

    /// Whether the database is SQLite.
    #[must_use]
    pub const fn is_sqlite(&self) -> bool {
        self.is_sqlite
    }

    /// Tells the store that other nodes write to the same database.
    pub(crate) fn set_shared(&self) {
        self.writer.set_shared();
    }

    /// Commits a transaction. It is durable when this returns.
    pub(crate) async fn commit(&self, tx: Transaction) -> Result<(), StoreError> {
        if tx.is_empty() {
            return Ok(());
        }
        let result = self.writer.commit(tx).await;
        self.health.record(&result);
        result
    }

    /// Commits the queued transactions, stops the writer and closes all connections.
    pub async fn close(&self) {
        if let Err(error) = self.write_game_rows().await {
            tracing::warn!(%error, "rows of live games not written");
        }
        self.writer.finish().await;
        self.pool.close().await;
    }

    /// Number of open connections, and of idle ones among them.
    #[must_use]
    pub fn connections(&self) -> (usize, usize) {
        (self.pool.size() as usize, self.pool.num_idle())
    }

    /// The server's signing key, generated on first use.
    pub async fn signing_key(&self) -> Result<String, StoreError> {
        let read =
            async || sqlx::query("SELECT value FROM meta WHERE name = 'signing_key'").maybe_row(self).await;
        if let Some(row) = read().await? {
            return Ok(row.try_get(0)?);
        }
        let sql = "INSERT INTO meta (name, value) VALUES ('signing_key', $1) ON CONFLICT (name) DO NOTHING";
        self.commit(Transaction::new().execute(sql, [Arg::text(crate::secrets::secret())])).await?;
        let row =
            read().await?.ok_or_else(|| StoreError::Corrupt("the signing key is missing".to_owned()))?;
        Ok(row.try_get(0)?)
    }

    /// Time of the last heartbeat, of this process or of the last of several nodes.
    pub async fn last_heartbeat(&self) -> Result<Option<Millis>, StoreError> {
        let row = sqlx::query("SELECT value FROM meta WHERE name = 'heartbeat'").maybe_row(self).await?;
        let single: Option<Millis> = row.and_then(|row| row.get::<String, _>(0).parse().ok());
        let of_nodes: Option<Millis> =
            sqlx::query("SELECT MAX(seen) FROM nodes").row(self).await?.try_get(0)?;
        Ok(single.max(of_nodes))
    }

    /// Records that the server is running.
    pub async fn record_heartbeat(&self, now: Millis) -> Result<(), StoreError> {
        let sql = "INSERT INTO meta (name, value) VALUES ('heartbeat', $1) \
                   ON CONFLICT (name) DO UPDATE SET value = excluded.value";
        self.commit(Transaction::new().execute(sql, [Arg::text(now.to_string())])).await
    }
}
