use std::time::{Duration, Instant};

use sqlx::{
    Any, AnyConnection, AnyPool,
    any::{AnyArguments, AnyRow},
    pool::PoolConnection,
    query::Query,
};
use tokio::time::timeout;

use super::{Store, StoreError, schema};

/// Maximum duration of a query. After a loss of the network, the operating system would wait for a quarter of an hour.
const QUERY_TIMEOUT: Duration = Duration::from_secs(30);

/// Runs queries on a store and records their latency, including the wait for a connection.
pub(super) trait QueryExt {
    /// All rows.
    async fn rows(self, store: &Store) -> Result<Vec<AnyRow>, StoreError>;

    /// At most one row.
    async fn maybe_row(self, store: &Store) -> Result<Option<AnyRow>, StoreError>;

    /// Exactly one row.
    async fn row(self, store: &Store) -> Result<AnyRow, StoreError>;
}

impl QueryExt for Query<'_, Any, AnyArguments> {
    async fn rows(self, store: &Store) -> Result<Vec<AnyRow>, StoreError> {
        run(store, async |connection| self.fetch_all(connection).await).await
    }

    async fn maybe_row(self, store: &Store) -> Result<Option<AnyRow>, StoreError> {
        run(store, async |connection| self.fetch_optional(connection).await).await
    }

    async fn row(self, store: &Store) -> Result<AnyRow, StoreError> {
        run(store, async |connection| self.fetch_one(connection).await).await
    }
}

async fn run<T>(
    store: &Store,
    query: impl AsyncFnOnce(&mut AnyConnection) -> Result<T, sqlx::Error>,
) -> Result<T, StoreError> {
    let start = Instant::now();
    let mut connection = store.acquire().await?;
    // Boxed: the futures of all requests contain those of their queries.
    let result = Box::pin(connection.run(QUERY_TIMEOUT, query)).await;
    metrics::histogram!("mekong_store_read_seconds").record(start.elapsed().as_secs_f64());
    result
}

impl Store {
    /// Fails if a later version has changed the schema in a way that this program does not support.
    pub(super) async fn expect_compatible_schema(&self) -> Result<(), StoreError> {
        self.acquire().await?.run(QUERY_TIMEOUT, schema::expect_compatible).await
    }

    /// A connection of the pool.
    async fn acquire(&self) -> Result<PooledConnection, StoreError> {
        PooledConnection::acquire(&self.pool, self.is_sqlite).await
    }
}

/// A connection of the pool, to which it returns when dropped. After a query that timed out it is closed instead, because the
/// pool would wait for the answer.
pub(super) struct PooledConnection {
    connection: PoolConnection<Any>,
    is_sqlite: bool,
    /// Whether a query has no answer yet.
    is_pending: bool,
}

impl PooledConnection {
    pub(super) async fn acquire(pool: &AnyPool, is_sqlite: bool) -> Result<PooledConnection, StoreError> {
        let connection = pool.acquire().await?;
        Ok(PooledConnection { connection, is_sqlite, is_pending: false })
    }

    /// Runs a query, with a time limit for PostgreSQL.
    pub(super) async fn run<T, E: Into<StoreError>>(
        &mut self,
        limit: Duration,
        query: impl AsyncFnOnce(&mut AnyConnection) -> Result<T, E>,
    ) -> Result<T, StoreError> {
        if self.is_sqlite {
            return query(&mut self.connection).await.map_err(Into::into);
        }
        self.is_pending = true;
        let Ok(result) = timeout(limit, query(&mut self.connection)).await else {
            return Err(StoreError::Unavailable("no answer within the time limit".to_owned()));
        };
        self.is_pending = false;
        result.map_err(Into::into)
    }

    /// Closes the connection instead of returning it to the pool.
    pub(super) fn discard(mut self) {
        self.is_pending = true;
    }
}

impl Drop for PooledConnection {
    fn drop(&mut self) {
        if self.is_pending {
            self.connection.close_on_drop();
        }
    }
}
