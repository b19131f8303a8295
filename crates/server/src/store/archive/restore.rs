use std::{collections::BTreeSet, io::BufRead};

use serde_json::{Map, Value};
use sqlx::{AnyConnection, Row as _};

use super::{
    super::{Arg, Store, StoreError, schema},
    ArchiveError, BackupLine, ColumnType, LineError, TABLES, TRANSIENT, VERSION,
};

impl Store {
    /// Fills an empty database from a backup of this version or an earlier one, completely or not at all. Returns the
    /// number of rows.
    pub async fn restore(&self, mut lines: impl BufRead) -> Result<u64, ArchiveError> {
        let theirs = read_header(&mut lines)?;
        self.expect_empty().await?;
        let ours = schema::newest();
        if !schema::is_known(theirs) {
            return Err(ArchiveError::Schema { theirs, ours });
        }
        if theirs == ours {
            return self.restore_rows(lines).await;
        }
        self.drop_tables().await?;
        schema::migrate_to(&mut *self.pool.acquire().await?, theirs).await?;
        let filled = self.restore_rows(lines).await;
        // Also after a failure: the database is empty again, with the current schema.
        schema::migrate_to(&mut *self.pool.acquire().await?, ours).await?;
        self.fill_skeletons().await?;
        filled
    }

    async fn expect_empty(&self) -> Result<(), ArchiveError> {
        for table in TABLES {
            let sql = sqlx::AssertSqlSafe(format!("SELECT 1 FROM {table} LIMIT 1"));
            if sqlx::query(sql).fetch_optional(&self.pool).await?.is_some() {
                return Err(ArchiveError::NotEmpty);
            }
        }
        Ok(())
    }

    async fn drop_tables(&self) -> Result<(), ArchiveError> {
        // Referencing tables first.
        for table in TABLES.into_iter().rev().chain(TRANSIENT).chain([schema::TABLE]) {
            sqlx::query(sqlx::AssertSqlSafe(format!("DROP TABLE {table}"))).execute(&self.pool).await?;
        }
        Ok(())
    }

    async fn restore_rows(&self, lines: impl BufRead) -> Result<u64, ArchiveError> {
        let mut connection = self.pool.acquire().await?;
        self.begin(&mut connection, if self.is_sqlite { "BEGIN IMMEDIATE" } else { "BEGIN" }).await?;
        let result = self.insert_rows(&mut connection, lines).await;
        let end = if result.is_ok() { "COMMIT" } else { "ROLLBACK" };
        let ended = sqlx::query(end).execute(&mut *connection).await;
        if let Err(error) = ended {
            let _ = connection.detach();
            return result.and(Err(error.into()));
        }
        result
    }

    /// Inserts all rows after the header.
    async fn insert_rows(
        &self,
        connection: &mut AnyConnection,
        lines: impl BufRead,
    ) -> Result<u64, ArchiveError> {
        let tables = self.tables(connection).await?;
        let mut rows = 0;
        let mut columns: Option<(String, Vec<(String, ColumnType)>)> = None;
        for (number, line) in (2..).zip(lines.lines()) {
            let invalid = |why| ArchiveError::Line { number, why };
            match parse(number, line)? {
                BackupLine::Head { .. } => return Err(invalid(LineError::UnexpectedHeader)),
                BackupLine::Row { table, row } => {
                    if columns.as_ref().is_none_or(|(known, _)| *known != table) {
                        if !tables.contains(&table) {
                            return Err(invalid(LineError::Table));
                        }
                        columns = Some((table.clone(), self.columns(connection, &table).await?));
                    }
                    let Some((_, columns)) = &columns else { continue };
                    insert(connection, &table, columns, &row).await.map_err(|error| match error {
                        ArchiveError::Line { why, .. } => ArchiveError::Line { number, why },
                        ArchiveError::Store(StoreError::Conflict | StoreError::ConditionFailed) => {
                            invalid(LineError::Conflict)
                        }
                        other => other,
                    })?;
                    rows += 1;
                }
                BackupLine::End { rows: all } if all == rows => return Ok(rows),
                BackupLine::End { .. } => return Err(ArchiveError::Incomplete),
            }
        }
        Err(ArchiveError::Incomplete)
    }

