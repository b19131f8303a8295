//! Limits the speed at which WebSockets are read. Messages are counted elsewhere, but a client can send frames that
//! never become a message, for example empty fragments.

use std::{
    io,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    task::{Context, Poll, ready},
    time::Duration,
};

use axum::{extract::Request, http::StatusCode, middleware::Next, response::Response};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    time::{Instant, Sleep, sleep},
};

use super::delegate::delegate_write;

/// Bytes that are read at once, and bytes per second after that: more than the admitted messages can have.
const BURST: f64 = 256.0 * 1024.0;
const RATE: f64 = 64.0 * 1024.0;

/// How long reading pauses when the budget is used up.
const PAUSE: Duration = Duration::from_millis(100);

/// Whether a connection has become a WebSocket. Shared by the connection and its requests.
#[derive(Clone, Debug, Default)]
pub(super) struct Upgraded(Arc<AtomicBool>);

/// Marks a connection as a WebSocket.
pub(super) async fn mark_upgraded(request: Request, next: Next) -> Response {
    let upgraded = request.extensions().get::<Upgraded>().cloned();
    let response = next.run(request).await;
    if let Some(upgraded) = upgraded.filter(|_| response.status() == StatusCode::SWITCHING_PROTOCOLS) {
        upgraded.0.store(true, Relaxed);
    }
    response
}

/// A connection that is read at a limited speed once it is a WebSocket.
pub(super) struct Throttled<S> {
    stream: S,
    upgraded: Upgraded,
    left: f64,
    counted: Instant,
    pause: Option<Pin<Box<Sleep>>>,
}

impl<S> Throttled<S> {
    pub(super) fn new(stream: S, upgraded: Upgraded) -> Throttled<S> {
        Throttled { stream, upgraded, left: BURST, counted: Instant::now(), pause: None }
    }

    /// Waits until the budget allows reading.
    fn poll_allowance(&mut self, context: &mut Context<'_>) -> Poll<()> {
        loop {
            if let Some(pause) = &mut self.pause {
                ready!(pause.as_mut().poll(context));
                self.pause = None;
            }
            let now = Instant::now();
            self.left = BURST.min(self.left + RATE * now.duration_since(self.counted).as_secs_f64());
            self.counted = now;
            if self.left > 0.0 {
                return Poll::Ready(());
            }
            self.pause = Some(Box::pin(sleep(PAUSE)));
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Throttled<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if !self.upgraded.0.load(Relaxed) {
            return Pin::new(&mut self.stream).poll_read(context, buffer);
        }
        ready!(self.poll_allowance(context));
        let before = buffer.filled().len();
        let result = ready!(Pin::new(&mut self.stream).poll_read(context, buffer));
        self.left -= (buffer.filled().len() - before) as f64;
        Poll::Ready(result)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Throttled<S> {
    delegate_write!();
}

#[cfg(test)]
mod tests {
    use tokio::{
        io::{AsyncReadExt as _, AsyncWriteExt as _},
        time::Instant,
    };

    use super::{BURST, RATE, Throttled, Upgraded};

    /// Reads a number of bytes from a client that sends as fast as it can. Returns the seconds it took.
    async fn read(is_socket: bool, bytes: f64) -> f64 {
        let (mut client, server) = tokio::io::duplex(64 * 1024);
        let upgraded = Upgraded::default();
        let mut server = Throttled::new(server, upgraded.clone());
        upgraded.0.store(is_socket, std::sync::atomic::Ordering::Relaxed);
        let flood = tokio::spawn(async move { while client.write_all(&[0; 4_096]).await.is_ok() {} });
        let (begin, mut total, mut part) = (Instant::now(), 0.0, [0; 2_048]);
        while total < bytes {
            total += server.read(&mut part).await.expect("the stream is open") as f64;
        }
        flood.abort();
        assert_eq!(server.left < BURST, is_socket, "only sockets are throttled");
        begin.elapsed().as_secs_f64()
    }

    #[tokio::test]
    async fn sockets_are_throttled_and_requests_are_not() {
        let seconds = 0.5;
        let took = read(true, BURST + RATE * seconds).await;
        // A busy machine may take longer, but none can be faster.
        assert!(took > 0.9 * seconds, "{took}");
        read(false, 4.0 * BURST).await;
    }
}
