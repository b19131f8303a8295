//! Metrics of requests, and the endpoint `/metrics`.

use std::time::Instant;

use axum::{
    Router,
    extract::{MatchedPath, Request, State},
    http::{HeaderMap, StatusCode, header},
    middleware::Next,
    response::{IntoResponse as _, Response},
    routing::get,
};
use mekong_core::Text;

use super::{AppState, Problem, auth::bearer, client::Client};
use crate::{
    metrics as server_metrics, secrets,
    trace::{self, Span, record},
};

pub(super) fn routes() -> Router<AppState> {
    Router::new().route("/metrics", get(read))
}

/// All metrics in the Prometheus text format, for local clients and holders of the token.
async fn read(State(app): State<AppState>, client: Client, headers: HeaderMap) -> Response {
    let shown = bearer(&headers);
    let has_token = match (&app.config.metrics_token, shown) {
        (Some(token), Some(shown)) => secrets::same(&secrets::hash(token), &secrets::hash(shown)),
        _ => false,
    };
    if !has_token && !client.is_local {
        let text = Text {
            en: "metrics are available to the server administrator only",
            fr: "les métriques sont réservées à l’administrateur du serveur",
        };
        return Problem::forbidden("metrics-private", text).into_response();
    }
    match server_metrics::render(&app) {
        Some(text) => {
            ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text).into_response()
        }
        None => Problem::not_found().into_response(),
    }
}

/// Counts a request and measures the time until its response starts.
pub(super) async fn count(request: Request, next: Next) -> Response {
    let begin = Instant::now();
    // The route pattern, not the path: paths contain ids.
    let route = request.extensions().get::<MatchedPath>().map_or("other", MatchedPath::as_str).to_owned();
    let method = known(request.method().as_str());
    let path = request.uri().path().to_owned();
    let span = Span::begin(parent_span(request.headers()));
    let response = trace::in_span(span, next.run(request)).await;
    let (status, took) = (response.status(), begin.elapsed());
    metrics::counter!("mekong_http_requests_total", "route" => route.clone(), "method" => method,
        "status" => status.as_u16().to_string())
    .increment(1);
    metrics::histogram!("mekong_http_request_duration_seconds", "route" => route, "method" => method)
        .record(took.as_secs_f64());
    let duration_ms = took.as_millis() as u64;
    record!(span, "answered", method, path, status = status.as_u16(), duration_ms);
    if status.is_server_error() && status != StatusCode::SERVICE_UNAVAILABLE {
        tracing::warn!(method, path, status = status.as_u16(), duration_ms, "request failed");
    } else {
        tracing::debug!(method, path, status = status.as_u16(), duration_ms, "request");
    }
    response
}

/// The parent span in the headers of a request, if there is one.
pub(super) fn parent_span(headers: &HeaderMap) -> Option<Span> {
    Span::parse(headers.get(trace::HEADER)?.to_str().ok()?)
}

/// Known methods only, so that clients cannot create labels.
fn known(method: &str) -> &'static str {
    ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"]
        .into_iter()
        .find(|known| *known == method)
        .unwrap_or("other")
}
