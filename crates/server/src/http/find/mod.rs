//! Finding games and people: games to watch, search, players, openings, game files.

mod explorer;
mod export;
mod games;
mod import;
mod player;
mod truth;

use axum::{body::Body, http::HeaderValue, http::header, response::Response};
use utoipa_axum::router::OpenApiRouter;

use super::Shared;

pub(super) fn addresses() -> OpenApiRouter<Shared> {
    OpenApiRouter::new()
        .merge(games::addresses())
        .merge(player::addresses())
        .merge(explorer::addresses())
        .merge(truth::addresses())
        .merge(export::addresses())
        .merge(import::addresses())
}

/// A file to be kept.
fn file(body: Body, kind: &'static str, name: &str) -> Response {
    let mut response = Response::new(body);
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    if let Ok(value) = HeaderValue::from_str(&format!("attachment; filename=\"{name}\"")) {
        headers.insert(header::CONTENT_DISPOSITION, value);
    }
    response
}
