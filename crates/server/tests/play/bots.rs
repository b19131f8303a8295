use std::{collections::VecDeque, time::Duration};

use futures_util::StreamExt as _;
use serde_json::{Value, json};
use tokio::time::timeout;

use super::{fischer, game_view, start_game, text};
use crate::common::{Client, Server, on_each_database};

/// The lines of a stream.
pub(crate) struct Lines {
    chunks: std::pin::Pin<Box<dyn futures_util::Stream<Item = String> + Send>>,
    rest: String,
    ready: VecDeque<String>,
}

impl Lines {
    pub(crate) fn new(response: reqwest::Response) -> Lines {
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()["content-type"], "application/x-ndjson");
        let chunks = response.bytes_stream().map(|chunk| match chunk {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(_) => String::new(),
        });
        Lines { chunks: Box::pin(chunks), rest: String::new(), ready: VecDeque::new() }
    }

    /// The next line, including empty ones; `None` at the end.
    async fn line(&mut self) -> Option<String> {
        loop {
            if let Some(line) = self.ready.pop_front() {
                return Some(line);
            }
            let chunk = timeout(Duration::from_secs(20), self.chunks.next())
                .await
                .expect("a line arrives in time")?;
            self.rest.push_str(&chunk);
            while let Some((line, rest)) = self.rest.split_once('\n') {
                self.ready.push_back(line.to_owned());
                self.rest = rest.to_owned();
            }
        }
    }

    pub(crate) async fn next(&mut self) -> Option<Value> {
        loop {
            let line = self.line().await?;
            if !line.is_empty() {
                return Some(serde_json::from_str(&line).expect("a line is valid JSON"));
            }
        }
    }

    pub(crate) async fn next_of(&mut self, kind: &str) -> Value {
        loop {
            let value = self.next().await.expect("the stream is open");
            if value["type"] == kind {
                return value;
            }
        }
    }
}

/// A bot account, as a client with a token.
async fn bot(server: &Server, name: &str, scopes: &[&str]) -> Client {
    let owner = server.account(name).await;
    let made =
        owner.post("/api/account/tokens", json!({ "label": "bot", "scopes": scopes })).await.expect(201);
    owner.with_token(&text(&made["token"]))
}

const ALL: [&str; 3] = ["bot:play", "challenge:read", "challenge:write"];

