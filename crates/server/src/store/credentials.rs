//! Sessions, API tokens, passwords and reset codes. Only hashes are stored.

use sqlx::{Row as _, any::AnyRow};

use super::{Arg, BatchedStatement, QueryExt as _, Quota, Store, StoreError, Transaction, users::name_key};
use crate::time::Millis;

/// An API token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TokenRow {
    /// The id.
    pub id: String,
    /// The id of the owner.
    pub user: String,
    /// The owner's description.
    pub label: String,
    /// Scopes, separated by spaces.
    pub scopes: String,
    /// Creation time.
    pub created: Millis,
    /// Time of the last use.
    pub used: Option<Millis>,
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

impl Store {
    /// The token with this hash.
    pub async fn token_by_hash(&self, hash: &str) -> Result<Option<TokenRow>, StoreError> {
        let sql = "SELECT id, user_id, label, scopes, created, used FROM tokens WHERE hash = $1";
        let row = sqlx::query(sql).bind(hash.to_owned()).maybe_row(self).await?;
        row.as_ref().map(token).transpose()
    }

    /// Whether a token with this id exists.
    pub(crate) async fn has_token(&self, id: &str) -> Result<bool, StoreError> {
        let sql = "SELECT 1 FROM tokens WHERE id = $1";
        Ok(sqlx::query(sql).bind(id.to_owned()).maybe_row(self).await?.is_some())
    }

    /// The tokens of a user, the oldest first.
    pub async fn tokens(&self, user: &str) -> Result<Vec<TokenRow>, StoreError> {
        let sql = "SELECT id, user_id, label, scopes, created, used FROM tokens WHERE user_id = $1 \
                   ORDER BY created, id";
        let rows = sqlx::query(sql).bind(user.to_owned()).rows(self).await?;
        rows.iter().map(token).collect()
    }

    /// Adds a session, optionally replacing another. [`StoreError::ConditionFailed`] if the password hash has changed since it
    /// was verified.
    pub async fn add_session(
        &self,
        user: &str,
        password: &str,
        hash: &str,
        replaces: Option<&str>,
        now: Millis,
    ) -> Result<(), StoreError> {
        let sql = "INSERT INTO sessions (hash, user_id, created, seen) \
                   SELECT $1, id, $4, $4 FROM users WHERE id = $2 AND password = $3";
        let args = [Arg::text(hash), Arg::text(user), Arg::text(password), Arg::number(now)];
        let mut tx = Transaction::new().execute_one(sql, args);
        if let Some(old) = replaces {
            tx = tx.execute("DELETE FROM sessions WHERE hash = $1", [Arg::text(old)]);
        }
        self.commit(tx).await
    }

    /// Ends a session.
    pub async fn end_session(&self, hash: &str) -> Result<(), StoreError> {
        self.commit(Transaction::new().execute("DELETE FROM sessions WHERE hash = $1", [Arg::text(hash)]))
            .await
    }

    /// The hash of a user's password; `None` if there is no such user, or they have no password.
    pub async fn password_hash(&self, user: &str) -> Result<Option<String>, StoreError> {
        let sql = "SELECT password FROM users WHERE id = $1";
        match sqlx::query(sql).bind(user.to_owned()).maybe_row(self).await? {
            Some(row) => Ok(row.try_get(0)?),
            None => Ok(None),
        }
    }

    /// Changes a password, ends all sessions except `keep` and revokes all tokens. [`StoreError::ConditionFailed`] if the stored
    /// hash is no longer `old`.
    pub async fn set_password(&self, user: &str, old: &str, new: &str, keep: &str) -> Result<(), StoreError> {
        let sql =
            "UPDATE users SET password = $2 WHERE id = $1 AND password = $3 AND kind IN ('account', 'bot')";
        let tx = Transaction::new()
            .execute_one(sql, [Arg::text(user), Arg::text(new), Arg::text(old)])
            .execute(
                "DELETE FROM sessions WHERE user_id = $1 AND hash <> $2",
                [Arg::text(user), Arg::text(keep)],
            )
            .execute("DELETE FROM tokens WHERE user_id = $1", [Arg::text(user)])
            .execute("DELETE FROM reset_codes WHERE user_id = $1", [Arg::text(user)]);
        self.commit(tx).await
    }

