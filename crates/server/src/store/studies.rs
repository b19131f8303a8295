use sqlx::{Row as _, any::AnyRow};

use super::{Arg, QueryExt as _, Quota, Store, StoreError, Transaction};
use crate::time::Millis;

/// A study without its chapters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StudyRow {
    /// The id.
    pub id: String,
    /// The id of the owner.
    pub user: String,
    /// The name.
    pub name: String,
    /// Whether everyone who knows the id may read it.
    pub shared: bool,
    /// Grows by one with every change.
    pub revision: i64,
    /// Creation time.
    pub created: Millis,
    /// Time of the last change.
    pub updated: Millis,
    /// The number of chapters.
    pub chapters: i64,
}

fn study(row: &AnyRow) -> Result<StudyRow, StoreError> {
    Ok(StudyRow {
        id: row.try_get(0)?,
        user: row.try_get(1)?,
        name: row.try_get(2)?,
        shared: row.try_get::<i64, _>(3)? != 0,
        revision: row.try_get(4)?,
        created: row.try_get(5)?,
        updated: row.try_get(6)?,
        chapters: row.try_get(7)?,
    })
}

const OF_USER: &str = "SELECT id, user_id, name, shared, revision, created, updated, chapters FROM studies \
                       WHERE user_id = $1 ORDER BY updated DESC, id DESC";

impl Store {
    /// The studies of a user, the last changed first.
    pub async fn studies(&self, user: &str) -> Result<Vec<StudyRow>, StoreError> {
        let rows = sqlx::query(OF_USER).bind(user.to_owned()).rows(self).await?;
        rows.iter().map(study).collect()
    }

    /// A study and its chapters as JSON.
    pub async fn study(&self, id: &str) -> Result<Option<(StudyRow, String)>, StoreError> {
        let sql = "SELECT id, user_id, name, shared, revision, created, updated, chapters, body FROM studies \
                   WHERE id = $1";
        let row = sqlx::query(sql).bind(id.to_owned()).maybe_row(self).await?;
        row.map(|row| Ok((study(&row)?, row.try_get(8)?))).transpose()
    }

    /// Adds a study. [`StoreError::QuotaExceeded`] if the user has too many, or if they are too large together.
    pub async fn add_study(&self, row: &StudyRow, body: &str) -> Result<(), StoreError> {
        let sql = "INSERT INTO studies (id, user_id, name, shared, revision, created, updated, chapters, size, body) \
                   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
        let count = "SELECT COUNT(*) FROM studies WHERE user_id = $1";
        let args = [
            Arg::text(&row.id),
            Arg::text(&row.user),
            Arg::text(&row.name),
            Arg::number(row.shared.into()),
            Arg::number(row.revision),
            Arg::number(row.created),
            Arg::number(row.updated),
            Arg::number(row.chapters),
            Arg::number(body.len() as i64),
            Arg::text(body),
        ];
        let tx = Transaction::new()
            .check_quota(Quota::Studies, count, [Arg::text(&row.user)])
            .and(check_size(row, body))
            .execute_one(sql, args);
        self.commit(tx).await
    }

    /// Replaces a study whose revision is the one before that of `row`. [`StoreError::ConditionFailed`] if it has changed since,
    /// or if the user has no such study.
    pub async fn change_study(&self, row: &StudyRow, body: &str) -> Result<(), StoreError> {
        let sql = "UPDATE studies SET name = $3, shared = $4, revision = $5, updated = $6, chapters = $7, size = $8, \
                   body = $9 WHERE id = $1 AND user_id = $2 AND revision = $5 - 1";
        let args = [
            Arg::text(&row.id),
            Arg::text(&row.user),
            Arg::text(&row.name),
            Arg::number(row.shared.into()),
            Arg::number(row.revision),
            Arg::number(row.updated),
            Arg::number(row.chapters),
            Arg::number(body.len() as i64),
            Arg::text(body),
        ];
        self.commit(check_size(row, body).execute_one(sql, args)).await
    }

    /// Deletes a study. [`StoreError::ConditionFailed`] if the user has no such study.
    pub async fn delete_study(&self, user: &str, id: &str) -> Result<(), StoreError> {
        let sql = "DELETE FROM studies WHERE user_id = $1 AND id = $2";
        self.commit(Transaction::new().execute_one(sql, [Arg::text(user), Arg::text(id)])).await
    }
}

/// Limits the size of all studies of a user, with this one as it will be.
fn check_size(row: &StudyRow, body: &str) -> Transaction {
    let sum =
        "SELECT CAST(COALESCE(SUM(size), 0) + $3 AS BIGINT) FROM studies WHERE user_id = $1 AND id <> $2";
    let args = [Arg::text(&row.user), Arg::text(&row.id), Arg::number(body.len() as i64)];
    Transaction::new().check_quota(Quota::StudyBytes, sum, args)
}

#[cfg(test)]
mod tests {
    use super::{super::query_plan::expect_index, Arg, OF_USER, Store};

    #[tokio::test]
    async fn studies_are_read_along_an_index() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(&format!("sqlite:{}", dir.path().join("mekong.db").display())).await.unwrap();
        expect_index(&store, OF_USER, vec![Arg::text("x")], "studies_by_user").await;
    }
}
