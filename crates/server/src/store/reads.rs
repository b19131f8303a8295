use std::time::Instant;

use sqlx::{
    Any,
    any::{AnyArguments, AnyRow},
    query::Query,
};

use super::{Store, StoreError};

/// A question to the database. How long the answer takes is counted, with the wait for a connection.
pub(super) trait Ask {
    /// All rows.
    async fn rows(self, store: &Store) -> Result<Vec<AnyRow>, StoreError>;

    /// The row, if there is one.
    async fn maybe_row(self, store: &Store) -> Result<Option<AnyRow>, StoreError>;

    /// The row that there must be.
    async fn row(self, store: &Store) -> Result<AnyRow, StoreError>;
}

impl Ask for Query<'_, Any, AnyArguments> {
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

async fn timed<T>(answer: impl Future<Output = Result<T, sqlx::Error>>) -> Result<T, StoreError> {
    let begin = Instant::now();
    let answer = answer.await;
    metrics::histogram!("mekong_store_read_seconds").record(begin.elapsed().as_secs_f64());
    Ok(answer?)
}
