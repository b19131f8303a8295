//! Games being played: looking at them, acting in them, listening to them.
//!
//! - `said`: what clients say and what they hear, on sockets and streams.
//! - `acts`: the same by single requests.
//! - `ear`: who may hear what.
//! - `pace`: how often clients may speak.
//! - `socket`, `stream`: a connection that hears everything that happens in a game.
//! - `aside`: plans and advice.
//! - `chat`: saying something, and what was said before.

mod acts;
mod aside;
mod chat;
pub(super) mod ear;
pub(super) mod pace;
pub(super) mod said;
pub(super) mod socket;
pub(super) mod stream;

use axum::extract::State;
use mekong_core::Text;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use self::said::Said;
use super::{
    Problem, Shared,
    auth::Visitor,
    fields,
    json::{Json, Path, Query},
    troubles::Asking,
};
use crate::{
    app::PlayError,
    live::Done,
    table::{Action, Actor, Event, Refusal},
    wire::{GameBrief, GameView},
};

pub(super) fn addresses() -> OpenApiRouter<Shared> {
    OpenApiRouter::new()
        .routes(routes!(game))
        .routes(routes!(playing))
        .merge(acts::addresses())
        .merge(aside::addresses())
        .merge(chat::addresses())
        .merge(socket::addresses())
        .merge(stream::addresses())
}

/// Which game.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(super) struct GameId {
    /// The number of the game.
    #[param(min_length = 12, max_length = 12, pattern = "^[a-z2-9]{12}$")]
    #[serde(deserialize_with = "fields::number")]
    pub(super) id: String,
}

/// From where.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct Since {
    /// The number of the last event that the reader knows; what happened after it is sent, of the remarks only the latest.
    /// Without it: everything.
    #[param(minimum = 0, maximum = 1_000_000_000)]
    #[serde(default, deserialize_with = "fields::event")]
    pub(super) since: u64,
}

/// A game as it stands, with what happened in it. Of records from elsewhere there are only the moves and the end.
#[utoipa::path(get, path = "/api/game/{id}", tag = "play", params(GameId, Since),
    responses((status = 200, body = GameView), Asking),
    security(("token" = ["board:play"]), ("token" = ["bot:play"])))]
async fn game(
    State(app): State<Shared>,
    visitor: Option<Visitor>,
    Path(GameId { id }): Path<GameId>,
    Query(Since { since }): Query<Since>,
) -> Result<Json<GameView>, Problem> {
    let room = match app.room(&id).await {
        Err(PlayError::NoGame) => {
            return Ok(Json(app.imported_view(&id).await?.ok_or_else(Problem::not_found)?));
        }
        room => room?,
    };
    let reader = visitor.as_ref().map(|visitor| visitor.user.id.as_str());
    Ok(Json(app.game_view(&room, &room.snapshot(since), reader).await?))
}

/// The games somebody plays.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Playing {
    /// First those in which they are to move, the most pressing first.
    now_playing: Vec<GameBrief>,
}

/// The visitor's own games that go on; first those in which it is their turn.
#[utoipa::path(get, path = "/api/account/playing", tag = "play",
    responses((status = 200, body = Playing), Asking),
    security(("token" = ["board:play"]), ("token" = ["bot:play"])))]
async fn playing(State(app): State<Shared>, visitor: Option<Visitor>) -> Result<Json<Playing>, Problem> {
    let mut now_playing = Vec::new();
    if let Some(visitor) = visitor {
        let user = visitor.user.id;
        for row in games_of(&app, &user).await? {
            now_playing.extend(app.brief(&row, &user).await?);
        }
    }
    now_playing.sort_by_key(|game| (!game.is_my_turn, game.deadline.unwrap_or(i64::MAX)));
    Ok(Json(Playing { now_playing }))
}

/// The games that a user plays.
pub(super) async fn games_of(app: &Shared, user: &str) -> Result<Vec<crate::store::GameRow>, Problem> {
    Ok(app.store.playing(user, 500).await?)
}

/// Does what a user said in a game, with so much of the time passed on the line.
pub(super) async fn act(
    app: &Shared,
    id: &str,
    visitor: &Visitor,
    said: Said,
    lag: i64,
) -> Result<Done, Problem> {
    let user = &visitor.user;
    if let Said::Chat { .. } = said {
        app.limits.chat_by(&user.id)?;
    }
    let actor = app.room(id).await?.actor(Some(&user.id));
    let action = said.into_action(user, lag);
    if let Action::Rematch { .. } = action {
        app.limits.game_by(&user.id)?;
    }
    let is_move = matches!(action, Action::Move { .. });
    let done = app.act(id, actor, action).await?;
    let was_made = done.events.iter().any(|logged| matches!(logged.event, Event::Move { .. }));
    // The time was over: all that the move did was to bring it to light.
    if is_move && !was_made { Err(Refusal::Over.into()) } else { Ok(done) }
}

/// The seat of a visitor, who must have one.
async fn seat_of(app: &Shared, id: &str, visitor: Option<&Visitor>) -> Result<mekong_core::Player, Problem> {
    match app.room(id).await?.actor(visitor.map(|visitor| visitor.user.id.as_str())) {
        Actor::Player(player) => Ok(player),
        Actor::Watcher => Err(Refusal::NotAPlayer.into()),
    }
}

/// Somebody without a name for the server cannot do that.
fn needs_session() -> Problem {
    let text = Text {
        en: "open a session first: any request that changes something gives you one",
        fr: "ouvrez d'abord une session : toute demande qui change quelque chose vous en donne une",
    };
    Problem::new(axum::http::StatusCode::UNAUTHORIZED, "unauthorized", text)
}
