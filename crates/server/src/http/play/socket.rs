use std::{sync::Arc, time::Duration};

use axum::{
    extract::{
        State,
        ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade},
    },
    http::HeaderMap,
    response::Response,
};
use futures_util::SinkExt as _;
use mekong_core::Lang;
use serde::Deserialize;
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};
use utoipa::IntoParams;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    super::{
        AppState, Problem,
        auth::CurrentUser,
        client::Client,
        close_reason::close_reason,
        error_responses::ReadErrors,
        fields,
        json::{IdPath, Path, Query},
        metrics::parent_span,
        middleware::language,
        origin::check_origin,
    },
    act, action_of,
    message_rate::{MessageRate, RateDecision},
    needs_session,
    stream::permit,
    subscription::{GameSubscription, Lagged},
};
use crate::{
    limits::StreamPermit,
    live::{Room, RoomMessage},
    protocol::{ClientFrame, ClientMessage, CloseReason, ServerMessage},
    secrets,
    time::now,
    trace::{self, Span},
};

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(socket))
}

/// Maximum size of a message from a client, in bytes.
pub(in crate::http) const MAX_MESSAGE_LEN: usize = 4 * 1024;

/// Size of the read and write buffers of a connection. There are many connections, and messages are small.
pub(in crate::http) const BUFFER: usize = 2 * 1024;

/// How long a client may take to accept a message.
pub(in crate::http) const SEND_TIMEOUT: Duration = Duration::from_secs(10);

/// Interval of pings, which measure the latency. A client that misses three is disconnected.
pub(in crate::http) const PING_INTERVAL: Duration = Duration::from_secs(15);

/// How long a client may take to close the connection.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);

/// Parameters of a socket.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct SocketQuery {
    /// Sequence number of the last event that the client knows. Later events are sent. By default all events.
    #[param(minimum = 0, maximum = 1_000_000_000)]
    #[serde(default, deserialize_with = "fields::seq")]
    since: u64,
    /// `en` or `fr`: the language of error texts. A browser cannot set the headers of a WebSocket.
    #[param(max_length = 10)]
    #[serde(default, deserialize_with = "fields::maybe_short::<_, 10>")]
    lang: Option<String>,
}

/// Plays or watches a game over a WebSocket; `docs/server.md` describes the messages. The first message is `hello` with
/// the state of the game.
#[utoipa::path(get, path = "/api/game/{id}/socket", tag = "play", params(IdPath, SocketQuery),
    responses((status = 101, description = "Messages in both directions."),
        (status = 426, description = "Not a WebSocket."), ReadErrors),
    security(("token" = ["board:play"]), ("token" = ["bot:play"])))]