    /// Changes a password with a reset code, which is consumed; ends all sessions, revokes all tokens and adds a session.
    /// [`StoreError::ConditionFailed`] if the code is used or expired.
    pub async fn reset_password(
        &self,
        user: &str,
        code_hash: &str,
        password: &str,
        session_hash: &str,
        now: Millis,
    ) -> Result<(), StoreError> {
        let tx = Transaction::new()
            .execute_one(
                "DELETE FROM reset_codes WHERE user_id = $1 AND hash = $2 AND expires > $3",
                [Arg::text(user), Arg::text(code_hash), Arg::number(now)],
            )
            .execute_one(
                "UPDATE users SET password = $2 WHERE id = $1 AND kind IN ('account', 'bot')",
                [Arg::text(user), Arg::text(password)],
            )
            .execute("DELETE FROM sessions WHERE user_id = $1", [Arg::text(user)])
            .execute("DELETE FROM tokens WHERE user_id = $1", [Arg::text(user)])
            .and(session(user, session_hash, now));
        self.commit(tx).await
    }

    /// Adds a token. [`StoreError::ConditionFailed`] if the session that creates it has ended.
    pub async fn add_token(&self, token: &TokenRow, hash: &str, session: &str) -> Result<(), StoreError> {
        let sql = "INSERT INTO tokens (id, hash, user_id, label, scopes, created) SELECT $1, $2, user_id, $4, $5, $6 \
                   FROM sessions WHERE user_id = $3 AND hash = $7";
        let args = [
            Arg::text(&token.id),
            Arg::text(hash),
            Arg::text(&token.user),
            Arg::text(&token.label),
            Arg::text(&token.scopes),
            Arg::number(token.created),
            Arg::text(session),
        ];
        let count = "SELECT COUNT(*) FROM tokens WHERE user_id = $1";
        let tx = Transaction::new().check_quota(Quota::Tokens, count, [Arg::text(&token.user)]);
        self.commit(tx.execute_one(sql, args)).await
    }

    /// Revokes a token. [`StoreError::ConditionFailed`] if the user has no such token.
    pub async fn remove_token(&self, user: &str, id: &str) -> Result<(), StoreError> {
        let sql = "DELETE FROM tokens WHERE user_id = $1 AND id = $2";
        self.commit(Transaction::new().execute_one(sql, [Arg::text(user), Arg::text(id)])).await
    }

    /// Stores the hash of a password reset code, replacing an earlier one.
    pub async fn set_reset_code(&self, user: &str, hash: &str, expires: Millis) -> Result<(), StoreError> {
        let sql = "INSERT INTO reset_codes (user_id, hash, expires) VALUES ($1, $2, $3) \
                   ON CONFLICT (user_id) DO UPDATE SET hash = excluded.hash, expires = excluded.expires";
        self.commit(Transaction::new().execute(sql, [Arg::text(user), Arg::text(hash), Arg::number(expires)]))
            .await
    }

    /// The id of the user with this name and the hash of their valid reset code. Takes one query whether the user exists
    /// or not.
    pub async fn reset_code(&self, name: &str, now: Millis) -> Result<Option<(String, String)>, StoreError> {
        let sql = "SELECT users.id, reset_codes.hash FROM users JOIN reset_codes ON reset_codes.user_id = users.id \
                   WHERE users.name_key = $1 AND reset_codes.expires > $2";
        let row = sqlx::query(sql).bind(name_key(name)).bind(now).maybe_row(self).await?;
        row.map(|row| Ok((row.try_get(0)?, row.try_get(1)?))).transpose()
    }

    /// Updates the time at which a token was last used.
    pub async fn mark_token_used(&self, id: &str, now: Millis) -> Result<(), StoreError> {
        let sql = "UPDATE tokens SET used = $2 WHERE id = $1";
        self.commit(Transaction::new().execute(sql, [Arg::text(id), Arg::number(now)])).await
    }
}

/// Adds a session.
static ADD_SESSION: BatchedStatement = BatchedStatement {
    single: "INSERT INTO sessions (hash, user_id, created, seen) VALUES ($1, $2, $3, $3)",
    sqlite: "INSERT INTO sessions (hash, user_id, created, seen) \
             SELECT value ->> 'hash', value ->> 'user_id', value ->> 'now', value ->> 'now' FROM json_each($1)",
    postgres: "INSERT INTO sessions (hash, user_id, created, seen) SELECT hash, user_id, now, now \
             FROM json_to_recordset(CAST($1 AS JSON)) AS many (hash TEXT, user_id TEXT, now BIGINT)",
    keys: &["hash", "user_id", "now"],
    is_insert: true,
};

/// Adds a session.
pub(super) fn session(user: &str, hash: &str, now: Millis) -> Transaction {
    let args = [Arg::text(hash), Arg::text(user), Arg::number(now)];
    Transaction::new().execute_batched(&ADD_SESSION, args)
}
