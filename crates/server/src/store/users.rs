use sqlx::{Row as _, any::AnyRow};

use super::{Arg, Ask as _, Store, StoreError, Write, credentials::session};
use crate::{
    people::skeleton,
    time::{DAY, Millis},
};

/// What kind of user somebody is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum UserKind {
    /// Somebody who has not told a name.
    Guest,
    /// Somebody with a name and a password.
    Account,
    /// A program with an account.
    Bot,
    /// Nobody any more.
    Deleted,
}

impl UserKind {
    /// The word in the database.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            UserKind::Guest => "guest",
            UserKind::Account => "account",
            UserKind::Bot => "bot",
            UserKind::Deleted => "deleted",
        }
    }

    pub(super) fn parse(code: &str) -> Result<UserKind, StoreError> {
        [UserKind::Guest, UserKind::Account, UserKind::Bot, UserKind::Deleted]
            .into_iter()
            .find(|kind| kind.code() == code)
            .ok_or_else(|| StoreError::Corrupt(format!("a user of kind {code:?}")))
    }
}

/// A user.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UserRow {
    /// The number.
    pub id: String,
    /// The kind.
    pub kind: UserKind,
    /// The name; guests and those who left have none.
    pub name: Option<String>,
    /// The hash of the password.
    pub password: Option<String>,
    /// Since when.
    pub created: Millis,
    /// Last seen.
    pub seen: Millis,
    /// On holiday until then.
    pub vacation_until: Millis,
    /// Days of holiday left in `vacation_year`.
    pub vacation_days_left: i64,
    /// The year that the days are counted in.
    pub vacation_year: i64,
}

/// An account to be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NewAccount<'a> {
    /// The number of the user.
    pub id: &'a str,
    /// The hash of the session's secret if the user is there as a guest; otherwise the user is new as well.
    pub guest_session: Option<&'a str>,
    /// The name; it has been checked.
    pub name: &'a str,
    /// The hash of the password.
    pub password: &'a str,
}

pub(super) const USER: &str = "SELECT users.id, users.kind, users.name, users.password, users.created, users.seen, \
                    users.vacation_until, users.vacation_days_left, users.vacation_year FROM users";

pub(super) fn user(row: &AnyRow) -> Result<UserRow, StoreError> {
    Ok(UserRow {
        id: row.try_get(0)?,
        kind: UserKind::parse(row.try_get(1)?)?,
        name: row.try_get(2)?,
        password: row.try_get(3)?,
        created: row.try_get(4)?,
        seen: row.try_get(5)?,
        vacation_until: row.try_get(6)?,
        vacation_days_left: row.try_get(7)?,
        vacation_year: row.try_get(8)?,
    })
}

/// Names that differ only in case are one name.
pub(super) fn name_key(name: &str) -> String {
    name.to_lowercase()
}

impl Store {
    async fn user_where(&self, condition: &'static str, value: &str) -> Result<Option<UserRow>, StoreError> {
        let sql = sqlx::AssertSqlSafe(format!("{USER} {condition}"));
        let row = sqlx::query(sql).bind(value.to_owned()).maybe_row(self).await?;
        row.as_ref().map(user).transpose()
    }

    /// The user with this number.
    ///
    /// # Errors
    /// The database cannot be asked.
    pub async fn user(&self, id: &str) -> Result<Option<UserRow>, StoreError> {
        self.user_where("WHERE id = $1", id).await
    }

    /// The user with this name, whatever its case.
    ///
    /// # Errors
    /// The database cannot be asked.
    pub async fn user_by_name(&self, name: &str) -> Result<Option<UserRow>, StoreError> {
        self.user_where("WHERE name_key = $1", &name_key(name)).await
    }

    /// Whether somebody has a name that looks like this one.
    ///
    /// # Errors
    /// The database cannot be asked.
    pub async fn has_similar_name(&self, name: &str) -> Result<bool, StoreError> {
        let sql = "SELECT 1 FROM users WHERE name_skeleton = $1 LIMIT 1";
        Ok(sqlx::query(sql).bind(skeleton(name)).maybe_row(self).await?.is_some())
    }

