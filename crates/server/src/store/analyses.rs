use sqlx::Row as _;

use super::{Arg, QueryExt as _, Store, StoreError, Transaction};
use crate::time::Millis;

/// A stored analysis.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnalysisRow {
    /// Whether it is complete.
    pub is_done: bool,
    /// The result so far, as JSON.
    pub body: String,
}

impl Store {
    /// The analysis of a game.
    pub async fn analysis(&self, game: &str) -> Result<Option<AnalysisRow>, StoreError> {
        let sql = "SELECT state, body FROM analyses WHERE game_id = $1";
        let row = sqlx::query(sql).bind(game.to_owned()).maybe_row(self).await?;
        let Some(row) = row else { return Ok(None) };
        let state: String = row.try_get(0)?;
        Ok(Some(AnalysisRow { is_done: state == "done", body: row.try_get(1)? }))
    }

    /// Inserts or replaces the analysis of a game.
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
        self.commit(Transaction::new().execute(sql, args)).await
    }

    /// Deletes the analysis of a game.
    pub async fn delete_analysis(&self, game: &str) -> Result<(), StoreError> {
        let sql = "DELETE FROM analyses WHERE game_id = $1";
        self.commit(Transaction::new().execute(sql, [Arg::text(game)])).await
    }

    /// Ids of the games whose analysis is incomplete, the oldest first.
    pub async fn incomplete_analyses(&self) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT game_id FROM analyses WHERE state = 'running' ORDER BY updated";
        let rows = sqlx::query(sql).rows(self).await?;
        rows.iter().map(|row| row.try_get(0).map_err(StoreError::from)).collect()
    }
}
