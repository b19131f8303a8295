use std::fmt;

use super::Cap;

/// Why the database did not do what it was asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StoreError {
    /// Something else was there first; nothing has changed.
    Conflict,
    /// Somebody has as much of something as they may; nothing has changed.
    TooMany(Cap),
    /// The database is not there or does not answer. Whether a change was made is not known.
    Unavailable(String),
    /// There is no room left. Nothing has changed.
    Full,
    /// The tables are not what this program expects.
    Schema(String),
    /// The database is corrupt: it is damaged, or what is stored makes no sense.
    Corrupt(String),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Conflict => f.write_str("something else was there first"),
            StoreError::TooMany(cap) => write!(f, "there are too many: {cap:?}"),
            StoreError::Unavailable(why) => write!(f, "the database does not answer: {why}"),
            StoreError::Full => f.write_str("the database has no room left"),
            StoreError::Schema(why) => write!(f, "the database has other tables than expected: {why}"),
            StoreError::Corrupt(why) => write!(f, "the database is corrupt: {why}"),
        }
    }
}

impl std::error::Error for StoreError {}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        if let sqlx::Error::Database(database) = &error {
            if database.is_unique_violation() || database.is_foreign_key_violation() {
                return StoreError::Conflict;
            }
            let code = database.code().unwrap_or_default();
            // SQLite has numbers, whose last eight bits are the kind of the error; PostgreSQL has five letters or digits.
            let sqlite = (code.len() < 5).then(|| code.parse().map_or(0, |code: i32| code & 0xff));
            match (sqlite, code.as_ref()) {
                // SQLITE_FULL, and PostgreSQL's disk_full.
                (Some(13), _) | (None, "53100") => return StoreError::Full,
                // SQLITE_CORRUPT and SQLITE_NOTADB, and PostgreSQL's data_corrupted and index_corrupted.
                (Some(11 | 26), _) | (None, "XX001" | "XX002") => {
                    return StoreError::Corrupt(database.message().to_owned());
                }
                _ => {}
            }
            // What was to be stored cannot be: PostgreSQL's class of data exceptions. The database itself is well.
            if database.code().is_some_and(|code| code.len() == 5 && code.starts_with("22")) {
                return StoreError::Corrupt(error.to_string());
            }
        }
        if let sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_) = error {
            return StoreError::Corrupt(error.to_string());
        }
        StoreError::Unavailable(error.to_string())
    }
}
