//! Authentication: a session by cookie, or a token.

use std::sync::Arc;

use axum::{
    extract::{FromRequestParts, OptionalFromRequestParts},
    http::{HeaderMap, header, request::Parts},
};

use super::{
    AppState, Problem,
    access::{Access, no_token},
    client::Client,
    cookies::{NewCookies, cookie, session_name},
};
use crate::{live::NotificationKind, people::Scope, secrets, services::NewSession, store::UserRow};

/// The user who makes a request. Handlers that take it without `Option` create a guest for visitors without a session.
/// Tokens are refused before the handler unless the operation lists one of their scopes ([`Access`]).
#[derive(Clone, Debug)]
pub(super) struct CurrentUser {
    /// The user.
    pub(super) user: UserRow,
    /// How they authenticated.
    pub(super) credential: Credential,
}

/// How a user authenticated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Credential {
    /// By a session cookie; the hash of its secret.
    Session(String),
    /// By a token.
    Token {
        /// Id of the token.
        id: String,
        /// Its scopes.
        scopes: Vec<Scope>,
    },
}

impl CurrentUser {
    /// Whether the current user has an account.
    #[must_use]
    pub(super) fn has_account(&self) -> bool {
        self.user.kind.has_account()
    }

    /// Whether the current user may receive a kind of notification. Sessions receive all of them, tokens those of their
    /// scopes.
    #[must_use]
    pub(super) fn may_receive(&self, about: NotificationKind) -> bool {
        let needed: &[Scope] = match about {
            NotificationKind::Games => &[Scope::BoardPlay, Scope::BotPlay],
            NotificationKind::Challenges => &[Scope::ChallengeRead],
            NotificationKind::Lobby => return true,
        };
        match &self.credential {
            Credential::Session(_) => true,
            Credential::Token { scopes, .. } => scopes.iter().any(|scope| needed.contains(scope)),
        }
    }

    /// The hash of the session, for operations that tokens may not use.
    pub(super) fn session(&self) -> Result<&str, Problem> {
        match &self.credential {
            Credential::Session(hash) => Ok(hash),
            Credential::Token { .. } => Err(no_token()),
        }
    }
}

/// A user with an account and a session. Other visitors are asked to log in.
#[derive(Clone, Debug)]
pub(super) struct AccountSession {
    /// The user.
    pub(super) user: UserRow,
    /// The hash of the session.
    pub(super) session: String,
}

impl FromRequestParts<AppState> for AccountSession {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<AccountSession, Problem> {
        let current = authenticate(parts, app).await?.ok_or_else(Problem::unauthorized)?;
        let session = current.session()?.to_owned();
        if !current.has_account() {
            return Err(Problem::unauthorized());
        }
        Ok(AccountSession { user: current.user, session })
    }
}

pub(super) fn bearer(headers: &HeaderMap) -> Option<&str> {
    headers.get(header::AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ").map(str::trim)
}

async fn authenticate(parts: &Parts, app: &AppState) -> Result<Option<CurrentUser>, Problem> {
    if let Some(token) = bearer(&parts.headers) {
        let row = app.store.token_by_hash(&secrets::hash(token)).await?.ok_or_else(Problem::unauthorized)?;
        let user = app.store.user(&row.user).await?.ok_or_else(Problem::unauthorized)?;
        check_rate(parts, app, &user.id)?;
        app.accounts.record_token_use(&row);
        let scopes: Vec<Scope> = row.scopes.split(' ').filter_map(Scope::parse).collect();
        parts.extensions.get::<Arc<Access>>().ok_or_else(no_token)?.check(parts, &scopes)?;
        return Ok(Some(CurrentUser { user, credential: Credential::Token { id: row.id, scopes } }));
    }
    let Some(secret) = cookie(&parts.headers, session_name(&app.config)) else { return Ok(None) };
    let hash = secrets::hash(secret);
    let Some(user) = app.store.user_by_session(&hash).await? else { return Ok(None) };
    check_rate(parts, app, &user.id)?;
    app.accounts.record_visit(&user, &hash);
    Ok(Some(CurrentUser { user, credential: Credential::Session(hash) }))
}

/// Applies the rate limit of the user, and records their network.
fn check_rate(parts: &Parts, app: &AppState, user: &str) -> Result<(), Problem> {
    if let Some(client) = parts.extensions.get::<Client>() {
        app.limits.seen(user, client.address);
    }
    Ok(app.limits.request_by(user)?)
}

impl FromRequestParts<AppState> for CurrentUser {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<CurrentUser, Problem> {
        if let Some(current) = authenticate(parts, app).await? {
            return Ok(current);
        }
        if let Some(client) = parts.extensions.get::<Client>() {
            app.limits.new_guest_from(client.address)?;
        }
        let id = secrets::id();
        check_rate(parts, app, &id)?;
        let NewSession { user, secret } = app.accounts.create_guest(&id).await?;
        let hash = secrets::hash(&secret);
        if let Some(new) = parts.extensions.get::<NewCookies>() {
            new.set_session(secret);
        }
        Ok(CurrentUser { user, credential: Credential::Session(hash) })
    }
}

impl OptionalFromRequestParts<AppState> for CurrentUser {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Option<CurrentUser>, Problem> {
        authenticate(parts, app).await
    }
}
