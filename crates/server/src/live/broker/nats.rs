use std::{
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

use async_nats::{
    Client, ConnectOptions, Event, HeaderMap, ServerAddr, ServerError, StatusCode, Subscriber,
    client::{PublishError, RequestErrorKind},
};
use futures_util::StreamExt as _;
use hyper::body::Bytes;
use serde::{Serialize, de::DeserializeOwned};
use tokio::{
    sync::mpsc,
    task::{AbortHandle, JoinHandle},
    time::{MissedTickBehavior, interval, timeout},
};

use super::BrokerError;
use crate::{
    secrets,
    trace::{self, Span},
};

/// Maximum number of messages that wait to be sent. While NATS is unreachable, further messages are dropped.
const MAX_OUTGOING: usize = 8_192;

/// Maximum number of messages that are sent together.
const MAX_BATCH: usize = 256;

/// A subject without subscribers: NATS answers a request to it itself, after everything that this node has sent before.
const PROBE_SUBJECT: &str = "mekong.probe";

/// How often this node sends such a request.
const PROBE_INTERVAL: Duration = Duration::from_millis(500);

/// Without an answer to a request of at most this age, the node counts as disconnected: NATS is down, stopped or slow, or rejects
/// messages.
const PROBE_TIMEOUT: Duration = Duration::from_millis(1_500);

/// How long a subscription waits for its confirmation.
const CONFIRM_TIMEOUT: Duration = Duration::from_secs(1);

/// Pause between attempts to reconnect.
const RECONNECT_DELAY: Duration = Duration::from_millis(250);

/// Interval of pings. Two unanswered pings close the connection.
const PING_INTERVAL: Duration = Duration::from_secs(2);

/// A connection to NATS.
#[derive(Debug)]
pub struct Nats {
    node: String,
    client: Client,
    outbox: mpsc::Sender<Outgoing>,
    state: Arc<NatsState>,
    tasks: [AbortHandle; 2],
}

/// What waits to be sent.
enum Outgoing {
    Message {
        subject: String,
        content: Bytes,
        /// The trace span in which it was sent.
        span: Option<Span>,
    },
    /// A request that NATS answers itself, with the time at which it was made.
    Probe(Instant),
}

/// A subscription that may not have been sent yet.
pub(crate) enum NatsSubscription {
    Pending(JoinHandle<Option<Subscriber>>),
    Active(Subscriber),
    /// The connection was closed permanently.
    Failed,
}

impl NatsSubscription {
    /// Waits until the subscription is sent; `None` if it failed.
    async fn wait(&mut self) -> Option<&mut Subscriber> {
        if let NatsSubscription::Pending(task) = self {
            *self = task.await.ok().flatten().map_or(NatsSubscription::Failed, NatsSubscription::Active);
        }
        match self {
            NatsSubscription::Active(subscriber) => Some(subscriber),
            NatsSubscription::Pending(_) | NatsSubscription::Failed => None,
        }
    }
}

impl Drop for NatsSubscription {
    fn drop(&mut self) {
        if let NatsSubscription::Pending(task) = self {
            task.abort();
        }
    }
}

#[derive(Debug)]
struct NatsState {
    /// When the last probe that was answered was sent.
    last_probe: Mutex<Option<Instant>>,
    /// Whether messages may have been lost since the last check.
    has_lost_messages: AtomicBool,
    /// Whether NATS has rejected a message or a subscription since the connection was established.
    is_restricted: AtomicBool,
    /// The last logged error, which is not logged again: attempts to reconnect repeat it several times per second.
    last_error: Mutex<String>,
}

impl NatsState {
    /// Records an answered probe. The time of sending counts: a very late answer is as bad as none.
    fn record_probe(&self, begin: Instant) {
        let mut last = self.last_probe.lock().unwrap_or_else(PoisonError::into_inner);
        *last = (*last).max(Some(begin));
    }

    fn is_connected(&self) -> bool {
        let last = *self.last_probe.lock().unwrap_or_else(PoisonError::into_inner);
        last.is_some_and(|last| last.elapsed() < PROBE_TIMEOUT) && !self.is_restricted.load(Relaxed)
    }
}

/// Connects with the user and password, or the token, in the address. Commas separate the addresses of a NATS cluster. A
/// connection does not receive what it has sent itself.
pub(super) async fn open(
    address: &str,
    name: &str,
    on_event: impl Fn(Event) + Send + Sync + 'static,
) -> Result<Client, BrokerError> {
    let invalid = |_| BrokerError::Address(redacted(address));
    let servers: Vec<ServerAddr> =
        address.split(',').map(|one| one.trim().parse().map_err(invalid)).collect::<Result<_, _>>()?;
    let mut options = ConnectOptions::new()
        .name(name)
        .no_echo()
        .retry_on_initial_connect()
        .ping_interval(PING_INTERVAL)
        .reconnect_delay_callback(|_| RECONNECT_DELAY)
        .event_callback(move |event| {
            on_event(event);
            std::future::ready(())
        });
    let with_credentials = servers.iter().find(|server| server.username().is_some());
    match with_credentials.map(|server| (server.username().unwrap_or_default(), server.password())) {
        Some((user, Some(password))) => {
            options = options.user_and_password(user.to_owned(), password.to_owned());
        }
        Some((token, None)) => options = options.token(token.to_owned()),
        None => {}
    }
    options.connect(servers).await.map_err(|error| BrokerError::Connect(error.to_string()))
}

/// An address without its user and password.
fn redacted(address: &str) -> String {
    address.split(',').map(|one| one.rsplit('@').next().unwrap_or_default()).collect::<Vec<_>>().join(",")
}

impl Nats {
    pub(super) async fn connect(address: &str) -> Result<Arc<Nats>, BrokerError> {
        let node = secrets::id();
        let state = Arc::new(NatsState {
            last_probe: Mutex::new(None),
            has_lost_messages: AtomicBool::new(false),
            is_restricted: AtomicBool::new(false),
            last_error: Mutex::default(),
        });
        let event_state = Arc::clone(&state);
        let client =
            open(address, &format!("mekong {node}"), move |event| event_state.handle(&event)).await?;
        let (outbox, waiting) = mpsc::channel(MAX_OUTGOING);
        let sender = tokio::spawn(send_all(client.clone(), waiting, Arc::clone(&state)));
        let prober = tokio::spawn(probe_regularly(outbox.clone()));
        let tasks = [sender.abort_handle(), prober.abort_handle()];
        Ok(Arc::new(Nats { node, client, outbox, state, tasks }))
    }

    pub(super) fn node(&self) -> &str {
        &self.node
    }

    pub(super) fn publish(&self, subject: &str, message: &impl Serialize) {
        let Ok(bytes) = serde_json::to_vec(message) else { return };
        let (subject, content, span) = (subject.to_owned(), bytes.into(), Span::current());
        if self.outbox.try_send(Outgoing::Message { subject, content, span }).is_err() {
            self.state.has_lost_messages.store(true, Relaxed);
        }
    }

    /// Subscribes to a subject and waits for the confirmation for a limited time. While NATS is unreachable, the subscription
    /// waits in the background behind the outgoing messages.
    pub(super) async fn subscribe(&self, subject: &str) -> NatsSubscription {
        let (client, subject) = (self.client.clone(), subject.to_owned());
        let mut subscription =
            NatsSubscription::Pending(tokio::spawn(async move { client.subscribe(subject).await.ok() }));
        let confirmed = async {
            subscription.wait().await;
            // NATS has processed the subscription once it answers a request that was sent after it.
            probe(&self.client).await;
        };
        let _ = timeout(CONFIRM_TIMEOUT, confirmed).await;
        subscription
    }

    pub(super) async fn request(&self, subject: &str, request: &impl Serialize) -> Option<NatsSubscription> {
        if !self.is_connected() {
            return None;
        }
        let (inbox, bytes) = (self.client.new_inbox(), serde_json::to_vec(request).ok()?);
        let replies = self.client.subscribe(inbox.clone()).await.ok()?;
        let (subject, content) = (subject.to_owned(), bytes.into());
        let sent = match Span::current() {
            Some(span) => {
                let headers = headers(span);
                self.client.publish_with_reply_and_headers(subject, inbox, headers, content).await
            }
            None => self.client.publish_with_reply(subject, inbox, content).await,
        };
        sent.ok()?;
        Some(NatsSubscription::Active(replies))
    }

    pub(super) fn check(&self) -> bool {
        !self.state.has_lost_messages.swap(false, Relaxed) && self.state.is_connected()
    }

    pub(super) fn is_connected(&self) -> bool {
        self.state.is_connected()
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        for task in &self.tasks {
            task.abort();
        }
    }
}

/// The queue of an engine worker.
pub(crate) struct WorkQueue {
    client: Client,
}

impl WorkQueue {
    /// Connects in the background.
    pub(crate) async fn connect(address: &str) -> Result<WorkQueue, BrokerError> {
        let log = |event| tracing::info!(%event, "NATS event");
        Ok(WorkQueue { client: open(address, "mekong worker", log).await? })
    }

    /// Joins the queue group of a subject: each message is delivered to one worker.
    pub(crate) async fn subscribe(&self, subject: &str) -> Option<Subscriber> {
        self.client.queue_subscribe(subject.to_owned(), "workers".to_owned()).await.ok()
    }

    pub(crate) async fn reply(&self, inbox: &str, answer: &impl Serialize) {
        let Ok(bytes) = serde_json::to_vec(answer) else { return };
        if let Err(error) = self.client.publish(inbox.to_owned(), bytes.into()).await {
            tracing::warn!(%error, "reply not sent");
        }
    }

    /// Sends the waiting messages.
    pub(crate) async fn flush(&self) {
        let _ = timeout(CONFIRM_TIMEOUT, self.client.flush()).await;
    }
}

impl NatsState {
    fn handle(&self, event: &Event) {
        match event {
            Event::Connected => {
                self.is_restricted.store(false, Relaxed);
                self.last_error.lock().unwrap_or_else(PoisonError::into_inner).clear();
                tracing::info!("connected to NATS");
            }
            Event::Disconnected => {
                self.has_lost_messages.store(true, Relaxed);
                tracing::warn!("NATS is unreachable: the database is polled until it is back");
            }
            Event::SlowConsumer(_) => {
                self.has_lost_messages.store(true, Relaxed);
                tracing::warn!("messages from NATS were dropped: the database is polled");
            }
            event => {
                // For example missing permissions: probes may be answered although other messages are rejected.
                if let Event::ServerError(ServerError::Other(_)) = event {
                    self.is_restricted.store(true, Relaxed);
                }
                let text = event.to_string();
                let mut last = self.last_error.lock().unwrap_or_else(PoisonError::into_inner);
                if *last != text {
                    tracing::warn!(event = text, "NATS event");
                    *last = text;
                }
            }
        }
    }
}

/// The headers of a message that is sent in a trace span.
fn headers(span: Span) -> HeaderMap {
    let mut headers = HeaderMap::new();
    headers.insert(trace::HEADER, span.to_string());
    headers
}

/// The trace span in which a message was sent.
pub(crate) fn span_of(message: &async_nats::Message) -> Option<Span> {
    Span::parse(message.headers.as_ref()?.get(trace::HEADER)?.as_str())
}

/// Sends what waits. Events that were committed together are published by one task per game: until these have run, this one gives
/// way to them, so that their messages share a write.
async fn send_all(client: Client, mut waiting: mpsc::Receiver<Outgoing>, state: Arc<NatsState>) {
    let mut batch = Vec::with_capacity(MAX_BATCH);
    while waiting.recv_many(&mut batch, MAX_BATCH).await > 0 {
        tokio::task::yield_now().await;
        while batch.len() < MAX_BATCH
            && let Ok(outgoing) = waiting.try_recv()
        {
            batch.push(outgoing);
        }
        for outgoing in batch.drain(..) {
            if let Err(error) = send(&client, outgoing, &state).await {
                state.has_lost_messages.store(true, Relaxed);
                tracing::debug!(%error, "message not published");
            }
        }
    }
}

async fn send(client: &Client, outgoing: Outgoing, state: &Arc<NatsState>) -> Result<(), PublishError> {
    match outgoing {
        Outgoing::Message { subject, content, span: Some(span) } => {
            client.publish_with_headers(subject, headers(span), content).await
        }
        Outgoing::Message { subject, content, span: None } => client.publish(subject, content).await,
        Outgoing::Probe(begin) => {
            // Not awaited here: what follows is sent meanwhile.
            let (client, state) = (client.clone(), Arc::clone(state));
            tokio::spawn(async move {
                if probe(&client).await {
                    state.record_probe(begin);
                }
            });
            Ok(())
        }
    }
}

/// Waits until NATS has received everything that was sent before, and can reach this node. Returns whether it has.
async fn probe(client: &Client) -> bool {
    let answer = client.request(PROBE_SUBJECT, Bytes::new()).await;
    answer.is_err_and(|error| error.kind() == RequestErrorKind::NoResponders)
}

/// Probes the connection regularly, behind all messages that wait to be sent.
async fn probe_regularly(outbox: mpsc::Sender<Outgoing>) {
    let mut ticks = interval(PROBE_INTERVAL);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        let _ = outbox.try_send(Outgoing::Probe(Instant::now()));
    }
}

