//! About the server itself: whether it is well, what it offers.

use axum::{Json, Router, extract::State, http::StatusCode, routing::get};
use mekong_catalog::GAMES;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{Problem, Shared, reference};
use crate::store::StoreError;

pub(super) fn addresses() -> OpenApiRouter<Shared> {
    OpenApiRouter::new().routes(routes!(healthz)).routes(routes!(readyz)).routes(routes!(games))
}

/// The OpenAPI document, for programs and for people.
pub(super) fn documentation(document: serde_json::Value) -> Router<Shared> {
    let page = reference::addresses(&document);
    page.route("/api/openapi.json", get(async move || Json(document)))
}

/// Whether the process is alive.
#[utoipa::path(get, path = "/healthz", tag = "server", responses((status = 200, body = str)))]
async fn healthz() -> &'static str {
    "ok"
}

/// Whether the server can do its work: the database answers and has room.
#[utoipa::path(get, path = "/readyz", tag = "server",
    responses((status = 200, body = str), (status = 503, body = super::ProblemBody)))]
async fn readyz(State(app): State<Shared>) -> Result<(StatusCode, &'static str), Problem> {
    match app.store.ready().await {
        Err(StoreError::Full) => {
            Err(Problem::from(StoreError::Full).with_status(StatusCode::SERVICE_UNAVAILABLE))
        }
        ready => Ok(ready.map(|()| (StatusCode::OK, "ready"))?),
    }
}

/// A game that can be played here.
#[derive(Serialize, ToSchema)]
struct GameFacts {
    /// The name in addresses.
    id: &'static str,
    /// The name on the box.
    title: &'static str,
    /// Who invented it.
    author: &'static str,
    /// Who published it, if we know.
    publisher: Option<&'static str>,
    /// When, if we know.
    year: Option<u16>,
    /// Its variants.
    variants: Vec<&'static str>,
    /// Whether the start is dealt.
    dealt: bool,
}

/// The games that can be played here.
#[utoipa::path(get, path = "/api/games", tag = "server", responses((status = 200, body = Vec<GameFacts>)))]
async fn games() -> Json<Vec<GameFacts>> {
    let facts = GAMES.iter().map(|entry| {
        let info = entry.info();
        GameFacts {
            id: info.id,
            title: info.title,
            author: info.author,
            publisher: info.publisher,
            year: info.year,
            variants: info.variants.iter().map(|variant| variant.id).collect(),
            dealt: info.dealt,
        }
    });
    Json(facts.collect())
}
