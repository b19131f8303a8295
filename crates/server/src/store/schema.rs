//! Schema versions and migrations.

use std::{borrow::Cow, sync::LazyLock};

use sqlx::{
    AnyConnection, SqlSafeStr as _,
    migrate::{MigrateError, Migration, MigrationType, Migrator},
};

use super::StoreError;

/// Embeds migrations by name. `sqlx::migrate!` would do the same, but compiles both database drivers a second time for
/// the build machine.
macro_rules! migrations {
    ($($version:literal $description:literal $file:literal),+ $(,)?) => {
        [$(($version, $description, include_str!(concat!("../../migrations/", $file)))),+]
    };
}

/// The migrations in the order in which they are applied: version, description, SQL.
const MIGRATIONS: [(i64, &str, &str); 11] = migrations![
    1 "first" "0001_first.sql",
    2 "opening counts" "0002_opening_counts.sql",
    3 "names and imports" "0003_names_and_imports.sql",
    4 "chat" "0004_chat.sql",
    5 "challenge networks" "0005_challenge_networks.sql",
    6 "lists" "0006_lists.sql",
    7 "rating history" "0007_rating_history.sql",
    8 "puzzles" "0008_puzzles.sql",
    9 "studies" "0009_studies.sql",
    10 "opening ratings" "0010_opening_ratings.sql",
    11 "nodes" "0011_nodes.sql",
];

static MIGRATOR: LazyLock<Migrator> = LazyLock::new(|| {
    let migration = |(version, description, sql): (i64, &'static str, &'static str)| {
        let description = Cow::Borrowed(description);
        Migration::new(version, description, MigrationType::Simple, sql.into_sql_str(), false)
    };
    Migrator::with_migrations(MIGRATIONS.into_iter().map(migration).collect())
});

/// The table in which sqlx records applied migrations.
pub(super) const TABLE: &str = "_sqlx_migrations";

/// The schema version of this program.
pub(super) fn newest() -> i64 {
    MIGRATOR.iter().map(|step| step.version).max().unwrap_or_default()
}

/// Whether a schema version exists.
pub(super) fn is_known(version: i64) -> bool {
    MIGRATOR.iter().any(|step| step.version == version)
}

/// Runs pending migrations up to a version.
pub(super) async fn up_to(connection: &mut AnyConnection, version: i64) -> Result<(), StoreError> {
    let steps: Vec<Migration> = MIGRATOR.iter().filter(|step| step.version <= version).cloned().collect();
    Migrator::with_migrations(steps).run_direct(None, connection, false).await.map_err(failed)
}

fn failed(error: MigrateError) -> StoreError {
    let message = error.to_string();
    match error {
        MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => match error.into() {
            broken @ (StoreError::Corrupt(_) | StoreError::Full) => broken,
            _ => StoreError::Schema(message),
        },
        _ => StoreError::Schema(message),
    }
}

#[cfg(test)]
mod tests {
    use super::MIGRATIONS;

    #[test]
    fn every_migration_file_is_embedded() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/migrations");
        let mut files: Vec<_> = std::fs::read_dir(folder)
            .unwrap()
            .map(|file| file.unwrap().file_name().into_string().unwrap())
            .collect();
        files.sort();
        let embedded = MIGRATIONS.map(|(version, description, sql)| {
            let name = format!("{version:04}_{}.sql", description.replace(' ', "_"));
            assert_eq!(sql, std::fs::read_to_string(format!("{folder}/{name}")).unwrap());
            name
        });
        assert_eq!(files, embedded);
    }
}
