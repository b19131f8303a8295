//! Takes connections and lets each have its requests answered, with an eye on those who dawdle.

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
    Shared,
    counted::Counted,
    router,
    throttle::{Throttled, Upgraded},
    unread::{Lingering, Unread},
};
use crate::{
    config::Patience,
    limits::{Connection, Connections, Held, Totals, network},
    serve::fd_limit,
};

/// The largest head of a request.
const LARGEST_HEAD: usize = 16 * 1024;

/// What streams are called.
const NDJSON: &str = "application/x-ndjson";

/// How long open requests may go on when the server ends.
const FAREWELL: Duration = Duration::from_secs(10);

/// Answers requests until `stop` is ready, then ends the open ones in good order.
pub async fn serve(app: &Shared, listener: TcpListener, stop: impl Future<Output = ()>) {
    let router = router(app);
    // All connections of a trusted proxy come from there; whom they are for is known with each request.
    let is_fair = app.config.rate_limits && !app.config.trust_proxy;
    let totals = Totals::for_files(fd_limit(), !is_fair);
    tracing::info!(plain = totals.plain, streams = totals.streams, "the most connections");
    let connections = Connections::new(totals);
    // Connections see the channel close and end; when all have, nobody holds the other end any more.
    let (ending, ends) = watch::channel(());
    tokio::pin!(stop);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        match accepted {
            Ok((stream, address)) => {
                let Some(place) = place(app, &connections, address, is_fair) else {
                    refuse(&stream);
                    continue;
                };
                let (router, ends, patience) = (router.clone(), ends.clone(), app.config.patience);
                tokio::spawn(answer(stream, place, address, router, patience, ends));
            }
            // No file descriptors left, most likely: some will be, in a moment.
            Err(error) => {
                tracing::warn!(%error, "a connection could not be taken");
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }
    drop((listener, ends));
    let _ = ending.send(());
    // Sockets and streams would go on for ever.
    app.close_streams().await;
    let _ = tokio::time::timeout(FAREWELL, ending.closed()).await;
}

/// What a connection holds as long as it lives.
type Place = (Option<Held>, Arc<Connection>);

/// A place for a connection: within the share of its network, and among all.
fn place(app: &Shared, connections: &Connections, address: SocketAddr, is_fair: bool) -> Option<Place> {
    if !is_fair {
        return Some((None, Arc::new(connections.open(None)?)));
    }
    let held = app.limits.connection(address.ip())?;
    Some((Some(held), Arc::new(connections.open(Some(network(address.ip())))?)))
}

/// Tells somebody who has enough connections already, if they listen; nobody waits for that.
fn refuse(stream: &TcpStream) {
    let answer = b"HTTP/1.1 429 Too Many Requests\r\nRetry-After: 10\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    let _ = stream.try_write(answer);
}

async fn answer(
    stream: TcpStream,
    place: Place,
    address: SocketAddr,
    router: Router,
    patience: Patience,
    mut ends: watch::Receiver<()>,
) {
    // Moves are small and should leave at once.
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    // Reading may take as long as it likes: sockets are silent for long. Requests have limits of their own.
    stream.set_write_timeout(Some(patience.answer));
    let (unread, upgraded) = (Unread::default(), Upgraded::default());
    let connection = Arc::clone(&place.1);
    let evicted = connection.evicted();
    let stream = Counted::new(Box::pin(stream), place, evicted.clone());
    let stream = Lingering::new(Throttled::new(stream, upgraded.clone()), unread.clone());
    let service = service_fn(move |request: Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(address));
        request.extensions_mut().insert(unread.clone());
        request.extensions_mut().insert(upgraded.clone());
        answer_one(router.clone(), Arc::clone(&connection), request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(patience.head)
        .max_buf_size(LARGEST_HEAD)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    tokio::pin!(connection);
    let result = tokio::select! {
        result = connection.as_mut() => result,
        _ = ends.changed() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
        // Somebody else needs the place more.
        _ = evicted => return,
    };
    if let Err(error) = result {
        tracing::debug!(%error, %address, "a connection broke off");
    }
}

/// Answers one request, and notes what the connection does meanwhile.
async fn answer_one(
    router: Router,
    connection: Arc<Connection>,
    request: Request<Body>,
) -> Result<Response, Infallible> {
    connection.begin_request();
    let response = router.oneshot(request).await?;
    if !goes_on(&response) {
        connection.end_request();
        return Ok(response);
    }
    Ok(if connection.become_stream() { response } else { no_room() })
}

/// Whether a connection becomes a socket or a stream by this answer.
fn goes_on(response: &Response) -> bool {
    let kind = response.headers().get(header::CONTENT_TYPE);
    response.status() == StatusCode::SWITCHING_PROTOCOLS
        || kind.is_some_and(|kind| kind.as_bytes() == NDJSON.as_bytes())
}

/// All sockets and streams are taken, and most of them by this network.
fn no_room() -> Response {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::TOO_MANY_REQUESTS;
    response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("10"));
    response
}
