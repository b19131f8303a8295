//! What all WebSockets share: sizes and times, the latency, control frames, and how a connection is closed.

use std::time::Duration;

use axum::{
    extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade},
    http::StatusCode,
    response::Response,
};
use futures_util::SinkExt as _;
use tokio::time::{Instant, timeout};

use super::{
    Problem,
    message_rate::{MessageRate, RateDecision},
};
use crate::{
    limits::StreamPermit,
    protocol::{CloseReason, ServerMessage},
    secrets,
};

/// Maximum size of a message from a client, in bytes.
const MAX_MESSAGE_LEN: usize = 4 * 1024;

/// Size of the read and write buffers of a connection. There are many connections, and messages are small.
const BUFFER: usize = 2 * 1024;

/// How long a client may take to accept a message.
pub(super) const SEND_TIMEOUT: Duration = Duration::from_secs(10);

/// Interval of pings, which measure the latency. A client that misses three is disconnected.
pub(super) const PING_INTERVAL: Duration = Duration::from_secs(15);

/// How long a client may take to close the connection.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);

/// `Err` once the connection must be closed.
pub(super) type Flow = Result<(), ()>;

/// Upgrades a connection to a WebSocket. It holds its permit until it is closed.
pub(super) fn upgrade_with<T, F>(upgrade: WebSocketUpgrade, permit: StreamPermit, serve: T) -> Response
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

/// The answer to a request that is not one for a WebSocket.
pub(super) fn not_a_websocket() -> Problem {
    Problem::with_texts(
        StatusCode::UPGRADE_REQUIRED,
        "not-a-websocket",
        "this route requires a WebSocket",
        "cette route nécessite un WebSocket",
    )
}

/// The latency of a connection. A client could only increase it by delaying its pongs, and the compensation is limited.
#[derive(Default)]
pub(super) struct Latency {
    sent: Option<(String, Instant)>,
    milliseconds: Option<i64>,
    unanswered: u32,
}

impl Latency {
    /// The next ping to send; `None` if the client no longer answers.
    pub(super) fn ping(&mut self) -> Option<Message> {
        if self.unanswered >= 3 {
            return None;
        }
        self.unanswered += 1;
        let nonce = secrets::id();
        self.sent = Some((nonce.clone(), Instant::now()));
        Some(Message::Ping(nonce.into()))
    }

    /// Handles a pong. Returns whether it answers the last ping.
    pub(super) fn pong(&mut self, payload: &[u8]) -> bool {
        let Some((_, at)) = self.sent.take_if(|(nonce, _)| nonce.as_bytes() == payload) else { return false };
        self.unanswered = 0;
        let measured = at.elapsed().as_millis() as i64;
        // Smoothed, so that a single slow reply has little effect.
        self.milliseconds = Some(self.milliseconds.map_or(measured, |before| (3 * before + measured) / 4));
        true
    }

    /// In milliseconds; 0 until it is measured.
    pub(super) fn lag(&self) -> i64 {
        self.milliseconds.unwrap_or(0)
    }
}

/// Handles a ping, which the library answers, or a pong.
pub(super) async fn control_frame(
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
pub(super) async fn send(socket: &mut WebSocket, message: Message) -> Flow {
    in_time(socket.send(message)).await
}

/// Adds a message to those that the next [`send`] or [`flush`] sends; fails if the client accepts none in time.
pub(super) async fn feed(socket: &mut WebSocket, message: Message) -> Flow {
    in_time(socket.feed(message)).await
}

/// Sends what was fed.
pub(super) async fn flush(socket: &mut WebSocket) -> Flow {
    in_time(socket.flush()).await
}

async fn in_time(sending: impl Future<Output = Result<(), axum::Error>>) -> Flow {
    timeout(SEND_TIMEOUT, sending).await.map_err(drop)?.map_err(drop)
}

/// Sends the reason and closes the connection.
pub(super) async fn close(socket: &mut WebSocket, reason: CloseReason) -> Flow {
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
