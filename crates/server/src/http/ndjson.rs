//! Streams of records: JSON objects, one per line.

use std::{convert::Infallible, time::Duration};

use axum::{
    body::Body,
    http::{HeaderValue, header},
    response::Response,
};
use tokio::{
    sync::mpsc,
    time::{MissedTickBehavior, interval, timeout},
};
use tokio_stream::{StreamExt as _, wrappers::ReceiverStream};

use super::{AppState, auth::CurrentUser, close_reason::close_reason, websocket::SEND_TIMEOUT};
use crate::limits::StreamPermit;

/// Media type of streams.
pub(super) const NDJSON: &str = "application/x-ndjson";

/// Interval of empty lines, which keep the connection open.
const KEEP_ALIVE: Duration = Duration::from_secs(6);

/// How many records may be buffered for a slow client.
const MAX_BUFFERED_RECORDS: usize = 16;

/// The source of a stream.
pub(super) trait NdjsonSource: Send + 'static {
    /// What the records are about.
    type Item: Send;

    /// Waits for the next item; `None` at the end. Cancel-safe.
    fn next(&mut self) -> impl Future<Output = Option<Self::Item>> + Send;

    /// The records for an item.
    fn records(&mut self, item: Self::Item) -> impl Future<Output = Vec<String>> + Send;
}

/// A streaming response: one record per line, with empty lines in between.
pub(super) fn ndjson(
    app: &AppState,
    current: Option<&CurrentUser>,
    permit: StreamPermit,
    first: Vec<String>,
    mut source: impl NdjsonSource,
) -> Response {
    let close_reason = close_reason(app, current);
    let (sender, receiver) = mpsc::channel::<String>(MAX_BUFFERED_RECORDS);
    tokio::spawn(async move {
        let _permit = permit;
        let send = async |record: String| {
            // A client that reads nothing for so long is gone.
            matches!(timeout(SEND_TIMEOUT, sender.send(record + "\n")).await, Ok(Ok(())))
        };
        for record in first {
            if !send(record).await {
                return;
            }
        }
        tokio::pin!(close_reason);
        let mut keep_alive = interval(KEEP_ALIVE);
        keep_alive.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let records = tokio::select! {
                item = source.next() => match item {
                    Some(item) => source.records(item).await,
                    None => return,
                },
                _ = keep_alive.tick() => vec![String::new()],
                () = sender.closed() => return,
                _ = &mut close_reason => return,
            };
            for record in records {
                if !send(record).await {
                    return;
                }
            }
        }
    });
    let records = ReceiverStream::new(receiver).map(Ok::<_, Infallible>);
    let mut response = Response::new(Body::from_stream(records));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(NDJSON));
    // Buffering proxies would hold the records back.
    headers.insert("x-accel-buffering", HeaderValue::from_static("no"));
    response
}
