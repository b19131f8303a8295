//! What concerns a user or the lobby, as it comes: by stream and by socket.

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
    Problem, Shared,
    auth::Visitor,
    client::Client,
    farewell::farewell,
    origin::check_origin,
    play::{
        games_of,
        pace::Pace,
        socket::{Line, PING_EVERY, close, control_frame, not_a_socket, open, send},
        stream::{Lines, ndjson, place},
    },
    troubles::Asking,
};
use crate::{
    app::{LobbyNews, MuteList, UserNews},
    live::{About, News, Subscription, Topic},
    time::now,
};

pub(super) fn addresses() -> OpenApiRouter<Shared> {
    OpenApiRouter::new().routes(routes!(stream)).routes(routes!(socket))
}

/// What a user has to know who listens anew: games that go on, challenges that wait.
async fn so_far(app: &Shared, visitor: &Visitor) -> Result<Vec<String>, Problem> {
    let (mut lines, user) = (Vec::new(), &visitor.user.id);
    if visitor.may_know(About::Games) {
        for row in games_of(app, user).await? {
            if let Some(game) = app.brief(&row, user).await? {
                lines.push(json(&UserNews::GameStart { game }));
            }
        }
    }
    if visitor.may_know(About::Challenges) {
        for row in app.store.challenges_of(user, now()).await? {
            lines.push(json(&UserNews::Challenge { challenge: app.challenge_view(&row).await? }));
        }
    }
    Ok(lines)
}

fn json(news: &impl serde::Serialize) -> String {
    serde_json::to_string(news).unwrap_or_default()
}

/// The news of a visitor, as far as they may know them.
struct OwnNews {
    visitor: Visitor,
    news: Subscription,
}

impl OwnNews {
    async fn recv(&mut self) -> Result<News, RecvError> {
        loop {
            let news = self.news.recv().await?;
            if self.visitor.may_know(news.about) {
                return Ok(news);
            }
        }
    }
}

impl Lines for OwnNews {
    type What = News;

    /// Whoever falls behind is cut off: listening anew tells everything that counts.
    async fn wait(&mut self) -> Option<News> {
        self.recv().await.ok()
    }

    async fn write(&mut self, news: News) -> Vec<String> {
        match news.about {
            // Of the lobby only sockets are told.
            About::Lobby => Vec::new(),
            About::Games | About::Challenges => vec![news.json.to_string()],
        }
    }
}

/// What the lobby hears, as far as a visitor wants to.
struct Lobby {
    app: Shared,
    news: Subscription,
    mutes: Option<Arc<MuteList>>,
}

impl Lobby {
    /// Whether it is the challenge of somebody whom the visitor has muted. If that cannot be found out, it is not.
    async fn is_muted(&self, news: &News) -> bool {
        match (&news.from, &self.mutes) {
            (Some(from), Some(mutes)) => mutes.contains(&self.app.store, from).await.unwrap_or(false),
            _ => false,
        }
    }
}

/// What concerns the visitor, one JSON object a line: first the games that go on and the challenges that wait, then what
/// happens. Empty lines keep the connection open.
#[utoipa::path(get, path = "/api/stream/event", tag = "bot",
    responses((status = 200, body = str, content_type = "application/x-ndjson"), Asking),
    security(("token" = ["challenge:read"]), ("token" = ["board:play"]), ("token" = ["bot:play"])))]
async fn stream(
    State(app): State<Shared>,
    visitor: Option<Visitor>,
    client: Client,
) -> Result<Response, Problem> {
    let visitor = visitor.ok_or_else(Problem::unauthorized)?;
    let place = place(&app, Some(&visitor), client)?;
    // Listening begins before looking, so that nothing falls in between.
    let news = app.bus.subscribe(Topic::User(visitor.user.id.clone()));
    let first = so_far(&app, &visitor).await?;
    Ok(ndjson(&app, Some(&visitor), place, first, OwnNews { visitor: visitor.clone(), news }))
}

/// The lobby and what concerns the visitor, by WebSocket: first the open challenges, the games that go on and the
/// challenges that wait, then what happens.
#[utoipa::path(get, path = "/api/socket", tag = "play",
    responses((status = 101, description = "Messages in one direction."),
        (status = 426, description = "Not a WebSocket."), Asking),
    security(("token" = ["challenge:read"]), ("token" = ["board:play"]), ("token" = ["bot:play"])))]
async fn socket(
    State(app): State<Shared>,
    visitor: Option<Visitor>,
    client: Client,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Problem> {
    check_origin(&headers, &app.config.base_url)?;
    let upgrade = upgrade.map_err(|_| not_a_socket())?;
    let place = place(&app, visitor.as_ref(), client)?;
    let user = visitor.as_ref().map(|visitor| visitor.user.id.as_str());
    let lobby = Lobby {
        app: Arc::clone(&app),
        news: app.bus.subscribe(Topic::Lobby),
        mutes: user.map(|user| app.mutes_of(user)),
    };
    let mut first = Vec::new();
    for row in app.lobby(user).await? {
        first.push(json(&LobbyNews::LobbyAdd { challenge: Box::new(app.challenge_view(&row).await?) }));
    }
    let own = match &visitor {
        Some(visitor) => {
            let news = app.bus.subscribe(Topic::User(visitor.user.id.clone()));
            first.extend(so_far(&app, visitor).await?);
            Some(OwnNews { visitor: visitor.clone(), news })
        }
        None => None,
    };
    let farewell = Box::pin(farewell(&app, visitor.as_ref()));
    let pace = Pace::new(&app, visitor.as_ref(), client);
    Ok(open(upgrade, place, async move |socket| tell_news(socket, pace, first, lobby, own, farewell).await))
}

async fn tell_news(
    mut socket: WebSocket,
    mut pace: Pace,
    first: Vec<String>,
    mut lobby: Lobby,
    mut own: Option<OwnNews>,
    mut farewell: impl Future<Output = &'static str> + Unpin,
) {
    for line in first {
        if send(&mut socket, Message::text(line)).await.is_err() {
            return;
        }
    }
    let mut line = Line::default();
    let mut pings = interval(PING_EVERY);
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let of_own = async {
            match &mut own {
                Some(own) => own.recv().await,
                None => std::future::pending().await,
            }
        };
        let goes = tokio::select! {
            news = lobby.news.recv() => match news {
                Ok(news) if lobby.is_muted(&news).await => Ok(()),
                Ok(news) => send(&mut socket, Message::text(&*news.json)).await,
                Err(_) => close(&mut socket, "slow").await,
            },
            news = of_own => match news {
                Ok(news) => send(&mut socket, Message::text(&*news.json)).await,
                Err(_) => close(&mut socket, "slow").await,
            },
            received = socket.recv() => match received {
                // There is nothing to be said here.
                Some(Ok(Message::Text(_) | Message::Binary(_))) => close(&mut socket, "rude").await,
                Some(Ok(Message::Close(_)) | Err(_)) | None => Err(()),
                Some(Ok(control)) => control_frame(&mut socket, &mut line, &mut pace, &control).await,
            },
            _ = pings.tick() => match line.ping() {
                Some(ping) => send(&mut socket, ping).await,
                None => Err(()),
            },
            reason = &mut farewell => close(&mut socket, reason).await,
        };
        if goes.is_err() {
            return;
        }
    }
}
