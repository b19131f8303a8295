//! Checks before every handler: rate limits, origin, size and time limits of bodies.

use axum::{
    body::{Body, HttpBody as _},
    extract::{Request, State},
    http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header},
    middleware::Next,
    response::{IntoResponse as _, Response},
};
use futures_util::{StreamExt as _, stream};
use mekong_core::Text;
use tokio::time::{Instant, timeout_at};

use super::{AppState, Problem, auth, client::Client, origin::check_origin};
use crate::config::ClientTimeouts;

/// Admits or refuses a request.
pub(super) async fn guard(State(app): State<AppState>, mut request: Request, next: Next) -> Response {
    let client = Client::of(request.headers(), request.extensions().get(), &app.config);
    request.extensions_mut().insert(client);
    if let Err(wait) = app.limits.request_from(client.address) {
        return Problem::from(wait).into_response();
    }
    if let Err(problem) = check_address(request.uri()) {
        return problem.into_response();
    }
    if !changes_something(request.method()) {
        return next.run(request).await;
    }
    if let Err(problem) = check_forgery(request.headers(), &app.config.base_url) {
        return problem.into_response();
    }
    let permit = match is_large(&request) {
        true => app.limits.large_body(client.address).map(Some),
        false => Ok(None),
    };
    match permit {
        Ok(_permit) => next.run(request.map(|body| in_time(body, app.config.timeouts))).await,
        Err(wait) => Problem::from(wait).into_response(),
    }
}

/// Bodies above this size need a permit: many large ones at once would take much memory.
const LARGE_BODY: u64 = 4 * 1024;

/// Whether a body is large or of unknown size.
fn is_large(request: &Request) -> bool {
    let size = request.body().size_hint();
    size.upper().is_none_or(|upper| upper > LARGE_BODY)
}

/// NUL is not valid in names and texts; PostgreSQL cannot store it.
fn check_address(uri: &Uri) -> Result<(), Problem> {
    if uri.path().contains("%00") {
        return Err(Problem::not_found());
    }
    if uri.query().is_some_and(|query| query.contains("%00")) {
        let why =
            ["a text must not contain the character NUL", "un texte ne doit pas contenir le caractère NUL"];
        return Err(Problem::bad_request("query", why[0], why[1]));
    }
    Ok(())
}

fn changes_something(method: &Method) -> bool {
    !matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS)
}

/// A foreign page can make a browser send a form with our cookie, but it cannot forge the origin headers and cannot
/// send JSON. Browsers do not send tokens by themselves.
fn check_forgery(headers: &HeaderMap, base_url: &str) -> Result<(), Problem> {
    if auth::bearer(headers).is_some() {
        return Ok(());
    }
    check_origin(headers, base_url)?;
    let kind = headers.get(header::CONTENT_TYPE).map(|value| value.to_str().unwrap_or("?"));
    let kind = kind.map(|kind| kind.split(';').next().unwrap_or("").trim().to_ascii_lowercase());
    match kind.as_deref() {
        Some("application/x-www-form-urlencoded" | "multipart/form-data" | "text/plain" | "?") => {
            Err(Problem::content_type())
        }
        _ => Ok(()),
    }
}

/// A body with a time limit.
fn in_time(body: Body, timeouts: ClientTimeouts) -> Body {
    let end = Instant::now() + timeouts.body;
    let in_time = stream::unfold(body.into_data_stream(), move |mut data| async move {
        let deadline = end.min(Instant::now() + timeouts.pause);
        let part = match timeout_at(deadline, data.next()).await {
            Ok(part) => part?.map_err(axum::BoxError::from),
            Err(_) => Err("the body did not arrive in time".into()),
        };
        Some((part, data))
    });
    Body::from_stream(in_time.fuse())
}

/// The content security policy of a page that may be framed by some sites.
macro_rules! policy {
    ($ancestors:literal) => {
        concat!(
            "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; ",
            "font-src 'self'; media-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; ",
            "base-uri 'none'; form-action 'self'; frame-ancestors ",
            $ancestors
        )
    };
}

/// Scripts, styles and images come from this server only; no inline code, no frames, no requests elsewhere. WebAssembly
/// may be compiled.
const POLICY: &str = policy!("'none'");

/// The same for pages that other sites may show in a frame.
const EMBED_POLICY: &str = policy!("*");

/// Whether other sites may show a page in a frame: boards that are made for it. They show what anyone may see, and have
/// no session there, because the cookie is not sent to frames of other sites.
fn is_embeddable(path: &str) -> bool {
    path.starts_with("/embed/")
}

/// The script that other sites load.
const EMBED_SCRIPT: &str = "/embed.js";

/// Adds security headers to every response.
pub(super) async fn protect(State(app): State<AppState>, request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let (is_api, is_embeddable) = (path.starts_with("/api"), is_embeddable(path));
    let is_shared = is_embeddable || path == EMBED_SCRIPT;
    let client = Client::of(request.headers(), request.extensions().get(), &app.config);
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    let mut put = |name: &'static str, value: &'static str| {
        if !headers.contains_key(name) {
            headers.insert(name, HeaderValue::from_static(value));
        }
    };
    if is_embeddable {
        put("content-security-policy", EMBED_POLICY);
    } else {
        put("content-security-policy", POLICY);
        put("x-frame-options", "DENY");
    }
    put("x-content-type-options", "nosniff");
    put("referrer-policy", "same-origin");
    put("cross-origin-opener-policy", "same-origin");
    put("cross-origin-resource-policy", if is_shared { "cross-origin" } else { "same-origin" });
    put("permissions-policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()");
    if client.is_secure {
        put("strict-transport-security", "max-age=31536000");
    }
    // Responses of the API may be private and change at any time.
    if is_api {
        put("cache-control", "no-store");
    }
    response
}

impl From<crate::limits::LimitReached> for Problem {
    fn from(wait: crate::limits::LimitReached) -> Problem {
        Problem::rate_limited(wait.seconds)
    }
}

impl Problem {
    /// The body did not arrive in time.
    pub(super) fn too_slow() -> Problem {
        let text = Text {
            en: "the request timed out or was interrupted",
            fr: "la requête a expiré ou a été interrompue",
        };
        Problem::new(StatusCode::REQUEST_TIMEOUT, "too-slow", text)
    }
}