    /// Notes what the names look like that were chosen before anybody looked.
    pub(super) async fn fill_skeletons(&self) -> Result<(), StoreError> {
        let sql = "SELECT id, name FROM users WHERE name IS NOT NULL AND name_skeleton IS NULL";
        let rows = sqlx::query(sql).rows(self).await?;
        let mut write = Write::new();
        for row in &rows {
            let (id, name): (String, String) = (row.try_get(0)?, row.try_get(1)?);
            let sql = "UPDATE users SET name_skeleton = $2 WHERE id = $1";
            write = write.run(sql, [Arg::text(id), Arg::text(skeleton(&name))]);
        }
        if rows.is_empty() { Ok(()) } else { self.write(write).await }
    }

    /// Whose session this is.
    ///
    /// # Errors
    /// The database cannot be asked.
    pub async fn user_of_session(&self, hash: &str) -> Result<Option<UserRow>, StoreError> {
        self.user_where("JOIN sessions ON sessions.user_id = users.id WHERE sessions.hash = $1", hash).await
    }

    /// A new guest with a session.
    ///
    /// # Errors
    /// The database did not take it.
    pub async fn add_guest(&self, id: &str, session_hash: &str, now: Millis) -> Result<(), StoreError> {
        self.write(guest(id, now).and(session(id, session_hash, now))).await
    }

    /// Gives a guest a name and a password. Everything that is theirs stays theirs. Their session gets another secret:
    /// whoever may have known the old one is left outside.
    ///
    /// # Errors
    /// [`StoreError::Conflict`]: the name or one that looks like it is taken, or the user is no guest any more.
    pub async fn make_account(
        &self,
        account: NewAccount<'_>,
        session_hash: &str,
        now: Millis,
    ) -> Result<(), StoreError> {
        let id = account.id;
        let mut write = Write::new();
        match account.guest_session {
            Some(hash) => write = write.run("DELETE FROM sessions WHERE hash = $1", [Arg::text(hash)]),
            None => write = write.and(guest(id, now)),
        }
        let sql = "UPDATE users SET kind = 'account', name = $2, name_key = $3, name_skeleton = $4, password = $5 \
                   WHERE id = $1 AND kind = 'guest' \
                   AND NOT EXISTS (SELECT 1 FROM users AS other WHERE other.name_skeleton = $4)";
        let (name, key) = (Arg::text(account.name), Arg::text(name_key(account.name)));
        let args = [Arg::text(id), name, key, Arg::text(skeleton(account.name)), Arg::text(account.password)];
        write = write.change_one(sql, args).and(session(id, session_hash, now));
        self.write(write).await
    }

    /// Removes a user's name, password, sessions and tokens. The games stay. `also` is done in the same transaction.
    ///
    /// # Errors
    /// The database did not take it.
    pub(crate) async fn delete_user(&self, user: &str, also: Write) -> Result<(), StoreError> {
        let id = || [Arg::text(user)];
        let write = also
            .change_one(
                "UPDATE users SET kind = 'deleted', name = NULL, name_key = NULL, name_skeleton = NULL, \
                 password = NULL WHERE id = $1",
                id(),
            )
            .run("DELETE FROM sessions WHERE user_id = $1", id())
            .run("DELETE FROM tokens WHERE user_id = $1", id())
            .run("DELETE FROM reset_codes WHERE user_id = $1", id())
            .run("DELETE FROM plans WHERE user_id = $1", id())
            // Those of people they had muted.
            .run("UPDATE challenges SET state = 'declined' WHERE to_user = $1 AND state = 'waiting'", id())
            .run("DELETE FROM mutes WHERE user_id = $1 OR muted = $1", id());
        self.write(write).await
    }

    /// Makes an account the account of a program, for good.
    ///
    /// # Errors
    /// [`StoreError::Conflict`]: it is no account, or has played rated games.
    pub async fn make_bot(&self, user: &str) -> Result<(), StoreError> {
        let sql = "UPDATE users SET kind = 'bot' WHERE id = $1 AND kind = 'account' AND NOT EXISTS \
                   (SELECT 1 FROM games WHERE (p1_user = $1 OR p2_user = $1) AND rated = 1 AND state <> 'aborted')";
        self.write(Write::new().change_one(sql, [Arg::text(user)])).await
    }

