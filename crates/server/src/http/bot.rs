//! The interface for programs that play, in the shape that bot authors know. Sides are called `p1` and `p2`.

mod stream;

use axum::{
    extract::State,
    http::{StatusCode, header},
};
use mekong_core::Text;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    Problem, Shared,
    auth::Visitor,
    fields,
    json::{Json, Path, Query},
    play::{GameId, act, said::Said},
    troubles::Doing,
};
use crate::table::{Offer, Room};

pub(super) fn addresses() -> OpenApiRouter<Shared> {
    OpenApiRouter::new()
        .merge(stream::addresses())
        .routes(routes!(make_move))
        .routes(routes!(resign))
        .routes(routes!(abort))
        .routes(routes!(chat))
        .routes(routes!(draw))
        .routes(routes!(takeback))
        .routes(routes!(claim_victory))
}

/// It is done.
#[derive(Serialize, ToSchema)]
struct Done {
    /// Always true.
    ok: bool,
}

async fn done(app: &Shared, id: &str, visitor: &Visitor, said: Said) -> Result<Json<Done>, Problem> {
    act(app, id, visitor, said, 0).await?;
    Ok(Json(Done { ok: true }))
}

/// Which move in which game.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
struct MoveInGame {
    /// The number of the game.
    #[param(min_length = 12, max_length = 12, pattern = "^[a-z2-9]{12}$")]
    #[serde(deserialize_with = "fields::number")]
    id: String,
    /// The move's text.
    #[param(min_length = 1, max_length = 100)]
    #[serde(rename = "move", deserialize_with = "fields::text::<_, 1, 100>")]
    text: String,
}

/// With a move.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct WithMove {
    /// Whether to offer a draw with it, or accept one. If the move ends the game, there is nothing to offer.
    #[serde(default, rename = "offeringDraw")]
    offering_draw: bool,
}

/// Makes a move.
#[utoipa::path(post, path = "/api/bot/game/{id}/move/{move}", tag = "bot", params(MoveInGame, WithMove),
    responses((status = 200, body = Done), Doing),
    security(("token" = ["bot:play"])))]
async fn make_move(
    State(app): State<Shared>,
    visitor: Visitor,
    Path(MoveInGame { id, text }): Path<MoveInGame>,
    Query(WithMove { offering_draw }): Query<WithMove>,
) -> Result<Json<Done>, Problem> {
    let made = done(&app, &id, &visitor, Said::Move { ply: None, text }).await?;
    if offering_draw {
        // The move is made; that the offer is refused does not undo it.
        let _ = done(&app, &id, &visitor, Said::Offer { offer: Offer::Draw }).await;
    }
    Ok(made)
}

/// Gives up.
#[utoipa::path(post, path = "/api/bot/game/{id}/resign", tag = "bot", params(GameId),
    responses((status = 200, body = Done), Doing),
    security(("token" = ["bot:play"])))]
async fn resign(
    State(app): State<Shared>,
    visitor: Visitor,
    Path(GameId { id }): Path<GameId>,
) -> Result<Json<Done>, Problem> {
    done(&app, &id, &visitor, Said::Resign {}).await
}

/// Breaks the game off, before both have moved.
#[utoipa::path(post, path = "/api/bot/game/{id}/abort", tag = "bot", params(GameId),
    responses((status = 200, body = Done), Doing),
    security(("token" = ["bot:play"])))]
async fn abort(
    State(app): State<Shared>,
    visitor: Visitor,
    Path(GameId { id }): Path<GameId>,
) -> Result<Json<Done>, Problem> {
    done(&app, &id, &visitor, Said::Abort {}).await
}

/// Says that the opponent's time is over.
#[utoipa::path(post, path = "/api/bot/game/{id}/claim-victory", tag = "bot", params(GameId),
    responses((status = 200, body = Done), Doing),
    security(("token" = ["bot:play"])))]
async fn claim_victory(
    State(app): State<Shared>,
    visitor: Visitor,
    Path(GameId { id }): Path<GameId>,
) -> Result<Json<Done>, Problem> {
    done(&app, &id, &visitor, Said::ClaimTime {}).await
}

/// An answer to an offer, or an offer.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
struct Answer {
    /// The number of the game.
    #[param(min_length = 12, max_length = 12, pattern = "^[a-z2-9]{12}$")]
    #[serde(deserialize_with = "fields::number")]
    id: String,
    /// `yes` to offer or accept, `no` to decline.
    #[param(inline)]
    accept: YesNo,
}

#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum YesNo {
    Yes,
    No,
}

impl Answer {
    const fn said(&self, offer: Offer) -> Said {
        match self.accept {
            YesNo::Yes => Said::Offer { offer },
            YesNo::No => Said::Decline { offer },
        }
    }
}

/// Offers, accepts or declines a draw.
#[utoipa::path(post, path = "/api/bot/game/{id}/draw/{accept}", tag = "bot", params(Answer),
    responses((status = 200, body = Done), Doing),
    security(("token" = ["bot:play"])))]
async fn draw(
    State(app): State<Shared>,
    visitor: Visitor,
    Path(answer): Path<Answer>,
) -> Result<Json<Done>, Problem> {
    done(&app, &answer.id, &visitor, answer.said(Offer::Draw)).await
}

/// Asks to take back, or lets the opponent.
#[utoipa::path(post, path = "/api/bot/game/{id}/takeback/{accept}", tag = "bot", params(Answer),
    responses((status = 200, body = Done), Doing),
    security(("token" = ["bot:play"])))]
async fn takeback(
    State(app): State<Shared>,
    visitor: Visitor,
    Path(answer): Path<Answer>,
) -> Result<Json<Done>, Problem> {
    done(&app, &answer.id, &visitor, answer.said(Offer::Takeback)).await
}

/// Something to say.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct BotChat {
    /// To whom.
    room: BotRoom,
    /// What.
    #[schema(min_length = 1, max_length = 300)]
    text: String,
}

/// To whom.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum BotRoom {
    /// The opponent.
    Player,
    /// Those who watch.
    Spectator,
}

/// Says something. With a token, the body may also be a form with the same fields.
#[utoipa::path(post, path = "/api/bot/game/{id}/chat", tag = "bot", params(GameId),
    request_body = BotChat,
    responses((status = 200, body = Done), Doing),
    security(("token" = ["bot:play"])))]
async fn chat(
    State(app): State<Shared>,
    visitor: Visitor,
    Path(GameId { id }): Path<GameId>,
    JsonOrForm(BotChat { room, text }): JsonOrForm<BotChat>,
) -> Result<Json<Done>, Problem> {
    let room = match room {
        BotRoom::Player => Room::Players,
        BotRoom::Spectator => Room::Watchers,
    };
    done(&app, &id, &visitor, Said::Chat { room, text }).await
}

/// A body in one of two ways.
struct JsonOrForm<T>(T);

impl<S: Send + Sync, T: serde::de::DeserializeOwned> axum::extract::FromRequest<S> for JsonOrForm<T> {
    type Rejection = Problem;

    async fn from_request(request: axum::extract::Request, state: &S) -> Result<JsonOrForm<T>, Problem> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
        if !kind.is_some_and(|kind| kind.starts_with("application/x-www-form-urlencoded")) {
            return Json::from_request(request, state).await.map(|Json(value)| JsonOrForm(value));
        }
        match axum::Form::from_request(request, state).await {
            Ok(axum::Form(value)) => Ok(JsonOrForm(value)),
            Err(_) => {
                let text = Text {
                    en: "the form does not say what is needed",
                    fr: "il manque quelque chose au formulaire",
                };
                Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "form-data", text))
            }
        }
    }
}
