use std::time::Duration;

use axum::{
    extract::{
        State,
        ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade},
    },
    http::HeaderMap,
    response::Response,
};
use mekong_core::Lang;
use serde::Deserialize;
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};
use utoipa::IntoParams;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    super::{
        Problem, Shared,
        auth::Visitor,
        client::Client,
        farewell::farewell,
        fields,
        json::{Path, Query},
        middleware::language,
        origin::check_origin,
        troubles::Asking,
    },
    GameId, act,
    ear::Ear,
    needs_session,
    pace::{Pace, Verdict},
    said::{Heard, Read, Said, read},
    stream::place,
};
use crate::{limits::StreamPlace, secrets, time::now};

pub(super) fn addresses() -> OpenApiRouter<Shared> {
    OpenApiRouter::new().routes(routes!(socket))
}

/// The longest message that a client may send.
pub(in crate::http) const LONGEST_MESSAGE: usize = 4 * 1024;

/// What a connection keeps ready to read and to write. There are many connections, and messages are small.
pub(in crate::http) const BUFFER: usize = 2 * 1024;

/// How long a client may take to accept a message.
pub(in crate::http) const SEND_WITHIN: Duration = Duration::from_secs(10);

/// How often the line is measured; whoever does not answer three times is gone.
pub(in crate::http) const PING_EVERY: Duration = Duration::from_secs(15);

/// How long a client may take to hang up.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// From where, and in which words.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct Opening {
    /// The number of the last event that the reader knows; what happened after it is sent. Without it: everything.
    #[param(minimum = 0, maximum = 1_000_000_000)]
    #[serde(default, deserialize_with = "fields::event")]
    since: u64,
    /// `en` or `fr`: the language of what is refused. A page cannot set the headers of a socket.
    #[param(max_length = 10)]
    #[serde(default, deserialize_with = "fields::maybe_short::<_, 10>")]
    lang: Option<String>,
}

/// Plays or watches a game by WebSocket: `docs/server.md` describes the messages. The first is `hello` with the game as
/// it stands.
#[utoipa::path(get, path = "/api/game/{id}/socket", tag = "play", params(GameId, Opening),
    responses((status = 101, description = "Messages in both directions."),
        (status = 426, description = "Not a WebSocket."), Asking),
    security(("token" = ["board:play"]), ("token" = ["bot:play"])))]
