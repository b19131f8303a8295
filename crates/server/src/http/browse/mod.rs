//! Games and players: live games, lists of games, profiles, opening explorer and books, tablebase.

mod book;
mod explorer;
mod games;
pub(super) mod player;
mod tablebase;

use utoipa_axum::router::OpenApiRouter;

use super::AppState;

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .merge(games::routes())
        .merge(player::routes())
        .merge(explorer::routes())
        .merge(book::routes())
        .merge(tablebase::routes())
}
