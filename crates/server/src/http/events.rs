//! Events of a user and of the lobby, as a stream and over a socket.

use std::sync::Arc;

use axum::{
    extract::{
        State,
        ws::{Message, WebSocket, WebSocketUpgrade, rejection::WebSocketUpgradeRejection},
    },
    http::HeaderMap,
    response::Response,
};
use tokio::{
    sync::broadcast::error::RecvError,
    time::{MissedTickBehavior, interval},
};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    AppState, Problem,
    auth::CurrentUser,
    client::Client,
    close_reason::close_reason,
    error_responses::ReadErrors,
    message_rate::MessageRate,
    ndjson::{NdjsonSource, ndjson},
    origin::check_origin,
    play::games_of,
    websocket::{Latency, PING_INTERVAL, close, control_frame, not_a_websocket, send, upgrade_with},
};
use crate::{
    live::{Notification, NotificationKind, Subscription, Topic},
    protocol::{CloseReason, LobbyEvent, UserEvent, to_json},
    services::MuteList,
    time::now,
};

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(stream)).routes(routes!(socket))
}

/// The initial events of a connection: games in progress and pending challenges.
async fn initial_events(app: &AppState, current: &CurrentUser) -> Result<Vec<String>, Problem> {
    let (mut events, user) = (Vec::new(), &current.user.id);
    if current.may_receive(NotificationKind::Games) {
        let games = games_of(app, user).await?;
        events.extend(games.into_iter().map(|game| to_json(&UserEvent::GameStart { game })));
    }
    if current.may_receive(NotificationKind::Challenges) {
        let challenges = app.views.challenges(&app.store.challenges_of(user, now()).await?).await?;
        events.extend(challenges.into_iter().map(|challenge| to_json(&UserEvent::Challenge { challenge })));
    }
    Ok(events)
}

/// Notifications of a user, as far as their token admits them.
struct UserNotifications {
    current: CurrentUser,
    subscription: Subscription,
}

impl UserNotifications {
    async fn recv(&mut self) -> Result<Notification, RecvError> {
        loop {
            let notification = self.subscription.recv().await?;
            if self.current.may_receive(notification.kind) {
                return Ok(notification);
            }
        }
    }
}

impl NdjsonSource for UserNotifications {
    type Item = Notification;

    /// A lagging client is disconnected: reconnecting sends the current state.
    async fn next(&mut self) -> Option<Notification> {
        self.recv().await.ok()
    }

    async fn records(&mut self, notification: Notification) -> Vec<String> {
        match notification.kind {
            // Lobby events are sent on sockets only.
            NotificationKind::Lobby => Vec::new(),
            NotificationKind::Games | NotificationKind::Challenges => vec![notification.json.to_string()],
        }
    }
}

/// Notifications of the lobby, without those of muted users.
struct LobbyNotifications {
    subscription: Subscription,
    mutes: Option<Arc<MuteList>>,
}

impl LobbyNotifications {
    /// Whether the notification is a challenge of a muted user. If the mute list cannot be loaded, it is shown.
    async fn is_muted(&self, notification: &Notification) -> bool {
        match (&notification.author, &self.mutes) {
            (Some(author), Some(mutes)) => mutes.contains(author).await.unwrap_or(false),
            _ => false,
        }
    }
}

/// Events of the current user, one JSON object per line: first the games in progress and the pending challenges, then new
/// events. Empty lines keep the connection open.
#[utoipa::path(get, path = "/api/stream/event", tag = "bot",
    responses((status = 200, body = str, content_type = "application/x-ndjson"), ReadErrors),
    security(("token" = ["challenge:read"]), ("token" = ["board:play"]), ("token" = ["bot:play"])))]
