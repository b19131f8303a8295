use sqlx::Row as _;

use super::{Arg, QueryExt as _, Quota, Store, StoreError, Transaction};
use crate::time::{DAY, Millis};

/// A report of a chat message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReportRow {
    /// The id.
    pub id: String,
    /// Id of the game played.
    pub game: String,
    /// The sequence number of the message.
    pub seq: u64,
    /// The id of the reporting user.
    pub from: String,
    /// The id of the author of the message.
    pub about: String,
    /// The message.
    pub text: String,
    /// The reason given by the reporter.
    pub why: String,
    /// Creation time.
    pub created: Millis,
}

impl Store {
    /// Whether `user` has muted `other`.
    pub async fn has_muted(&self, user: &str, other: &str) -> Result<bool, StoreError> {
        let sql = "SELECT 1 FROM mutes WHERE user_id = $1 AND muted = $2";
        let row = sqlx::query(sql).bind(user.to_owned()).bind(other.to_owned()).maybe_row(self).await?;
        Ok(row.is_some())
    }

    /// Ids of the players muted by a user.
    pub async fn muted(&self, user: &str) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT muted FROM mutes WHERE user_id = $1 ORDER BY muted";
        let rows = sqlx::query(sql).bind(user.to_owned()).rows(self).await?;
        rows.iter().map(|row| row.try_get(0).map_err(StoreError::from)).collect()
    }

    /// Mutes a player. Muting twice has no effect. [`StoreError::ConditionFailed`] if there is no such player.
    pub async fn mute(&self, user: &str, other: &str) -> Result<(), StoreError> {
        let count = "SELECT COUNT(*) FROM mutes WHERE user_id = $1 AND muted <> $2";
        let args = || [Arg::text(user), Arg::text(other)];
        let sql =
            "INSERT INTO mutes (user_id, muted) VALUES ($1, $2) ON CONFLICT (user_id, muted) DO NOTHING";
        self.commit(Transaction::new().check_quota(Quota::Muted, count, args()).execute(sql, args())).await
    }

    /// Unmutes a player.
    pub async fn unmute(&self, user: &str, other: &str) -> Result<(), StoreError> {
        let sql = "DELETE FROM mutes WHERE user_id = $1 AND muted = $2";
        self.commit(Transaction::new().execute(sql, [Arg::text(user), Arg::text(other)])).await
    }

    /// Adds a report. [`StoreError::ConditionFailed`] if the user has already reported the message.
    pub async fn add_report(&self, report: &ReportRow) -> Result<(), StoreError> {
        let count = "SELECT COUNT(*) FROM reports WHERE from_user = $1 AND created > $2";
        let since = [Arg::text(&report.from), Arg::number(report.created - DAY)];
        let sql = "INSERT INTO reports (id, game_id, seq, from_user, about, text, why, created) \
                   VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
        let args = vec![
            Arg::text(&report.id),
            Arg::text(&report.game),
            Arg::number(report.seq as i64),
            Arg::text(&report.from),
            Arg::text(&report.about),
            Arg::text(&report.text),
            Arg::text(&report.why),
            Arg::number(report.created),
        ];
        let tx = Transaction::new().check_quota(Quota::Reports, count, since).execute(sql, args);
        match self.commit(tx).await {
            // Only its own report can be in the way.
            Err(StoreError::Conflict) => Err(StoreError::ConditionFailed),
            result => result,
        }
    }

    /// All reports, the newest first.
    pub async fn reports(&self, limit: i64) -> Result<Vec<ReportRow>, StoreError> {
        let sql = "SELECT id, game_id, seq, from_user, about, text, why, created FROM reports \
                   ORDER BY created DESC, id LIMIT $1";
        let rows = sqlx::query(sql).bind(limit).rows(self).await?;
        let report = |row: &sqlx::any::AnyRow| {
            let seq: i64 = row.try_get(2)?;
            Ok(ReportRow {
                id: row.try_get(0)?,
                game: row.try_get(1)?,
                seq: seq as u64,
                from: row.try_get(3)?,
                about: row.try_get(4)?,
                text: row.try_get(5)?,
                why: row.try_get(6)?,
                created: row.try_get(7)?,
            })
        };
        rows.iter().map(report).collect()
    }
}