/// The next message, with the trace span in which it was sent.
pub(super) async fn next<T: DeserializeOwned>(
    subscription: &mut NatsSubscription,
) -> Option<(T, Option<Span>)> {
    let subscriber = subscription.wait().await?;
    loop {
        let message = subscriber.next().await?;
        if message.status == Some(StatusCode::NO_RESPONDERS) {
            return None;
        }
        match serde_json::from_slice(&message.payload) {
            Ok(value) => return Some((value, span_of(&message))),
            Err(error) => tracing::debug!(%error, subject = %message.subject, "invalid message"),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{
        io::{Read as _, Write as _},
        net::{SocketAddr, TcpListener},
        sync::mpsc,
        thread,
        time::Duration,
    };

    use super::Nats;

    /// Against hanging: nothing takes that long.
    const LIMIT: Duration = Duration::from_secs(120);

    /// What [`fake_server`] sends first.
    const INFO: &str = "INFO {\"server_id\":\"\",\"version\":\"2.9.0\",\"proto\":1,\"headers\":true,\"max_payload\":1048576}\r\n";

    /// A NATS server that answers pings and reports everything that it reads.
    fn fake_server() -> (SocketAddr, mpsc::Receiver<String>) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let (reads, received) = mpsc::channel();
        thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            stream.write_all(INFO.as_bytes()).unwrap();
            let mut buffer = vec![0; 1 << 20];
            while let Ok(length @ 1..) = stream.read(&mut buffer) {
                let text = String::from_utf8_lossy(&buffer[..length]).into_owned();
                for _ in text.matches("PING\r\n") {
                    stream.write_all(b"PONG\r\n").unwrap();
                }
                if reads.send(text).is_err() {
                    return;
                }
            }
        });
        (address, received)
    }

    /// With one thread, as nodes that share a machine have: a message is not sent before other tasks that are ready have run.
    #[tokio::test(flavor = "multi_thread", worker_threads = 1)]
    async fn messages_published_together_share_a_write() {
        const MESSAGES: usize = 16;
        let (address, received) = fake_server();
        let nats = Nats::connect(&format!("nats://{address}")).await.unwrap();
        let next = || received.recv_timeout(LIMIT).expect("the server reads");
        while !next().contains(super::PROBE_SUBJECT) {}
        let publisher = std::sync::Arc::clone(&nats);
        tokio::spawn(async move {
            for number in 0..MESSAGES {
                let nats = std::sync::Arc::clone(&publisher);
                tokio::spawn(async move { nats.publish("mekong.test", &number) });
            }
        });
        let together = loop {
            match next().matches("PUB mekong.test ").count() {
                0 => {}
                count => break count,
            }
        };
        assert_eq!(together, MESSAGES);
    }
}
