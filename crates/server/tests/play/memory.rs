use std::time::Duration;

use mekong_server::table::Clock;
use serde_json::json;
use tokio::{task::JoinSet, time::timeout};

use super::join;
use crate::common::{Server, on_each_database_with};

/// How long a test waits for memory to be released.
const TIMEOUT: Duration = Duration::from_secs(20);

/// Waits until a count is zero.
async fn until_none(what: &str, count: impl Fn() -> usize) {
    let none = async {
        while count() > 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    assert!(timeout(TIMEOUT, none).await.is_ok(), "{} {what} are left", count());
}

/// Plays games between two accounts to their end.
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

/// Finished games stay in memory only while clients are connected to them.
#[tokio::test(flavor = "multi_thread")]
async fn finished_games_are_not_kept_in_memory() {
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
            assert_eq!(server.app.rooms.len(), games.len(), "a client is connected to each game");
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

/// The room of a finished game is dropped with its last client. A client that joins at the same time still receives
/// events.
#[tokio::test(flavor = "multi_thread")]
async fn client_joining_during_eviction_receives_events() {
    on_each_database_with(
        |config| config.rate_limits = false,
        async |server| {
            let game = finished(&server, 1).await.remove(0);
            let mut people = JoinSet::new();
            for number in 0..6 {
                let (client, game) = (server.client(), game.clone());
                people.spawn(async move {
                    let path = format!("/api/game/{game}/chat");
                    // Creates a session, which the socket uses too.
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
                done.expect("every client received its own message");
            }
            until_none("rooms", || server.app.rooms.len()).await;
        },
    )
    .await;
}

/// Topics of guests are removed when they disconnect.
#[tokio::test(flavor = "multi_thread")]
async fn unsubscribed_topics_are_removed() {
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
                assert!(stream.chunk().await.expect("the stream is not silent").is_some());
                assert!(server.app.bus.len() >= 2, "the topics of the lobby and of the user");
                socket.close().await;
            }
            until_none("topics", || server.app.bus.len()).await;
        },
    )
    .await;
}
