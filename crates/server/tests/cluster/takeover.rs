use mekong_server::{
    store::Transaction,
    table::{Action, Actor, Clock, Seat},
};
use serde_json::json;
use sqlx::{AnyConnection, Connection as _};

use super::{database, join, stored_events, text};
use crate::common::{Nats, Server};

/// Adds a node whose last heartbeat was some seconds ago.
async fn dead_node(database: &str, seconds: i64) {
    sqlx::any::install_default_drivers();
    let mut connection = AnyConnection::connect(database).await.expect("the database opens");
    let sql = "INSERT INTO nodes (id, started, seen, connected) SELECT 'ghost', past, past, 1 FROM \
               (SELECT CAST((EXTRACT(EPOCH FROM clock_timestamp()) - CAST($1 AS DOUBLE PRECISION)) * 1000 AS BIGINT) \
               AS past) AS times";
    sqlx::query(sql).bind(seconds).execute(&mut connection).await.expect("the row is added");
}

/// Moves everything into the past, as if no server had run since.
async fn forge_downtime(database: &str, milliseconds: i64) {
    let mut connection = AnyConnection::connect(database).await.expect("the database opens");
    for sql in [
        "UPDATE events SET at = at - $1",
        "UPDATE nodes SET seen = seen - $1",
        "UPDATE meta SET value = CAST(CAST(value AS BIGINT) - $1 AS TEXT) WHERE name = 'heartbeat'",
        "UPDATE games SET created = created - $1, due = due - $1",
    ] {
        sqlx::query(sql).bind(milliseconds).execute(&mut connection).await.expect("the rows are changed");
    }
}

async fn nodes(server: &Server) -> Vec<String> {
    let mut connection =
        AnyConnection::connect(&server.app.config.database).await.expect("the database opens");
    let rows =
        sqlx::query("SELECT id FROM nodes").fetch_all(&mut connection).await.expect("the rows are read");
    rows.iter().map(|row| sqlx::Row::get(row, 0)).collect()
}

/// The time lost to a dead node is compensated once, by one of the others.
#[tokio::test(flavor = "multi_thread")]
async fn clocks_do_not_run_while_a_node_is_dead() {
    let Some(nats) = Nats::start() else { return };
    let Some(database) = database().await else { return };
    let one = Server::node(&database, &nats.address).await;
    let two = Server::node(&database, &nats.address).await;
    let users = [one.account("Ann").await.id().await, one.account("Bob").await.id().await];
    let clock = Clock::Fischer { base: 600, increment: 0 };
    let game = one.game("siam", clock, false, [&users[0], &users[1]]).await;
    for _ in 0..3 {
        one.any_move(&game).await;
    }
    dead_node(&database, 60).await;
    let watching = two.client();
    let mut socket = join(&watching, &game).await;
    let paused = socket.next_of("paused").await;
    // Since the last move, which is later than the last heartbeat.
    let milliseconds = paused["milliseconds"].as_i64().expect("a number");
    assert!((0..30_000).contains(&milliseconds), "{paused}");
    while nodes(&one).await.len() > 2 {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    let pauses =
        stored_events(&one, &game).await.iter().filter(|(_, event)| event["type"] == "paused").count();
    assert_eq!(pauses, 1);
}

/// A pending computer move of a dead node is made by another node.
#[tokio::test(flavor = "multi_thread")]
async fn computer_moves_of_a_dead_node_are_made_by_another() {
    let Some(nats) = Nats::start() else { return };
    let Some(database) = database().await else { return };
    let one = Server::node(&database, &nats.address).await;
    let ann = one.client();
    let body = json!({ "game": "siam", "side": "first", "opponent": { "kind": "computer", "level": 1 } });
    let game = text(&ann.post("/api/challenge", body).await.expect(201)["game"]);
    // A move of the player, stored by a node that dies before it answers for the computer.
    let room = one.app.games.room(&game).await.expect("the game exists");
    let table = room.table();
    let player = table.turn().expect("the game is in progress");
    assert!(matches!(table.seat(player.other()), Seat::Computer { .. }));
    let mv = table.game_session().legal().swap_remove(0);
    let action = Action::Move { ply: Some(1), text: mv, lag: 0 };
    let actor = Actor::Player(player);
    let decision = room.decide(&one.app.store, actor, &action).await.expect("the move is legal");
    decision.commit(&one.app.store, Transaction::default()).await.expect("the move is stored");
    dead_node(&database, 60).await;
    let mut socket = join(&ann, &game).await;
    let answer = socket.until(|message| message["type"] == "move" && message["seq"] == 2).await;
    assert_eq!(answer["seq"], 2);
}

/// Two servers start at the same time after a downtime: one pause per game.
#[tokio::test(flavor = "multi_thread")]
async fn downtime_is_compensated_once_by_the_first_nodes() {
    let Some(nats) = Nats::start() else { return };
    let Some(database) = database().await else { return };
    let one = Server::node(&database, &nats.address).await;
    let users = [one.account("Ann").await.id().await, one.account("Bob").await.id().await];
    let clock = Clock::Fischer { base: 600, increment: 0 };
    let game = one.game("siam", clock, false, [&users[0], &users[1]]).await;
    for _ in 0..3 {
        one.any_move(&game).await;
    }
    one.stop().await;
    forge_downtime(&database, 60_000).await;
    let (first, second) =
        tokio::join!(Server::node(&database, &nats.address), Server::node(&database, &nats.address));
    let pauses = async || {
        let events = stored_events(&first, &game).await;
        events.iter().filter(|(_, event)| event["type"] == "paused").count()
    };
    assert!(pauses().await <= 2);
    // Together they compensate the time lost, not twice that.
    let events = stored_events(&first, &game).await;
    let given: i64 = events.iter().filter_map(|(_, event)| event["milliseconds"].as_i64()).sum();
    assert!((60_000..90_000).contains(&given), "{events:?}");
    let before = pauses().await;
    assert_eq!(nodes(&second).await.len(), 2);
    // There is nothing left to take over.
    for round in 0..4 {
        first.app.housekeeping(round).await;
    }
    assert_eq!(pauses().await, before);
}
