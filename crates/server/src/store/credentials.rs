//! What somebody shows to be let in: sessions, tokens, passwords, codes. Only hashes are stored.

use sqlx::{Row as _, any::AnyRow};

use super::{Arg, Ask as _, Cap, Store, StoreError, Write, users::name_key};
use crate::time::Millis;

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
    ///
    /// # Errors
    /// The database cannot be asked.
    pub async fn token_by_hash(&self, hash: &str) -> Result<Option<TokenRow>, StoreError> {
        let sql = "SELECT id, user_id, label, scopes, created, used FROM tokens WHERE hash = $1";
        let row = sqlx::query(sql).bind(hash.to_owned()).maybe_row(self).await?;
        row.as_ref().map(token).transpose()
    }

    /// The tokens of a user, the oldest first.
    ///
    /// # Errors
    /// The database cannot be asked.
    pub async fn tokens(&self, user: &str) -> Result<Vec<TokenRow>, StoreError> {
        let sql = "SELECT id, user_id, label, scopes, created, used FROM tokens WHERE user_id = $1 \
                   ORDER BY created, id";
        let rows = sqlx::query(sql).bind(user.to_owned()).rows(self).await?;
        rows.iter().map(token).collect()
    }

    /// A new session of a user who has shown a password, in the place of another session if there was one.
    ///
    /// # Errors
    /// [`StoreError::Conflict`]: the user has another password by now.
    pub async fn add_session(
        &self,
        user: &str,
        password: &str,
        hash: &str,
        instead_of: Option<&str>,
        now: Millis,
    ) -> Result<(), StoreError> {
        let sql = "INSERT INTO sessions (hash, user_id, created, seen) \
                   SELECT $1, id, $4, $4 FROM users WHERE id = $2 AND password = $3";
        let args = [Arg::text(hash), Arg::text(user), Arg::text(password), Arg::number(now)];
        let mut write = Write::new().change_one(sql, args);
        if let Some(old) = instead_of {
            write = write.run("DELETE FROM sessions WHERE hash = $1", [Arg::text(old)]);
        }
        self.write(write).await
    }

    /// Ends a session.
    ///
    /// # Errors
    /// The database did not take it.
    pub async fn end_session(&self, hash: &str) -> Result<(), StoreError> {
        self.write(Write::new().run("DELETE FROM sessions WHERE hash = $1", [Arg::text(hash)])).await
    }

    /// Changes a password, ends all sessions but one and revokes all tokens.
    ///
    /// # Errors
    /// [`StoreError::Conflict`]: it is no account, or has another password than the old one by now.
    pub async fn set_password(&self, user: &str, old: &str, new: &str, keep: &str) -> Result<(), StoreError> {
        let sql =
            "UPDATE users SET password = $2 WHERE id = $1 AND password = $3 AND kind IN ('account', 'bot')";
        let write = Write::new()
            .change_one(sql, [Arg::text(user), Arg::text(new), Arg::text(old)])
            .run("DELETE FROM sessions WHERE user_id = $1 AND hash <> $2", [Arg::text(user), Arg::text(keep)])
            .run("DELETE FROM tokens WHERE user_id = $1", [Arg::text(user)])
            .run("DELETE FROM reset_codes WHERE user_id = $1", [Arg::text(user)]);
        self.write(write).await
    }

    /// Changes a password by a code, which is used up by that; all sessions end, all tokens are revoked, and a new
    /// session begins.
    ///
    /// # Errors
    /// [`StoreError::Conflict`]: the code is not there any more.
    pub async fn reset_password(
        &self,
        user: &str,
        code_hash: &str,
        password: &str,
        session_hash: &str,
        now: Millis,
    ) -> Result<(), StoreError> {
        let write = Write::new()
            .change_one(
                "DELETE FROM reset_codes WHERE user_id = $1 AND hash = $2 AND expires > $3",
                [Arg::text(user), Arg::text(code_hash), Arg::number(now)],
            )
            .change_one(
                "UPDATE users SET password = $2 WHERE id = $1 AND kind IN ('account', 'bot')",
                [Arg::text(user), Arg::text(password)],
            )
            .run("DELETE FROM sessions WHERE user_id = $1", [Arg::text(user)])
            .run("DELETE FROM tokens WHERE user_id = $1", [Arg::text(user)])
            .and(session(user, session_hash, now));
        self.write(write).await
    }

    /// Keeps a token's hash, if the session that makes it has not ended meanwhile.
    ///
    /// # Errors
    /// [`StoreError::Conflict`]: it has. [`StoreError::TooMany`]: the account has as many as it may.
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
        let write = Write::new().below(Cap::Tokens, count, [Arg::text(&token.user)]);
        self.write(write.change_one(sql, args)).await
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

    /// The user with this name and the hash of their code, if one is good now. One question, whether there is such a
    /// user or not.
    ///
    /// # Errors
    /// The database cannot be asked.
    pub async fn reset_code(&self, name: &str, now: Millis) -> Result<Option<(String, String)>, StoreError> {
        let sql = "SELECT users.id, reset_codes.hash FROM users JOIN reset_codes ON reset_codes.user_id = users.id \
                   WHERE users.name_key = $1 AND reset_codes.expires > $2";
        let row = sqlx::query(sql).bind(name_key(name)).bind(now).maybe_row(self).await?;
        row.map(|row| Ok((row.try_get(0)?, row.try_get(1)?))).transpose()
    }

    /// Notes that a token was used.
    ///
    /// # Errors
    /// The database did not take it.
    pub async fn token_used(&self, id: &str, now: Millis) -> Result<(), StoreError> {
        let sql = "UPDATE tokens SET used = $2 WHERE id = $1";
        self.write(Write::new().run(sql, [Arg::text(id), Arg::number(now)])).await
    }
}

/// A new session.
pub(super) fn session(user: &str, hash: &str, now: Millis) -> Write {
    Write::new().run(
        "INSERT INTO sessions (hash, user_id, created, seen) VALUES ($1, $2, $3, $3)",
        [Arg::text(hash), Arg::text(user), Arg::number(now)],
    )
}
