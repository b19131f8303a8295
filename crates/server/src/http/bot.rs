//! The interface for bots, in the shape of the Lichess bot API. Sides are called `p1` and `p2`.

mod stream;

use axum::{
    extract::{State, rejection::FormRejection},
    http::{StatusCode, header},
};
use mekong_core::Text;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    AppState, Problem,
    auth::CurrentUser,
    error_responses::WriteErrors,
    fields,
    json::{IdPath, Json, Path, Query, unread_body},
    play::{act, chat_action},
};
use crate::table::{Action, Audience, Offer};

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .merge(stream::routes())
        .routes(routes!(make_move))
        .routes(routes!(resign))
        .routes(routes!(abort))
        .routes(routes!(chat))
        .routes(routes!(draw))
        .routes(routes!(takeback))
        .routes(routes!(claim_victory))
}

/// Success.
#[derive(Serialize, ToSchema)]
struct DoneView {
    /// Always true.
    ok: bool,
}

async fn done(
    app: &AppState,
    id: &str,
    current: &CurrentUser,
    action: Action,
) -> Result<Json<DoneView>, Problem> {
    act(app, &app.games.room(id).await?, current, action).await?;
    Ok(Json(DoneView { ok: true }))
}

/// A move in a game.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
struct MoveInGame {
    /// Id of the game.
    #[param(min_length = 12, max_length = 12, pattern = "^[a-z2-9]{12}$")]
    #[serde(deserialize_with = "fields::id")]
    id: String,
    /// Text of the move.
    #[param(min_length = 1, max_length = 100)]
    #[serde(rename = "move", deserialize_with = "fields::text::<_, 1, 100>")]
    text: String,
}

/// Options of a move.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct WithMove {
    /// Whether to offer or accept a draw with the move. Ignored if the move ends the game.
    #[serde(default, rename = "offeringDraw")]
    offering_draw: bool,
}

/// Makes a move.
#[utoipa::path(post, path = "/api/bot/game/{id}/move/{move}", tag = "bot", params(MoveInGame, WithMove),
    responses((status = 200, body = DoneView), WriteErrors),
    security(("token" = ["bot:play"])))]
async fn make_move(
    State(app): State<AppState>,
    current: CurrentUser,
    Path(MoveInGame { id, text }): Path<MoveInGame>,
    Query(WithMove { offering_draw }): Query<WithMove>,
) -> Result<Json<DoneView>, Problem> {
    let made = done(&app, &id, &current, Action::Move { ply: None, text, lag: 0 }).await?;
    if offering_draw {
        // A refused offer does not undo the move.
        let _ = done(&app, &id, &current, Action::Offer(Offer::Draw)).await;
    }
    Ok(made)
}

/// Resigns.
#[utoipa::path(post, path = "/api/bot/game/{id}/resign", tag = "bot", params(IdPath),
    responses((status = 200, body = DoneView), WriteErrors),
    security(("token" = ["bot:play"])))]
async fn resign(
    State(app): State<AppState>,
    current: CurrentUser,
    Path(IdPath { id }): Path<IdPath>,
) -> Result<Json<DoneView>, Problem> {
    done(&app, &id, &current, Action::Resign).await
}

/// Aborts the game, before both players have moved.
#[utoipa::path(post, path = "/api/bot/game/{id}/abort", tag = "bot", params(IdPath),
    responses((status = 200, body = DoneView), WriteErrors),
    security(("token" = ["bot:play"])))]
async fn abort(
    State(app): State<AppState>,
    current: CurrentUser,
    Path(IdPath { id }): Path<IdPath>,
) -> Result<Json<DoneView>, Problem> {
    done(&app, &id, &current, Action::Abort).await
}

/// Claims a win on time.
#[utoipa::path(post, path = "/api/bot/game/{id}/claim-victory", tag = "bot", params(IdPath),
    responses((status = 200, body = DoneView), WriteErrors),
    security(("token" = ["bot:play"])))]
async fn claim_victory(
    State(app): State<AppState>,
    current: CurrentUser,
    Path(IdPath { id }): Path<IdPath>,
) -> Result<Json<DoneView>, Problem> {
    done(&app, &id, &current, Action::ClaimTime).await
}

/// An offer, or the reply to one.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
struct Answer {
    /// Id of the game.
    #[param(min_length = 12, max_length = 12, pattern = "^[a-z2-9]{12}$")]
    #[serde(deserialize_with = "fields::id")]
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
    const fn action(&self, offer: Offer) -> Action {
        match self.accept {
            YesNo::Yes => Action::Offer(offer),
            YesNo::No => Action::Decline(offer),
        }
    }
}

/// Offers, accepts or declines a draw.
#[utoipa::path(post, path = "/api/bot/game/{id}/draw/{accept}", tag = "bot", params(Answer),
    responses((status = 200, body = DoneView), WriteErrors),
    security(("token" = ["bot:play"])))]
async fn draw(
    State(app): State<AppState>,
    current: CurrentUser,
    Path(answer): Path<Answer>,
) -> Result<Json<DoneView>, Problem> {
    done(&app, &answer.id, &current, answer.action(Offer::Draw)).await
}

/// Requests a takeback, or accepts or declines the opponent's.
#[utoipa::path(post, path = "/api/bot/game/{id}/takeback/{accept}", tag = "bot", params(Answer),
    responses((status = 200, body = DoneView), WriteErrors),
    security(("token" = ["bot:play"])))]
async fn takeback(
    State(app): State<AppState>,
    current: CurrentUser,
    Path(answer): Path<Answer>,
) -> Result<Json<DoneView>, Problem> {
    done(&app, &answer.id, &current, answer.action(Offer::Takeback)).await
}

/// A chat message.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct BotChatBody {
    /// The audience.
    #[serde(rename = "room")]
    audience: BotAudience,
    /// The text.
    #[schema(min_length = 1, max_length = 300)]
    text: String,
}

/// The audience of a chat message.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum BotAudience {
    /// The opponent.
    Player,
    /// The spectators.
    Spectator,
}

/// Sends a chat message. With a token, the body may also be a form with the same fields.
#[utoipa::path(post, path = "/api/bot/game/{id}/chat", tag = "bot", params(IdPath),
    request_body = BotChatBody,
    responses((status = 200, body = DoneView), WriteErrors),
    security(("token" = ["bot:play"])))]
async fn chat(
    State(app): State<AppState>,
    current: CurrentUser,
    Path(IdPath { id }): Path<IdPath>,
    JsonOrForm(BotChatBody { audience, text }): JsonOrForm<BotChatBody>,
) -> Result<Json<DoneView>, Problem> {
    let audience = match audience {
        BotAudience::Player => Audience::Players,
        BotAudience::Spectator => Audience::Spectators,
    };
    let message = chat_action(&current.user, audience, text);
    done(&app, &id, &current, message).await
}

/// A body as JSON or as a form.
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
            Err(FormRejection::BytesRejection(rejection)) => Err(unread_body(&rejection)),
            Err(_) => {
                let text = Text { en: "invalid form", fr: "formulaire non valide" };
                Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "form-data", text))
            }
        }
    }
}
