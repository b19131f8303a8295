//! Request bodies that no handler reads, because the request was refused or needs none. The next request on the
//! connection follows them: short bodies are read and discarded; for longer ones the response closes the connection,
//! which lingers until the client has had time to read it.

use std::{
    io,
    pin::Pin,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    task::{Context, Poll, ready},
    time::Duration,
};

use axum::{
    body::Body,
    extract::Request,
    http::{HeaderValue, header},
    middleware::Next,
    response::Response,
};
use futures_util::StreamExt as _;
use hyper::body::{Body as HttpBody, Bytes, Frame, SizeHint};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    time::{Sleep, sleep, timeout},
};

use super::delegate::delegate_write;

/// Maximum number of bytes discarded to keep a connection open, and the time limit.
const MAX_SKIPPED: usize = 256 * 1024;
const SKIP_TIMEOUT: Duration = Duration::from_secs(3);

/// Maximum number of bytes discarded after the response on a connection that closes, and the time limit.
const MAX_LINGERED: usize = 4 * 1024 * 1024;
const LINGER_TIMEOUT: Duration = Duration::from_secs(2);

/// Whether unread data is left when a connection closes. Shared by the connection and its requests.
#[derive(Clone, Debug, Default)]
pub(super) struct Unread(Arc<AtomicBool>);

/// Discards the part of a body that a handler has not read.
pub(super) async fn drain_body(request: Request, next: Next) -> Response {
    if request.body().is_end_stream() {
        return next.run(request).await;
    }
    // A client with `Expect: 100-continue` sends its body only once the server starts to read.
    let asks_first = request.headers().contains_key(header::EXPECT);
    let unread = request.extensions().get::<Unread>().cloned().unwrap_or_default();
    let unfinished = UnfinishedBody::default();
    let returned = unfinished.clone();
    let mut response =
        next.run(request.map(|body| Body::new(TrackedBody { body: Some(body), returned }))).await;
    if let Some(body) = unfinished.take()
        && (asks_first || !skip(body).await)
    {
        unread.0.store(true, Relaxed);
        response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    response
}

/// Reads and discards a body. Returns whether it ended within the limits.
async fn skip(body: Body) -> bool {
    if body.size_hint().lower() > MAX_SKIPPED as u64 {
        return false;
    }
    let mut data = body.into_data_stream();
    let reading = async {
        let mut skipped = 0;
        while let Some(part) = data.next().await {
            // A broken connection has no next request.
            let Ok(part) = part else { return false };
            skipped += part.len();
            if skipped > MAX_SKIPPED {
                return false;
            }
        }
        true
    };
    timeout(SKIP_TIMEOUT, reading).await.unwrap_or(false)
}

/// Receives a body that was not read to its end.
#[derive(Clone, Default)]
struct UnfinishedBody(Arc<Mutex<Option<Body>>>);

impl UnfinishedBody {
    fn take(&self) -> Option<Body> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// A body that is returned to its `UnfinishedBody` if it is dropped early.
struct TrackedBody {
    body: Option<Body>,
    returned: UnfinishedBody,
}

impl HttpBody for TrackedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let Some(body) = &mut self.body else { return Poll::Ready(None) };
        let frame = ready!(Pin::new(body).poll_frame(context));
        if frame.is_none() {
            self.body = None;
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.as_ref().is_none_or(HttpBody::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        self.body.as_ref().map_or_else(|| SizeHint::with_exact(0), HttpBody::size_hint)
    }
}

impl Drop for TrackedBody {
    fn drop(&mut self) {
        if let Some(body) = self.body.take().filter(|body| !body.is_end_stream()) {
            *self.returned.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(body);
        }
    }
}

/// A connection that keeps reading for a while after it is closed: unread data would make the system reset the
/// connection, and the client might lose the response.
pub(super) struct Lingering<S> {
    stream: S,
    unread: Unread,
    linger: Option<Linger>,
}

struct Linger {
    timeout: Pin<Box<Sleep>>,
    left: usize,
}

impl<S> Lingering<S> {
    pub(super) const fn new(stream: S, unread: Unread) -> Lingering<S> {
        Lingering { stream, unread, linger: None }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Lingering<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for Lingering<S> {
    delegate_write!(except poll_shutdown);

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = &mut *self;
        if this.linger.is_none() {
            ready!(Pin::new(&mut this.stream).poll_shutdown(context))?;
            if !this.unread.0.load(Relaxed) {
                return Poll::Ready(Ok(()));
            }
        }
        let linger = this
            .linger
            .get_or_insert_with(|| Linger { timeout: Box::pin(sleep(LINGER_TIMEOUT)), left: MAX_LINGERED });
        let mut bytes = [0; 8 * 1024];
        while linger.left > 0 && linger.timeout.as_mut().poll(context).is_pending() {
            let mut buffer = ReadBuf::new(&mut bytes);
            let read = ready!(Pin::new(&mut this.stream).poll_read(context, &mut buffer));
            if read.is_err() || buffer.filled().is_empty() {
                break;
            }
            linger.left = linger.left.saturating_sub(buffer.filled().len());
        }
        Poll::Ready(Ok(()))
    }
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use futures_util::stream;

    use super::{MAX_SKIPPED, skip};

    #[tokio::test]
    async fn short_bodies_are_discarded_and_incomplete_ones_are_not() {
        let body = |parts: Vec<Result<Vec<u8>, &'static str>>| Body::from_stream(stream::iter(parts));
        assert!(skip(Body::empty()).await);
        assert!(skip(body(vec![Ok(vec![0; 1_000]), Ok(vec![0; 1_000])])).await);
        assert!(!skip(body(vec![Ok(vec![0; MAX_SKIPPED]), Ok(vec![0])])).await);
        assert!(!skip(body(vec![Ok(vec![0; 1_000]), Err("connection lost"), Ok(vec![0])])).await);
    }
}
