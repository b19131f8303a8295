//! Games and players: live games, search, profiles, opening explorer, tablebase, import and export.

mod explorer;
mod export;
mod games;
mod import;
mod player;
mod tablebase;

use axum::{body::Body, http::HeaderValue, http::header, response::Response};
use utoipa_axum::router::OpenApiRouter;

use super::Shared;

pub(super) fn routes() -> OpenApiRouter<Shared> {
    OpenApiRouter::new()
        .merge(games::routes())
        .merge(player::routes())
        .merge(explorer::routes())
        .merge(tablebase::routes())
        .merge(export::routes())
        .merge(import::routes())
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
