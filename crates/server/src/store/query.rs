use std::time::Instant;

use sqlx::{
    Any,
    any::{AnyArguments, AnyRow},
    query::Query,
};

use super::{Store, StoreError};

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
        timed(self.fetch_all(&store.pool)).await
    }

    async fn maybe_row(self, store: &Store) -> Result<Option<AnyRow>, StoreError> {
        timed(self.fetch_optional(&store.pool)).await
    }

    async fn row(self, store: &Store) -> Result<AnyRow, StoreError> {
        timed(self.fetch_one(&store.pool)).await
    }
}

async fn timed<T>(query: impl Future<Output = Result<T, sqlx::Error>>) -> Result<T, StoreError> {
    let start = Instant::now();
    let result = query.await;
    metrics::histogram!("mekong_store_read_seconds").record(start.elapsed().as_secs_f64());
    Ok(result?)
}
