//! Accepts connections and serves their requests, with limits for slow clients.

use std::{convert::Infallible, net::SocketAddr, sync::Arc, time::Duration};

use axum::{
    Router,
    body::Body,
    extract::ConnectInfo,
    http::{HeaderValue, StatusCode, header},
    response::Response,
};
use hyper::{Request, body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::watch,
};
use tokio_io_timeout::TimeoutStream;
use tower::ServiceExt as _;

use super::{
    AppState,
    counted::Counted,
    drain::{Lingering, Unread},
    ndjson::NDJSON,
    router,
    throttle::{Throttled, Upgraded},
};
use crate::{
    config::ClientTimeouts,
    fd_limit,
    limits::{Connection, Connections, Permit, Totals, network},
};

/// Maximum size of the head of a request.
const MAX_HEAD_SIZE: usize = 16 * 1024;

/// How long open requests may take when the server stops.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(10);

/// Serves requests until `stop` is ready, then shuts down gracefully.
pub async fn serve(app: &AppState, listener: TcpListener, stop: impl Future<Output = ()>) {
    let router = router(app);
    // All connections of a trusted proxy come from its address; the client is known per request.
    let is_fair = app.config.rate_limits && !app.config.trust_proxy;
    let totals = Totals::for_files(fd_limit::current(), !is_fair);
    tracing::info!(plain = totals.plain, streams = totals.streams, "connection limits");
    let connections = Connections::new(totals);
    // Connections end when the channel closes; once all have, no receiver is left.
    let (close, closing) = watch::channel(());
    tokio::pin!(stop);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        match accepted {
            Ok((stream, address)) => {
                let Some(slot) = reserve_slot(app, &connections, address, is_fair) else {
                    refuse(&stream);
                    continue;
                };
                let (router, closing, timeouts) = (router.clone(), closing.clone(), app.config.timeouts);
                tokio::spawn(serve_connection(stream, slot, address, router, timeouts, closing));
            }
            // Probably no file descriptors are left: try again in a moment.
            Err(error) => {
                tracing::warn!(%error, "connection not accepted");
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }
    drop((listener, closing));
    let _ = close.send(());
    // Sockets and streams do not end on their own.
    app.shutdown.request().await;
    let _ = tokio::time::timeout(SHUTDOWN_TIMEOUT, close.closed()).await;
}

/// What a connection holds while it is open.
type Slot = (Option<Permit>, Arc<Connection>);

/// Reserves a slot for a connection, within the share of its network and the total.
fn reserve_slot(
    app: &AppState,
    connections: &Connections,
    address: SocketAddr,
    is_fair: bool,
) -> Option<Slot> {
    if !is_fair {
        return Some((None, Arc::new(connections.open(None)?)));
    }
    let held = app.limits.connection(address.ip())?;
    Some((Some(held), Arc::new(connections.open(Some(network(address.ip())))?)))
}

/// Answers a connection above the limit, if the client reads it. Does not wait.
fn refuse(stream: &TcpStream) {
    let answer = b"HTTP/1.1 429 Too Many Requests\r\nRetry-After: 10\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    let _ = stream.try_write(answer);
}

async fn serve_connection(
    stream: TcpStream,
    slot: Slot,
    address: SocketAddr,
    router: Router,
    timeouts: ClientTimeouts,
    mut closing: watch::Receiver<()>,
) {
    // Moves are small and should be sent at once.
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    // No read timeout: sockets may be idle for long. Requests have their own limits.
    stream.set_write_timeout(Some(timeouts.write));
    let (unread, upgraded) = (Unread::default(), Upgraded::default());
    let connection = Arc::clone(&slot.1);
    let evicted = connection.evicted();
    let stream = Counted::new(Box::pin(stream), slot, evicted.clone());
    let stream = Lingering::new(Throttled::new(stream, upgraded.clone()), unread.clone());
    let service = service_fn(move |request: Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(address));
        request.extensions_mut().insert(unread.clone());
        request.extensions_mut().insert(upgraded.clone());
        serve_request(router.clone(), Arc::clone(&connection), request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(timeouts.head)
        .max_buf_size(MAX_HEAD_SIZE)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    tokio::pin!(connection);
    let result = tokio::select! {
        result = connection.as_mut() => result,
        _ = closing.changed() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
        // The connection was evicted.
        _ = evicted => return,
    };
    if let Err(error) = result {
        tracing::debug!(%error, %address, "connection aborted");
    }
}

/// Serves one request, and tracks what the connection is used for.
async fn serve_request(
    router: Router,
    connection: Arc<Connection>,
    request: Request<Body>,
) -> Result<Response, Infallible> {
    connection.begin_request();
    let response = router.oneshot(request).await?;
    if !is_long_lived(&response) {
        connection.end_request();
        return Ok(response);
    }
    Ok(if connection.become_stream() { response } else { too_many_streams() })
}

/// Whether the response turns the connection into a socket or a stream.
fn is_long_lived(response: &Response) -> bool {
    let kind = response.headers().get(header::CONTENT_TYPE);
    response.status() == StatusCode::SWITCHING_PROTOCOLS
        || kind.is_some_and(|kind| kind.as_bytes() == NDJSON.as_bytes())
}

/// All slots for sockets and streams are taken, most of them by this network.
fn too_many_streams() -> Response {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::TOO_MANY_REQUESTS;
    response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("10"));
    response
}