async fn stream(
    State(app): State<AppState>,
    current: Option<CurrentUser>,
    client: Client,
) -> Result<Response, Problem> {
    let current = current.ok_or_else(Problem::unauthorized)?;
    let permit = client.stream_permit(&app, Some(&current))?;
    // Subscribe before reading the state, so that nothing is missed.
    let mut subscription = app.bus.subscribe(Topic::User(current.user.id.clone()));
    subscription.ready().await;
    let first = initial_events(&app, &current).await?;
    Ok(ndjson(
        &app,
        Some(&current),
        permit,
        first,
        UserNotifications { current: current.clone(), subscription },
    ))
}

/// Events of the lobby and of the current user over a WebSocket: first open challenges, games in progress and pending
/// challenges, then new events.
#[utoipa::path(get, path = "/api/socket", tag = "play",
    responses((status = 101, description = "Messages in one direction."),
        (status = 426, description = "Not a WebSocket."), ReadErrors),
    security(("token" = ["challenge:read"]), ("token" = ["board:play"]), ("token" = ["bot:play"])))]
async fn socket(
    State(app): State<AppState>,
    current: Option<CurrentUser>,
    client: Client,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Problem> {
    check_origin(&headers, &app.config.base_url)?;
    let upgrade = upgrade.map_err(|_| not_a_websocket())?;
    let permit = client.stream_permit(&app, current.as_ref())?;
    let user = current.as_ref().map(|current| current.user.id.as_str());
    let mut lobby = LobbyNotifications {
        subscription: app.bus.subscribe(Topic::Lobby),
        mutes: user.map(|user| app.moderation.mute_list(user)),
    };
    lobby.subscription.ready().await;
    let open = app.views.challenges(&app.lobby.open_challenges(user).await?).await?;
    let added = |challenge| to_json(&LobbyEvent::LobbyAdd { challenge: Box::new(challenge) });
    let mut first: Vec<String> = open.into_iter().map(added).collect();
    let own = match &current {
        Some(current) => {
            let mut subscription = app.bus.subscribe(Topic::User(current.user.id.clone()));
            subscription.ready().await;
            first.extend(initial_events(&app, current).await?);
            Some(UserNotifications { current: current.clone(), subscription })
        }
        None => None,
    };
    let close_reason = Box::pin(close_reason(&app, current.as_ref()));
    let rate = MessageRate::new(&app, current.as_ref(), client);
    Ok(upgrade_with(upgrade, permit, async move |socket| {
        run(socket, rate, first, lobby, own, close_reason).await;
    }))
}

async fn run(
    mut socket: WebSocket,
    mut rate: MessageRate,
    first: Vec<String>,
    mut lobby: LobbyNotifications,
    mut own: Option<UserNotifications>,
    mut close_reason: impl Future<Output = CloseReason> + Unpin,
) {
    for text in first {
        if send(&mut socket, Message::text(text)).await.is_err() {
            return;
        }
    }
    let mut latency = Latency::default();
    let mut pings = interval(PING_INTERVAL);
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let next_own = async {
            match &mut own {
                Some(own) => own.recv().await,
                None => std::future::pending().await,
            }
        };
        let flow = tokio::select! {
            notification = lobby.subscription.recv() => match notification {
                Ok(notification) if lobby.is_muted(&notification).await => Ok(()),
                Ok(notification) => send(&mut socket, Message::text(&*notification.json)).await,
                Err(_) => close(&mut socket, CloseReason::Slow).await,
            },
            notification = next_own => match notification {
                Ok(notification) => send(&mut socket, Message::text(&*notification.json)).await,
                Err(_) => close(&mut socket, CloseReason::Slow).await,
            },
            received = socket.recv() => match received {
                // Clients send no messages here.
                Some(Ok(Message::Text(_) | Message::Binary(_))) => close(&mut socket, CloseReason::TooManyMessages).await,
                Some(Ok(Message::Close(_)) | Err(_)) | None => Err(()),
                Some(Ok(control)) => control_frame(&mut socket, &mut latency, &mut rate, &control).await,
            },
            _ = pings.tick() => match latency.ping() {
                Some(ping) => send(&mut socket, ping).await,
                None => Err(()),
            },
            reason = &mut close_reason => close(&mut socket, reason).await,
        };
        if flow.is_err() {
            return;
        }
    }
}
