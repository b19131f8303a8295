//! Records of games: import and export.

mod export;
mod import;

use axum::{body::Body, http::HeaderValue, http::header, response::Response};
use utoipa_axum::router::OpenApiRouter;

use super::AppState;

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().merge(export::routes()).merge(import::routes())
}

/// A response to be saved as a file.
fn file(body: Body, kind: &'static str, name: &str) -> Response {
    let mut response = Response::new(body);
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    if let Ok(value) = HeaderValue::from_str(&format!("attachment; filename=\"{name}\"")) {
        headers.insert(header::CONTENT_DISPOSITION, value);
    }
    response
}