#[tokio::test(flavor = "multi_thread")]
async fn bot_accepts_a_challenge_and_plays() {
    on_each_database(async |server| {
        let (bot, ann) = (bot(&server, "Robot", &ALL).await, server.account("Ann").await);
        let mut events = Lines::new(bot.stream("/api/stream/event").await);
        let body = json!({
            "game": "siam", "side": "first", "clock": fischer(60, 1),
            "opponent": { "kind": "user", "name": "Robot" },
        });
        let made = ann.post("/api/challenge", body).await.expect(201);
        let challenge = events.next_of("challenge").await["challenge"].clone();
        assert_eq!((&challenge["id"], &challenge["from"]["name"]), (&made["challenge"]["id"], &json!("Ann")));
        bot.post_nothing(&format!("/api/challenge/{}/accept", text(&challenge["id"]))).await.expect(200);
        let start = events.next_of("gameStart").await["game"].clone();
        let game = text(&start["gameId"]);
        assert_eq!((&start["side"], &start["isMyTurn"]), (&json!("p2"), &json!(false)));
        let mut lines = Lines::new(bot.stream(&format!("/api/bot/game/stream/{game}")).await);
        let full = lines.next().await.unwrap();
        assert_eq!((&full["type"], &full["state"]["type"]), (&json!("gameFull"), &json!("gameState")));
        assert_eq!(full["clock"], json!({ "initial": 60_000, "increment": 1_000 }));
        assert_eq!(lines.next().await.unwrap(), json!({ "type": "opponentGone", "gone": true }));
        let (mut socket, _) = super::join(&ann, &game).await;
        assert_eq!(lines.next_of("opponentGone").await["gone"], false);
        socket.send(json!({ "type": "move", "ply": 1, "move": "@c1N" })).await;
        let state = lines.next_of("gameState").await;
        assert_eq!(
            (&state["moves"], &state["turn"], &state["status"]),
            (&json!("@c1N"), &json!("p2"), &json!("started"))
        );
        events.next_of("yourTurn").await;
        let path = |what: &str| format!("/api/bot/game/{game}/{what}");
        bot.post_nothing(&path("move/nonsense")).await.expect_problem(422, "unreadable-move");
        assert_eq!(
            bot.post_nothing(&path("move/@c5S?offeringDraw=true")).await.expect(200),
            json!({ "ok": true })
        );
        assert_eq!(lines.next_of("gameState").await["moves"], "@c1N @c5S");
        assert_eq!(lines.next_of("gameState").await["p2draw"], true);
        let form = bot.request(reqwest::Method::POST, &path("chat"));
        let form =
            form.header("content-type", "application/x-www-form-urlencoded").body("room=player&text=hello");
        bot.send(form).await.expect(200);
        let chat = lines.next_of("chatLine").await;
        assert_eq!(
            (&chat["room"], &chat["username"], &chat["text"]),
            (&json!("player"), &json!("Robot"), &json!("hello"))
        );
        bot.post_nothing(&path("draw/no")).await.expect(200);
        bot.post_nothing(&path("resign")).await.expect(200);
        let last = loop {
            let state = lines.next_of("gameState").await;
            if state["status"] != "started" {
                break state;
            }
        };
        assert_eq!((&last["status"], &last["winner"]), (&json!("resignation"), &json!("p1")));
        assert!(lines.next().await.is_none(), "the stream ends with the game");
        assert_eq!(events.next_of("gameFinish").await["game"]["winner"], "p1");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_bots_play_to_the_end() {
    on_each_database(async |server| {
        let (one, two) = (bot(&server, "One", &ALL).await, bot(&server, "Two", &ALL).await);
        let body = json!({ "game": "saigon", "side": "first", "clock": fischer(60, 1), "opponent": { "kind": "open" } });
        let game = start_game(&one, &two, body).await;
        let play = async |bot: &Client, side: &str, seed: u64| {
            let mut random = mekong_core::SplitMix64::new(seed);
            let mut lines = Lines::new(bot.stream(&format!("/api/bot/game/stream/{game}")).await);
            while let Some(line) = lines.next().await {
                let state = if line["type"] == "gameFull" { &line["state"] } else { &line };
                if state["type"] == "gameState" && state["turn"] == side {
                    // The move may have been made in response to an earlier line.
                    let view = game_view(bot, &game).await;
                    let legal = view["legal"].as_array().unwrap();
                    if view["turn"] == side && !legal.is_empty() {
                        let mv = text(&legal[random.below(legal.len())]);
                        bot.post_nothing(&format!("/api/bot/game/{game}/move/{mv}")).await;
                    }
                }
            }
        };
        tokio::join!(play(&one, "p1", 1), play(&two, "p2", 2));
        assert_eq!(game_view(&one, &game).await["stage"], "finished");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn token_scopes_are_enforced_for_bots() {
    on_each_database(async |server| {
        let reader = bot(&server, "Reader", &["challenge:read"]).await;
        let (ann, bob, game) = super::siam(&server, fischer(60, 0)).await;
        drop((ann, bob));
        let body = json!({ "game": "siam", "opponent": { "kind": "open" } });
        reader.post("/api/challenge", body).await.expect_problem(403, "scope");
        reader.get("/api/challenge").await.expect(200);
        assert_eq!(reader.stream("/api/stream/event").await.status(), 200);
        reader.get(&format!("/api/bot/game/stream/{game}")).await.expect_problem(403, "scope");
        reader.post_nothing(&format!("/api/bot/game/{game}/move/@c1N")).await.expect_problem(403, "scope");
        super::play(&reader, &game, 1, "@c1N").await.expect_problem(403, "scope");
        let stranger = reader.with_token("nonsense");
        stranger.get("/api/stream/event").await.expect_problem(401, "unauthorized");
        server.client().get("/api/stream/event").await.expect_problem(401, "unauthorized");
        let player = bot(&server, "Player", &["bot:play"]).await;
        player.get(&format!("/api/bot/game/stream/{game}")).await.expect_problem(403, "not-a-player");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn streams_are_kept_alive() {
    on_each_database(async |server| {
        let bot = bot(&server, "Robot", &ALL).await;
        let mut events = Lines::new(bot.stream("/api/stream/event").await);
        assert_eq!(events.line().await.as_deref(), Some(""));
        assert_eq!(events.line().await.as_deref(), Some(""), "keep-alive lines are repeated");
    })
    .await;
}
