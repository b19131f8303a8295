//! Query plans of SQLite, for tests: which index is used, and whether rows are sorted.

use sqlx::Row as _;

use super::{Arg, Store};

/// The steps of a query plan.
pub(super) async fn plan(store: &Store, sql: &str, args: Vec<Arg>) -> Vec<String> {
    let mut query = sqlx::query(sqlx::AssertSqlSafe(format!("EXPLAIN QUERY PLAN {sql}")));
    for arg in args {
        query = arg.bind(query);
    }
    query.fetch_all(&store.pool).await.unwrap().iter().map(|row| row.get::<String, _>(3)).collect()
}

/// Asserts that a query reads along an index and sorts nothing.
pub(super) async fn expect_index(store: &Store, sql: &str, args: Vec<Arg>, index: &str) {
    let plan = plan(store, sql, args).await;
    assert!(plan[0].contains(&format!("INDEX {index} (")), "{sql}: {plan:?}");
    assert!(!plan.iter().any(|step| step.contains("TEMP B-TREE")), "{sql}: {plan:?}");
}
