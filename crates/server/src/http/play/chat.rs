use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    super::{
        AppState, Problem,
        auth::CurrentUser,
        error_responses::{ReadErrors, WriteErrors},
        fields,
        json::{IdPath, Json, Path, Query},
    },
    actions::{ActionView, acted},
    chat_action,
};
use crate::{
    live::visible_audiences,
    protocol::LoggedEventView,
    table::{Audience, Event},
};

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(send, list))
}

/// Maximum number of messages per page.
const MAX_PAGE: usize = 50;

/// A chat message.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ChatBody {
    /// The audience.
    #[serde(rename = "room")]
    audience: Audience,
    /// The text.
    #[schema(min_length = 1, max_length = 300)]
    text: String,
}

/// Sends a chat message to the opponent or to the spectators. A game holds at most 300 messages per user.
#[utoipa::path(post, path = "/api/game/{id}/chat", tag = "play", params(IdPath), request_body = ChatBody,
    responses((status = 200, body = ActionView), WriteErrors),
    security(("token" = ["board:play"]), ("token" = ["bot:play"])))]
async fn send(
    State(app): State<AppState>,
    current: CurrentUser,
    Path(IdPath { id }): Path<IdPath>,
    Json(ChatBody { audience, text }): Json<ChatBody>,
) -> Result<Json<ActionView>, Problem> {
    let message = chat_action(&current.user, audience, text);
    acted(&app, &id, &current, message).await
}

/// Which messages.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct OlderQuery {
    /// Only messages before this event: `older_chat` of the game, or `next` of the previous page. By default the
    /// latest.
    #[param(minimum = 0, maximum = 1_000_000_000)]
    #[serde(default = "after_all", deserialize_with = "fields::seq")]
    before: u64,
}

const fn after_all() -> u64 {
    u64::MAX
}

/// A page of the chat.
#[derive(Serialize, ToSchema)]
struct ChatPageView {
    /// At most 50 messages, in order.
    chat: Vec<LoggedEventView>,
    /// The value of `before` for the next page; null if there is none.
    next: Option<u64>,
}

/// The chat of a game, as far as the reader may see it: the latest messages first, page by page.
#[utoipa::path(get, path = "/api/game/{id}/chat", tag = "play", params(IdPath, OlderQuery),
    responses((status = 200, body = ChatPageView), ReadErrors),
    security(("token" = ["board:play"]), ("token" = ["bot:play"])))]
async fn list(
    State(app): State<AppState>,
    current: Option<CurrentUser>,
    Path(IdPath { id }): Path<IdPath>,
    Query(OlderQuery { before }): Query<OlderQuery>,
) -> Result<Json<ChatPageView>, Problem> {
    let table = app.games.room(&id).await?.table();
    let reader = current.map(|current| current.user.id);
    let player = reader.as_deref().and_then(|user| table.player(user));
    let mut found = Vec::new();
    for &audience in visible_audiences(player, table.end().is_some()) {
        found.extend(app.store.chat(&id, audience, before, MAX_PAGE as i64).await?);
    }
    found.sort_unstable_by_key(|logged| std::cmp::Reverse(logged.seq));
    found.truncate(MAX_PAGE);
    let next = found.last().filter(|_| found.len() == MAX_PAGE).map(|oldest| oldest.seq);
    if let Some(user) = &reader {
        let mutes = app.moderation.mute_list(user);
        let mut visible = Vec::new();
        for logged in found {
            match &logged.event {
                Event::Chat { user: speaker, .. } if mutes.contains(speaker).await? => {}
                _ => visible.push(logged),
            }
        }
        found = visible;
    }
    Ok(Json(ChatPageView { chat: found.into_iter().rev().map(LoggedEventView::from).collect(), next }))
}
