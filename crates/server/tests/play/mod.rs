//! Challenges and games over real connections, on both databases.

mod bots;
mod challenges;
mod chat;
mod chat_sockets;
mod computer;
mod correspondence;
mod game_rows;
mod hostile;
mod lag;
mod leaving;
mod memory;
mod requests;
mod rooms;
mod sockets;

use crate::common::{Client, Server, Socket};
use serde_json::{Value, json};

/// Creates a game of Siam by link; the first client plays first.
async fn siam(server: &Server, clock: Value) -> (Client, Client, String) {
    between(
        server,
        json!({ "game": "siam", "side": "first", "clock": clock, "opponent": { "kind": "link" } }),
    )
    .await
}

/// Creates a game between two new guests.
async fn between(server: &Server, body: Value) -> (Client, Client, String) {
    let (one, two) = (server.client(), server.client());
    let game = start_game(&one, &two, body).await;
    (one, two, game)
}

/// Creates a game between two clients.
async fn start_game(one: &Client, two: &Client, body: Value) -> String {
    let made = one.post("/api/challenge", body).await.expect(201);
    let id = text(&made["challenge"]["id"]);
    text(&two.post_nothing(&format!("/api/challenge/{id}/accept")).await.expect(200)["game"])
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("not a string: {value}")).to_owned()
}

fn fischer(base: u32, increment: u32) -> Value {
    json!({ "kind": "fischer", "base": base, "increment": increment })
}

fn no_clock() -> Value {
    json!({ "kind": "none" })
}

/// The state of a game as a client sees it.
async fn game_view(client: &Client, game: &str) -> Value {
    client.get(&format!("/api/game/{game}")).await.expect(200)
}

async fn play(client: &Client, game: &str, ply: u32, mv: &str) -> crate::common::Response {
    client.post(&format!("/api/game/{game}/move"), json!({ "ply": ply, "move": mv })).await
}

/// Connects to a game; returns the socket and the game from `hello`.
async fn join(client: &Client, game: &str) -> (Socket, Value) {
    let mut socket = client.socket(&format!("/api/game/{game}/socket")).await;
    let hello = socket.next().await;
    assert_eq!(hello["type"], "hello");
    (socket, hello["game"].clone())
}

/// Polls a game until a condition holds.
async fn wait_for(client: &Client, game: &str, condition: impl Fn(&Value) -> bool) -> Value {
    let poll = async {
        loop {
            let view = game_view(client, game).await;
            if condition(&view) {
                return view;
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
    };
    let result = tokio::time::timeout(std::time::Duration::from_secs(600), poll).await;
    result.unwrap_or_else(|_| panic!("timeout while waiting for game {game}"))
}
