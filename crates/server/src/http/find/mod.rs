//! Finding games and people: games to watch, search, players, openings, game files.

mod explorer;
mod export;
mod games;
mod import;
mod player;
mod truth;

use axum::{body::Body, http::HeaderValue, http::header, response::Response};
use utoipa_axum::router::OpenApiRouter;

use super::{Problem, Shared, auth::Visitor, client::Client};

pub(super) fn addresses() -> OpenApiRouter<Shared> {
    OpenApiRouter::new()
        .merge(games::addresses())
        .merge(player::addresses())
        .merge(explorer::addresses())
        .merge(truth::addresses())
        .merge(export::addresses())
        .merge(import::addresses())
}

/// Lets those wait who ask too often for what costs a lot.
fn costly(app: &Shared, visitor: Option<&Visitor>, client: Client) -> Result<(), Problem> {
    match visitor {
        Some(visitor) => app.limits.costly_by(&visitor.user.id)?,
        None => app.limits.costly_from(client.address)?,
    }
    Ok(())
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
