use sqlx::{Row as _, any::AnyRow};

use super::{Arg, Store, StoreError, Write};
use crate::time::Millis;

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

    fn parse(code: &str) -> Result<UserKind, StoreError> {
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

/// A token of the programming interface.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TokenRow {
    /// The number.
    pub id: String,
    /// Whose.
    pub user: String,
    /// What for, in the owner's words.
    pub label: String,
    /// What it allows, joined by spaces.
    pub scopes: String,
    /// Since when.
    pub created: Millis,
    /// Last used.
    pub used: Option<Millis>,
}

const USER: &str = "SELECT users.id, users.kind, users.name, users.password, users.created, users.seen, \
                    users.vacation_until, users.vacation_days_left, users.vacation_year FROM users";

fn user(row: &AnyRow) -> Result<UserRow, StoreError> {
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

fn token(row: &AnyRow) -> Result<TokenRow, StoreError> {
    Ok(TokenRow {
        id: row.try_get(0)?,
        user: row.try_get(1)?,
        label: row.try_get(2)?,
        scopes: row.try_get(3)?,
        created: row.try_get(4)?,
        used: row.try_get(5)?,
    })
}

/// Names that differ only in case are one name.
fn name_key(name: &str) -> String {
    name.to_lowercase()
}

impl Store {
    async fn user_where(&self, condition: &'static str, value: &str) -> Result<Option<UserRow>, StoreError> {
        let sql = sqlx::AssertSqlSafe(format!("{USER} {condition}"));
        let row = sqlx::query(sql).bind(value.to_owned()).fetch_optional(&self.pool).await?;
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

    /// Whose session this is.
    ///
    /// # Errors
    /// The database cannot be asked.
    pub async fn user_of_session(&self, hash: &str) -> Result<Option<UserRow>, StoreError> {
        self.user_where("JOIN sessions ON sessions.user_id = users.id WHERE sessions.hash = $1", hash).await
    }

    /// The token with this hash.
    ///
    /// # Errors
    /// The database cannot be asked.
    pub async fn token_by_hash(&self, hash: &str) -> Result<Option<TokenRow>, StoreError> {
        let sql = "SELECT id, user_id, label, scopes, created, used FROM tokens WHERE hash = $1";
        let row = sqlx::query(sql).bind(hash.to_owned()).fetch_optional(&self.pool).await?;
        row.as_ref().map(token).transpose()
    }

    /// The tokens of a user, the oldest first.
    ///
    /// # Errors
    /// The database cannot be asked.
    pub async fn tokens(&self, user: &str) -> Result<Vec<TokenRow>, StoreError> {
        let sql = "SELECT id, user_id, label, scopes, created, used FROM tokens WHERE user_id = $1 \
                   ORDER BY created, id";
        let rows = sqlx::query(sql).bind(user.to_owned()).fetch_all(&self.pool).await?;
        rows.iter().map(token).collect()
    }

    /// A new guest with a session.
    ///
    /// # Errors
    /// The database did not take it.
    pub async fn add_guest(&self, id: &str, session_hash: &str, now: Millis) -> Result<(), StoreError> {
        let write = Write::new()
            .run(
                "INSERT INTO users (id, kind, created, seen) VALUES ($1, 'guest', $2, $2)",
                [Arg::text(id), Arg::number(now)],
            )
            .and(session(id, session_hash, now));
        self.write(write).await
    }

    /// Gives a guest a name and a password. Everything that is theirs stays theirs.
    ///
    /// # Errors
    /// [`StoreError::Conflict`]: the name is taken, or the user is no guest any more.
    pub async fn make_account(&self, id: &str, name: &str, password: &str) -> Result<(), StoreError> {
        let sql = "UPDATE users SET kind = 'account', name = $2, name_key = $3, password = $4 \
                   WHERE id = $1 AND kind = 'guest'";
        let args = [Arg::text(id), Arg::text(name), Arg::text(name_key(name)), Arg::text(password)];
        self.write(Write::new().change_one(sql, args)).await
    }

    /// A new session of a user.
    ///
    /// # Errors
    /// The database did not take it.
    pub async fn add_session(&self, user: &str, hash: &str, now: Millis) -> Result<(), StoreError> {
        self.write(session(user, hash, now)).await
    }

    /// Ends a session.
    ///
    /// # Errors
    /// The database did not take it.
    pub async fn end_session(&self, hash: &str) -> Result<(), StoreError> {
        self.write(Write::new().run("DELETE FROM sessions WHERE hash = $1", [Arg::text(hash)])).await
    }

    /// Changes a password and ends all sessions but one.
    ///
    /// # Errors
    /// The database did not take it.
    pub async fn set_password(&self, user: &str, password: &str, keep: &str) -> Result<(), StoreError> {
        let write = Write::new()
            .change_one(
                "UPDATE users SET password = $2 WHERE id = $1 AND kind IN ('account', 'bot')",
                [Arg::text(user), Arg::text(password)],
            )
            .run("DELETE FROM sessions WHERE user_id = $1 AND hash <> $2", [Arg::text(user), Arg::text(keep)])
            .run("DELETE FROM reset_codes WHERE user_id = $1", [Arg::text(user)]);
        self.write(write).await
    }

    /// Removes a user's name, password, sessions and tokens. The games stay.
    ///
    /// # Errors
    /// The database did not take it.
    pub async fn delete_user(&self, user: &str) -> Result<(), StoreError> {
        let id = || [Arg::text(user)];
        let write = Write::new()
            .change_one(
                "UPDATE users SET kind = 'deleted', name = NULL, name_key = NULL, password = NULL WHERE id = $1",
                id(),
            )
            .run("DELETE FROM sessions WHERE user_id = $1", id())
            .run("DELETE FROM tokens WHERE user_id = $1", id())
            .run("DELETE FROM reset_codes WHERE user_id = $1", id())
            .run("DELETE FROM plans WHERE user_id = $1", id())
            .run("DELETE FROM mutes WHERE user_id = $1", id());
        self.write(write).await
    }

    /// Makes an account the account of a program, for good.
    ///
    /// # Errors
    /// [`StoreError::Conflict`]: it is no account.
    pub async fn make_bot(&self, user: &str) -> Result<(), StoreError> {
        let sql = "UPDATE users SET kind = 'bot' WHERE id = $1 AND kind = 'account'";
        self.write(Write::new().change_one(sql, [Arg::text(user)])).await
    }

    /// Keeps a token's hash.
    ///
    /// # Errors
    /// The database did not take it.
    pub async fn add_token(&self, token: &TokenRow, hash: &str) -> Result<(), StoreError> {
        let sql =
            "INSERT INTO tokens (id, hash, user_id, label, scopes, created) VALUES ($1, $2, $3, $4, $5, $6)";
        let args = [
            Arg::text(&token.id),
            Arg::text(hash),
            Arg::text(&token.user),
            Arg::text(&token.label),
            Arg::text(&token.scopes),
            Arg::number(token.created),
        ];
        self.write(Write::new().run(sql, args)).await
    }

    /// Takes a token away.
    ///
    /// # Errors
    /// [`StoreError::Conflict`]: the user has no such token.
    pub async fn remove_token(&self, user: &str, id: &str) -> Result<(), StoreError> {
        let sql = "DELETE FROM tokens WHERE user_id = $1 AND id = $2";
        self.write(Write::new().change_one(sql, [Arg::text(user), Arg::text(id)])).await
    }

    /// Keeps the hash of a code with which a password can be set anew.
    ///
    /// # Errors
    /// The database did not take it.
    pub async fn set_reset_code(&self, user: &str, hash: &str, expires: Millis) -> Result<(), StoreError> {
        let sql = "INSERT INTO reset_codes (user_id, hash, expires) VALUES ($1, $2, $3) \
                   ON CONFLICT (user_id) DO UPDATE SET hash = excluded.hash, expires = excluded.expires";
        self.write(Write::new().run(sql, [Arg::text(user), Arg::text(hash), Arg::number(expires)])).await
    }

    /// The hash of a user's code, and until when it is good.
    ///
    /// # Errors
    /// The database cannot be asked.
    pub async fn reset_code(&self, user: &str) -> Result<Option<(String, Millis)>, StoreError> {
        let sql = "SELECT hash, expires FROM reset_codes WHERE user_id = $1";
        let row = sqlx::query(sql).bind(user.to_owned()).fetch_optional(&self.pool).await?;
        row.map(|row| Ok((row.try_get(0)?, row.try_get(1)?))).transpose()
    }
}

fn session(user: &str, hash: &str, now: Millis) -> Write {
    Write::new().run(
        "INSERT INTO sessions (hash, user_id, created, seen) VALUES ($1, $2, $3, $3)",
        [Arg::text(hash), Arg::text(user), Arg::number(now)],
    )
}
