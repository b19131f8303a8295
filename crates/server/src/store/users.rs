use std::collections::BTreeMap;

use sqlx::{Row as _, any::AnyRow};

use super::{Arg, BatchedStatement, QueryExt as _, Store, StoreError, Transaction, credentials::session};
use crate::{
    people::{UserKind, skeleton},
    time::{DAY, Millis},
};

/// A user, without the hash of their password ([`Store::password_hash`]).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UserRow {
    /// The id.
    pub id: String,
    /// The kind.
    pub kind: UserKind,
    /// The name; guests and deleted users have none.
    pub name: Option<String>,
    /// Creation time.
    pub created: Millis,
    /// Time of the last request.
    pub seen: Millis,
    /// End of the current or last vacation.
    pub vacation_until: Millis,
    /// Vacation days left in `vacation_year`.
    pub vacation_days_left: i64,
    /// The year of `vacation_days_left`.
    pub vacation_year: i64,
}

/// A user in the operator's list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListedUserRow {
    /// The user.
    pub user: UserRow,
    /// Number of games played.
    pub games: i64,
}

/// An account to be created.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NewAccount<'a> {
    /// The id of the user.
    pub id: &'a str,
    /// The session hash of the guest who becomes the account; none if the user is new as well.
    pub guest_session: Option<&'a str>,
    /// The name, already validated.
    pub name: &'a str,
    /// The hash of the password.
    pub password: &'a str,
}

pub(super) const USER: &str = "SELECT users.id, users.kind, users.name, users.created, users.seen, \
                    users.vacation_until, users.vacation_days_left, users.vacation_year FROM users";

/// The kind of a user from its column.
pub(super) fn user_kind(code: &str) -> Result<UserKind, StoreError> {
    UserKind::parse(code).ok_or_else(|| StoreError::Corrupt(format!("unknown kind of user {code:?}")))
}

pub(super) fn user(row: &AnyRow) -> Result<UserRow, StoreError> {
    Ok(UserRow {
        id: row.try_get(0)?,
        kind: user_kind(row.try_get(1)?)?,
        name: row.try_get(2)?,
        created: row.try_get(3)?,
        seen: row.try_get(4)?,
        vacation_until: row.try_get(5)?,
        vacation_days_left: row.try_get(6)?,
        vacation_year: row.try_get(7)?,
    })
}

/// The key by which names are compared, ignoring case.
pub(super) fn name_key(name: &str) -> String {
    name.to_lowercase()
}

impl Store {
    async fn user_where(&self, condition: &'static str, value: &str) -> Result<Option<UserRow>, StoreError> {
        let sql = sqlx::AssertSqlSafe(format!("{USER} {condition}"));
        let row = sqlx::query(sql).bind(value.to_owned()).maybe_row(self).await?;
        row.as_ref().map(user).transpose()
    }

    /// The user with this id.
    pub async fn user(&self, id: &str) -> Result<Option<UserRow>, StoreError> {
        self.user_where("WHERE id = $1", id).await
    }

    /// The user with this name, ignoring case.
    pub async fn user_by_name(&self, name: &str) -> Result<Option<UserRow>, StoreError> {
        self.user_where("WHERE name_key = $1", &name_key(name)).await
    }

    /// Whether a name that looks like this one is taken.
    pub async fn has_similar_name(&self, name: &str) -> Result<bool, StoreError> {
        let sql = "SELECT 1 FROM users WHERE name_skeleton = $1 LIMIT 1";
        Ok(sqlx::query(sql).bind(skeleton(name)).maybe_row(self).await?.is_some())
    }

    /// Fills in the skeletons of names that were chosen before the column existed.
    pub(super) async fn fill_skeletons(&self) -> Result<(), StoreError> {
        let sql = "SELECT id, name FROM users WHERE name IS NOT NULL AND name_skeleton IS NULL";
        let rows = sqlx::query(sql).rows(self).await?;
        let mut tx = Transaction::new();
        for row in &rows {
            let (id, name): (String, String) = (row.try_get(0)?, row.try_get(1)?);
            let sql = "UPDATE users SET name_skeleton = $2 WHERE id = $1";
            tx = tx.execute(sql, [Arg::text(id), Arg::text(skeleton(&name))]);
        }
        if rows.is_empty() { Ok(()) } else { self.commit(tx).await }
    }

    /// The user of a session.
    pub async fn user_by_session(&self, hash: &str) -> Result<Option<UserRow>, StoreError> {
        self.user_where("JOIN sessions ON sessions.user_id = users.id WHERE sessions.hash = $1", hash).await
    }

