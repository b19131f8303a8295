use std::{sync::Arc, time::Duration};

use mekong_server::table::Clock;
use serde_json::json;
use sqlx::{AnyConnection, Connection as _, Executor as _};
use tokio::{sync::Barrier, task::JoinSet, time::timeout};

use super::{game_view, join, no_clock, play, siam, text};
use crate::common::{Server, on_each_database};

/// Number of games loaded concurrently, and of spectators per game.
const GAMES: usize = 12;
const SPECTATORS: usize = 12;

/// How long a spectator waits for a move before the test fails.
const TIMEOUT: Duration = Duration::from_secs(20);

/// Renames a table, so that loading the events of a game fails.
async fn rename(connection: &mut AnyConnection, from: &str, to: &str) {
    let sql = sqlx::AssertSqlSafe(format!("ALTER TABLE {from} RENAME TO {to}"));
    connection.execute(sql).await.expect("the table is renamed");
}

/// A client that subscribes while other loads of the game fail still receives its moves.
#[tokio::test(flavor = "multi_thread")]
async fn subscribers_receive_events_after_a_failed_load() {
    on_each_database(async |server: Server| {
        let (ann, bob) = (server.account("Ann").await, server.account("Bob").await);
        let users = [ann.id().await, bob.id().await];
        let mut games = Vec::new();
        for _ in 0..GAMES {
            games.push(server.game("siam", Clock::None, false, [&users[0], &users[1]]).await);
        }
        // After a restart no game is in memory.
        let server = server.restart().await;
        let mut outside =
            AnyConnection::connect(&server.app.config.database).await.expect("the database opens");
        rename(&mut outside, "events", "events_away").await;
        let begin = Arc::new(Barrier::new(GAMES * SPECTATORS + 1));
        let mut spectators = JoinSet::new();
        for game in &games {
            for _ in 0..SPECTATORS {
                let (client, begin) = (server.client(), Arc::clone(&begin));
                let path = format!("/api/game/{game}/socket");
                spectators.spawn(async move {
                    begin.wait().await;
                    let mut failures = 0;
                    loop {
                        match client.try_socket(&path, &[]).await {
                            Ok(mut socket) => {
                                assert_eq!(socket.next().await["type"], "hello");
                                return (socket, failures);
                            }
                            Err(_) => failures += 1,
                        }
                    }
                });
            }
        }
        begin.wait().await;
        for _ in 0..20 {
            tokio::time::sleep(Duration::from_millis(10)).await;
            rename(&mut outside, "events_away", "events").await;
            rename(&mut outside, "events", "events_away").await;
        }
        rename(&mut outside, "events_away", "events").await;
        let (mut sockets, mut failures) = (Vec::new(), 0);
        while let Some(joined) = spectators.join_next().await {
            let (socket, failed) = joined.expect("the spectator joins");
            sockets.push(socket);
            failures += failed;
        }
        assert!(failures > 0, "no load failed");
        for game in &games {
            server.any_move(game).await;
        }
        // Each ping restarts the timeout of `next_of`, so the whole wait has its own.
        let mut deaf = 0;
        for socket in &mut sockets {
            let timeouts = if deaf == 0 { TIMEOUT } else { Duration::ZERO };
            deaf += u32::from(timeout(timeouts, socket.next_of("move")).await.is_err());
        }
        assert_eq!(deaf, 0, "of {} spectators", sockets.len());
    })
    .await;
}

/// A connection that blocks all other writers, but no readers.
async fn hold_writers(server: &Server) -> AnyConnection {
    let mut connection =
        AnyConnection::connect(&server.app.config.database).await.expect("the database opens");
    let lock: &[&str] = match server.app.store.is_sqlite() {
        true => &["BEGIN IMMEDIATE"],
        false => &["BEGIN", "LOCK TABLE events IN EXCLUSIVE MODE"],
    };
    for sql in lock {
        connection.execute(*sql).await.expect("the lock is taken");
    }
    connection
}

/// Spectators can load and join a game while a move in it waits for the database.
#[tokio::test(flavor = "multi_thread")]
async fn reads_do_not_wait_for_writes() {
    on_each_database(async |server: Server| {
        let (ann, _, game) = siam(&server, no_clock()).await;
        let mut has_read_meanwhile = false;
        // On a loaded machine the write may time out before the reads are done.
        for _ in 0..5 {
            let mut lock = hold_writers(&server).await;
            let mover = ann.clone();
            let path = format!("/api/game/{game}/move");
            let moving = tokio::spawn(async move {
                mover.post(&path, json!({ "ply": 1, "move": "@c1N" })).await.status.as_u16()
            });
            for _ in 0..5 {
                let seen = timeout(TIMEOUT, game_view(&ann, &game)).await.expect("no panic");
                assert_eq!(seen["ply"], 0, "an event is not visible before it is durable");
                timeout(TIMEOUT, join(&server.client(), &game)).await.expect("no panic");
            }
            has_read_meanwhile |= !moving.is_finished();
            lock.execute("ROLLBACK").await.expect("the lock is released");
            let status = moving.await.expect("no panic");
            if has_read_meanwhile {
                assert!(matches!(status, 200 | 503), "{status}");
                return;
            }
        }
        assert!(has_read_meanwhile, "readers waited for the writer");
    })
    .await;
}

/// If a user accepts in several tabs at once, all of them return the same game.
#[tokio::test(flavor = "multi_thread")]
async fn concurrent_accepts_create_one_game() {
    on_each_database(async |server| {
        let (ann, bob) = (server.client(), server.account("Bob").await);
        for _ in 0..5 {
            let body = json!({ "game": "siam", "side": "first", "opponent": { "kind": "link" } });
            let id = text(&ann.post("/api/challenge", body).await.expect(201)["challenge"]["id"]);
            let mut accepting = tokio::task::JoinSet::new();
            for _ in 0..12 {
                let (bob, path) = (bob.clone(), format!("/api/challenge/{id}/accept"));
                accepting.spawn(async move { text(&bob.post_nothing(&path).await.expect(200)["game"]) });
            }
            let mut games = accepting.join_all().await;
            games.dedup();
            let [game] = &games[..] else { panic!("one game: {games:?}") };
            // All requests refer to the same room.
            let (mut socket, _) = join(&bob, game).await;
            play(&ann, game, 1, "@c1N").await.expect(200);
            socket.next_of("move").await;
        }
    })
    .await;
}