    /// Notes that a user and their session were seen.
    ///
    /// # Errors
    /// The database did not take it.
    pub async fn seen(&self, user: &str, session_hash: Option<&str>, now: Millis) -> Result<(), StoreError> {
        let mut write =
            Write::new().run("UPDATE users SET seen = $2 WHERE id = $1", [Arg::text(user), Arg::number(now)]);
        if let Some(hash) = session_hash {
            let sql = "UPDATE sessions SET seen = $2 WHERE hash = $1";
            write = write.run(sql, [Arg::text(hash), Arg::number(now)]);
        }
        self.write(write).await
    }

    /// Begins or ends a holiday, if the last one still ends when it did.
    ///
    /// # Errors
    /// [`StoreError::Conflict`]: it does not.
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
        self.write(Write::new().change_one(sql, args)).await
    }

    /// Who is on holiday, and until when.
    ///
    /// # Errors
    /// The database cannot be asked.
    pub async fn on_vacation(&self, now: Millis) -> Result<Vec<(String, Millis)>, StoreError> {
        let sql = "SELECT id, vacation_until FROM users WHERE vacation_until > $1";
        let rows = sqlx::query(sql).bind(now).rows(self).await?;
        rows.iter().map(|row| Ok((row.try_get(0)?, row.try_get(1)?))).collect()
    }

    /// Forgets sessions that nobody has used since a moment, codes that are too old, challenges that came to nothing and
    /// would be over for a day by now, and guests who have no session left and never did anything.
    ///
    /// # Errors
    /// The database did not take it.
    pub async fn forget_strangers(&self, unused_since: Millis, now: Millis) -> Result<(), StoreError> {
        let guests = "DELETE FROM users WHERE kind = 'guest' AND seen < $1 \
                      AND NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.user_id = users.id) \
                      AND NOT EXISTS (SELECT 1 FROM games WHERE games.p1_user = users.id) \
                      AND NOT EXISTS (SELECT 1 FROM games WHERE games.p2_user = users.id) \
                      AND NOT EXISTS (SELECT 1 FROM challenges WHERE challenges.from_user = users.id) \
                      AND NOT EXISTS (SELECT 1 FROM challenges WHERE challenges.to_user = users.id) \
                      AND NOT EXISTS (SELECT 1 FROM reports WHERE from_user = users.id OR about = users.id) \
                      AND NOT EXISTS (SELECT 1 FROM mutes WHERE mutes.user_id = users.id OR muted = users.id)";
        let challenges =
            "DELETE FROM challenges WHERE state IN ('declined', 'cancelled', 'expired') AND expires < $1";
        // A guest without a session never comes back, and is muted by nobody then.
        let mutes = "DELETE FROM mutes WHERE user_id IN (SELECT id FROM users WHERE kind = 'guest' AND seen < $1 \
                     AND NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.user_id = users.id))";
        let muted = "DELETE FROM mutes WHERE muted IN (SELECT id FROM users WHERE kind = 'guest' AND seen < $1 \
                     AND NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.user_id = users.id))";
        let write = Write::new()
            .run("DELETE FROM sessions WHERE seen < $1", [Arg::number(unused_since)])
            .run("DELETE FROM reset_codes WHERE expires < $1", [Arg::number(now)])
            .run(challenges, [Arg::number(now - DAY)])
            .run(mutes, [Arg::number(unused_since)])
            .run(muted, [Arg::number(unused_since)])
            .run(guests, [Arg::number(unused_since)]);
        self.write(write).await
    }
}

fn guest(id: &str, now: Millis) -> Write {
    let sql = "INSERT INTO users (id, kind, created, seen) VALUES ($1, 'guest', $2, $2)";
    Write::new().run(sql, [Arg::text(id), Arg::number(now)])
}
