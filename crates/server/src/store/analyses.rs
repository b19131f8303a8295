use sqlx::Row as _;

use super::{Arg, Ask as _, Store, StoreError, Write};
use crate::time::Millis;

/// What is known of an analysis.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnalysisRow {
    /// Whether it is complete.
    pub is_done: bool,
    /// What was found out, as JSON.
    pub body: String,
}

impl Store {
    /// The analysis of a game.
    ///
    /// # Errors
    /// The database cannot be asked.
    pub async fn analysis(&self, game: &str) -> Result<Option<AnalysisRow>, StoreError> {
        let sql = "SELECT state, body FROM analyses WHERE game_id = $1";
        let row = sqlx::query(sql).bind(game.to_owned()).maybe_row(self).await?;
        let Some(row) = row else { return Ok(None) };
        let state: String = row.try_get(0)?;
        Ok(Some(AnalysisRow { is_done: state == "done", body: row.try_get(1)? }))
    }

    /// Keeps what is known of an analysis.
    ///
    /// # Errors
    /// The database did not take it.
    pub async fn set_analysis(
        &self,
        game: &str,
        analysis: AnalysisRow,
        now: Millis,
    ) -> Result<(), StoreError> {
        let sql = "INSERT INTO analyses (game_id, state, body, updated) VALUES ($1, $2, $3, $4) \
                   ON CONFLICT (game_id) DO UPDATE SET state = excluded.state, body = excluded.body, \
                   updated = excluded.updated";
        let state = if analysis.is_done { "done" } else { "running" };
        let args = [Arg::text(game), Arg::text(state), Arg::text(analysis.body), Arg::number(now)];
        self.write(Write::new().run(sql, args)).await
    }

    /// The games whose analysis was begun and not brought to its end.
    ///
    /// # Errors
    /// The database cannot be asked.
    pub async fn open_analyses(&self) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT game_id FROM analyses WHERE state = 'running' ORDER BY updated";
        let rows = sqlx::query(sql).rows(self).await?;
        rows.iter().map(|row| row.try_get(0).map_err(StoreError::from)).collect()
    }
}
