//! Making games and playing them, over real connections and both databases.

#[path = "../common/mod.rs"]
mod common;

mod bots;
mod challenges;
mod chat;
mod computer;
mod correspondence;
mod hostile;
mod lag;
mod leaving;
mod memory;
mod requests;
mod rooms;
mod sockets;
mod talk;

use common::{Client, Server, Socket};
use serde_json::{Value, json};

/// A game of Siam by link; the first client plays the first side.
async fn siam(server: &Server, clock: Value) -> (Client, Client, String) {
    between(
        server,
        json!({ "game": "siam", "side": "first", "clock": clock, "opponent": { "kind": "link" } }),
    )
    .await
}

/// A game that one guest offers and another accepts.
async fn between(server: &Server, wish: Value) -> (Client, Client, String) {
    let (one, two) = (server.client(), server.client());
    let game = agreed(&one, &two, wish).await;
    (one, two, game)
}

/// A game that one offers and another accepts.
async fn agreed(one: &Client, two: &Client, wish: Value) -> String {
    let made = one.post("/api/challenge", wish).await.expect(201);
    let id = text(&made["challenge"]["id"]);
    text(&two.post_nothing(&format!("/api/challenge/{id}/accept")).await.expect(200)["game"])
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("no text: {value}")).to_owned()
}

fn fischer(base: u32, increment: u32) -> Value {
    json!({ "kind": "fischer", "base": base, "increment": increment })
}

fn no_clock() -> Value {
    json!({ "kind": "none" })
}

/// The game as a client sees it.
async fn see(client: &Client, game: &str) -> Value {
    client.get(&format!("/api/game/{game}")).await.expect(200)
}

async fn play(client: &Client, game: &str, ply: u32, mv: &str) -> common::Answer {
    client.post(&format!("/api/game/{game}/move"), json!({ "ply": ply, "move": mv })).await
}

/// A socket to a game, and its hello.
async fn join(client: &Client, game: &str) -> (Socket, Value) {
    let mut socket = client.socket(&format!("/api/game/{game}/socket")).await;
    let hello = socket.next().await;
    assert_eq!(hello["type"], "hello");
    (socket, hello["game"].clone())
}

/// Waits until a game looks as it should.
async fn wait_for(client: &Client, game: &str, will_do: impl Fn(&Value) -> bool) -> Value {
    for _ in 0..2_400 {
        let view = see(client, game).await;
        if will_do(&view) {
            return view;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("it did not come about: {}", see(client, game).await);
}
