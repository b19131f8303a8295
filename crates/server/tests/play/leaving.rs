use std::time::Duration;

use futures_util::StreamExt as _;
use serde_json::json;
use tokio::time::timeout;

use super::{fischer, join, siam, text};
use crate::common::{Client, Server, on_each_database};

async fn log_in(server: &Server, name: &str) -> Client {
    let client = server.client();
    let body = json!({ "name": name, "password": format!("password of {name}") });
    client.post("/api/login", body).await.expect(200);
    client
}

#[tokio::test(flavor = "multi_thread")]
async fn log_out_ends_the_connections_of_that_session_only() {
    on_each_database(async |server| {
        let ann = server.account("Ann").await;
        let thief = log_in(&server, "Ann").await;
        let (mut own, mut stolen) = (ann.socket("/api/socket").await, thief.socket("/api/socket").await);
        let body = json!({ "old": "password of Ann", "new": "another password" });
        ann.post("/api/account/password", body).await.expect(204);
        assert_eq!(stolen.next_of("closing").await["reason"], "logged-out");
        let body = json!({ "game": "siam", "opponent": { "kind": "open" } });
        server.client().post("/api/challenge", body).await.expect(201);
        assert_eq!(own.next().await["type"], "lobbyAdd", "the connection of her other session stays open");
        ann.post_nothing("/api/logout").await.expect(204);
        assert_eq!(own.next_of("closing").await["reason"], "logged-out");
        assert_eq!(own.next_or_end().await, None);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn new_account_keeps_its_games_after_reconnecting() {
    on_each_database(async |server| {
        let (ann, _, game) = siam(&server, fischer(60, 0)).await;
        let (mut before, _) = join(&ann, &game).await;
        ann.post("/api/account", json!({ "name": "Ann", "password": "password of Ann" })).await.expect(201);
        assert_eq!(before.next_of("closing").await["reason"], "logged-out");
        let (mut socket, hello) = join(&ann, &game).await;
        assert_eq!((&hello["you"], &hello["players"]["p1"]["user"]["name"]), (&json!("p1"), &json!("Ann")));
        socket.send(json!({ "type": "move", "ref": 1, "ply": 1, "move": "@c1N" })).await;
        assert_eq!(socket.next_of("ack").await["ref"], 1);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn revoking_a_token_ends_its_streams() {
    on_each_database(async |server| {
        let ann = server.account("Ann").await;
        let order = json!({ "label": "bot", "scopes": ["bot:play"] });
        let made = ann.post("/api/account/tokens", order).await.expect(201);
        let bot = ann.with_token(&text(&made["token"]));
        let mut events = bot.stream("/api/stream/event").await.bytes_stream();
        ann.delete(&format!("/api/account/tokens/{}", text(&made["id"]))).await.expect(204);
        let to_the_end = async { while events.next().await.is_some() {} };
        timeout(Duration::from_secs(20), to_the_end).await.expect("the stream ends");
    })
    .await;
}
