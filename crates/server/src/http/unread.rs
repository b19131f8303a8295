//! Bodies that nobody reads, because their request was refused or needed none. The next request on the connection begins
//! behind them: what is short is read and thrown away, and where that would take too long the answer says that the
//! connection ends, which then waits until the client has had a chance to read it.

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

/// The most of a body that is thrown away for the sake of the next request, and how long that may take.
const MAX_SKIPPED: usize = 256 * 1024;
const SKIP_WITHIN: Duration = Duration::from_secs(3);

/// The most that is thrown away after the answer on a connection that ends, and how long that may take.
const MAX_LINGERED: usize = 4 * 1024 * 1024;
const LINGER_WITHIN: Duration = Duration::from_secs(2);

/// Whether something that was sent on a connection stays unread when it ends. Shared by the connection and its requests.
#[derive(Clone, Debug, Default)]
pub(super) struct Unread(Arc<AtomicBool>);

/// Makes an end of whatever a handler has left of a body.
pub(super) async fn settle(request: Request, next: Next) -> Response {
    if request.body().is_end_stream() {
        return next.run(request).await;
    }
    // A client that asks first sends its body only if somebody begins to read it.
    let asks_first = request.headers().contains_key(header::EXPECT);
    let unread = request.extensions().get::<Unread>().cloned().unwrap_or_default();
    let rest = Rest::default();
    let lent = rest.clone();
    let mut response = next.run(request.map(|body| Body::new(Lent { body: Some(body), rest: lent }))).await;
    if let Some(body) = rest.take()
        && (asks_first || !skip(body).await)
    {
        unread.0.store(true, Relaxed);
        response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    response
}

/// Reads a body to its end and forgets it. Whether the end came soon enough.
async fn skip(body: Body) -> bool {
    if body.size_hint().lower() > MAX_SKIPPED as u64 {
        return false;
    }
    let mut data = body.into_data_stream();
    let reading = async {
        let mut skipped = 0;
        while let Some(part) = data.next().await {
            // A line that breaks off has no next request.
            let Ok(part) = part else { return false };
            skipped += part.len();
            if skipped > MAX_SKIPPED {
                return false;
            }
        }
        true
    };
    timeout(SKIP_WITHIN, reading).await.unwrap_or(false)
}

/// Where a body that was not read to its end comes back to.
#[derive(Clone, Default)]
struct Rest(Arc<Mutex<Option<Body>>>);

impl Rest {
    fn take(&self) -> Option<Body> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// A body that comes back when its reader drops it too early.
struct Lent {
    body: Option<Body>,
    rest: Rest,
}

impl HttpBody for Lent {
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

impl Drop for Lent {
    fn drop(&mut self) {
        if let Some(body) = self.body.take().filter(|body| !body.is_end_stream()) {
            *self.rest.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(body);
        }
    }
}

/// A connection that, at its end, still takes in what the client sends: if something that was sent stays unread, the
/// system resets the connection, and the client may never see the answer.
pub(super) struct Lingering<S> {
    stream: S,
    unread: Unread,
    end: Option<End>,
}

struct End {
    time: Pin<Box<Sleep>>,
    left: usize,
}

impl<S> Lingering<S> {
    pub(super) const fn new(stream: S, unread: Unread) -> Lingering<S> {
        Lingering { stream, unread, end: None }
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
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = &mut *self;
        if this.end.is_none() {
            ready!(Pin::new(&mut this.stream).poll_shutdown(context))?;
            if !this.unread.0.load(Relaxed) {
                return Poll::Ready(Ok(()));
            }
        }
        let end =
            this.end.get_or_insert_with(|| End { time: Box::pin(sleep(LINGER_WITHIN)), left: MAX_LINGERED });
        let mut bytes = [0; 8 * 1024];
        while end.left > 0 && end.time.as_mut().poll(context).is_pending() {
            let mut buffer = ReadBuf::new(&mut bytes);
            let read = ready!(Pin::new(&mut this.stream).poll_read(context, &mut buffer));
            if read.is_err() || buffer.filled().is_empty() {
                break;
            }
            end.left = end.left.saturating_sub(buffer.filled().len());
        }
        Poll::Ready(Ok(()))
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(context, parts)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use futures_util::stream;

    use super::{MAX_SKIPPED, skip};

    #[tokio::test]
    async fn what_is_short_is_skipped_and_what_breaks_off_is_not() {
        let body = |parts: Vec<Result<Vec<u8>, &'static str>>| Body::from_stream(stream::iter(parts));
        assert!(skip(Body::empty()).await);
        assert!(skip(body(vec![Ok(vec![0; 1_000]), Ok(vec![0; 1_000])])).await);
        assert!(!skip(body(vec![Ok(vec![0; MAX_SKIPPED]), Ok(vec![0])])).await);
        assert!(!skip(body(vec![Ok(vec![0; 1_000]), Err("the line broke off"), Ok(vec![0])])).await);
    }
}
