//! Sharing: pictures of positions and games, and link previews.

mod pictures;
pub(super) mod preview;

use utoipa_axum::router::OpenApiRouter;

use super::AppState;

pub(super) fn routes() -> OpenApiRouter<AppState> {
    pictures::routes()
}
