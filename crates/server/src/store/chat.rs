//! Chat messages. They are events of a game on which its state does not depend, and are read separately, newest first.

use sqlx::Row as _;

use super::{
    Arg, BatchedStatement, QueryExt as _, Store, StoreError, Transaction, game_rows::MAX_ROWS, games::event,
};
use crate::table::{Audience, Event, LoggedEvent};

/// How many messages to spectators a game keeps; older ones are deleted.
pub(crate) const MAX_SPECTATOR_MESSAGES: u32 = 3_000;

/// The number of messages of one user to one audience in a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ChatCountRow {
    /// The id of the author.
    pub(crate) user: String,
    /// The audience.
    pub(crate) audience: Audience,
    /// The number of messages.
    pub(crate) count: i64,
}

/// A message to spectators.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ChatMessageRow {
    /// The id of the author.
    pub(crate) user: String,
    /// The sequence number of the event.
    pub(crate) seq: u64,
}

/// Deletes a message.
pub(crate) fn delete_chat_message(game: &str, seq: u64) -> Transaction {
    let sql = "DELETE FROM events WHERE game_id = $1 AND seq = $2 AND speaker IS NOT NULL";
    Transaction::new().execute(sql, [Arg::text(game), Arg::number(seq as i64)])
}

/// The latest messages to an audience before an event.
const CHAT: &str = "SELECT seq, at, body FROM events WHERE game_id = $1 AND audience = $2 AND speaker IS NOT NULL \
                    AND seq < $3 ORDER BY seq DESC LIMIT $4";

/// The number of messages in a game by author and audience.
const CHAT_COUNTS: &str = "SELECT speaker, audience, COUNT(*) FROM events WHERE game_id = $1 AND speaker IS NOT NULL \
                      GROUP BY speaker, audience";

/// The oldest message to spectators of the user who has written most of them.
const EVICTED: &str = "SELECT speaker, MIN(seq) FROM events WHERE game_id = $1 AND audience = 'watchers' \
                              AND speaker IS NOT NULL GROUP BY speaker ORDER BY COUNT(*) DESC, MIN(seq) LIMIT 1";

/// The games with messages of a user.
const GAMES_OF: &str = "SELECT DISTINCT game_id FROM events WHERE speaker = $1";

/// The messages of a user in a game.
const MESSAGES_OF: &str = "SELECT seq, body FROM events WHERE game_id = $1 AND speaker = $2";

/// Replaces the text of an event.
static SET_BODY: BatchedStatement = BatchedStatement {
    single: "UPDATE events SET body = $3 WHERE game_id = $1 AND seq = $2",
    sqlite: "UPDATE events SET body = many.body FROM (SELECT value ->> 'game_id' AS game_id, value ->> 'seq' AS seq, \
             value ->> 'body' AS body FROM json_each($1)) AS many \
             WHERE events.game_id = many.game_id AND events.seq = many.seq",
    postgres: "UPDATE events SET body = many.body FROM json_to_recordset(CAST($1 AS JSON)) \
             AS many (game_id TEXT, seq BIGINT, body TEXT) WHERE events.game_id = many.game_id AND events.seq = many.seq",
    keys: &["game_id", "seq", "body"],
    is_insert: false,
};

impl Store {
    /// The latest messages to an audience before an event, newest first.
    pub async fn chat(
        &self,
        game: &str,
        audience: Audience,
        before: u64,
        limit: i64,
    ) -> Result<Vec<LoggedEvent>, StoreError> {
        let rows = sqlx::query(CHAT)
            .bind(game.to_owned())
            .bind(audience.code())
            .bind(i64::try_from(before).unwrap_or(i64::MAX))
            .bind(limit)
            .rows(self)
            .await?;
        rows.iter().map(event).collect()
    }

    /// The number of messages in a game by author and audience.
    pub(crate) async fn chat_counts(&self, game: &str) -> Result<Vec<ChatCountRow>, StoreError> {
        let rows = sqlx::query(CHAT_COUNTS).bind(game.to_owned()).rows(self).await?;
        let count = |row: &sqlx::any::AnyRow| {
            let audience: String = row.try_get(1)?;
            let audience = Audience::parse(&audience)
                .ok_or_else(|| StoreError::Corrupt(format!("unknown chat audience {audience:?}")))?;
            Ok(ChatCountRow { user: row.try_get(0)?, audience, count: row.try_get(2)? })
        };
        rows.iter().map(count).collect()
    }

    /// The message to spectators to delete when the chat is full: the oldest of the user who has written most, so that one
    /// user cannot evict the messages of others.
    pub(crate) async fn chat_message_to_evict(
        &self,
        game: &str,
    ) -> Result<Option<ChatMessageRow>, StoreError> {
        let row = sqlx::query(EVICTED).bind(game.to_owned()).maybe_row(self).await?;
        row.map(|row| {
            let seq: i64 = row.try_get(1)?;
            Ok(ChatMessageRow { user: row.try_get(0)?, seq: seq as u64 })
        })
        .transpose()
    }

    /// One event of a game.
    pub(crate) async fn event(&self, game: &str, seq: u64) -> Result<Option<LoggedEvent>, StoreError> {
        let sql = "SELECT seq, at, body FROM events WHERE game_id = $1 AND seq = $2";
        let seq = i64::try_from(seq).unwrap_or(i64::MAX);
        let row = sqlx::query(sql).bind(game.to_owned()).bind(seq).maybe_row(self).await?;
        row.as_ref().map(event).transpose()
    }

    /// Removes a user's name from all their messages, in transactions of limited size: moves wait for each of them.
    pub(crate) async fn anonymize_chat(&self, user: &str) -> Result<(), StoreError> {
        let mut nameless = Vec::new();
        for game in sqlx::query(GAMES_OF).bind(user.to_owned()).rows(self).await? {
            let game: String = game.try_get(0)?;
            let messages = sqlx::query(MESSAGES_OF).bind(game.clone()).bind(user.to_owned());
            for row in messages.rows(self).await? {
                let body: String = row.try_get(1)?;
                if let Ok(mut event) = serde_json::from_str::<Event>(&body)
                    && event.anonymize(user)
                    && let Ok(body) = serde_json::to_string(&event)
                {
                    nameless.push(vec![Arg::text(&game), Arg::number(row.try_get(0)?), Arg::text(body)]);
                }
            }
            if nameless.len() >= MAX_ROWS {
                let rows = std::mem::take(&mut nameless);
                self.commit(Transaction::new().execute_rows(&SET_BODY, rows)).await?;
            }
        }
        self.commit(Transaction::new().execute_rows(&SET_BODY, nameless)).await
    }
}

#[cfg(test)]
mod tests {
    use super::{super::query_plan::plan, CHAT, CHAT_COUNTS, EVICTED, GAMES_OF, MESSAGES_OF, Store};

    #[tokio::test]
    async fn chat_queries_use_an_index() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(&format!("sqlite:{}", dir.path().join("mekong.db").display())).await.unwrap();
        for (sql, index) in [
            (CHAT, "events_of_chat"),
            (CHAT_COUNTS, "events"),
            (EVICTED, "events_of_chat"),
            (GAMES_OF, "events_by_speaker"),
            (MESSAGES_OF, "events"),
        ] {
            let plan = plan(&store, sql, Vec::new()).await;
            assert!(plan[0].starts_with("SEARCH events USING") && plan[0].contains(index), "{plan:?}");
            assert!(!plan.iter().any(|step| step.starts_with("SCAN")), "{plan:?}");
        }
    }
}