    /// All users with a name, by name, and the number of guests.
    pub async fn all_users(&self) -> Result<(Vec<ListedUserRow>, i64), StoreError> {
        let mut games: BTreeMap<String, i64> = BTreeMap::new();
        for sql in [
            "SELECT p1_user, count(*) FROM games WHERE p1_user IS NOT NULL GROUP BY p1_user",
            "SELECT p2_user, count(*) FROM games WHERE p2_user IS NOT NULL GROUP BY p2_user",
        ] {
            for row in sqlx::query(sql).rows(self).await? {
                *games.entry(row.try_get(0)?).or_default() += row.try_get::<i64, _>(1)?;
            }
        }
        let sql = sqlx::AssertSqlSafe(format!("{USER} WHERE name_key IS NOT NULL ORDER BY name_key"));
        let rows = sqlx::query(sql).rows(self).await?;
        let listed = |row| {
            let user: UserRow = user(row)?;
            let games = games.get(&user.id).copied().unwrap_or(0);
            Ok(ListedUserRow { user, games })
        };
        let named = rows.iter().map(listed).collect::<Result<Vec<ListedUserRow>, StoreError>>()?;
        let sql = "SELECT count(*) FROM users WHERE kind = $1";
        let guests = sqlx::query(sql).bind(UserKind::Guest.code()).row(self).await?;
        Ok((named, guests.try_get(0)?))
    }

    /// The users with these ids, in any order. Unknown ids are left out.
    pub async fn users(&self, ids: &[&str]) -> Result<Vec<UserRow>, StoreError> {
        let Some(last) = ids.last() else { return Ok(Vec::new()) };
        // The last id is repeated, so that few different statements are prepared.
        let count = ids.len().next_power_of_two();
        let placeholders: Vec<String> = (1..=count).map(|number| format!("${number}")).collect();
        let sql = sqlx::AssertSqlSafe(format!("{USER} WHERE id IN ({})", placeholders.join(", ")));
        let padded = ids.iter().chain(std::iter::repeat(last)).take(count);
        let query = padded.fold(sqlx::query(sql), |query, &id| query.bind(id.to_owned()));
        query.rows(self).await?.iter().map(user).collect()
    }

    /// Adds a guest with a session.
    pub async fn add_guest(&self, id: &str, session_hash: &str, now: Millis) -> Result<UserRow, StoreError> {
        self.commit(guest(id, now).and(session(id, session_hash, now))).await?;
        // As stored, with the defaults of the columns.
        Ok(UserRow {
            id: id.to_owned(),
            kind: UserKind::Guest,
            name: None,
            created: now,
            seen: now,
            vacation_until: 0,
            vacation_days_left: 30,
            vacation_year: 0,
        })
    }

    /// Turns a guest, or a new user, into an account. Games and challenges stay; the session is replaced, so that an old
    /// session secret becomes useless.
    ///
    /// [`StoreError::ConditionFailed`] if the name or one that looks like it is taken, or if the user is not a guest any more;
    /// [`StoreError::Conflict`] if it is being taken at the same time.
    pub async fn create_account(
        &self,
        account: NewAccount<'_>,
        session_hash: &str,
        now: Millis,
    ) -> Result<(), StoreError> {
        let id = account.id;
        let mut tx = Transaction::new();
        match account.guest_session {
            Some(hash) => tx = tx.execute("DELETE FROM sessions WHERE hash = $1", [Arg::text(hash)]),
            None => tx = tx.and(guest(id, now)),
        }
        let sql = "UPDATE users SET kind = 'account', name = $2, name_key = $3, name_skeleton = $4, password = $5 \
                   WHERE id = $1 AND kind = 'guest' \
                   AND NOT EXISTS (SELECT 1 FROM users AS other WHERE other.name_skeleton = $4)";
        let (name, key) = (Arg::text(account.name), Arg::text(name_key(account.name)));
        let args = [Arg::text(id), name, key, Arg::text(skeleton(account.name)), Arg::text(account.password)];
        tx = tx.execute_one(sql, args).and(session(id, session_hash, now));
        self.commit(tx).await
    }