async fn socket(
    State(app): State<AppState>,
    current: Option<CurrentUser>,
    client: Client,
    Path(IdPath { id }): Path<IdPath>,
    Query(SocketQuery { since, lang }): Query<SocketQuery>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Result<Response, Problem> {
    check_origin(&headers, &app.config.base_url)?;
    let upgrade = upgrade.map_err(|_| not_a_socket())?;
    let permit = permit(&app, current.as_ref(), client)?;
    let lang = lang.as_deref().and_then(Lang::from_locale).unwrap_or_else(|| language(&headers));
    let (subscription, view, _) = GameSubscription::open(&app, &id, current.as_ref(), since).await?;
    let hello = ServerMessage::Hello { game: Box::new(view) }.json();
    let close_reason = Box::pin(close_reason(&app, current.as_ref()));
    let rate = MessageRate::new(&app, current.as_ref(), client);
    let span = parent_span(&headers);
    let connection = Connection { app, current, lang, rate, latency: Latency::default(), span };
    Ok(upgrade_with(upgrade, permit, async move |socket| {
        connection.run(socket, subscription, hello, close_reason).await;
    }))
}

/// Upgrades a connection to a WebSocket. It holds its permit until it is closed.
pub(in crate::http) fn upgrade_with<T, F>(
    upgrade: WebSocketUpgrade,
    permit: StreamPermit,
    serve: T,
) -> Response
where
    T: FnOnce(WebSocket) -> F + Send + 'static,
    F: Future<Output = ()> + Send + 'static,
{
    upgrade
        .read_buffer_size(BUFFER)
        .write_buffer_size(BUFFER)
        .max_message_size(MAX_MESSAGE_LEN)
        .max_frame_size(MAX_MESSAGE_LEN)
        .on_upgrade(async move |socket| {
            let _open = (OpenSocket::new(), permit);
            serve(socket).await;
        })
}

/// Counts an open socket, until it is dropped: also if its task panics.
struct OpenSocket;

impl OpenSocket {
    fn new() -> OpenSocket {
        metrics::gauge!("mekong_sockets").increment(1.0);
        OpenSocket
    }
}

impl Drop for OpenSocket {
    fn drop(&mut self) {
        metrics::gauge!("mekong_sockets").decrement(1.0);
    }
}

fn invalid_message(error: &serde_json::Error) -> Problem {
    Problem::bad_request(
        "unreadable-message",
        format!("invalid message: {error}"),
        format!("message non valide : {error}"),
    )
}

pub(in crate::http) fn not_a_socket() -> Problem {
    Problem::with_texts(
        axum::http::StatusCode::UPGRADE_REQUIRED,
        "not-a-websocket",
        "this route requires a WebSocket",
        "cette route nécessite un WebSocket",
    )
}

/// The latency of a connection. A client could only increase it by delaying its pongs, and the compensation is limited.
#[derive(Default)]
pub(in crate::http) struct Latency {
    sent: Option<(String, Instant)>,
    milliseconds: Option<i64>,
    unanswered: u32,
}

impl Latency {
    /// The next ping to send; `None` if the client no longer answers.
    pub(in crate::http) fn ping(&mut self) -> Option<Message> {
        if self.unanswered >= 3 {
            return None;
        }
        self.unanswered += 1;
        let nonce = secrets::id();
        self.sent = Some((nonce.clone(), Instant::now()));
        Some(Message::Ping(nonce.into()))
    }

    /// Handles a pong. Returns whether it answers the last ping.
    pub(in crate::http) fn pong(&mut self, payload: &[u8]) -> bool {
        let Some((_, at)) = self.sent.take_if(|(nonce, _)| nonce.as_bytes() == payload) else { return false };
        self.unanswered = 0;
        let measured = at.elapsed().as_millis() as i64;
        // Smoothed, so that a single slow reply has little effect.
        self.milliseconds = Some(self.milliseconds.map_or(measured, |before| (3 * before + measured) / 4));
        true
    }

    fn lag(&self) -> i64 {
        self.milliseconds.unwrap_or(0)
    }
}

/// `Err` once the connection must be closed.
type Flow = Result<(), ()>;

/// A client's connection to a game.
struct Connection {
    app: AppState,
    current: Option<CurrentUser>,
    lang: Lang,
    rate: MessageRate,
    latency: Latency,
    /// The parent span of all actions, from the headers of the client. Without it each action starts its own trace.
    span: Option<Span>,
}

impl Connection {
    async fn run(
        mut self,
        mut socket: WebSocket,
        mut subscription: GameSubscription,
        hello: String,
        mut close_reason: impl Future<Output = CloseReason> + Unpin,
    ) {
        if send(&mut socket, Message::text(hello)).await.is_err() {
            return;
        }
        let mut pings = interval(PING_INTERVAL);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let flow = tokio::select! {
                message = subscription.message() => send_waiting(&mut socket, &mut subscription, Some(message)).await,
                received = socket.recv() => match received {
                    Some(Ok(message)) => {
                        let answered = self.answer(&mut socket, &subscription.room, message).await;
                        // The events of an action go with its acknowledgement.
                        match answered {
                            Ok(()) => send_waiting(&mut socket, &mut subscription, None).await,
                            Err(()) => Err(()),
                        }
                    }
                    Some(Err(_)) | None => Err(()),
                },
                _ = pings.tick() => match self.latency.ping() {
                    Some(ping) => send(&mut socket, ping).await,
                    None => Err(()),
                },
                reason = &mut close_reason => close(&mut socket, reason).await,
            };
            if flow.is_err() {
                return;
            }
        }
    }

    async fn answer(&mut self, socket: &mut WebSocket, room: &Arc<Room>, message: Message) -> Flow {
        let text = match message {
            Message::Text(text) => text,
            Message::Binary(_) => Default::default(),
            Message::Close(_) => return Err(()),
            control => return control_frame(socket, &mut self.latency, &mut self.rate, &control).await,
        };
        let ClientFrame { reference, message } = ClientFrame::parse(&text);
        match self.rate.count() {
            RateDecision::Accept => {}
            RateDecision::Refuse(wait) => return self.refuse(socket, reference, &wait.into()).await,
            RateDecision::Disconnect => return close(socket, CloseReason::TooManyMessages).await,
        }
        let answer = match message {
            Ok(message) => self.carry_out(room, message).await,
            Err(error) => Err(invalid_message(&error)),
        };
        let reply = match answer {
            Ok(Some(seq)) => ServerMessage::Ack { reference, seq },
            Ok(None) => ServerMessage::Pong { reference, now: now() },
            Err(problem) => return self.refuse(socket, reference, &problem).await,
        };
        feed(socket, Message::text(reply.json())).await
    }

    /// Carries out what a message requests. Returns the sequence number of the last event; `None` for a ping.
    async fn carry_out(&self, room: &Arc<Room>, message: ClientMessage) -> Result<Option<u64>, Problem> {
        let current = match &self.current {
            Some(current) => current,
            None if message == (ClientMessage::Ping {}) => return Ok(None),
            None => return Err(needs_session()),
        };
        let Some(action) = action_of(message, &current.user, self.latency.lag()) else { return Ok(None) };
        let done = trace::in_span(self.span, act(&self.app, room, current, action)).await?;
        Ok(Some(done.table.last_seq()))
    }

    async fn refuse(
        &self,
        socket: &mut WebSocket,
        reference: Option<serde_json::Value>,
        problem: &Problem,
    ) -> Flow {
        let title = problem.text_in(self.lang).to_owned();
        let message = ServerMessage::Refused { reference, code: problem.code(), title };
        feed(socket, Message::text(message.json())).await
    }
}

