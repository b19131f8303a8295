//! Backup and restore. A backup is a file of JSON lines, independent of the database, so that it can also move data from
//! SQLite to PostgreSQL or back. The first line is a header; the last has the number of rows, so that a truncated file is
//! detected. A backup of an earlier version is restored into the schema of that version, which is then migrated.

mod line_error;
mod restore;

use std::io::Write;

use futures_util::TryStreamExt as _;
use mekong_core::{Explain, Lang, explained_error, say};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sqlx::{AnyConnection, Row as _};

pub use line_error::LineError;

use super::{Store, StoreError, schema};

/// All tables with data, referenced tables first.
const TABLES: [&str; 20] = [
    "meta",
    "users",
    "sessions",
    "tokens",
    "reset_codes",
    "challenges",
    "games",
    "events",
    "plans",
    "ratings",
    "rating_history",
    "mutes",
    "reports",
    "analyses",
    "opening_counts",
    "scores",
    "puzzle_ratings",
    "puzzle_solvers",
    "puzzle_attempts",
    "studies",
];

/// Tables with the state of running processes, which are not part of a backup.
const TRANSIENT: [&str; 2] = ["leases", "nodes"];

/// Version of the file format.
const VERSION: u32 = 1;

/// A line of a backup.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, untagged)]
enum BackupLine {
    Head { mekong_backup: u32, schema: i64 },
    Row { table: String, row: Map<String, Value> },
    End { rows: u64 },
}

/// Why a backup or a restore failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ArchiveError {
    /// The database failed.
    Store(StoreError),
    /// The file could not be read or written.
    File(String),
    /// The database is not empty.
    NotEmpty,
    /// The backup has a schema that this version does not know.
    Schema {
        /// Schema version of the backup.
        theirs: i64,
        /// Schema version of this program.
        ours: i64,
    },
    /// A line of the backup is invalid.
    Line {
        /// The line number.
        number: u64,
        /// The reason.
        why: LineError,
    },
    /// The backup is truncated.
    Incomplete,
}

impl Explain for ArchiveError {
    fn explain(&self, lang: Lang) -> String {
        match self {
            ArchiveError::Store(error) => error.explain(lang),
            ArchiveError::File(why) => why.clone(),
            ArchiveError::NotEmpty => say!(
                lang,
                "the database is not empty: restore into a new one",
                "la base de données n’est pas vide : restaurez dans une nouvelle base",
            ),
            ArchiveError::Schema { theirs, ours } => say!(
                lang,
                "the backup has schema version {theirs}, but this program supports versions up to {ours}",
                "la sauvegarde est au schéma {theirs}, mais ce programme ne connaît que les schémas jusqu’à {ours}",
            ),
            ArchiveError::Line { number, why } => {
                let why = why.explain(lang);
                say!(lang, "line {number} is invalid: {why}", "la ligne {number} n’est pas valide : {why}")
            }
            ArchiveError::Incomplete => say!(
                lang,
                "the backup is incomplete; nothing was restored",
                "la sauvegarde est incomplète ; rien n’a été restauré",
            ),
        }
    }
}
explained_error!(ArchiveError);

impl From<StoreError> for ArchiveError {
    fn from(error: StoreError) -> ArchiveError {
        ArchiveError::Store(error)
    }
}

impl From<sqlx::Error> for ArchiveError {
    fn from(error: sqlx::Error) -> ArchiveError {
        ArchiveError::Store(error.into())
    }
}

impl From<std::io::Error> for ArchiveError {
    fn from(error: std::io::Error) -> ArchiveError {
        ArchiveError::File(error.to_string())
    }
}

/// The type of a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ColumnType {
    Text,
    Number,
    Real,
}

impl Store {
    /// Writes a consistent snapshot without blocking writers. Returns the number of rows.
    pub async fn back_up(&self, out: &mut (impl Write + Send)) -> Result<u64, ArchiveError> {
        let mut connection = self.pool.acquire().await?;
        let begin = if self.is_sqlite { "BEGIN" } else { "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" };
        self.begin(&mut connection, begin).await?;
        let result = self.dump(&mut connection, out).await;
        let ended = sqlx::query("ROLLBACK").execute(&mut *connection).await;
        if ended.is_err() {
            let _ = connection.detach();
        }
        result
    }

    /// Begins a transaction that may be idle while a file is read or written.
    async fn begin(&self, connection: &mut AnyConnection, begin: &'static str) -> Result<(), ArchiveError> {
        sqlx::query(begin).execute(&mut *connection).await?;
        if !self.is_sqlite {
            let sql = "SET LOCAL idle_in_transaction_session_timeout = 0";
            sqlx::query(sql).execute(connection).await?;
        }
        Ok(())
    }

