//! The interface over HTTP and WebSocket. Handlers are thin: they read a request, ask the [`App`] and answer.
//!
//! - `problem`: what went wrong, as `application/problem+json` in the client's language.
//! - `auth`: who asks; `access`: what tokens are good for.
//! - `middleware`: what every request goes through.
//! - `client`, `origin`, `guard`: where requests come from, and which are let through.
//! - `document`: what the OpenAPI document says about all addresses.
//! - `reference`: the same as a page for people.
//! - `json`: the extractors, which refuse by problems; `fields`: what they check beyond types.
//! - `listen`: takes connections; `counted`: how many there are.
//! - `throttle`: how fast sockets are read.
//! - `unread`: what becomes of bodies that nobody reads.
//! - `farewell`: when connections have to end.
//! - `figures`: counts requests and shows the figures of the server.
//! - `assets`: the pages.
//! - one file for each group of addresses.

mod access;
mod account;
mod analysis;
mod assets;
mod auth;
mod bot;
mod challenges;
mod client;
mod cookies;
mod counted;
mod document;
mod farewell;
mod fields;
mod figures;
mod find;
mod guard;
mod json;
mod listen;
mod manners;
mod meta;
mod middleware;
mod news;
mod origin;
mod play;
mod problem;
mod reference;
mod throttle;
mod tokens;
mod troubles;
mod unread;
mod vacation;

use std::sync::Arc;

use axum::{Extension, Router, extract::DefaultBodyLimit};
use utoipa::{Modify as _, OpenApi};
use utoipa_axum::router::OpenApiRouter;

pub use listen::serve;
pub use problem::{Problem, ProblemBody};

use crate::app::App;

/// What handlers share.
pub type Shared = Arc<App>;

/// The largest request that is read, unless a handler says otherwise.
const LARGEST_BODY: usize = 64 * 1024;

/// The facts of the interface.
#[derive(OpenApi)]
#[openapi(info(
    title = "Mekong",
    description = "Play Siam, Sam Liam, Saigon and Palam: people, computers, bots.",
    license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0"),
))]
struct Document;

/// All addresses, with their description.
fn addresses() -> OpenApiRouter<Shared> {
    OpenApiRouter::with_openapi(Document::openapi())
        .merge(meta::addresses())
        .merge(challenges::addresses())
        .merge(play::addresses())
        .merge(manners::addresses())
        .merge(news::addresses())
        .merge(bot::addresses())
        .merge(find::addresses())
        .merge(analysis::addresses())
        .merge(account::addresses())
        .merge(tokens::addresses())
        .merge(vacation::addresses())
}

fn parts() -> (Router<Shared>, utoipa::openapi::OpenApi) {
    let (router, mut document) = addresses().split_for_parts();
    document::Common.modify(&mut document);
    (router, document)
}

/// The OpenAPI document of the interface.
#[must_use]
pub fn openapi() -> utoipa::openapi::OpenApi {
    parts().1
}

/// The whole interface.
pub fn router(app: &Shared) -> Router {
    let (router, document) = parts();
    let document = serde_json::to_value(document).unwrap_or_default();
    let access = Arc::new(access::Access::of(&document));
    let router = router
        .merge(meta::documentation(document))
        .merge(figures::addresses())
        .fallback(assets::page)
        .method_not_allowed_fallback(async || Problem::method_not_allowed())
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(Extension(access))
        .with_state(Arc::clone(app));
    middleware::around(router, app)
}