/// Handles a ping, which the library answers, or a pong.
pub(in crate::http) async fn control_frame(
    socket: &mut WebSocket,
    latency: &mut Latency,
    rate: &mut MessageRate,
    frame: &Message,
) -> Flow {
    if matches!(frame, Message::Pong(payload) if latency.pong(payload)) {
        return Ok(());
    }
    match rate.count() {
        RateDecision::Accept | RateDecision::Refuse(_) => Ok(()),
        RateDecision::Disconnect => close(socket, CloseReason::TooManyMessages).await,
    }
}

/// Sends a message; fails if the client does not accept it in time.
pub(in crate::http) async fn send(socket: &mut WebSocket, message: Message) -> Flow {
    in_time(socket.send(message)).await
}

/// Adds a message to those that the next [`send`] or [`flush`] sends; fails if the client accepts none in time.
async fn feed(socket: &mut WebSocket, message: Message) -> Flow {
    in_time(socket.feed(message)).await
}

async fn flush(socket: &mut WebSocket) -> Flow {
    in_time(socket.flush()).await
}

async fn in_time(sending: impl Future<Output = Result<(), axum::Error>>) -> Flow {
    timeout(SEND_TIMEOUT, sending).await.map_err(drop)?.map_err(drop)
}

/// Sends a message of the room and those that wait already, together with what was fed before: one write for all.
async fn send_waiting(
    socket: &mut WebSocket,
    subscription: &mut GameSubscription,
    mut next: Option<Result<RoomMessage, Lagged>>,
) -> Flow {
    next = next.or_else(|| subscription.waiting_message());
    while let Some(message) = next {
        let Ok(message) = message else { return close(socket, CloseReason::Slow).await };
        for json in subscription.messages_for(message).await {
            feed(socket, Message::text(&*json)).await?;
        }
        next = subscription.waiting_message();
    }
    flush(socket).await
}

/// Sends the reason and closes the connection.
pub(in crate::http) async fn close(socket: &mut WebSocket, reason: CloseReason) -> Flow {
    // Service restart, policy violation, try again later.
    let code = match reason {
        CloseReason::Shutdown => 1012,
        CloseReason::TooManyMessages | CloseReason::LoggedOut => 1008,
        CloseReason::Slow => 1013,
    };
    send(socket, Message::text(ServerMessage::Closing { reason }.json())).await?;
    send(socket, Message::Close(Some(CloseFrame { code, reason: reason.code().into() }))).await?;
    // Discard what the client still sends: closing with unread data would reset the connection, and the client might
    // not receive the reason.
    let drain = async { while let Some(Ok(_)) = socket.recv().await {} };
    let _ = timeout(CLOSE_TIMEOUT, drain).await;
    Err(())
}
