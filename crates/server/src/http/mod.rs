//! The HTTP and WebSocket interface. Handlers are thin: they parse a request, call a service of the [`App`] or read from
//! its store, and answer. Only services write to the store.
//!
//! - `problem`: errors as `application/problem+json` in the client's language.
//! - `auth`: who makes a request; `access`: scopes of tokens.
//! - `middleware`: layers around all routes.
//! - `client`: the client's address; `origin`: whether a request comes from our pages.
//! - `guard`: checks before every handler; `security_headers`: headers of every response.
//! - `document`: what the OpenAPI document says about all operations.
//! - `schema`: which properties responses always have.
//! - `reference`: the document as an HTML page.
//! - `json`: extractors that reject with problems; `fields`: validation beyond types, `field_error`: its errors; `position`: positions.
//! - `listen`: accepts connections; `counted`: counts them.
//! - `throttle`: limits how fast sockets are read.
//! - `drain`: request bodies that no handler reads.
//! - `delegate`: what these wrappers of connections share.
//! - `websocket`, `ndjson`: the transport of sockets and of streams; `message_rate`: rate limit of messages on sockets.
//! - `close_reason`: when long-lived connections are closed, and why.
//! - `metrics`: metrics of requests, and their endpoint.
//! - `assets`: the web pages; `share`: pictures and previews of them.
//! - `error_responses`: shared responses of the document; one module per group of routes.

mod access;
mod account;
mod analysis;
mod assets;
mod auth;
mod bot;
mod browse;
mod challenges;
mod client;
mod close_reason;
mod cookies;
mod counted;
mod delegate;
mod document;
mod drain;
mod error_responses;
mod events;
mod field_error;
mod fields;
mod guard;
mod json;
mod listen;
mod message_rate;
mod meta;
mod metrics;
mod middleware;
mod moderation;
mod ndjson;
mod origin;
mod play;
mod position;
mod position_analysis;
mod preloads;
mod problem;
mod puzzles;
mod records;
mod reference;
mod schema;
mod security_headers;
mod share;
mod studies;
mod throttle;
mod tokens;
mod vacation;
mod websocket;

use std::sync::{Arc, OnceLock};

use axum::{Extension, Router, extract::DefaultBodyLimit};
use utoipa::{Modify as _, OpenApi};
use utoipa_axum::router::OpenApiRouter;

pub use listen::serve;
pub use problem::{Problem, ProblemBody};

use crate::{app::App, protocol};

/// The state that handlers share.
pub type AppState = Arc<App>;

/// Maximum size of a request body, unless a handler sets another.
const MAX_BODY_LEN: usize = 64 * 1024;

/// The head of the OpenAPI document, and the shapes that no operation refers to: messages of sockets and streams.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Mekong",
        description = "Board games for two players: accounts, challenges, live and correspondence games, analysis, bots.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0"),
    ),
    components(schemas(
        protocol::ClientFrame,
        protocol::ClientMessage,
        protocol::Reference,
        protocol::ServerMessage,
        protocol::UserEvent,
        protocol::LobbyEvent,
        protocol::AnalysisMessage,
    ))
)]
struct Document;

/// All routes, with their description.
fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::with_openapi(Document::openapi())
        .merge(meta::routes())
        .merge(challenges::routes())
        .merge(play::routes())
        .merge(moderation::routes())
        .merge(events::routes())
        .merge(bot::routes())
        .merge(browse::routes())
        .merge(records::routes())
        .merge(analysis::routes())
        .merge(position_analysis::routes())
        .merge(studies::routes())
        .merge(puzzles::routes())
        .merge(share::routes())
        .merge(account::routes())
        .merge(tokens::routes())
        .merge(vacation::routes())
}

fn parts() -> (Router<AppState>, utoipa::openapi::OpenApi) {
    // The document is the same for every router.
    static DOCUMENT: OnceLock<utoipa::openapi::OpenApi> = OnceLock::new();
    let (router, mut document) = routes().split_for_parts();
    let complete = DOCUMENT.get_or_init(|| {
        document::Common.modify(&mut document);
        schema::RequireNullable.modify(&mut document);
        schema::NameMillis.modify(&mut document);
        document
    });
    (router, complete.clone())
}

/// The OpenAPI document.
#[must_use]
pub fn openapi() -> utoipa::openapi::OpenApi {
    parts().1
}

/// All routes with their middleware.
pub fn router(app: &AppState) -> Router {
    let (router, document) = parts();
    let document = serde_json::to_value(document).unwrap_or_default();
    let access = Arc::new(access::Access::of(&document));
    let router = router
        .merge(meta::documentation(document))
        .merge(metrics::routes())
        .fallback(assets::page)
        .method_not_allowed_fallback(async || Problem::method_not_allowed())
        .layer(DefaultBodyLimit::max(MAX_BODY_LEN))
        .layer(Extension(access))
        .layer(Extension(Arc::new(preloads::Preloads::read(app.config.pages))))
        .with_state(Arc::clone(app));
    middleware::with_middleware(router, app)
}

#[cfg(test)]
mod tests {
    #[test]
    fn document_describes_the_messages_of_sockets_and_streams() {
        let document = serde_json::to_value(super::openapi()).unwrap();
        let schemas = document["components"]["schemas"].as_object().unwrap();
        for name in ["ClientMessage", "ServerMessage", "UserEvent", "LobbyEvent", "AnalysisMessage"] {
            let variants = schemas[name]["oneOf"].as_array().unwrap_or_else(|| panic!("{name}"));
            assert!(variants.len() > 1, "{name}");
        }
        // Every referenced schema is included.
        for reference in document.to_string().split("\"#/components/schemas/").skip(1) {
            let name = reference.split('"').next().unwrap_or_default();
            assert!(schemas.contains_key(name), "{name}");
        }
    }
}
