use std::sync::Arc;

use axum::{
    extract::{
        State,
        ws::{Message, WebSocket, WebSocketUpgrade, rejection::WebSocketUpgradeRejection},
    },
    http::HeaderMap,
    response::Response,
};
use mekong_core::Lang;
use serde::Deserialize;
use tokio::time::{MissedTickBehavior, interval};
use utoipa::IntoParams;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    super::{
        AppState, Problem,
        auth::CurrentUser,
        client::Client,
        close_reason::close_reason,
        error_responses::ReadErrors,
        field_error::deserializer_text,
        fields,
        json::{IdPath, Path, Query},
        message_rate::{MessageRate, RateDecision},
        metrics::parent_span,
        middleware::language,
        origin::check_origin,
        websocket::{
            Flow, Latency, PING_INTERVAL, close, control_frame, feed, flush, not_a_websocket, send,
            upgrade_with,
        },
    },
    act, action_of, needs_session,
    subscription::{GameSubscription, Lagged},
};
use crate::{
    live::{Room, RoomMessage},
    localized_text::LocalizedText,
    protocol::{ClientFrame, ClientMessage, CloseReason, ServerMessage},
    time::now,
    trace::{self, Span},
};

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(socket))
}

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
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Problem> {
    check_origin(&headers, &app.config.base_url)?;
    let upgrade = upgrade.map_err(|_| not_a_websocket())?;
    let permit = client.stream_permit(&app, current.as_ref())?;
    let lang = lang.as_deref().and_then(Lang::from_locale).unwrap_or_else(|| language(&headers));
    let (subscription, view, _) = GameSubscription::open(&app, &id, current.as_ref(), since).await?;
    let hello = ServerMessage::Hello { game: Box::new(view) }.json();
    let close_reason = Box::pin(close_reason(&app, current.as_ref()));
    let rate = MessageRate::new(&app, current.as_ref(), client);
    let span = parent_span(&headers);
    let connection = GameSocket { app, current, lang, rate, latency: Latency::default(), span };
    Ok(upgrade_with(upgrade, permit, async move |socket| {
        connection.run(socket, subscription, hello, close_reason).await;
    }))
}

fn invalid_message(error: &serde_json::Error) -> Problem {
    let LocalizedText { en, fr } = deserializer_text(&error.to_string());
    Problem::bad_request(
        "unreadable-message",
        format!("invalid message: {en}"),
        format!("message non valide : {fr}"),
    )
}

/// A client's connection to a game.
struct GameSocket {
    app: AppState,
    current: Option<CurrentUser>,
    lang: Lang,
    rate: MessageRate,
    latency: Latency,
    /// The parent span of all actions, from the headers of the client. Without it each action starts its own trace.
    span: Option<Span>,
}

impl GameSocket {
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
