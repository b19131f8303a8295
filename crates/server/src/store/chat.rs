//! What was said in games. Remarks are events among others, but the state of a game does not depend on them: they are
//! read apart, the latest first.

use sqlx::Row as _;

use super::{Arg, Ask as _, Store, StoreError, Write, games::event};
use crate::table::{Event, Logged, Room};

/// Who said how much in a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SpokenRow {
    /// The speaker.
    pub(crate) user: String,
    /// To whom.
    pub(crate) audience: Room,
    /// How many remarks.
    pub(crate) count: i64,
}

/// A remark to those who watch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct RemarkRow {
    /// The speaker.
    pub(crate) user: String,
    /// The id of the event.
    pub(crate) seq: u64,
}

/// Removes a remark.
pub(crate) fn remove_remark(game: &str, seq: u64) -> Write {
    let sql = "DELETE FROM events WHERE game_id = $1 AND seq = $2 AND speaker IS NOT NULL";
    Write::new().run(sql, [Arg::text(game), Arg::number(seq as i64)])
}

/// The latest remarks to an audience before an event.
const CHAT: &str = "SELECT seq, at, body FROM events WHERE game_id = $1 AND audience = $2 AND speaker IS NOT NULL \
                    AND seq < $3 ORDER BY seq DESC LIMIT $4";

/// Who said how much in a game.
const SPOKEN: &str = "SELECT speaker, audience, COUNT(*) FROM events WHERE game_id = $1 AND speaker IS NOT NULL \
                      GROUP BY speaker, audience";

/// The oldest remark to those who watch a game, of whoever has said most to them.
const OLDEST_OF_MOST: &str = "SELECT speaker, MIN(seq) FROM events WHERE game_id = $1 AND audience = 'watchers' \
                              AND speaker IS NOT NULL GROUP BY speaker ORDER BY COUNT(*) DESC, MIN(seq) LIMIT 1";

/// What somebody has said, in all games.
const WORDS_OF: &str = "SELECT game_id, seq, body FROM events WHERE speaker = $1";

impl Store {
    /// The latest remarks to an audience before an event, the newest first.
    ///
    /// # Errors
    /// The database cannot be asked.
    pub async fn chat(
        &self,
        game: &str,
        audience: Room,
        before: u64,
        limit: i64,
    ) -> Result<Vec<Logged>, StoreError> {
        let rows = sqlx::query(CHAT)
            .bind(game.to_owned())
            .bind(audience.code())
            .bind(i64::try_from(before).unwrap_or(i64::MAX))
            .bind(limit)
            .rows(self)
            .await?;
        rows.iter().map(event).collect()
    }

    /// Who said how much in a game.
    pub(crate) async fn spoken(&self, game: &str) -> Result<Vec<SpokenRow>, StoreError> {
        let rows = sqlx::query(SPOKEN).bind(game.to_owned()).rows(self).await?;
        let spoken = |row: &sqlx::any::AnyRow| {
            let audience: String = row.try_get(1)?;
            let audience = Room::parse(&audience)
                .ok_or_else(|| StoreError::Corrupt(format!("a remark to {audience:?}")))?;
            Ok(SpokenRow { user: row.try_get(0)?, audience, count: row.try_get(2)? })
        };
        rows.iter().map(spoken).collect()
    }

    /// The remark to those who watch a game that makes room for another one: the oldest of whoever has said most, so that
    /// nobody is silenced by others.
    pub(crate) async fn remark_to_remove(&self, game: &str) -> Result<Option<RemarkRow>, StoreError> {
        let row = sqlx::query(OLDEST_OF_MOST).bind(game.to_owned()).maybe_row(self).await?;
        row.map(|row| {
            let seq: i64 = row.try_get(1)?;
            Ok(RemarkRow { user: row.try_get(0)?, seq: seq as u64 })
        })
        .transpose()
    }

    /// One event of a game.
    pub(crate) async fn event(&self, game: &str, seq: u64) -> Result<Option<Logged>, StoreError> {
        let sql = "SELECT seq, at, body FROM events WHERE game_id = $1 AND seq = $2";
        let seq = i64::try_from(seq).unwrap_or(i64::MAX);
        let row = sqlx::query(sql).bind(game.to_owned()).bind(seq).maybe_row(self).await?;
        row.as_ref().map(event).transpose()
    }

    /// Writes everything that a user has said without their name.
    pub(crate) async fn without_name(&self, user: &str) -> Result<Write, StoreError> {
        let rows = sqlx::query(WORDS_OF).bind(user.to_owned()).rows(self).await?;
        let mut write = Write::new();
        for row in &rows {
            let (game, seq, body): (String, i64, String) =
                (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
            if let Ok(mut event) = serde_json::from_str::<Event>(&body)
                && event.forget_name(user)
                && let Ok(body) = serde_json::to_string(&event)
            {
                let sql = "UPDATE events SET body = $3 WHERE game_id = $1 AND seq = $2";
                write = write.run(sql, [Arg::text(game), Arg::number(seq), Arg::text(body)]);
            }
        }
        Ok(write)
    }
}

#[cfg(test)]
mod tests {
    use super::{super::plans::plan, CHAT, OLDEST_OF_MOST, SPOKEN, Store, WORDS_OF};

    /// None of these questions costs more because other games have many events.
    #[tokio::test]
    async fn remarks_are_found_by_an_index() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(&format!("sqlite:{}", dir.path().join("mekong.db").display())).await.unwrap();
        for (sql, index) in [
            (CHAT, "events_of_chat"),
            (SPOKEN, "events"),
            (OLDEST_OF_MOST, "events_of_chat"),
            (WORDS_OF, "events_by_speaker"),
        ] {
            let plan = plan(&store, sql, Vec::new()).await;
            assert!(plan[0].starts_with("SEARCH events USING") && plan[0].contains(index), "{plan:?}");
            assert!(!plan.iter().any(|step| step.starts_with("SCAN")), "{plan:?}");
        }
    }
}
