//! The server itself: health, games, documentation.

use axum::{Json, Router, extract::State, http::StatusCode, routing::get};
use mekong_catalog::GAMES;
use mekong_core::Text;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{Problem, Shared, reference};
use crate::store::StoreError;

pub(super) fn routes() -> OpenApiRouter<Shared> {
    OpenApiRouter::new().routes(routes!(healthz)).routes(routes!(readyz)).routes(routes!(games))
}

/// The OpenAPI document, as JSON and as a page.
pub(super) fn documentation(document: serde_json::Value) -> Router<Shared> {
    let page = reference::routes(&document);
    page.route("/api/openapi.json", get(async move || Json(document)))
}

/// Liveness: the process is running.
#[utoipa::path(get, path = "/healthz", tag = "server", responses((status = 200, body = str)))]
async fn healthz() -> &'static str {
    "ok"
}

/// Readiness: the database is reachable and has space.
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

/// A game that this server offers.
#[derive(Serialize, ToSchema)]
struct GameInfoView {
    /// Id of the game.
    id: &'static str,
    /// Title in English.
    title: &'static str,
    /// Title by language.
    titles: LocalizedText,
    /// Author; null for a traditional game.
    author: Option<&'static str>,
    /// Publisher, if known.
    publisher: Option<&'static str>,
    /// Year of publication, if known.
    year: Option<u16>,
    /// How to win, by language.
    goals: LocalizedText,
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
    titles: LocalizedText,
    /// What is different, in one sentence, by language.
    rules: LocalizedText,
}

/// A short text by language.
#[derive(Serialize, ToSchema)]
struct LocalizedText {
    /// English.
    en: &'static str,
    /// French.
    fr: &'static str,
}

impl From<Text> for LocalizedText {
    fn from(Text { en, fr }: Text) -> LocalizedText {
        LocalizedText { en, fr }
    }
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
