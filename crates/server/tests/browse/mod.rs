//! Ratings, players, lists of games, openings, game files and analyses, over real connections and both databases.

mod analysis;
mod explorer;
mod files;
mod games;
mod imports;
mod puzzles;
mod ratings;
mod scores;
mod studies;

use crate::common::{Client, Server};
use mekong_server::table::Clock;
use serde_json::Value;

/// Blitz: five minutes per player.
const BLITZ: Clock = Clock::Fischer { base: 300, increment: 0 };

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("not a string: {value}")).to_owned()
}

async fn resign(client: &Client, game: &str) {
    client.post_nothing(&format!("/api/game/{game}/resign")).await.expect(200);
}

/// Plays some legal moves.
async fn some_moves(server: &Server, game: &str, plies: usize) {
    for _ in 0..plies {
        server.any_move(game).await;
    }
}

/// Plays the moves of a game from its start, each by the player to move.
async fn play(players: [&Client; 2], game: &str, moves: &[&str]) {
    for (index, text) in moves.iter().enumerate() {
        let body = serde_json::json!({ "ply": index + 1, "move": text });
        players[index % 2].post(&format!("/api/game/{game}/move"), body).await.expect(200);
    }
}