    /// The tables of the database, which may be of an earlier version.
    async fn tables(&self, connection: &mut AnyConnection) -> Result<BTreeSet<String>, ArchiveError> {
        let sql = if self.is_sqlite {
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
        } else {
            "SELECT CAST(table_name AS TEXT) FROM information_schema.tables WHERE table_schema = current_schema()"
        };
        let rows = sqlx::query(sql).fetch_all(&mut *connection).await?;
        let names =
            rows.iter().map(|row| row.try_get(0)).collect::<Result<BTreeSet<String>, sqlx::Error>>()?;
        Ok(names.into_iter().filter(|name| name != schema::TABLE).collect())
    }
}

/// Reads the header; returns the schema version of the backup.
fn read_header(lines: &mut impl BufRead) -> Result<i64, ArchiveError> {
    let Some(line) = lines.by_ref().lines().next() else { return Err(ArchiveError::Incomplete) };
    let invalid = |why| ArchiveError::Line { number: 1, why };
    match parse(1, line)? {
        BackupLine::Head { mekong_backup: VERSION, schema } => Ok(schema),
        BackupLine::Head { .. } => Err(invalid(LineError::Version)),
        BackupLine::Row { .. } | BackupLine::End { .. } => Err(invalid(LineError::NoHeader)),
    }
}

fn parse(number: u64, line: std::io::Result<String>) -> Result<BackupLine, ArchiveError> {
    let invalid = |why| ArchiveError::Line { number, why };
    let line = line.map_err(|error| match error.kind() {
        std::io::ErrorKind::InvalidData => invalid(LineError::Encoding),
        _ => error.into(),
    })?;
    serde_json::from_str(&line).map_err(|_| invalid(LineError::Syntax))
}

async fn insert(
    connection: &mut AnyConnection,
    table: &str,
    columns: &[(String, ColumnType)],
    row: &Map<String, Value>,
) -> Result<(), ArchiveError> {
    let invalid = |why| ArchiveError::Line { number: 0, why };
    let table_and = |name: &String| (table.to_owned(), name.clone());
    if let Some(name) = row.keys().find(|name| columns.iter().all(|(known, _)| known != *name)) {
        let (table, name) = table_and(name);
        return Err(invalid(LineError::Column { table, name }));
    }
    let mut args = Vec::with_capacity(columns.len());
    for (name, kind) in columns {
        let arg = match (kind, row.get(name)) {
            (ColumnType::Text, Some(Value::Null)) => Some(Arg::Text(None)),
            (ColumnType::Text, Some(Value::String(text))) => Some(Arg::text(text)),
            (ColumnType::Number, Some(Value::Null)) => Some(Arg::Number(None)),
            (ColumnType::Number, Some(value)) => value.as_i64().map(Arg::number),
            (ColumnType::Real, Some(Value::Null)) => Some(Arg::Real(None)),
            (ColumnType::Real, Some(value)) => value.as_f64().map(|real| Arg::Real(Some(real))),
            _ => None,
        };
        let Some(arg) = arg else {
            let (table, name) = table_and(name);
            return Err(invalid(LineError::Value { table, name }));
        };
        args.push(arg);
    }
    let names: Vec<&str> = columns.iter().map(|(name, _)| name.as_str()).collect();
    let placeholders: Vec<String> = (1..=columns.len()).map(|number| format!("${number}")).collect();
    let sql = format!("INSERT INTO {table} ({}) VALUES ({})", names.join(", "), placeholders.join(", "));
    let mut query = sqlx::query(sqlx::AssertSqlSafe(sql));
    for arg in args {
        query = arg.bind(query);
    }
    query.execute(connection).await?;
    Ok(())
}
