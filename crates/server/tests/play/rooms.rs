use std::{sync::Arc, time::Duration};

use mekong_server::table::Clock;
use serde_json::json;
use sqlx::{AnyConnection, Connection as _, Executor as _};
use tokio::{sync::Barrier, task::JoinSet, time::timeout};

use crate::{
    common::{Server, on_each_database},
    join, no_clock, play, see, siam, text,
};

/// How many games are loaded at once, and how many watchers wait for each.
const GAMES: usize = 12;
const WATCHERS: usize = 12;

/// How long a watcher waits for a move before the test fails.
const PATIENCE: Duration = Duration::from_secs(20);

/// Renames a table behind the server's back: reading the events of a game fails meanwhile, as with a broken disk.
async fn rename(connection: &mut AnyConnection, from: &str, to: &str) {
    let sql = sqlx::AssertSqlSafe(format!("ALTER TABLE {from} RENAME TO {to}"));
    connection.execute(sql).await.expect("the table is renamed");
}

/// Whoever was let in while reading a game failed for others hears its moves.
#[tokio::test(flavor = "multi_thread")]
async fn nobody_goes_deaf_when_loading_a_game_fails() {
    on_each_database(async |server: Server| {
        let (ann, bob) = (server.account("Ann").await, server.account("Bob").await);
        let users = [ann.id().await, bob.id().await];
        let mut games = Vec::new();
        for _ in 0..GAMES {
            games.push(server.game("siam", Clock::None, false, [&users[0], &users[1]]).await);
        }
        // No game is in memory after that.
        let server = server.restart().await;
        let mut outside = AnyConnection::connect(&server.app.config.database).await.expect("it opens");
        rename(&mut outside, "events", "events_away").await;
        let begin = Arc::new(Barrier::new(GAMES * WATCHERS + 1));
        let mut watchers = JoinSet::new();
        for game in &games {
            for _ in 0..WATCHERS {
                let (client, begin) = (server.client(), Arc::clone(&begin));
                let path = format!("/api/game/{game}/socket");
                watchers.spawn(async move {
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
        while let Some(joined) = watchers.join_next().await {
            let (socket, failed) = joined.expect("a watcher is let in");
            sockets.push(socket);
            failures += failed;
        }
        assert!(failures > 0, "reading never failed");
        for game in &games {
            server.any_move(game).await;
        }
        // Pings would keep a deaf socket busy for ever.
        let mut deaf = 0;
        for socket in &mut sockets {
            let patience = if deaf == 0 { PATIENCE } else { Duration::ZERO };
            deaf += u32::from(timeout(patience, socket.next_of("move")).await.is_err());
        }
        assert_eq!(deaf, 0, "of {} watchers", sockets.len());
    })
    .await;
}

/// A connection that keeps all others from writing, but not from reading.
async fn hold_writers(server: &Server) -> AnyConnection {
    let mut connection = AnyConnection::connect(&server.app.config.database).await.expect("it opens");
    let lock: &[&str] = match server.app.store.is_sqlite() {
        true => &["BEGIN IMMEDIATE"],
        false => &["BEGIN", "LOCK TABLE events IN EXCLUSIVE MODE"],
    };
    for sql in lock {
        connection.execute(*sql).await.expect("the lock is free");
    }
    connection
}

/// A game is shown, with all who come to watch, while a move in it waits for the database.
#[tokio::test(flavor = "multi_thread")]
async fn reading_a_game_does_not_wait_for_its_writer() {
    on_each_database(async |server: Server| {
        let (ann, _, game) = siam(&server, no_clock()).await;
        let mut has_read_meanwhile = false;
        // On a busy machine the writer may give up before the readers had their turn.
        for _ in 0..5 {
            let mut lock = hold_writers(&server).await;
            let mover = ann.clone();
            let path = format!("/api/game/{game}/move");
            let moving = tokio::spawn(async move {
                mover.post(&path, json!({ "ply": 1, "move": "@c1N" })).await.status.as_u16()
            });
            for _ in 0..5 {
                let seen = timeout(PATIENCE, see(&ann, &game)).await.expect("an answer");
                assert_eq!(seen["ply"], 0, "nothing is true before it is durable");
                timeout(PATIENCE, join(&server.client(), &game)).await.expect("an answer");
            }
            has_read_meanwhile |= !moving.is_finished();
            lock.execute("ROLLBACK").await.expect("the lock is let go");
            let status = moving.await.expect("an answer");
            if has_read_meanwhile {
                assert!(matches!(status, 200 | 503), "{status}");
                return;
            }
        }
        assert!(has_read_meanwhile, "readers waited for the writer");
    })
    .await;
}

/// Several tabs of one person accept at once: the game is theirs in all of them.
#[tokio::test(flavor = "multi_thread")]
async fn whoever_accepts_several_times_at_once_gets_one_game() {
    on_each_database(async |server| {
        let (ann, bob) = (server.client(), server.account("Bob").await);
        for _ in 0..5 {
            let wish = json!({ "game": "siam", "side": "first", "opponent": { "kind": "link" } });
            let id = text(&ann.post("/api/challenge", wish).await.expect(201)["challenge"]["id"]);
            let mut accepting = tokio::task::JoinSet::new();
            for _ in 0..12 {
                let (bob, path) = (bob.clone(), format!("/api/challenge/{id}/accept"));
                accepting.spawn(async move { text(&bob.post_nothing(&path).await.expect(200)["game"]) });
            }
            let mut games = accepting.join_all().await;
            games.dedup();
            let [game] = &games[..] else { panic!("one game: {games:?}") };
            // Whoever was answered first holds the same room as all others.
            let (mut socket, _) = join(&bob, game).await;
            play(&ann, game, 1, "@c1N").await.expect(200);
            socket.next_of("move").await;
        }
    })
    .await;
}
