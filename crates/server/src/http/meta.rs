//! The server itself: health, games, documentation.

use axum::{Json, Router, extract::State, http::StatusCode, routing::get};
use mekong_catalog::GAMES;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{AppState, Problem, reference};
use crate::{protocol::TextView, store::StoreError};

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(healthz)).routes(routes!(readyz)).routes(routes!(games))
}

/// The OpenAPI document, as JSON and as a page.
pub(super) fn documentation(document: serde_json::Value) -> Router<AppState> {
    let page = reference::routes(&document);
    page.route("/api/openapi.json", get(async move || Json(document)))
}

/// Liveness: the process is running.
#[utoipa::path(get, path = "/healthz", tag = "server", responses((status = 200, body = str)))]
async fn healthz() -> &'static str {
    "ok"
}

/// Readiness: the database is reachable, has space and a schema of this version or a compatible later one. A node that is stopping is not ready.
#[utoipa::path(get, path = "/readyz", tag = "server",
    responses((status = 200, body = str), (status = 503, body = super::ProblemBody)))]
async fn readyz(State(app): State<AppState>) -> Result<(StatusCode, &'static str), Problem> {
    if app.shutdown.is_requested() {
        return Err(stopping());
    }
    let ready =
        if app.nodes.is_connected() { "ready" } else { "ready, without NATS: the database is polled" };
    match app.store.ready().await {
        Err(StoreError::Full) => {
            Err(Problem::from(StoreError::Full).with_status(StatusCode::SERVICE_UNAVAILABLE))
        }
        // A later version has migrated the database: requests may still succeed, but new ones should go to another node.
        Err(error @ StoreError::Schema(_)) => Err(StoreError::Unavailable(error.to_string()).into()),
        result => Ok(result.map(|()| (StatusCode::OK, ready))?),
    }
}

fn stopping() -> Problem {
    Problem::with_texts(
        StatusCode::SERVICE_UNAVAILABLE,
        "stopping",
        "the server is stopping",
        "le serveur s’arrête",
    )
}

/// A game that this server offers.
#[derive(Serialize, ToSchema)]
struct GameInfoView {
    /// Id of the game.
    id: &'static str,
    /// Title in English.
    title: &'static str,
    /// Title by language.
    titles: TextView,
    /// Author; null for a traditional game.
    author: Option<&'static str>,
    /// Publisher, if known.
    publisher: Option<&'static str>,
    /// Year of publication, if known.
    year: Option<u16>,
    /// How to win, by language.
    goals: TextView,
    /// Ids of the variants.
    variants: Vec<&'static str>,
    /// The variants with their titles and rules.
    variant_facts: Vec<VariantInfoView>,
    /// Whether the initial position is dealt at random.
    dealt: bool,
}

/// A variant of a game.
#[derive(Serialize, ToSchema)]
struct VariantInfoView {
    /// Id of the variant.
    id: &'static str,
    /// Title by language.
    titles: TextView,
    /// What is different, in one sentence, by language.
    rules: TextView,
}

/// The games that this server offers.
#[utoipa::path(get, path = "/api/games", tag = "server", responses((status = 200, body = Vec<GameInfoView>)))]
async fn games() -> Json<Vec<GameInfoView>> {
    let facts = GAMES.iter().map(|entry| {
        let info = entry.info();
        GameInfoView {
            id: info.id,
            title: info.title.en,
            titles: info.title.into(),
            author: info.author,
            publisher: info.publisher,
            year: info.year,
            goals: info.goal.into(),
            variants: info.variants.iter().map(|variant| variant.id).collect(),
            variant_facts: info
                .variants
                .iter()
                .map(|variant| VariantInfoView {
                    id: variant.id,
                    titles: variant.title.into(),
                    rules: variant.rule.into(),
                })
                .collect(),
            dealt: info.dealt,
        }
    });
    Json(facts.collect())
}
