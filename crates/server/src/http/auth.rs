//! Who asks: a session by cookie, or a token.

use std::sync::Arc;

use axum::{
    extract::{FromRequestParts, OptionalFromRequestParts},
    http::{HeaderMap, header, request::Parts},
};

use super::{
    Problem, Shared,
    access::{Access, no_token},
    client::Client,
    cookies::{NewCookies, cookie, session_name},
};
use crate::{
    live::About,
    people::Scope,
    secrets,
    store::{StoreError, UserKind, UserRow},
    time::{Millis, now},
};

/// How old the note may be that somebody was here before it is written anew.
const SEEN_LATELY: Millis = 10 * 60_000;

/// Who makes a request. Handlers that take it without `Option` make a guest of whoever has no session yet. A token is
/// refused before the handler is asked unless the address names one of its scopes ([`Access`]).
#[derive(Clone, Debug)]
pub(super) struct Visitor {
    /// The user.
    pub(super) user: UserRow,
    /// How they showed who they are.
    pub(super) by: Proof,
}

/// How a visitor showed who they are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Proof {
    /// By a cookie; the hash of its secret.
    Session(String),
    /// By a token.
    Token {
        /// Its number.
        id: String,
        /// What it allows.
        scopes: Vec<Scope>,
    },
}

impl Visitor {
    /// Whether they have an account.
    #[must_use]
    pub(super) fn has_account(&self) -> bool {
        matches!(self.user.kind, UserKind::Account | UserKind::Bot)
    }

    /// Whether they may know of something: by a session of everything, by a token of what its scopes allow.
    #[must_use]
    pub(super) fn may_know(&self, about: About) -> bool {
        let needed: &[Scope] = match about {
            About::Games => &[Scope::BoardPlay, Scope::BotPlay],
            About::Challenges => &[Scope::ChallengeRead],
            About::Lobby => return true,
        };
        match &self.by {
            Proof::Session(_) => true,
            Proof::Token { scopes, .. } => scopes.iter().any(|scope| needed.contains(scope)),
        }
    }

    /// The hash of the session, for what no token may do.
    ///
    /// # Errors
    /// It was a token.
    pub(super) fn session(&self) -> Result<&str, Problem> {
        match &self.by {
            Proof::Session(hash) => Ok(hash),
            Proof::Token { .. } => Err(no_token()),
        }
    }
}

/// Somebody with an account who came by a session. Everybody else is told to log in.
#[derive(Clone, Debug)]
pub(super) struct Owner {
    /// The user.
    pub(super) user: UserRow,
    /// The hash of the session.
    pub(super) session: String,
}

impl FromRequestParts<Shared> for Owner {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Owner, Problem> {
        let visitor = known(parts, app).await?.ok_or_else(Problem::unauthorized)?;
        let session = visitor.session()?.to_owned();
        if !visitor.has_account() {
            return Err(Problem::unauthorized());
        }
        Ok(Owner { user: visitor.user, session })
    }
}

pub(super) fn bearer(headers: &HeaderMap) -> Option<&str> {
    headers.get(header::AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ").map(str::trim)
}

async fn known(parts: &Parts, app: &Shared) -> Result<Option<Visitor>, Problem> {
    let now = now();
    if let Some(token) = bearer(&parts.headers) {
        let row = app.store.token_by_hash(&secrets::hash(token)).await?.ok_or_else(Problem::unauthorized)?;
        let user = app.store.user(&row.user).await?.ok_or_else(Problem::unauthorized)?;
        come(parts, app, &user.id)?;
        if row.used.is_none_or(|used| used < now - SEEN_LATELY) {
            let (app, id) = (Arc::clone(app), row.id.clone());
            note(async move { app.store.token_used(&id, now).await });
        }
        let scopes: Vec<Scope> = row.scopes.split(' ').filter_map(Scope::parse).collect();
        parts.extensions.get::<Arc<Access>>().ok_or_else(no_token)?.check(parts, &scopes)?;
        return Ok(Some(Visitor { user, by: Proof::Token { id: row.id, scopes } }));
    }
    let Some(secret) = cookie(&parts.headers, session_name(&app.config)) else { return Ok(None) };
    let hash = secrets::hash(secret);
    let Some(user) = app.store.user_of_session(&hash).await? else { return Ok(None) };
    come(parts, app, &user.id)?;
    if user.seen < now - SEEN_LATELY {
        let (app, id, hash) = (Arc::clone(app), user.id.clone(), hash.clone());
        note(async move { app.store.seen(&id, Some(&hash), now).await });
    }
    Ok(Some(Visitor { user, by: Proof::Session(hash) }))
}

/// A user asks: not too often, and from where is noted.
fn come(parts: &Parts, app: &Shared, user: &str) -> Result<(), Problem> {
    if let Some(client) = parts.extensions.get::<Client>() {
        app.limits.seen(user, client.address);
    }
    Ok(app.limits.request_by(user)?)
}

/// Writes something down that nobody has to wait for, and that may get lost.
fn note(writing: impl Future<Output = Result<(), StoreError>> + Send + 'static) {
    tokio::spawn(async move {
        if let Err(error) = writing.await {
            tracing::debug!(%error, "a visit could not be noted");
        }
    });
}

impl FromRequestParts<Shared> for Visitor {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Visitor, Problem> {
        if let Some(visitor) = known(parts, app).await? {
            return Ok(visitor);
        }
        if let Some(client) = parts.extensions.get::<Client>() {
            app.limits.newcomer_from(client.address)?;
        }
        let (id, secret) = (secrets::id(), secrets::secret());
        let hash = secrets::hash(&secret);
        come(parts, app, &id)?;
        app.store.add_guest(&id, &hash, now()).await?;
        if let Some(new) = parts.extensions.get::<NewCookies>() {
            new.set_session(secret);
        }
        let user = app.store.user(&id).await?.ok_or_else(Problem::unauthorized)?;
        Ok(Visitor { user, by: Proof::Session(hash) })
    }
}

impl OptionalFromRequestParts<Shared> for Visitor {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Option<Visitor>, Problem> {
        known(parts, app).await
    }
}
