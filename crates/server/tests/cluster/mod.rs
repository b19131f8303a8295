//! Several servers on one PostgreSQL database.

#[cfg(feature = "cluster")]
mod analyses;
mod conflicts;
#[cfg(feature = "cluster")]
mod nats;
#[cfg(feature = "cluster")]
mod takeover;
#[cfg(feature = "cluster")]
mod workers;

use serde_json::Value;

use crate::common::{Server, postgres};

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("not a string: {value}")).to_owned()
}

/// The events of a game in the database: numbers and bodies, in order.
async fn stored_events(server: &Server, game: &str) -> Vec<(u64, Value)> {
    let events = server.app.store.events(game, 0).await.expect("the events are read");
    events
        .into_iter()
        .map(|logged| (logged.seq, serde_json::to_value(&logged.event).expect("an event is JSON")))
        .collect()
}

/// Connects to a game and returns the socket after `hello`.
#[cfg(feature = "cluster")]
async fn join(client: &crate::common::Client, game: &str) -> crate::common::Socket {
    let mut socket = client.socket(&format!("/api/game/{game}/socket")).await;
    assert_eq!(socket.next().await["type"], "hello");
    socket
}

/// The address of an empty PostgreSQL database; `None` if tests with PostgreSQL are disabled.
async fn database() -> Option<String> {
    postgres::fresh_database().await
}
