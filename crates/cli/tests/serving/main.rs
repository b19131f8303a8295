//! Tests of `mekong serve` as a process: settings, signals, kills, outages, a full disk, backups.
#![cfg(unix)]

mod common;

mod admin;
mod corrupt;
#[cfg(feature = "cluster")]
mod faults;
mod kills;
mod many_connections;
mod memory;
#[cfg(feature = "cluster")]
mod nodes;
mod outages;
#[path = "../../../terminal/tests/output/mod.rs"]
mod output;
mod process;
mod releases;
mod sentences;
mod serve;
#[path = "../common/signals.rs"]
mod signals;
mod upgrades;

use std::time::Duration;

use common::Client;
use serde_json::{Value, json};

/// Maximum time to wait for a condition; generous, because machines may be loaded.
const TIMEOUT: Duration = Duration::from_secs(600);

/// Polls until a condition holds.
async fn until<T>(what: &str, mut poll: impl AsyncFnMut() -> Option<T>) -> T {
    let poll = async {
        loop {
            if let Some(result) = poll().await {
                return result;
            }
            tokio::time::sleep(Duration::from_millis(25)).await;
        }
    };
    tokio::time::timeout(TIMEOUT, poll).await.unwrap_or_else(|_| panic!("timeout: {what}"))
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("not a string: {value}")).to_owned()
}

/// Creates a game by link; the first client plays first.
async fn create_game(one: &Client, two: &Client, game: &str, clock: Value) -> String {
    let challenge = json!({ "game": game, "side": "first", "clock": clock, "opponent": { "kind": "link" } });
    let made = one.post("/api/challenge", challenge).await.expect(201);
    let id = text(&made["challenge"]["id"]);
    text(&two.post_nothing(&format!("/api/challenge/{id}/accept")).await.expect(200)["game"])
}

fn fischer(base: u32) -> Value {
    json!({ "kind": "fischer", "base": base, "increment": 0 })
}

async fn play(client: &Client, game: &str, ply: usize, mv: &str) -> common::Response {
    client.post(&format!("/api/game/{game}/move"), json!({ "ply": ply, "move": mv })).await
}

async fn get_game(client: &Client, game: &str) -> Value {
    client.get(&format!("/api/game/{game}")).await.expect(200)
}
