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
    /// What is stored makes no sense.
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
            StoreError::Corrupt(why) => write!(f, "the database holds what makes no sense: {why}"),
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
            // SQLITE_FULL, and PostgreSQL's class of disk_full.
            if matches!(database.code().as_deref(), Some("13" | "53100")) {
                return StoreError::Full;
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
