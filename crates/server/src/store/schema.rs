//! Schema versions and migrations.
//!
//! The nodes of a cluster are upgraded one after the other, so the first node of a version migrates the database while nodes of the
//! previous version use it, and may be restarted. A migration that the previous version supports has a description that ends
//! with [`COMPATIBLE`]: it only adds tables, indexes, and columns that are nullable or have a default. The description is stored in
//! the database when the migration is applied, and a program that does not know the migration reads it there.

use std::{borrow::Cow, sync::LazyLock};

use sqlx::{
    AnyConnection, Row as _, SqlSafeStr as _,
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

/// The end of the description of a migration that the previous version supports.
const COMPATIBLE: &str = " (compatible)";

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

/// Runs pending migrations up to a version. Fails if the database has later ones that are not compatible.
pub(super) async fn migrate_to(connection: &mut AnyConnection, version: i64) -> Result<(), StoreError> {
    let steps: Vec<Migration> = MIGRATOR.iter().filter(|step| step.version <= version).cloned().collect();
    let mut migrator = Migrator::with_migrations(steps);
    migrator.set_ignore_missing(version == newest());
    migrator.run_direct(None, connection, false).await.map_err(failed)?;
    expect_compatible(connection).await
}

/// Fails if a later version has changed the schema in a way that this program does not support.
pub(super) async fn expect_compatible(connection: &mut AnyConnection) -> Result<(), StoreError> {
    let sql = "SELECT version, description FROM _sqlx_migrations WHERE version > $1 ORDER BY version";
    let later = sqlx::query(sql).bind(newest()).fetch_all(connection).await?;
    for row in later {
        let (version, description): (i64, String) = (row.try_get(0)?, row.try_get(1)?);
        if !description.ends_with(COMPATIBLE) {
            return Err(unknown(version));
        }
    }
    Ok(())
}

/// Fails if a schema version is later than that of this program.
pub(super) fn expect_not_later(version: i64) -> Result<(), StoreError> {
    if version > newest() { Err(unknown(version)) } else { Ok(()) }
}

fn unknown(version: i64) -> StoreError {
    let newest = newest();
    StoreError::Schema(format!(
        "schema version {version} needs a later program; this one supports versions up to {newest}"
    ))
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
    use super::{COMPATIBLE, MIGRATIONS};

    /// The last migration that the previous version did not have to support.
    const LAST_INCOMPATIBLE: i64 = 11;

    /// Whether a migration only adds objects that earlier programs can ignore.
    fn is_additive(sql: &str) -> bool {
        let code: Vec<&str> = sql.lines().filter_map(|line| line.split("--").next()).collect();
        code.join(" ").split(';').map(str::trim).filter(|statement| !statement.is_empty()).all(|statement| {
            let words: Vec<String> = statement.split_whitespace().map(str::to_uppercase).collect();
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            match words.as_slice() {
                ["CREATE", "TABLE" | "INDEX", ..] => true,
                ["ALTER", "TABLE", _, "ADD", "COLUMN", rest @ ..] => {
                    let has = |word: &str| rest.contains(&word);
                    (has("DEFAULT") || !has("NOT")) && !has("UNIQUE") && !has("REFERENCES") && !has("CHECK")
                }
                _ => false,
            }
        })
    }

    #[test]
    fn previous_version_supports_every_new_migration() {
        for (version, description, sql) in MIGRATIONS {
            assert_eq!(description.ends_with(COMPATIBLE), version > LAST_INCOMPATIBLE, "migration {version}");
            assert!(version <= LAST_INCOMPATIBLE || is_additive(sql), "migration {version}");
        }
        assert!(is_additive(
            "-- A table.\nCREATE TABLE a (b TEXT NOT NULL);\nALTER TABLE a ADD COLUMN c BIGINT;"
        ));
        for sql in [
            "DROP TABLE a",
            "CREATE TABLE a (b TEXT); ALTER TABLE c RENAME COLUMN d TO e",
            "ALTER TABLE a ADD COLUMN b TEXT NOT NULL",
            "CREATE UNIQUE INDEX a ON b (c)",
            "DELETE FROM a",
        ] {
            assert!(!is_additive(sql), "{sql}");
        }
    }

    #[test]
    fn every_migration_file_is_embedded() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/migrations");
        let mut files: Vec<_> = std::fs::read_dir(folder)
            .unwrap()
            .map(|file| file.unwrap().file_name().into_string().unwrap())
            .collect();
        files.sort();
        let embedded = MIGRATIONS.map(|(version, description, sql)| {
            let description = description.trim_end_matches(COMPATIBLE);
            let name = format!("{version:04}_{}.sql", description.replace(' ', "_"));
            assert_eq!(sql, std::fs::read_to_string(format!("{folder}/{name}")).unwrap());
            name
        });
        assert_eq!(files, embedded);
    }
}
