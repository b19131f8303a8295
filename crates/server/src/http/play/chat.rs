use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    super::{
        Problem, Shared,
        auth::Visitor,
        fields,
        json::{Json, Path, Query},
        troubles::{Asking, Doing},
    },
    GameId,
    acts::{Acted, acted},
    said::Said,
};
use crate::{
    table::{Event, Logged, Room},
    wire::audiences,
};

pub(super) fn addresses() -> OpenApiRouter<Shared> {
    OpenApiRouter::new().routes(routes!(say, older))
}

/// How many remarks a page has at most.
const MAX_PAGE: usize = 50;

/// Something to say.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ChatBody {
    /// To whom.
    room: Room,
    /// What.
    #[schema(min_length = 1, max_length = 300)]
    text: String,
}

/// Says something: to the opponent, or to those who watch. Of one person a game holds 300 remarks.
#[utoipa::path(post, path = "/api/game/{id}/chat", tag = "play", params(GameId), request_body = ChatBody,
    responses((status = 200, body = Acted), Doing),
    security(("token" = ["board:play"]), ("token" = ["bot:play"])))]
async fn say(
    State(app): State<Shared>,
    visitor: Visitor,
    Path(GameId { id }): Path<GameId>,
    Json(ChatBody { room, text }): Json<ChatBody>,
) -> Result<Json<Acted>, Problem> {
    acted(&app, &id, &visitor, Said::Chat { room, text }).await
}

/// Which remarks.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct OlderQuery {
    /// Only what was said before this event: `older_chat` of the game, or `next` of the page before. Without it: the latest.
    #[param(minimum = 0, maximum = 1_000_000_000)]
    #[serde(default = "after_all", deserialize_with = "fields::event")]
    before: u64,
}

const fn after_all() -> u64 {
    u64::MAX
}

/// Some of what was said.
#[derive(Serialize, ToSchema)]
struct ChatPage {
    /// At most 50 remarks, in order.
    chat: Vec<Logged>,
    /// Where to go on: to be given as `before`. None if nothing was said before.
    next: Option<u64>,
}

/// What was said in a game, as far as the reader may know it: the latest first, page by page.
#[utoipa::path(get, path = "/api/game/{id}/chat", tag = "play", params(GameId, OlderQuery),
    responses((status = 200, body = ChatPage), Asking),
    security(("token" = ["board:play"]), ("token" = ["bot:play"])))]
async fn older(
    State(app): State<Shared>,
    visitor: Option<Visitor>,
    Path(GameId { id }): Path<GameId>,
    Query(OlderQuery { before }): Query<OlderQuery>,
) -> Result<Json<ChatPage>, Problem> {
    let table = app.room(&id).await?.table();
    let reader = visitor.map(|visitor| visitor.user.id);
    let player = reader.as_deref().and_then(|user| table.player(user));
    let mut found = Vec::new();
    for &audience in audiences(player, table.end().is_some()) {
        found.extend(app.store.chat(&id, audience, before, MAX_PAGE as i64).await?);
    }
    found.sort_unstable_by_key(|logged| std::cmp::Reverse(logged.seq));
    found.truncate(MAX_PAGE);
    let next = found.last().filter(|_| found.len() == MAX_PAGE).map(|oldest| oldest.seq);
    if let Some(user) = &reader {
        let mutes = app.mutes_of(user);
        let mut heard = Vec::new();
        for logged in found {
            match &logged.event {
                Event::Chat { user: speaker, .. } if mutes.contains(&app.store, speaker).await? => {}
                _ => heard.push(logged),
            }
        }
        found = heard;
    }
    found.reverse();
    Ok(Json(ChatPage { chat: found, next }))
}
