//! Checks before every handler: the rate limit of the network, forged requests, and the size and time limits of bodies.

use axum::{
    body::{Body, HttpBody as _},
    extract::{Request, State},
    http::{HeaderMap, Method, StatusCode, Uri, header},
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
        let deadline = end.min(Instant::now() + timeouts.idle);
        let part = match timeout_at(deadline, data.next()).await {
            Ok(part) => part?.map_err(axum::BoxError::from),
            Err(_) => Err("the body did not arrive in time".into()),
        };
        Some((part, data))
    });
    Body::from_stream(in_time.fuse())
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
