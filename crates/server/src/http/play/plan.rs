use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    super::{
        Problem, Shared,
        auth::Visitor,
        error_responses::{ReadErrors, WriteErrors},
        json::{Json, Path},
    },
    GameId, seat_of,
};
use crate::table::{Branch, ConditionalMoves};

pub(super) fn routes() -> OpenApiRouter<Shared> {
    OpenApiRouter::new().routes(routes!(plan, set_plan))
}

/// Conditional moves of a player. The opponent does not see them.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct PlanBody {
    /// Replies, by the opponent's move.
    #[schema(value_type = Vec<Branch>, max_items = 200)]
    plan: ConditionalMoves,
}

/// The visitor's conditional moves in a game.
#[utoipa::path(get, path = "/api/game/{id}/plan", tag = "play", params(GameId),
    responses((status = 200, body = PlanBody), ReadErrors),
    security(("token" = ["board:play"]), ("token" = ["bot:play"])))]
async fn plan(
    State(app): State<Shared>,
    visitor: Option<Visitor>,
    Path(GameId { id }): Path<GameId>,
) -> Result<Json<PlanBody>, Problem> {
    let player = seat_of(&app, &id, visitor.as_ref()).await?;
    Ok(Json(PlanBody { plan: app.games.plan(&id, player).await? }))
}

/// Sets the conditional moves, in a correspondence game or a game without a clock, while the opponent is to move. An
/// empty list deletes them.
#[utoipa::path(put, path = "/api/game/{id}/plan", tag = "play", params(GameId), request_body = PlanBody,
    responses((status = 200, body = PlanBody), WriteErrors),
    security(("token" = ["board:play"]), ("token" = ["bot:play"])))]
async fn set_plan(
    State(app): State<Shared>,
    visitor: Visitor,
    Path(GameId { id }): Path<GameId>,
    Json(PlanBody { plan }): Json<PlanBody>,
) -> Result<Json<PlanBody>, Problem> {
    let player = seat_of(&app, &id, Some(&visitor)).await?;
    Ok(Json(PlanBody { plan: app.games.set_plan(&id, player, &plan).await? }))
}
