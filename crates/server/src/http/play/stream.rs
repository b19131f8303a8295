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
        Problem, Shared,
        auth::Visitor,
        client::Client,
        farewell::farewell,
        json::{Path, Query},
        troubles::Asking,
    },
    GameId, Since,
    ear::Ear,
    said::Heard,
    socket::SEND_WITHIN,
};
use crate::{limits::StreamPlace, live::Message};

pub(super) fn addresses() -> OpenApiRouter<Shared> {
    OpenApiRouter::new().routes(routes!(stream))
}

/// How often an empty line says that the connection is still there.
const KEEP_ALIVE: Duration = Duration::from_secs(6);

/// How many lines may wait for a slow reader.
const AHEAD: usize = 16;

/// What is written as a stream of lines.
pub(in crate::http) trait Lines: Send + 'static {
    /// What there is to write about.
    type What: Send;

    /// Waits for the next thing; none at the end. Nothing is lost if the waiting is given up.
    fn wait(&mut self) -> impl Future<Output = Option<Self::What>> + Send;

    /// The lines about it.
    fn write(&mut self, what: Self::What) -> impl Future<Output = Vec<String>> + Send;
}

/// A place for a connection that goes on.
///
/// # Errors
/// The visitor or their network has as many as they may.
pub(in crate::http) fn place(
    app: &Shared,
    visitor: Option<&Visitor>,
    client: Client,
) -> Result<StreamPlace, Problem> {
    Ok(app.limits.stream(client.address, visitor.map(|visitor| visitor.user.id.as_str()))?)
}

/// A response that goes on: JSON objects, one a line, and now and then an empty line.
pub(in crate::http) fn ndjson(
    app: &Shared,
    visitor: Option<&Visitor>,
    place: StreamPlace,
    first: Vec<String>,
    mut lines: impl Lines,
) -> Response {
    let farewell = farewell(app, visitor);
    let (sender, receiver) = mpsc::channel::<String>(AHEAD);
    tokio::spawn(async move {
        let _place = place;
        let send = async |line: String| {
            // Whoever reads nothing for so long is gone.
            matches!(timeout(SEND_WITHIN, sender.send(line + "\n")).await, Ok(Ok(())))
        };
        for line in first {
            if !send(line).await {
                return;
            }
        }
        tokio::pin!(farewell);
        let mut beats = interval(KEEP_ALIVE);
        beats.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let next = tokio::select! {
                what = lines.wait() => match what {
                    Some(what) => lines.write(what).await,
                    None => return,
                },
                _ = beats.tick() => vec![String::new()],
                () = sender.closed() => return,
                _ = &mut farewell => return,
            };
            for line in next {
                if !send(line).await {
                    return;
                }
            }
        }
    });
    let lines = ReceiverStream::new(receiver).map(Ok::<_, Infallible>);
    let mut response = Response::new(Body::from_stream(lines));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/x-ndjson"));
    // Proxies that collect what comes would hold back every line.
    headers.insert("x-accel-buffering", HeaderValue::from_static("no"));
    response
}

struct Happenings {
    ear: Ear,
}

impl Lines for Happenings {
    type What = Message;

    async fn wait(&mut self) -> Option<Message> {
        self.ear.message().await.ok()
    }

    async fn write(&mut self, message: Message) -> Vec<String> {
        self.ear.hear(message).await.iter().map(Heard::json).collect()
    }
}

/// Everything that happens in a game, one JSON object a line: the same messages as on the socket, beginning with `hello`.
#[utoipa::path(get, path = "/api/game/{id}/stream", tag = "play", params(GameId, Since),
    responses((status = 200, body = str, content_type = "application/x-ndjson"), Asking),
    security(("token" = ["board:play"]), ("token" = ["bot:play"])))]
async fn stream(
    State(app): State<Shared>,
    visitor: Option<Visitor>,
    client: Client,
    Path(GameId { id }): Path<GameId>,
    Query(Since { since }): Query<Since>,
) -> Result<Response, Problem> {
    let place = place(&app, visitor.as_ref(), client)?;
    let (ear, view, _) = Ear::open(&app, &id, visitor.as_ref(), since).await?;
    let hello = Heard::Hello { game: Box::new(view) }.json();
    Ok(ndjson(&app, visitor.as_ref(), place, vec![hello], Happenings { ear }))
}