    /// Deletes a user's name, password, sessions and tokens, and closes their challenges. Games stay.
    pub(crate) async fn delete_user(&self, user: &str) -> Result<(), StoreError> {
        let id = || [Arg::text(user)];
        let tx = Transaction::new()
            .execute_one(
                "UPDATE users SET kind = 'deleted', name = NULL, name_key = NULL, name_skeleton = NULL, \
                 password = NULL WHERE id = $1",
                id(),
            )
            .execute("DELETE FROM sessions WHERE user_id = $1", id())
            .execute("DELETE FROM tokens WHERE user_id = $1", id())
            .execute("DELETE FROM reset_codes WHERE user_id = $1", id())
            .execute("DELETE FROM plans WHERE user_id = $1", id())
            .execute("DELETE FROM puzzle_solvers WHERE user_id = $1", id())
            .execute("DELETE FROM puzzle_attempts WHERE user_id = $1", id())
            .execute("DELETE FROM studies WHERE user_id = $1", id())
            .execute(
                "UPDATE challenges SET state = 'declined' WHERE to_user = $1 AND state = 'waiting'",
                id(),
            )
            .execute(
                "UPDATE challenges SET state = 'cancelled' WHERE from_user = $1 AND state = 'waiting'",
                id(),
            )
            .execute("DELETE FROM mutes WHERE user_id = $1 OR muted = $1", id());
        self.commit(tx).await
    }

    /// Turns an account into a bot permanently. [`StoreError::ConditionFailed`] if it is not an account of a person or has played
    /// rated games.
    pub async fn convert_to_bot(&self, user: &str) -> Result<(), StoreError> {
        let sql = "UPDATE users SET kind = 'bot' WHERE id = $1 AND kind = 'account' AND NOT EXISTS \
                   (SELECT 1 FROM games WHERE (p1_user = $1 OR p2_user = $1) AND rated = 1 AND state <> 'aborted')";
        self.commit(Transaction::new().execute_one(sql, [Arg::text(user)])).await
    }

    /// Updates the time at which a user and a session were last seen.
    pub async fn mark_seen(
        &self,
        user: &str,
        session_hash: Option<&str>,
        now: Millis,
    ) -> Result<(), StoreError> {
        let mut tx = Transaction::new()
            .execute("UPDATE users SET seen = $2 WHERE id = $1", [Arg::text(user), Arg::number(now)]);
        if let Some(hash) = session_hash {
            let sql = "UPDATE sessions SET seen = $2 WHERE hash = $1";
            tx = tx.execute(sql, [Arg::text(hash), Arg::number(now)]);
        }
        self.commit(tx).await
    }

    /// Starts or ends a vacation. [`StoreError::ConditionFailed`] if `vacation_until` is no longer `was_until`.
    pub async fn set_vacation(
        &self,
        user: &str,
        was_until: Millis,
        until: Millis,
        days_left: i64,
        year: i64,
    ) -> Result<(), StoreError> {
        let sql = "UPDATE users SET vacation_until = $3, vacation_days_left = $4, vacation_year = $5 \
                   WHERE id = $1 AND vacation_until = $2";
        let numbers = [was_until, until, days_left, year].map(Arg::number);
        let args: Vec<Arg> = std::iter::once(Arg::text(user)).chain(numbers).collect();
        self.commit(Transaction::new().execute_one(sql, args)).await
    }

    /// Ids of the users on vacation, each with its end.
    pub async fn on_vacation(&self, now: Millis) -> Result<Vec<(String, Millis)>, StoreError> {
        let sql = "SELECT id, vacation_until FROM users WHERE vacation_until > $1";
        let rows = sqlx::query(sql).bind(now).rows(self).await?;
        rows.iter().map(|row| Ok((row.try_get(0)?, row.try_get(1)?))).collect()
    }

    /// Deletes unused sessions, expired reset codes, old challenges without a game, and guests without sessions, games,
    /// challenges, reports or mutes, in transactions of limited size: moves wait for each of them.
    pub async fn purge_stale_guests(&self, unused_since: Millis, now: Millis) -> Result<(), StoreError> {
        let expired = "DELETE FROM reset_codes WHERE expires < $1";
        self.commit(Transaction::new().execute(expired, [Arg::number(now)])).await?;
        self.purge(STALE_SESSIONS, unused_since, |hash| {
            let sql = "DELETE FROM sessions WHERE hash = $1 AND seen < $2";
            Transaction::new().execute(sql, [hash, Arg::number(unused_since)])
        })
        .await?;
        self.purge(OLD_CHALLENGES, now - DAY, |id| {
            Transaction::new().execute("DELETE FROM challenges WHERE id = $1", [id])
        })
        .await?;
        self.purge(STALE_GUESTS_WITH_MUTES, unused_since, |id| {
            Transaction::new().execute("DELETE FROM mutes WHERE user_id = $1 OR muted = $1", [id])
        })
        .await?;
        self.purge(UNREFERENCED_GUESTS, unused_since, |id| {
            Transaction::new().execute("DELETE FROM users WHERE id = $1", [id])
        })
        .await
    }

