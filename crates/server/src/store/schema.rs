//! The versions of the tables, and how one is made of another.

use sqlx::{
    AnyConnection,
    migrate::{MigrateError, Migration, Migrator},
};

use super::StoreError;

/// How the tables came about, step by step.
static MIGRATOR: Migrator = sqlx::migrate!();

/// Where the database notes which steps were made.
pub(super) const TABLE: &str = "_sqlx_migrations";

/// The version of this program.
pub(super) fn newest() -> i64 {
    MIGRATOR.iter().map(|step| step.version).max().unwrap_or_default()
}

/// Whether there was such a version.
pub(super) fn is_known(version: i64) -> bool {
    MIGRATOR.iter().any(|step| step.version == version)
}

/// Makes all steps up to a version that were not made yet.
pub(super) async fn up_to(connection: &mut AnyConnection, version: i64) -> Result<(), StoreError> {
    let steps: Vec<Migration> = MIGRATOR.iter().filter(|step| step.version <= version).cloned().collect();
    Migrator::with_migrations(steps).run_direct(None, connection, false).await.map_err(failed)
}

/// Why the tables could not be brought up to date.
fn failed(error: MigrateError) -> StoreError {
    let words = error.to_string();
    match error {
        MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => match error.into() {
            broken @ (StoreError::Corrupt(_) | StoreError::Full) => broken,
            _ => StoreError::Schema(words),
        },
        _ => StoreError::Schema(words),
    }
}
