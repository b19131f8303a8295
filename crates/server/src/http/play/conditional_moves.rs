use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    super::{
        AppState, Problem,
        auth::CurrentUser,
        error_responses::{ReadErrors, WriteErrors},
        json::{IdPath, Json, Path},
    },
    seat_of,
};
use crate::table::{Branch, ConditionalMoves};

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(conditional_moves, set_conditional_moves))
}

/// Conditional moves of a player. The opponent does not see them.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ConditionalMovesBody {
    /// Replies, by the opponent's move.
    #[schema(value_type = Vec<Branch>, max_items = 200)]
    #[serde(rename = "plan")]
    conditional_moves: ConditionalMoves,
}

/// The current user's conditional moves in a game.
#[utoipa::path(get, path = "/api/game/{id}/plan", tag = "play", params(IdPath),
    responses((status = 200, body = ConditionalMovesBody), ReadErrors),
    security(("token" = ["board:play"]), ("token" = ["bot:play"])))]
async fn conditional_moves(
    State(app): State<AppState>,
    current: Option<CurrentUser>,
    Path(IdPath { id }): Path<IdPath>,
) -> Result<Json<ConditionalMovesBody>, Problem> {
    let player = seat_of(&app, &id, current.as_ref()).await?;
    let conditional_moves = app.games.conditional_moves(&id, player).await?;
    Ok(Json(ConditionalMovesBody { conditional_moves }))
}

/// Sets the conditional moves, in a correspondence game or a game without a clock, while the opponent is to move. An
/// empty list deletes them.
#[utoipa::path(put, path = "/api/game/{id}/plan", tag = "play", params(IdPath), request_body = ConditionalMovesBody,
    responses((status = 200, body = ConditionalMovesBody), WriteErrors),
    security(("token" = ["board:play"]), ("token" = ["bot:play"])))]
async fn set_conditional_moves(
    State(app): State<AppState>,
    current: CurrentUser,
    Path(IdPath { id }): Path<IdPath>,
    Json(ConditionalMovesBody { conditional_moves }): Json<ConditionalMovesBody>,
) -> Result<Json<ConditionalMovesBody>, Problem> {
    let player = seat_of(&app, &id, Some(&current)).await?;
    let conditional_moves = app.games.set_conditional_moves(&id, player, &conditional_moves).await?;
    Ok(Json(ConditionalMovesBody { conditional_moves }))
}
