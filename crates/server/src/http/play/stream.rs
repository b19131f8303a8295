use axum::{extract::State, response::Response};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    super::{
        AppState, Problem,
        auth::CurrentUser,
        client::Client,
        error_responses::ReadErrors,
        json::{IdPath, Path, Query},
        ndjson::{NdjsonSource, ndjson},
    },
    Since,
    subscription::GameSubscription,
};
use crate::{live::RoomMessage, protocol::ServerMessage};

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(stream))
}

struct GameEvents {
    subscription: GameSubscription,
}

impl NdjsonSource for GameEvents {
    type Item = RoomMessage;

    async fn next(&mut self) -> Option<RoomMessage> {
        self.subscription.message().await.ok()
    }

    async fn records(&mut self, message: RoomMessage) -> Vec<String> {
        self.subscription.messages_for(message).await.iter().map(ToString::to_string).collect()
    }
}

/// The events of a game, one JSON object per line: the same messages as on the socket, starting with `hello`.
#[utoipa::path(get, path = "/api/game/{id}/stream", tag = "play", params(IdPath, Since),
    responses((status = 200, body = str, content_type = "application/x-ndjson"), ReadErrors),
    security(("token" = ["board:play"]), ("token" = ["bot:play"])))]
async fn stream(
    State(app): State<AppState>,
    current: Option<CurrentUser>,
    client: Client,
    Path(IdPath { id }): Path<IdPath>,
    Query(Since { since }): Query<Since>,
) -> Result<Response, Problem> {
    let permit = client.stream_permit(&app, current.as_ref())?;
    let (subscription, view, _) = GameSubscription::open(&app, &id, current.as_ref(), since).await?;
    let hello = ServerMessage::Hello { game: Box::new(view) }.json();
    Ok(ndjson(&app, current.as_ref(), permit, vec![hello], GameEvents { subscription }))
}