    async fn dump(
        &self,
        connection: &mut AnyConnection,
        out: &mut (impl Write + Send),
    ) -> Result<u64, ArchiveError> {
        let schema = schema(connection).await?;
        // There may be tables that this program does not know.
        schema::expect_not_later(schema)?;
        write_line(out, &BackupLine::Head { mekong_backup: VERSION, schema })?;
        let mut rows = 0;
        for table in TABLES {
            let columns = self.columns(connection, table).await?;
            let names: Vec<&str> = columns.iter().map(|(name, _)| name.as_str()).collect();
            let sql = sqlx::AssertSqlSafe(format!("SELECT {} FROM {table} ORDER BY 1, 2", names.join(", ")));
            let mut found = sqlx::query(sql).fetch(&mut *connection);
            while let Some(found) = found.try_next().await? {
                let mut row = Map::new();
                for (place, (name, kind)) in columns.iter().enumerate() {
                    let value = match kind {
                        ColumnType::Text => found.try_get::<Option<String>, _>(place)?.map(Value::from),
                        ColumnType::Number => found.try_get::<Option<i64>, _>(place)?.map(Value::from),
                        ColumnType::Real => found.try_get::<Option<f64>, _>(place)?.map(Value::from),
                    };
                    row.insert(name.clone(), value.unwrap_or(Value::Null));
                }
                write_line(out, &BackupLine::Row { table: table.to_owned(), row })?;
                rows += 1;
            }
        }
        write_line(out, &BackupLine::End { rows })?;
        out.flush()?;
        Ok(rows)
    }

    /// The columns of a table, with their types.
    async fn columns(
        &self,
        connection: &mut AnyConnection,
        table: &str,
    ) -> Result<Vec<(String, ColumnType)>, ArchiveError> {
        let sql = if self.is_sqlite {
            "SELECT name, upper(type) FROM pragma_table_info($1) ORDER BY cid"
        } else {
            "SELECT CAST(column_name AS TEXT), upper(CAST(data_type AS TEXT)) FROM information_schema.columns \
             WHERE table_schema = current_schema() AND table_name = $1 ORDER BY ordinal_position"
        };
        let rows = sqlx::query(sql).bind(table.to_owned()).fetch_all(&mut *connection).await?;
        let kind = |row: &sqlx::any::AnyRow| {
            let (name, kind): (String, String) = (row.try_get(0)?, row.try_get(1)?);
            match kind.as_str() {
                "TEXT" => Ok((name, ColumnType::Text)),
                "BIGINT" => Ok((name, ColumnType::Number)),
                "DOUBLE PRECISION" => Ok((name, ColumnType::Real)),
                _ => Err(ArchiveError::Store(StoreError::Schema(format!("{table}.{name} is {kind}")))),
            }
        };
        rows.iter().map(kind).collect()
    }
}

fn write_line(out: &mut impl Write, line: &BackupLine) -> Result<(), ArchiveError> {
    let text = serde_json::to_string(line).map_err(|error| ArchiveError::File(error.to_string()))?;
    Ok(writeln!(out, "{text}")?)
}

/// The schema version of the database.
async fn schema(connection: &mut AnyConnection) -> Result<i64, ArchiveError> {
    let row = sqlx::query("SELECT max(version) FROM _sqlx_migrations").fetch_one(connection).await?;
    Ok(row.try_get(0)?)
}

#[cfg(test)]
mod tests {
    use sqlx::Row as _;

    use super::{ArchiveError, Store, TABLES, TRANSIENT};
    use crate::time::now;

    async fn empty() -> (Store, tempfile::TempDir) {
        let dir = tempfile::tempdir().unwrap();
        let address = format!("sqlite:{}", dir.path().join("mekong.db").display());
        (Store::open(&address).await.unwrap(), dir)
    }

    #[tokio::test]
    async fn backup_covers_every_table() {
        let (store, _dir) = empty().await;
        let sql = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_sqlx%' ESCAPE '\\' \
                   AND name NOT LIKE 'sqlite%' ORDER BY name";
        let rows = sqlx::query(sql).fetch_all(&store.pool).await.unwrap();
        let mut tables = [&TABLES[..], &TRANSIENT].concat();
        tables.sort_unstable();
        assert_eq!(rows.iter().map(|row| row.get::<String, _>(0)).collect::<Vec<_>>(), tables);
    }

    #[tokio::test]
    async fn restore_rejects_invalid_backups_and_non_empty_databases() {
        let (store, _dir) = empty().await;
        for name in ["a", "b"] {
            store.add_guest(name, name, now()).await.unwrap();
        }
        let mut backup = Vec::new();
        let rows = store.back_up(&mut backup).await.unwrap();
        let text = String::from_utf8(backup).unwrap();
        assert_eq!(rows + 2, text.lines().count() as u64);
        assert_eq!(store.restore(text.as_bytes()).await, Err(ArchiveError::NotEmpty));
        let (other, _dir) = empty().await;
        let lines: Vec<&str> = text.lines().collect();
        for broken in [
            "",
            "nonsense",
            "\u{0}",
            &lines[..2].join("\n"),
            &lines[..lines.len() - 1].join("\n"),
            &[&lines[..2], &lines[lines.len() - 1..]].concat().join("\n"),
            &lines[1..].join("\n"),
            &text.replacen("\"users\"", "\"thieves\"", 1),
            &text.replacen("\"kind\"", "\"sort\"", 1),
            &text.replacen("\"mekong_backup\":1", "\"mekong_backup\":2", 1),
        ] {
            assert!(other.restore(broken.as_bytes()).await.is_err(), "{broken}");
            assert!(other.user("a").await.unwrap().is_none(), "a failed restore leaves nothing");
        }
        assert_eq!(
            other.restore(&b"\xff\xfe"[..]).await.unwrap_err(),
            ArchiveError::Line { number: 1, why: super::LineError::Encoding }
        );
        assert_eq!(other.restore(text.as_bytes()).await, Ok(rows));
        assert!(other.user("a").await.unwrap().is_some());
        let mut again = Vec::new();
        other.back_up(&mut again).await.unwrap();
        assert_eq!(String::from_utf8(again).unwrap(), text);
    }
}
