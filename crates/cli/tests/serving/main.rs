//! The server as a process of its own: settings, signals, kills, outages, a full disk, copies.
#![cfg(unix)]

mod common;

mod admin;
mod corrupt;
mod crowds;
mod kills;
mod memory;
mod outages;
mod process;
mod releases;
mod serve;
#[path = "../common/signals.rs"]
mod signals;

use std::time::{Duration, Instant};

use common::Client;
use serde_json::{Value, json};

/// How long a test waits for something that must happen.
const PATIENCE: Duration = Duration::from_secs(120);

/// Asks until the answer will do.
async fn until<T>(what: &str, mut ask: impl AsyncFnMut() -> Option<T>) -> T {
    let begin = Instant::now();
    loop {
        if let Some(answer) = ask().await {
            return answer;
        }
        assert!(begin.elapsed() < PATIENCE, "waited in vain: {what}");
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("no text: {value}")).to_owned()
}

/// A game that one offers by link and the other accepts; the first plays the first side.
async fn agree(one: &Client, two: &Client, game: &str, clock: Value) -> String {
    let wish = json!({ "game": game, "side": "first", "clock": clock, "opponent": { "kind": "link" } });
    let made = one.post("/api/challenge", wish).await.expect(201);
    let id = text(&made["challenge"]["id"]);
    text(&two.post_nothing(&format!("/api/challenge/{id}/accept")).await.expect(200)["game"])
}

fn fischer(base: u32) -> Value {
    json!({ "kind": "fischer", "base": base, "increment": 0 })
}

async fn play(client: &Client, game: &str, ply: usize, mv: &str) -> common::Answer {
    client.post(&format!("/api/game/{game}/move"), json!({ "ply": ply, "move": mv })).await
}

async fn see(client: &Client, game: &str) -> Value {
    client.get(&format!("/api/game/{game}")).await.expect(200)
}
