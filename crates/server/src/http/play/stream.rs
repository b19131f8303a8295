use std::{convert::Infallible, time::Duration};

use axum::{
    body::Body,
    extract::State,
    http::{HeaderValue, header},
    response::Response,
};
use tokio::{
    sync::mpsc,
    time::{MissedTickBehavior, interval, timeout},
};
use tokio_stream::{StreamExt as _, wrappers::ReceiverStream};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    super::{
        AppState, NDJSON, Problem,
        auth::CurrentUser,
        client::Client,
        close_reason::close_reason,
        error_responses::ReadErrors,
        json::{IdPath, Path, Query},
    },
    Since,
    socket::SEND_TIMEOUT,
    subscription::GameSubscription,
};
use crate::{limits::StreamPermit, live::RoomMessage, protocol::ServerMessage};

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(stream))
}

/// Interval of empty lines, which keep the connection open.
const KEEP_ALIVE: Duration = Duration::from_secs(6);

/// How many records may be buffered for a slow client.
const MAX_BUFFERED_RECORDS: usize = 16;

/// The source of a stream of records: JSON objects, one per line.
pub(in crate::http) trait NdjsonSource: Send + 'static {
    /// What the records are about.
    type Item: Send;

    /// Waits for the next item; `None` at the end. Cancel-safe.
    fn next(&mut self) -> impl Future<Output = Option<Self::Item>> + Send;

    /// The records for an item.
    fn records(&mut self, item: Self::Item) -> impl Future<Output = Vec<String>> + Send;
}

/// A permit for a long-lived connection, limited per user and network.
pub(in crate::http) fn permit(
    app: &AppState,
    current: Option<&CurrentUser>,
    client: Client,
) -> Result<StreamPermit, Problem> {
    Ok(app.limits.stream(client.address, current.map(|current| current.user.id.as_str()))?)
}

/// A streaming response: one record per line, with empty lines in between.
pub(in crate::http) fn ndjson(
    app: &AppState,
    current: Option<&CurrentUser>,
    permit: StreamPermit,
    first: Vec<String>,
    mut source: impl NdjsonSource,
) -> Response {
    let close_reason = close_reason(app, current);
    let (sender, receiver) = mpsc::channel::<String>(MAX_BUFFERED_RECORDS);
    tokio::spawn(async move {
        let _permit = permit;
        let send = async |record: String| {
            // A client that reads nothing for so long is gone.
            matches!(timeout(SEND_TIMEOUT, sender.send(record + "\n")).await, Ok(Ok(())))
        };
        for record in first {
            if !send(record).await {
                return;
            }
        }
        tokio::pin!(close_reason);
        let mut keep_alive = interval(KEEP_ALIVE);
        keep_alive.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let records = tokio::select! {
                item = source.next() => match item {
                    Some(item) => source.records(item).await,
                    None => return,
                },
                _ = keep_alive.tick() => vec![String::new()],
                () = sender.closed() => return,
                _ = &mut close_reason => return,
            };
            for record in records {
                if !send(record).await {
                    return;
                }
            }
        }
    });
    let records = ReceiverStream::new(receiver).map(Ok::<_, Infallible>);
    let mut response = Response::new(Body::from_stream(records));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(NDJSON));
    // Buffering proxies would hold the records back.
    headers.insert("x-accel-buffering", HeaderValue::from_static("no"));
    response
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
    let permit = permit(&app, current.as_ref(), client)?;
    let (subscription, view, _) = GameSubscription::open(&app, &id, current.as_ref(), since).await?;
    let hello = ServerMessage::Hello { game: Box::new(view) }.json();
    Ok(ndjson(&app, current.as_ref(), permit, vec![hello], GameEvents { subscription }))
}
