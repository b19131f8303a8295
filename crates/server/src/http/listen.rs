//! Takes connections and lets each have its requests answered, with an eye on those who dawdle.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use axum::{Router, body::Body, extract::ConnectInfo};
use hyper::{Request, body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::{Semaphore, watch},
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
use crate::config::Patience;

/// The largest head of a request.
const LARGEST_HEAD: usize = 16 * 1024;

/// The most connections at once.
const MOST_CONNECTIONS: usize = 50_000;

/// How long open requests may go on when the server ends.
const FAREWELL: Duration = Duration::from_secs(10);

/// Answers requests until `stop` is ready, then ends the open ones in good order.
pub async fn serve(app: &Shared, listener: TcpListener, stop: impl Future<Output = ()>) {
    let router = router(app);
    let room = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    // Connections see the channel close and end; when all have, nobody holds the other end any more.
    let (ending, ends) = watch::channel(());
    tokio::pin!(stop);
    loop {
        let permit = tokio::select! {
            permit = Arc::clone(&room).acquire_owned() => permit,
            () = &mut stop => break,
        };
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        match accepted {
            Ok((stream, address)) => {
                // All connections of a trusted proxy come from there; whom they are for is known with each request.
                let place = match app.config.trust_proxy {
                    true => None,
                    false => match app.limits.connection(address.ip()) {
                        None => {
                            refuse(&stream);
                            continue;
                        }
                        place => place,
                    },
                };
                let (router, ends, patience) = (router.clone(), ends.clone(), app.config.patience);
                tokio::spawn(answer(stream, (permit, place), address, router, patience, ends));
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

/// Tells somebody who has enough connections already, if they listen; nobody waits for that.
fn refuse(stream: &TcpStream) {
    let answer = b"HTTP/1.1 429 Too Many Requests\r\nRetry-After: 10\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    let _ = stream.try_write(answer);
}

async fn answer(
    stream: TcpStream,
    place: impl Send + Unpin + 'static,
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
    let stream = Counted::new(Box::pin(stream), place);
    let stream = Lingering::new(Throttled::new(stream, upgraded.clone()), unread.clone());
    let service = service_fn(move |request: Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(address));
        request.extensions_mut().insert(unread.clone());
        request.extensions_mut().insert(upgraded.clone());
        router.clone().oneshot(request)
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
    };
    if let Err(error) = result {
        tracing::debug!(%error, %address, "a connection broke off");
    }
}
