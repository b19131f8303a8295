use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    super::{
        AppState, Problem,
        auth::CurrentUser,
        error_responses::WriteErrors,
        fields,
        json::{IdPath, Json, Path},
    },
    act, offer_action,
};
use crate::table::{Action, Offer};

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(make_move))
        .routes(routes!(resign))
        .routes(routes!(offer))
        .routes(routes!(decline))
        .routes(routes!(add_time))
        .routes(routes!(abort))
        .routes(routes!(claim_time))
}

/// The action was carried out and is durable.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct ActionView {
    /// Sequence number of the last event that it caused.
    seq: u64,
}

pub(super) async fn acted(
    app: &AppState,
    id: &str,
    current: &CurrentUser,
    action: Action,
) -> Result<Json<ActionView>, Problem> {
    let done = act(app, &app.games.room(id).await?, current, action).await?;
    Ok(Json(ActionView { seq: done.table.last_seq() }))
}

/// A move.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct MoveBody {
    /// Ply of the move: one more than the number of moves made. A move for another position is refused.
    #[schema(minimum = 1, maximum = 1_000_000)]
    #[serde(default, deserialize_with = "fields::maybe_ply::<_, 1>")]
    ply: Option<u32>,
    /// Text of the move.
    #[serde(rename = "move", deserialize_with = "fields::text::<_, 1, 100>")]
    #[schema(min_length = 1, max_length = 100)]
    text: String,
}

/// Makes a move.
#[utoipa::path(post, path = "/api/game/{id}/move", tag = "play", params(IdPath), request_body = MoveBody,
    responses((status = 200, body = ActionView), WriteErrors),
    security(("token" = ["board:play"]), ("token" = ["bot:play"])))]
async fn make_move(
    State(app): State<AppState>,
    current: CurrentUser,
    Path(IdPath { id }): Path<IdPath>,
    Json(MoveBody { ply, text }): Json<MoveBody>,
) -> Result<Json<ActionView>, Problem> {
    acted(&app, &id, &current, Action::Move { ply, text, lag: 0 }).await
}

/// An offer to make, accept or decline.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct OfferBody {
    /// The offer.
    offer: Offer,
}

/// Makes an offer, or accepts the opponent's.
#[utoipa::path(post, path = "/api/game/{id}/offer", tag = "play", params(IdPath), request_body = OfferBody,
    responses((status = 200, body = ActionView), WriteErrors),
    security(("token" = ["board:play"]), ("token" = ["bot:play"])))]
async fn offer(
    State(app): State<AppState>,
    current: CurrentUser,
    Path(IdPath { id }): Path<IdPath>,
    Json(OfferBody { offer }): Json<OfferBody>,
) -> Result<Json<ActionView>, Problem> {
    acted(&app, &id, &current, offer_action(offer)).await
}

/// Declines the opponent's offer, or withdraws one's own.
#[utoipa::path(post, path = "/api/game/{id}/decline", tag = "play", params(IdPath), request_body = OfferBody,
    responses((status = 200, body = ActionView), WriteErrors),
    security(("token" = ["board:play"]), ("token" = ["bot:play"])))]
async fn decline(
    State(app): State<AppState>,
    current: CurrentUser,
    Path(IdPath { id }): Path<IdPath>,
    Json(OfferBody { offer }): Json<OfferBody>,
) -> Result<Json<ActionView>, Problem> {
    acted(&app, &id, &current, Action::Decline(offer)).await
}

/// Resigns.
#[utoipa::path(post, path = "/api/game/{id}/resign", tag = "play", params(IdPath),
    responses((status = 200, body = ActionView), WriteErrors),
    security(("token" = ["board:play"]), ("token" = ["bot:play"])))]
async fn resign(
    State(app): State<AppState>,
    current: CurrentUser,
    Path(IdPath { id }): Path<IdPath>,
) -> Result<Json<ActionView>, Problem> {
    acted(&app, &id, &current, Action::Resign).await
}

/// Gives the opponent fifteen seconds.
#[utoipa::path(post, path = "/api/game/{id}/add-time", tag = "play", params(IdPath),
    responses((status = 200, body = ActionView), WriteErrors),
    security(("token" = ["board:play"]), ("token" = ["bot:play"])))]
async fn add_time(
    State(app): State<AppState>,
    current: CurrentUser,
    Path(IdPath { id }): Path<IdPath>,
) -> Result<Json<ActionView>, Problem> {
    acted(&app, &id, &current, Action::AddTime).await
}

/// Aborts the game, before both players have moved.
#[utoipa::path(post, path = "/api/game/{id}/abort", tag = "play", params(IdPath),
    responses((status = 200, body = ActionView), WriteErrors),
    security(("token" = ["board:play"]), ("token" = ["bot:play"])))]
async fn abort(
    State(app): State<AppState>,
    current: CurrentUser,
    Path(IdPath { id }): Path<IdPath>,
) -> Result<Json<ActionView>, Problem> {
    acted(&app, &id, &current, Action::Abort).await
}

/// Claims a win on time. The server also ends the game by itself, usually within a second.
#[utoipa::path(post, path = "/api/game/{id}/claim-time", tag = "play", params(IdPath),
    responses((status = 200, body = ActionView), WriteErrors),
    security(("token" = ["board:play"]), ("token" = ["bot:play"])))]
async fn claim_time(
    State(app): State<AppState>,
    current: CurrentUser,
    Path(IdPath { id }): Path<IdPath>,
) -> Result<Json<ActionView>, Problem> {
    acted(&app, &id, &current, Action::ClaimTime).await
}
