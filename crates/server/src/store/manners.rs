use sqlx::Row as _;

use super::{Arg, Ask as _, Cap, Store, StoreError, Write};
use crate::time::{DAY, Millis};

/// Somebody complains about what was said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReportRow {
    /// The number.
    pub id: String,
    /// Where it was said.
    pub game: String,
    /// The event.
    pub seq: u64,
    /// Who complains.
    pub from: String,
    /// About whom.
    pub about: String,
    /// What was said.
    pub text: String,
    /// What is wrong with it.
    pub why: String,
    /// When.
    pub created: Millis,
}

impl Store {
    /// Whether a user does not want to hear another.
    ///
    /// # Errors
    /// The database cannot be asked.
    pub async fn has_muted(&self, user: &str, other: &str) -> Result<bool, StoreError> {
        let sql = "SELECT 1 FROM mutes WHERE user_id = $1 AND muted = $2";
        let row = sqlx::query(sql).bind(user.to_owned()).bind(other.to_owned()).maybe_row(self).await?;
        Ok(row.is_some())
    }

    /// Whom a user does not want to hear.
    ///
    /// # Errors
    /// The database cannot be asked.
    pub async fn muted(&self, user: &str) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT muted FROM mutes WHERE user_id = $1 ORDER BY muted";
        let rows = sqlx::query(sql).bind(user.to_owned()).rows(self).await?;
        rows.iter().map(|row| row.try_get(0).map_err(StoreError::from)).collect()
    }

    /// From now on a user does not hear another.
    ///
    /// # Errors
    /// [`StoreError::TooMany`]: too many others are muted already.
    pub async fn mute(&self, user: &str, other: &str) -> Result<(), StoreError> {
        let count = "SELECT COUNT(*) FROM mutes WHERE user_id = $1 AND muted <> $2";
        let args = || [Arg::text(user), Arg::text(other)];
        let sql =
            "INSERT INTO mutes (user_id, muted) VALUES ($1, $2) ON CONFLICT (user_id, muted) DO NOTHING";
        self.write(Write::new().below(Cap::Muted, count, args()).run(sql, args())).await
    }

    /// From now on a user hears another again.
    ///
    /// # Errors
    /// The database did not take it.
    pub async fn unmute(&self, user: &str, other: &str) -> Result<(), StoreError> {
        let sql = "DELETE FROM mutes WHERE user_id = $1 AND muted = $2";
        self.write(Write::new().run(sql, [Arg::text(user), Arg::text(other)])).await
    }

    /// Keeps a complaint for whoever runs the server.
    ///
    /// # Errors
    /// [`StoreError::Conflict`]: the same user complained about the same words before. [`StoreError::TooMany`]: they have
    /// complained too often within a day.
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
        self.write(Write::new().below(Cap::Reports, count, since).run(sql, args)).await
    }

    /// All complaints, the newest first.
    ///
    /// # Errors
    /// The database cannot be asked.
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
