//! Games in progress.
//!
//! - `actions`: moves, offers and other actions as single requests.
//! - `subscription`: the events of a game that a client may see.
//! - `socket`, `stream`: connections that receive every event of a game.
//! - `conditional_moves`: conditional moves; `hint`: hints from the engine.
//! - `chat`: chat messages.

mod actions;
mod chat;
mod conditional_moves;
mod hint;
mod socket;
mod stream;
pub(super) mod subscription;

use std::sync::Arc;

use axum::extract::State;
use mekong_core::Text;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    AppState, Problem,
    auth::CurrentUser,
    error_responses::ReadErrors,
    fields,
    json::{IdPath, Json, Path, Query},
};
use crate::{
    live::{Committed, Room},
    protocol::{ClientMessage, GameSummaryView, GameView},
    secrets,
    services::GameError,
    store::UserRow,
    table::{Action, Actor, Audience, Event, Offer, Refusal},
};

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(game))
        .routes(routes!(playing))
        .merge(actions::routes())
        .merge(conditional_moves::routes())
        .merge(hint::routes())
        .merge(chat::routes())
        .merge(socket::routes())
        .merge(stream::routes())
}

/// Where to resume.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct Since {
    /// Sequence number of the last event that the client knows. Later events are included, of the chat only the latest
    /// messages. By default all events.
    #[param(minimum = 0, maximum = 1_000_000_000)]
    #[serde(default, deserialize_with = "fields::seq")]
    pub(super) since: u64,
}

/// The state of a game and its events. Imported games have only moves and a result.
#[utoipa::path(get, path = "/api/game/{id}", tag = "play", params(IdPath, Since),
    responses((status = 200, body = GameView), ReadErrors),
    security(("token" = ["board:play"]), ("token" = ["bot:play"])))]
async fn game(
    State(app): State<AppState>,
    current: Option<CurrentUser>,
    Path(IdPath { id }): Path<IdPath>,
    Query(Since { since }): Query<Since>,
) -> Result<Json<GameView>, Problem> {
    let room = match app.games.room(&id).await {
        Err(GameError::NoGame) => {
            return Ok(Json(app.views.imported_game(&id).await?.ok_or_else(Problem::not_found)?));
        }
        room => room?,
    };
    let reader = current.as_ref().map(|current| current.user.id.as_str());
    Ok(Json(app.views.game(&room, &room.snapshot(since), reader).await?))
}

/// Games in progress.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PlayingView {
    /// Games in which the user is to move come first, by deadline.
    now_playing: Vec<GameSummaryView>,
}

/// The current user's games in progress; those in which it is their turn come first.
#[utoipa::path(get, path = "/api/account/playing", tag = "play",
    responses((status = 200, body = PlayingView), ReadErrors),
    security(("token" = ["board:play"]), ("token" = ["bot:play"])))]
async fn playing(
    State(app): State<AppState>,
    current: Option<CurrentUser>,
) -> Result<Json<PlayingView>, Problem> {
    let mut now_playing = match current {
        Some(current) => games_of(&app, &current.user.id).await?,
        None => Vec::new(),
    };
    now_playing.sort_by_key(|game| (!game.is_my_turn, game.deadline.unwrap_or(i64::MAX)));
    Ok(Json(PlayingView { now_playing }))
}

/// The games in progress of a user.
pub(super) async fn games_of(app: &AppState, user: &str) -> Result<Vec<GameSummaryView>, Problem> {
    Ok(app.views.game_summaries(&app.store.playing(user, 500).await?, user).await?)
}

/// Carries out an action of a user.
pub(super) async fn act(
    app: &AppState,
    room: &Arc<Room>,
    current: &CurrentUser,
    action: Action,
) -> Result<Committed, Problem> {
    let user = &current.user.id;
    if let Action::Chat { .. } = action {
        app.limits.chat_by(user)?;
    }
    if let Action::Rematch { .. } = action {
        app.limits.game_by(user)?;
    }
    let is_move = matches!(action, Action::Move { .. });
    let done = app.games.act(room, room.actor(Some(user)), action).await?;
    let was_made = done.events.iter().any(|logged| matches!(logged.event, Event::Move { .. }));
    // Time had run out: the move only led to the end of the game.
    if is_move && !was_made { Err(Refusal::Over.into()) } else { Ok(done) }
}

/// The action that a client message requests; `None` for a ping. `lag` is the latency of the connection in milliseconds.
fn action_of(message: ClientMessage, user: &UserRow, lag: i64) -> Option<Action> {
    Some(match message {
        ClientMessage::Move { ply, text } => Action::Move { ply, text, lag },
        ClientMessage::Resign {} => Action::Resign,
        ClientMessage::Offer { offer } => offer_action(offer),
        ClientMessage::Decline { offer } => Action::Decline(offer),
        ClientMessage::AddTime {} => Action::AddTime,
        ClientMessage::Abort {} => Action::Abort,
        ClientMessage::ClaimTime {} => Action::ClaimTime,
        ClientMessage::Chat { audience, text } => chat_action(user, audience, text),
        ClientMessage::Ping {} => return None,
    })
}

/// Makes an offer, or accepts the opponent's.
pub(super) fn offer_action(offer: Offer) -> Action {
    match offer {
        Offer::Rematch | Offer::SameDeal => {
            Action::Rematch { same_deal: offer == Offer::SameDeal, game: secrets::id() }
        }
        _ => Action::Offer(offer),
    }
}

/// Sends a chat message.
pub(super) fn chat_action(user: &UserRow, audience: Audience, text: String) -> Action {
    Action::Chat { user: user.id.clone(), name: user.name.clone().unwrap_or_default(), audience, text }
}

/// The seat of a user, who must be a player.
async fn seat_of(
    app: &AppState,
    id: &str,
    current: Option<&CurrentUser>,
) -> Result<mekong_core::Player, Problem> {
    match app.games.room(id).await?.actor(current.map(|current| current.user.id.as_str())) {
        Actor::Player(player) => Ok(player),
        Actor::Spectator => Err(Refusal::NotAPlayer.into()),
    }
}

/// The error for visitors without a session.
fn needs_session() -> Problem {
    let text = Text {
        en: "no session: any request that changes something creates one",
        fr: "pas de session : toute requête qui modifie quelque chose en crée une",
    };
    Problem::new(axum::http::StatusCode::UNAUTHORIZED, "unauthorized", text)
}
