use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    super::{
        Problem, Shared,
        auth::Visitor,
        fields,
        json::{Json, Path},
        troubles::Doing,
    },
    GameId, act,
    said::Said,
};
use crate::table::Offer;

pub(super) fn addresses() -> OpenApiRouter<Shared> {
    OpenApiRouter::new()
        .routes(routes!(make_move))
        .routes(routes!(resign))
        .routes(routes!(offer))
        .routes(routes!(decline))
        .routes(routes!(add_time))
        .routes(routes!(abort))
        .routes(routes!(claim_time))
}

/// It is done, and durable.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct Acted {
    /// The number of the last event it caused.
    seq: u64,
}

pub(super) async fn acted(
    app: &Shared,
    id: &str,
    visitor: &Visitor,
    said: Said,
) -> Result<Json<Acted>, Problem> {
    let done = act(app, id, visitor, said, 0).await?;
    Ok(Json(Acted { seq: done.table.last_seq() }))
}

/// A move.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct MoveBody {
    /// The number the move will have: one more than moves were made. A move for another position is refused.
    #[schema(minimum = 1, maximum = 1_000_000)]
    #[serde(default, deserialize_with = "fields::maybe_ply::<_, 1>")]
    ply: Option<u32>,
    /// The move's text.
    #[serde(rename = "move", deserialize_with = "fields::text::<_, 1, 100>")]
    #[schema(min_length = 1, max_length = 100)]
    text: String,
}

/// Makes a move.
#[utoipa::path(post, path = "/api/game/{id}/move", tag = "play", params(GameId), request_body = MoveBody,
    responses((status = 200, body = Acted), Doing),
    security(("token" = ["board:play"]), ("token" = ["bot:play"])))]
async fn make_move(
    State(app): State<Shared>,
    visitor: Visitor,
    Path(GameId { id }): Path<GameId>,
    Json(MoveBody { ply, text }): Json<MoveBody>,
) -> Result<Json<Acted>, Problem> {
    acted(&app, &id, &visitor, Said::Move { ply, text }).await
}

/// Something to offer, to accept or to decline.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct OfferBody {
    /// What.
    offer: Offer,
}

/// Offers something, or accepts what the opponent offers.
#[utoipa::path(post, path = "/api/game/{id}/offer", tag = "play", params(GameId), request_body = OfferBody,
    responses((status = 200, body = Acted), Doing),
    security(("token" = ["board:play"]), ("token" = ["bot:play"])))]
async fn offer(
    State(app): State<Shared>,
    visitor: Visitor,
    Path(GameId { id }): Path<GameId>,
    Json(OfferBody { offer }): Json<OfferBody>,
) -> Result<Json<Acted>, Problem> {
    acted(&app, &id, &visitor, Said::Offer { offer }).await
}

/// Declines what the opponent offers, or withdraws the own offer.
#[utoipa::path(post, path = "/api/game/{id}/decline", tag = "play", params(GameId), request_body = OfferBody,
    responses((status = 200, body = Acted), Doing),
    security(("token" = ["board:play"]), ("token" = ["bot:play"])))]
async fn decline(
    State(app): State<Shared>,
    visitor: Visitor,
    Path(GameId { id }): Path<GameId>,
    Json(OfferBody { offer }): Json<OfferBody>,
) -> Result<Json<Acted>, Problem> {
    acted(&app, &id, &visitor, Said::Decline { offer }).await
}

/// Gives up.
#[utoipa::path(post, path = "/api/game/{id}/resign", tag = "play", params(GameId),
    responses((status = 200, body = Acted), Doing),
    security(("token" = ["board:play"]), ("token" = ["bot:play"])))]
async fn resign(
    State(app): State<Shared>,
    visitor: Visitor,
    Path(GameId { id }): Path<GameId>,
) -> Result<Json<Acted>, Problem> {
    acted(&app, &id, &visitor, Said::Resign {}).await
}

/// Gives the opponent fifteen seconds.
#[utoipa::path(post, path = "/api/game/{id}/add-time", tag = "play", params(GameId),
    responses((status = 200, body = Acted), Doing),
    security(("token" = ["board:play"]), ("token" = ["bot:play"])))]
async fn add_time(
    State(app): State<Shared>,
    visitor: Visitor,
    Path(GameId { id }): Path<GameId>,
) -> Result<Json<Acted>, Problem> {
    acted(&app, &id, &visitor, Said::AddTime {}).await
}

/// Breaks the game off, before both have moved.
#[utoipa::path(post, path = "/api/game/{id}/abort", tag = "play", params(GameId),
    responses((status = 200, body = Acted), Doing),
    security(("token" = ["board:play"]), ("token" = ["bot:play"])))]
async fn abort(
    State(app): State<Shared>,
    visitor: Visitor,
    Path(GameId { id }): Path<GameId>,
) -> Result<Json<Acted>, Problem> {
    acted(&app, &id, &visitor, Said::Abort {}).await
}

/// Says that the opponent's time is over. The server finds out by itself, half a second later at most.
#[utoipa::path(post, path = "/api/game/{id}/claim-time", tag = "play", params(GameId),
    responses((status = 200, body = Acted), Doing),
    security(("token" = ["board:play"]), ("token" = ["bot:play"])))]
async fn claim_time(
    State(app): State<Shared>,
    visitor: Visitor,
    Path(GameId { id }): Path<GameId>,
) -> Result<Json<Acted>, Problem> {
    acted(&app, &id, &visitor, Said::ClaimTime {}).await
}
