use mekong_core::{Explain, Lang, explained_error, say};
use tokio::task::JoinError;

use super::Quota;

/// Why a query or a transaction failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StoreError {
    /// Another transaction has changed or added the same rows; nothing has changed. It may succeed with rows read again.
    Conflict,
    /// A condition of the transaction does not hold, for example because there is no such row; nothing has changed.
    /// Trying again does not help.
    ConditionFailed,
    /// The transaction would exceed a quota; nothing has changed.
    QuotaExceeded(Quota),
    /// The database cannot be reached or did not answer. Whether a transaction was committed is unknown.
    Unavailable(String),
    /// The transaction failed because of a deadlock with another process; nothing has changed.
    Contended,
    /// The disk is full; nothing has changed.
    Full,
    /// A task of the server panicked: trying again would not help. Whether a transaction was committed is unknown.
    Internal(String),
    /// The schema is not the one of this version.
    Schema(String),
    /// The database file is damaged, or a stored value is invalid.
    Corrupt(String),
}

impl Explain for StoreError {
    fn explain(&self, lang: Lang) -> String {
        match self {
            StoreError::Conflict => say!(
                lang,
                "the change conflicts with the stored data",
                "la modification est en conflit avec les données enregistrées",
            ),
            StoreError::ConditionFailed => say!(
                lang,
                "the stored data do not allow the change",
                "les données enregistrées ne permettent pas la modification",
            ),
            StoreError::QuotaExceeded(quota) => {
                let max = quota.max();
                say!(lang, "the limit of {max} is reached", "la limite de {max} est atteinte")
            }
            StoreError::Unavailable(why) => {
                say!(
                    lang,
                    "the database is unavailable: {why}",
                    "la base de données est indisponible : {why}"
                )
            }
            StoreError::Contended => say!(
                lang,
                "the database is busy: another transaction needs the same rows",
                "la base de données est occupée : une autre transaction a besoin des mêmes lignes",
            ),
            StoreError::Full => {
                say!(lang, "no space left for the database", "plus d’espace disque pour la base de données")
            }
            StoreError::Internal(why) => say!(lang, "internal error: {why}", "erreur interne : {why}"),
            StoreError::Schema(why) => say!(
                lang,
                "the database schema does not match this version: {why}",
                "le schéma de la base de données ne correspond pas à cette version : {why}",
            ),
            StoreError::Corrupt(why) => {
                say!(lang, "the database is corrupt: {why}", "la base de données est corrompue : {why}")
            }
        }
    }
}
explained_error!(StoreError);

impl From<JoinError> for StoreError {
    fn from(error: JoinError) -> StoreError {
        StoreError::Internal(error.to_string())
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        if let sqlx::Error::Database(database) = &error {
            if database.is_unique_violation() {
                return StoreError::Conflict;
            }
            // A row that it refers to does not exist.
            if database.is_foreign_key_violation() {
                return StoreError::ConditionFailed;
            }
            let code = database.code().unwrap_or_default();
            // SQLite: a number whose low eight bits are the primary result code. PostgreSQL: an SQLSTATE of five characters.
            let sqlite = (code.len() < 5).then(|| code.parse().map_or(0, |code: i32| code & 0xff));
            match (sqlite, code.as_ref()) {
                // SQLITE_FULL, and PostgreSQL's disk_full.
                (Some(13), _) | (None, "53100") => return StoreError::Full,
                // PostgreSQL's deadlock_detected and serialization_failure.
                (None, "40P01" | "40001") => return StoreError::Contended,
                // SQLITE_CORRUPT and SQLITE_NOTADB, and PostgreSQL's data_corrupted and index_corrupted.
                (Some(11 | 26), _) | (None, "XX001" | "XX002") => {
                    return StoreError::Corrupt(database.message().to_owned());
                }
                _ => {}
            }
            // SQLSTATE class 22: a value cannot be stored. The database itself is intact.
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