    /// Deletes the rows that `keys` finds. Its parameters are a time, the last key so far, and the number of keys.
    async fn purge(
        &self,
        keys: &'static str,
        before: Millis,
        delete: impl Fn(Arg) -> Transaction,
    ) -> Result<(), StoreError> {
        let mut last = String::new();
        loop {
            let rows = sqlx::query(keys).bind(before).bind(last.clone()).bind(PURGE_BATCH).rows(self).await?;
            let mut tx = Transaction::new();
            for row in &rows {
                last = row.try_get(0)?;
                tx = tx.and(delete(Arg::text(&last)));
            }
            self.commit(tx).await?;
            if rows.is_empty() {
                return Ok(());
            }
        }
    }
}

/// Number of rows that one transaction of [`Store::purge_stale_guests`] deletes.
const PURGE_BATCH: i64 = 100;

const STALE_SESSIONS: &str = "SELECT hash FROM sessions WHERE seen < $1 AND hash > $2 ORDER BY hash LIMIT $3";

const OLD_CHALLENGES: &str = "SELECT id FROM challenges WHERE state IN ('declined', 'cancelled', 'expired') \
                              AND expires < $1 AND id > $2 ORDER BY id LIMIT $3";

/// The guests without sessions, who cannot log in again.
macro_rules! stale_guests {
    ($condition:literal) => {
        concat!(
            "SELECT id FROM users WHERE kind = 'guest' AND seen < $1 AND id > $2 \
             AND NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.user_id = users.id) AND ",
            $condition,
            " ORDER BY id LIMIT $3",
        )
    };
}

const STALE_GUESTS_WITH_MUTES: &str = stale_guests!(
    "(EXISTS (SELECT 1 FROM mutes WHERE mutes.user_id = users.id) \
     OR EXISTS (SELECT 1 FROM mutes WHERE muted = users.id))"
);

const UNREFERENCED_GUESTS: &str = stale_guests!(
    "NOT EXISTS (SELECT 1 FROM games WHERE games.p1_user = users.id) \
     AND NOT EXISTS (SELECT 1 FROM games WHERE games.p2_user = users.id) \
     AND NOT EXISTS (SELECT 1 FROM challenges WHERE challenges.from_user = users.id) \
     AND NOT EXISTS (SELECT 1 FROM challenges WHERE challenges.to_user = users.id) \
     AND NOT EXISTS (SELECT 1 FROM reports WHERE from_user = users.id OR about = users.id) \
     AND NOT EXISTS (SELECT 1 FROM mutes WHERE mutes.user_id = users.id OR muted = users.id)"
);

/// Adds a guest.
static ADD_GUEST: BatchedStatement = BatchedStatement {
    single: "INSERT INTO users (id, kind, created, seen) VALUES ($1, 'guest', $2, $2)",
    sqlite: "INSERT INTO users (id, kind, created, seen) \
             SELECT value ->> 'id', 'guest', value ->> 'now', value ->> 'now' FROM json_each($1)",
    postgres: "INSERT INTO users (id, kind, created, seen) SELECT id, 'guest', now, now \
             FROM json_to_recordset(CAST($1 AS JSON)) AS many (id TEXT, now BIGINT)",
    keys: &["id", "now"],
    is_insert: true,
};

fn guest(id: &str, now: Millis) -> Transaction {
    Transaction::new().execute_batched(&ADD_GUEST, [Arg::text(id), Arg::number(now)])
}

#[cfg(test)]
mod tests {
    use crate::{
        store::{ChallengeRow, Store},
        table::{ChallengeKind, ChallengeState, Clock, Deal, Settings, Side},
        time::DAY,
    };

    #[tokio::test]
    async fn deleted_user_has_no_pending_challenges() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(&format!("sqlite:{}", dir.path().join("mekong.db").display())).await.unwrap();
        for user in ["ann", "bob"] {
            store.add_guest(user, user, 1).await.unwrap();
        }
        let (game, variants, start) = ("siam".to_owned(), Vec::new(), None);
        let challenge = ChallengeRow {
            id: "own".to_owned(),
            kind: ChallengeKind::User,
            from: "ann".to_owned(),
            to: Some("bob".to_owned()),
            settings: Settings { game, variants, start, clock: Clock::None, rated: false },
            side: Side::Random,
            deal: Deal { seed: 1, salt: String::new() },
            created: 1,
            expires: DAY,
            state: ChallengeState::Waiting,
            game: None,
        };
        let (from, to) = ("bob".to_owned(), Some("ann".to_owned()));
        let received = ChallengeRow { id: "received".to_owned(), from, to, ..challenge.clone() };
        for row in [challenge, received] {
            store.add_challenge(&row, None).await.unwrap();
        }
        store.delete_user("ann").await.unwrap();
        for (id, state) in [("own", ChallengeState::Cancelled), ("received", ChallengeState::Declined)] {
            assert_eq!(store.challenge(id).await.unwrap().unwrap().state, state);
        }
    }
}
