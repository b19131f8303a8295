//! Who asks: a session by cookie, or a token.

use std::sync::{Arc, Mutex, PoisonError};

use axum::{
    extract::{FromRequestParts, OptionalFromRequestParts},
    http::{HeaderMap, header, request::Parts},
};

use super::{Problem, Shared};
use crate::{
    secrets,
    store::{UserKind, UserRow},
    time::now,
};

/// The name of the cookie that holds the secret of a session.
pub(super) const COOKIE: &str = "mekong_session";

/// Who makes a request. Handlers that take it without `Option` make a guest of whoever has no session yet.
#[derive(Clone, Debug)]
pub struct Visitor {
    /// The user.
    pub user: UserRow,
    /// How they showed who they are.
    pub by: Proof,
}

/// How a visitor showed who they are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Proof {
    /// By a cookie; the hash of its secret.
    Session(String),
    /// By a token; what it allows.
    Token(Vec<String>),
}

impl Visitor {
    /// How others see the visitor.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.user.name.as_deref()
    }

    /// Whether they have an account.
    #[must_use]
    pub fn has_account(&self) -> bool {
        matches!(self.user.kind, UserKind::Account | UserKind::Bot)
    }

    /// A session may do everything, a token what its scopes say.
    ///
    /// # Errors
    /// The token does not allow it.
    pub fn may(&self, scope: &str) -> Result<(), Problem> {
        match &self.by {
            Proof::Token(scopes) if !scopes.iter().any(|allowed| allowed == scope) => {
                Err(Problem::forbidden(
                    "scope",
                    mekong_core::Text {
                        en: "the token does not allow that",
                        fr: "le jeton ne le permet pas",
                    },
                ))
            }
            _ => Ok(()),
        }
    }
}

/// A cookie that a handler wants to set; the middleware sends it.
#[derive(Clone, Debug, Default)]
pub(super) struct NewCookie(Arc<Mutex<Option<String>>>);

impl NewCookie {
    pub(super) fn set(&self, secret: String) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(secret);
    }

    pub(super) fn take(&self) -> Option<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

fn cookie(headers: &HeaderMap) -> Option<&str> {
    let pairs = headers.get_all(header::COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    pairs
        .flat_map(|value| value.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find_map(|(name, value)| (name == COOKIE).then_some(value))
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    headers.get(header::AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ").map(str::trim)
}

async fn known(parts: &Parts, app: &Shared) -> Result<Option<Visitor>, Problem> {
    if let Some(token) = bearer(&parts.headers) {
        let row = app.store.token_by_hash(&secrets::hash(token)).await?.ok_or_else(Problem::unauthorized)?;
        let user = app.store.user(&row.user).await?.ok_or_else(Problem::unauthorized)?;
        let scopes = row.scopes.split(' ').map(str::to_owned).collect();
        return Ok(Some(Visitor { user, by: Proof::Token(scopes) }));
    }
    let Some(secret) = cookie(&parts.headers) else { return Ok(None) };
    let hash = secrets::hash(secret);
    let user = app.store.user_of_session(&hash).await?;
    Ok(user.map(|user| Visitor { user, by: Proof::Session(hash) }))
}

impl FromRequestParts<Shared> for Visitor {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Visitor, Problem> {
        if let Some(visitor) = known(parts, app).await? {
            return Ok(visitor);
        }
        let (id, secret) = (secrets::id(), secrets::secret());
        let hash = secrets::hash(&secret);
        app.store.add_guest(&id, &hash, now()).await?;
        if let Some(new) = parts.extensions.get::<NewCookie>() {
            new.set(secret);
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
