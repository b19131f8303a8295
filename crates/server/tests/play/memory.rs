use std::time::Duration;

use mekong_server::table::Clock;
use serde_json::json;
use tokio::{task::JoinSet, time::timeout};

use crate::{
    common::{Server, on_each_database_with},
    join,
};

/// How long a test waits for memory to be given back before it fails.
const PATIENCE: Duration = Duration::from_secs(20);

/// Waits until nothing is left of something.
async fn until_none(what: &str, count: impl Fn() -> usize) {
    let none = async {
        while count() > 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    assert!(timeout(PATIENCE, none).await.is_ok(), "{} {what} are left", count());
}

/// Finished games of two accounts.
async fn finished(server: &Server, games: usize) -> Vec<String> {
    let (ann, bob) = (server.account("Ann").await, server.account("Bob").await);
    let (a, b) = (ann.id().await, bob.id().await);
    let mut ids = Vec::new();
    for _ in 0..games {
        let game = server.game("siam", Clock::None, false, [&a, &b]).await;
        server.any_move(&game).await;
        server.any_move(&game).await;
        ann.post_nothing(&format!("/api/game/{game}/resign")).await.expect(200);
        ids.push(game);
    }
    ids
}

/// Nothing stays in memory of finished games, however they were looked at, once nobody is connected to them.
#[tokio::test(flavor = "multi_thread")]
async fn reading_finished_games_leaves_no_room_behind() {
    on_each_database_with(
        |config| config.rate_limits = false,
        async |server| {
            let games = finished(&server, 30).await;
            until_none("rooms", || server.app.rooms.len()).await;
            let reader = server.account("Eve").await;
            for game in &games {
                let path = format!("/api/game/{game}");
                for suffix in ["", "/chat", "/analysis", "/export", "/export?format=json"] {
                    let answer = reader.get(&format!("{path}{suffix}")).await;
                    assert!(answer.status.as_u16() < 500, "{suffix}: {}", answer.text);
                }
                reader
                    .post(&format!("{path}/chat"), json!({ "room": "watchers", "text": "well played" }))
                    .await
                    .expect(200);
                reader.post(&format!("{path}/report"), json!({ "seq": 1, "why": "" })).await;
                reader.post(&format!("{path}/offer"), json!({ "offer": "rematch" })).await;
            }
            until_none("rooms", || server.app.rooms.len()).await;
            let mut sockets = Vec::new();
            for game in &games {
                sockets.push(join(&reader, game).await.0);
            }
            assert_eq!(server.app.rooms.len(), games.len(), "somebody is connected to each");
            for socket in sockets {
                socket.close().await;
            }
            let stream = reader.stream(&format!("/api/game/{}/stream", games[0])).await;
            drop(stream);
            until_none("rooms", || server.app.rooms.len()).await;
        },
    )
    .await;
}

/// The room of a finished game goes with the last who is connected; whoever comes at that moment is not deaf.
#[tokio::test(flavor = "multi_thread")]
async fn nobody_who_joins_while_a_room_is_let_go_is_deaf() {
    on_each_database_with(
        |config| config.rate_limits = false,
        async |server| {
            let game = finished(&server, 1).await.remove(0);
            let mut people = JoinSet::new();
            for number in 0..6 {
                let (client, game) = (server.client(), game.clone());
                people.spawn(async move {
                    let path = format!("/api/game/{game}/chat");
                    // A session for the socket as well.
                    client.post(&path, json!({ "room": "watchers", "text": "hello" })).await.expect(200);
                    for round in 0..15 {
                        let (mut socket, _) = join(&client, &game).await;
                        let words = format!("{number} {round}");
                        client.post(&path, json!({ "room": "watchers", "text": words })).await.expect(200);
                        socket.until(|message| message["text"] == words.as_str()).await;
                        socket.close().await;
                    }
                });
            }
            while let Some(done) = people.join_next().await {
                done.expect("everybody heard their own words");
            }
            until_none("rooms", || server.app.rooms.len()).await;
        },
    )
    .await;
}

/// Guests who listen to their news and go leave nothing behind.
#[tokio::test(flavor = "multi_thread")]
async fn listening_to_news_leaves_no_topic_behind() {
    on_each_database_with(
        |config| config.rate_limits = false,
        async |server| {
            for _ in 0..20 {
                let guest = server.client();
                guest
                    .post("/api/challenge", json!({ "game": "siam", "opponent": { "kind": "link" } }))
                    .await
                    .expect(201);
                let mut socket = guest.socket("/api/socket").await;
                assert_eq!(socket.next_of("challenge").await["type"], "challenge");
                let mut stream = guest.stream("/api/stream/event").await;
                assert!(stream.chunk().await.expect("a line comes").is_some());
                assert!(server.app.bus.len() >= 2, "the lobby's and their own");
                socket.close().await;
            }
            until_none("topics", || server.app.bus.len()).await;
        },
    )
    .await;
}
