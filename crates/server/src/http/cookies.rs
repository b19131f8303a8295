//! Cookies: sessions, and devices on which a user has logged in before.

use std::{
    convert::Infallible,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use axum::{
    extract::{FromRequestParts, Request, State},
    http::{HeaderMap, HeaderValue, header, request::Parts},
    middleware::Next,
    response::Response,
};

use super::{AppState, client::Client};
use crate::config::Config;

/// Name of the session cookie. Over HTTPS it has the prefix `__Host-`, which only this host can set.
pub(super) fn session_name(config: &Config) -> &'static str {
    if is_encrypted(config) { "__Host-mekong_session" } else { "mekong_session" }
}

/// Name of the device cookie.
fn device_name(config: &Config) -> &'static str {
    if is_encrypted(config) { "__Host-mekong_device" } else { "mekong_device" }
}

fn is_encrypted(config: &Config) -> bool {
    config.base_url.starts_with("https:")
}

/// Lifetime of cookies in seconds, the maximum that browsers allow.
const MAX_AGE: u32 = 400 * 24 * 60 * 60;

/// The value of a cookie.
pub(super) fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let pairs = headers.get_all(header::COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    pairs
        .flat_map(|value| value.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find_map(|(key, value)| (key == name).then_some(value))
}

/// The value of the device cookie, unverified.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct DeviceCookie(pub(super) Option<String>);

impl FromRequestParts<AppState> for DeviceCookie {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<DeviceCookie, Infallible> {
        Ok(DeviceCookie(cookie(&parts.headers, device_name(&app.config)).map(str::to_owned)))
    }
}

/// Cookies that a handler sets or deletes; the middleware sends them.
#[derive(Clone, Debug, Default)]
pub(super) struct NewCookies(Arc<Mutex<CookieChanges>>);

#[derive(Debug, Default)]
struct CookieChanges {
    /// The secret of a session; empty to delete the cookie.
    session: Option<String>,
    device: Option<String>,
}

impl NewCookies {
    /// Sets the session cookie.
    pub(super) fn set_session(&self, secret: String) {
        self.lock().session = Some(secret);
    }

    /// Deletes the session cookie.
    pub(super) fn clear_session(&self) {
        self.lock().session = Some(String::new());
    }

    /// Sets the device cookie.
    pub(super) fn set_device(&self, device: String) {
        self.lock().device = Some(device);
    }

    fn lock(&self) -> MutexGuard<'_, CookieChanges> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<S: Send + Sync> FromRequestParts<S> for NewCookies {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<NewCookies, Infallible> {
        // Inserted by the middleware.
        Ok(parts.extensions.get::<NewCookies>().cloned().unwrap_or_default())
    }
}

/// Sends the cookies that a handler has set.
pub(super) async fn send(State(app): State<AppState>, mut request: Request, next: Next) -> Response {
    let new = NewCookies::default();
    request.extensions_mut().insert(new.clone());
    let is_secure = request.extensions().get::<Client>().is_some_and(|client| client.is_secure);
    let mut response = next.run(request).await;
    let CookieChanges { session, device } = std::mem::take(&mut *new.lock());
    let mut put = |name: &str, value: &str, same_site: &str| {
        let age = if value.is_empty() { 0 } else { MAX_AGE };
        let secure = if is_secure || name.starts_with("__Host-") { "; Secure" } else { "" };
        let cookie = format!("{name}={value}; Path=/; HttpOnly; SameSite={same_site}; Max-Age={age}{secure}");
        if let Ok(value) = HeaderValue::from_str(&cookie) {
            response.headers_mut().append(header::SET_COOKIE, value);
        }
    };
    if let Some(secret) = session {
        put(session_name(&app.config), &secret, "Lax");
    }
    if let Some(device) = device {
        put(device_name(&app.config), &device, "Strict");
    }
    response
}