async fn socket(
    State(app): State<Shared>,
    visitor: Option<Visitor>,
    client: Client,
    Path(GameId { id }): Path<GameId>,
    Query(Opening { since, lang }): Query<Opening>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Result<Response, Problem> {
    check_origin(&headers, &app.config.base_url)?;
    let upgrade = upgrade.map_err(|_| not_a_socket())?;
    let place = place(&app, visitor.as_ref(), client)?;
    let lang = lang.as_deref().and_then(Lang::from_locale).unwrap_or_else(|| language(&headers));
    let (ear, view, _) = Ear::open(&app, &id, visitor.as_ref(), since).await?;
    let hello = Heard::Hello { game: Box::new(view) }.json();
    let farewell = Box::pin(farewell(&app, visitor.as_ref()));
    let pace = Pace::new(&app, visitor.as_ref(), client);
    let talk = Talk { app, visitor, lang, pace, line: Line::default() };
    Ok(open(upgrade, place, async move |socket| talk.run(socket, ear, hello, farewell).await))
}

/// Opens a socket for many small messages, which keeps its place until it ends.
pub(in crate::http) fn open<T, F>(upgrade: WebSocketUpgrade, place: StreamPlace, talk: T) -> Response
where
    T: FnOnce(WebSocket) -> F + Send + 'static,
    F: Future<Output = ()> + Send + 'static,
{
    upgrade
        .read_buffer_size(BUFFER)
        .write_buffer_size(BUFFER)
        .max_message_size(LONGEST_MESSAGE)
        .max_frame_size(LONGEST_MESSAGE)
        .on_upgrade(async move |socket| {
            metrics::gauge!("mekong_sockets").increment(1.0);
            talk(socket).await;
            metrics::gauge!("mekong_sockets").decrement(1.0);
            drop(place);
        })
}

pub(in crate::http) fn not_a_socket() -> Problem {
    Problem::worded(
        axum::http::StatusCode::UPGRADE_REQUIRED,
        "not-a-websocket",
        "this address is for WebSockets",
        "cette adresse est pour les WebSockets",
    )
}

/// How long messages take there and back. The client has no say in it but to answer later than it could, and what is
/// forgiven for a slow line is bounded.
#[derive(Default)]
pub(in crate::http) struct Line {
    sent: Option<(String, Instant)>,
    milliseconds: Option<i64>,
    unanswered: u32,
}

impl Line {
    /// A ping to send; none if the client has gone.
    pub(in crate::http) fn ping(&mut self) -> Option<Message> {
        if self.unanswered >= 3 {
            return None;
        }
        self.unanswered += 1;
        let nonce = secrets::id();
        self.sent = Some((nonce.clone(), Instant::now()));
        Some(Message::Ping(nonce.into()))
    }

    /// A pong came. Whether it is the answer that was waited for.
    pub(in crate::http) fn pong(&mut self, payload: &[u8]) -> bool {
        let Some((_, at)) = self.sent.take_if(|(nonce, _)| nonce.as_bytes() == payload) else { return false };
        self.unanswered = 0;
        let measured = at.elapsed().as_millis() as i64;
        // A single slow answer does not count for much.
        self.milliseconds = Some(self.milliseconds.map_or(measured, |before| (3 * before + measured) / 4));
        true
    }

    fn lag(&self) -> i64 {
        self.milliseconds.unwrap_or(0)
    }
}

/// Whether the connection goes on.
type Goes = Result<(), ()>;

/// A client's connection to a game.
struct Talk {
    app: Shared,
    visitor: Option<Visitor>,
    lang: Lang,
    pace: Pace,
    line: Line,
}

impl Talk {
    async fn run(
        mut self,
        mut socket: WebSocket,
        mut ear: Ear,
        hello: String,
        mut farewell: impl Future<Output = &'static str> + Unpin,
    ) {
        if send(&mut socket, Message::text(hello)).await.is_err() {
            return;
        }
        let mut pings = interval(PING_EVERY);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let goes = tokio::select! {
                message = ear.message() => match message {
                    Ok(message) => tell(&mut socket, &ear.hear(message).await).await,
                    Err(_) => close(&mut socket, "slow").await,
                },
                received = socket.recv() => match received {
                    Some(Ok(message)) => self.answer(&mut socket, ear.room.id(), message).await,
                    Some(Err(_)) | None => Err(()),
                },
                _ = pings.tick() => match self.line.ping() {
                    Some(ping) => send(&mut socket, ping).await,
                    None => Err(()),
                },
                reason = &mut farewell => close(&mut socket, reason).await,
            };
            if goes.is_err() {
                return;
            }
        }
    }

    async fn answer(&mut self, socket: &mut WebSocket, id: &str, message: Message) -> Goes {
        let text = match message {
            Message::Text(text) => text,
            Message::Binary(_) => Default::default(),
            Message::Close(_) => return Err(()),
            control => return control_frame(socket, &mut self.line, &mut self.pace, &control).await,
        };
        let Read { reference, said } = read(&text);
        match self.pace.count() {
            Verdict::Fine => {}
            Verdict::Refused(wait) => return self.refuse(socket, reference, &wait.into()).await,
            Verdict::CutOff => return close(socket, "rude").await,
        }
        let heard = match (said, &self.visitor) {
            (Ok(Said::Ping {}), _) => Heard::Pong { reference, now: now() },
            (Ok(_), None) => return self.refuse(socket, reference, &needs_session()).await,
            (Ok(said), Some(visitor)) => match act(&self.app, id, visitor, said, self.line.lag()).await {
                Ok(done) => Heard::Ack { reference, seq: done.table.last_seq() },
                Err(problem) => return self.refuse(socket, reference, &problem).await,
            },
            (Err(problem), _) => return self.refuse(socket, reference, &problem).await,
        };
        tell(socket, &[heard]).await
    }

    async fn refuse(
        &self,
        socket: &mut WebSocket,
        reference: Option<serde_json::Value>,
        problem: &Problem,
    ) -> Goes {
        let title = problem.sentence(self.lang).to_owned();
        tell(socket, &[Heard::Refused { reference, code: problem.code(), title }]).await
    }
}

/// Takes a ping, which is answered by itself, or a pong.
pub(in crate::http) async fn control_frame(
    socket: &mut WebSocket,
    line: &mut Line,
    pace: &mut Pace,
    frame: &Message,
) -> Goes {
    if matches!(frame, Message::Pong(payload) if line.pong(payload)) {
        return Ok(());
    }
    match pace.count() {
        Verdict::Fine | Verdict::Refused(_) => Ok(()),
        Verdict::CutOff => close(socket, "rude").await,
    }
}

/// Sends a message, if the client accepts it in time.
pub(in crate::http) async fn send(socket: &mut WebSocket, message: Message) -> Goes {
    match timeout(SEND_WITHIN, socket.send(message)).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) | Err(_) => Err(()),
    }
}

async fn tell(socket: &mut WebSocket, heard: &[Heard]) -> Goes {
    for heard in heard {
        send(socket, Message::text(heard.json())).await?;
    }
    Ok(())
}

/// Says why the connection ends, and ends it.
pub(in crate::http) async fn close(socket: &mut WebSocket, reason: &'static str) -> Goes {
    // Numbers of the standard: service restart, policy violation, try again later.
    let code = match reason {
        "shutdown" => 1012,
        "rude" | "logged-out" => 1008,
        _ => 1013,
    };
    tell(socket, &[Heard::Closing { reason }]).await?;
    send(socket, Message::Close(Some(CloseFrame { code, reason: reason.into() }))).await?;
    // What is still on its way is read and forgotten: a connection with something unread breaks off before the client
    // has heard why.
    let forget = async { while let Some(Ok(_)) = socket.recv().await {} };
    let _ = timeout(LAST_WORDS, forget).await;
    Err(())
}
