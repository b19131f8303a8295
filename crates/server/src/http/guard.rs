//! What stands before every handler: how often, from where, how much and how fast.

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

use super::{Problem, Shared, auth, client::Client, origin::check_origin};
use crate::config::Patience;

/// Lets a request through or refuses it.
pub(super) async fn guard(State(app): State<Shared>, mut request: Request, next: Next) -> Response {
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
    let place = match is_large(&request) {
        true => app.limits.large_body(client.address).map(Some),
        false => Ok(None),
    };
    match place {
        Ok(_place) => next.run(request.map(|body| in_time(body, app.config.patience))).await,
        Err(wait) => Problem::from(wait).into_response(),
    }
}

/// Almost all bodies are small. Many large ones at once would take a lot of memory.
const LARGE_BODY: u64 = 4 * 1024;

/// Whether a body is large, or nobody knows how large it is.
fn is_large(request: &Request) -> bool {
    let size = request.body().size_hint();
    size.upper().is_none_or(|upper| upper > LARGE_BODY)
}

/// No name and no text contains the character NUL, and PostgreSQL cannot even look for it.
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

/// A page of another site can make a browser send a form with our cookie, but it cannot hide that it did, and it cannot
/// send JSON. Tokens are not sent by browsers of themselves.
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

/// A body that breaks off if it takes too long.
fn in_time(body: Body, patience: Patience) -> Body {
    let end = Instant::now() + patience.body;
    let in_time = stream::unfold(body.into_data_stream(), move |mut data| async move {
        let deadline = end.min(Instant::now() + patience.pause);
        let part = match timeout_at(deadline, data.next()).await {
            Ok(part) => part?.map_err(axum::BoxError::from),
            Err(_) => Err("the body did not come in time".into()),
        };
        Some((part, data))
    });
    Body::from_stream(in_time.fuse())
}

/// Scripts, styles and pictures are our own files; nothing is written into a page, nobody may frame it, and it sends
/// nothing elsewhere. WebAssembly may be compiled: the engine is.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
                      img-src 'self' data:; font-src 'self'; media-src 'self'; connect-src 'self'; \
                      worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; \
                      frame-ancestors 'none'";

/// Puts the headers on every response that keep browsers from mischief.
pub(super) async fn protect(State(app): State<Shared>, request: Request, next: Next) -> Response {
    let is_api = request.uri().path().starts_with("/api");
    let client = Client::of(request.headers(), request.extensions().get(), &app.config);
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    let mut put = |name: &'static str, value: &'static str| {
        if !headers.contains_key(name) {
            headers.insert(name, HeaderValue::from_static(value));
        }
    };
    put("content-security-policy", POLICY);
    put("x-content-type-options", "nosniff");
    put("x-frame-options", "DENY");
    put("referrer-policy", "same-origin");
    put("cross-origin-opener-policy", "same-origin");
    put("cross-origin-resource-policy", "same-origin");
    put("permissions-policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()");
    if client.is_secure {
        put("strict-transport-security", "max-age=31536000");
    }
    // What a program is told may be for nobody else, and may be another thing in a moment.
    if is_api {
        put("cache-control", "no-store");
    }
    response
}

impl From<crate::limits::TooOften> for Problem {
    fn from(wait: crate::limits::TooOften) -> Problem {
        Problem::too_many(wait.seconds)
    }
}

impl Problem {
    /// The body did not come, or not in time.
    pub(super) fn too_slow() -> Problem {
        let text = Text {
            en: "the request did not come in time or broke off",
            fr: "la demande n'est pas arrivée à temps ou s'est interrompue",
        };
        Problem::new(StatusCode::REQUEST_TIMEOUT, "too-slow", text)
    }
}
