use mekong_server::table::{Audience, Event};
use serde_json::{Value, json};
use sqlx::{AnyConnection, Connection as _, Executor as _};

use super::{fischer, game_view, join, no_clock, siam, text};
use crate::common::{Client, Server, on_each_database, on_each_database_with};

async fn say(client: &Client, game: &str, room: &str, words: &str) -> crate::common::Response {
    client.post(&format!("/api/game/{game}/chat"), json!({ "room": room, "text": words })).await
}

fn words(remarks: &Value) -> Vec<String> {
    let remarks = remarks.as_array().unwrap().iter();
    remarks.filter(|event| event["type"] == "chat").map(|event| text(&event["text"])).collect()
}

/// All pages of a chat, oldest message first.
async fn all_pages(client: &Client, game: &str) -> Vec<String> {
    let (mut all, mut path) = (Vec::new(), format!("/api/game/{game}/chat"));
    loop {
        let page = client.get(&path).await.expect(200);
        all.splice(0..0, words(&page["chat"]));
        let Some(next) = page["next"].as_u64() else { return all };
        path = format!("/api/game/{game}/chat?before={next}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn messages_per_spectator_are_limited() {
    on_each_database_with(
        |config| config.rate_limits = false,
        async |server| {
            let (ann, bob, game) = siam(&server, no_clock()).await;
            let (eve, dan) = (server.account("Eve").await, server.account("Dan").await);
            let sent: Vec<String> = (0..300).map(|number| format!("{number} {}", "é".repeat(290))).collect();
            for words in &sent {
                say(&eve, &game, "watchers", words).await.expect(200);
            }
            say(&eve, &game, "watchers", "more").await.expect_problem(409, "chat-full");
            // The limit applies to sockets too.
            let (mut socket, _) = join(&eve, &game).await;
            socket.send(json!({ "type": "chat", "room": "watchers", "text": "more" })).await;
            assert_eq!(socket.next_of("refused").await["code"], "chat-full");
            let seen = async |server: &Server| {
                let answer = server.client().get(&format!("/api/game/{game}")).await;
                assert!(answer.text.len() < 100_000, "{} bytes", answer.text.len());
                let view = answer.expect(200);
                assert_eq!(words(&view["events"]), sent[250..]);
                assert_eq!(view["older_chat"], 251);
                let page =
                    server.client().get(&format!("/api/game/{game}/chat?before=251")).await.expect(200);
                assert_eq!((words(&page["chat"]), &page["next"]), (sent[200..250].to_vec(), &json!(201)));
                assert_eq!(all_pages(&server.client(), &game).await, sent);
            };
            seen(&server).await;
            // Players and other spectators are not limited, and players do not see the spectators' chat.
            say(&dan, &game, "watchers", "hello").await.expect(200);
            say(&ann, &game, "players", "good luck").await.expect(200);
            let view = game_view(&bob, &game).await;
            assert_eq!(
                (words(&view["events"]), &view["older_chat"]),
                (vec!["good luck".to_owned()], &Value::Null)
            );
            assert_eq!(all_pages(&bob, &game).await, ["good luck"]);
            assert!(!all_pages(&eve, &game).await.contains(&"good luck".to_owned()), "private");
            // The limit survives a restart.
            let cookie = eve.cookie().unwrap();
            let server = server.restart().await;
            let eve = server.client();
            eve.set_cookie(&cookie);
            say(&eve, &game, "watchers", "more").await.expect_problem(409, "chat-full");
            // After the game players see the spectators' chat, page by page.
            let ann = {
                let client = server.client();
                client.set_cookie(&ann.cookie().unwrap());
                client
            };
            ann.post_nothing(&format!("/api/game/{game}/resign")).await.expect(200);
            let view = game_view(&ann, &game).await;
            assert_eq!(words(&view["events"]).len(), 51);
            assert_eq!(all_pages(&ann, &game).await.len(), 302);
        },
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn chat_is_rate_limited() {
    on_each_database(async |server| {
        let (ann, _, game) = siam(&server, no_clock()).await;
        let mut refused = None;
        for _ in 0..200 {
            let answer = say(&ann, &game, "players", "hello").await;
            if answer.status == 429 {
                refused = Some(answer);
                break;
            }
            answer.expect(200);
        }
        let refused = refused.expect("the limit is reached");
        refused.expect_problem(429, "too-many-requests");
        assert!(refused.header("retry-after").is_some());
        super::play(&ann, &game, 1, "@c1N").await.expect(200);
    })
    .await;
}

/// The mute list is not queried for each message, and changes take effect at once.
#[tokio::test(flavor = "multi_thread")]
async fn mutes_are_cached() {
    on_each_database(async |server| {
        let (ann, bob, game) = siam(&server, fischer(600, 0)).await;
        let bob_id = text(&game_view(&ann, &game).await["players"]["p2"]["user"]["id"]);
        let (mut a, _) = join(&ann, &game).await;
        say(&bob, &game, "players", "one").await.expect(200);
        assert_eq!(a.next_of("chat").await["text"], "one");
        ann.put(&format!("/api/mute/{bob_id}"), json!({})).await.expect(204);
        say(&bob, &game, "players", "two").await.expect(200);
        // The next message she receives is her own.
        say(&ann, &game, "players", "three").await.expect(200);
        assert_eq!(a.next_of("chat").await["text"], "three");
        let mut outside =
            AnyConnection::connect(&server.app.config.database).await.expect("the database opens");
        outside.execute("ALTER TABLE mutes RENAME TO mutes_away").await.expect("the table is renamed");
        say(&bob, &game, "players", "four").await.expect(200);
        say(&ann, &game, "players", "five").await.expect(200);
        assert_eq!(a.next_of("chat").await["text"], "five");
        outside.execute("ALTER TABLE mutes_away RENAME TO mutes").await.expect("the table is renamed");
        assert_eq!(all_pages(&ann, &game).await, ["three", "five"]);
        ann.delete(&format!("/api/mute/{bob_id}")).await.expect(204);
        say(&bob, &game, "players", "six").await.expect(200);
        assert_eq!(a.next_of("chat").await["text"], "six");
        assert_eq!(all_pages(&ann, &game).await, ["one", "two", "three", "four", "five", "six"]);
    })
    .await;
}

/// Ten guests with the maximum number of messages do not block later ones: their oldest messages are evicted.
#[tokio::test(flavor = "multi_thread")]
async fn full_chat_evicts_messages_of_the_most_active_spectator() {
    on_each_database(async |server| {
        let (_, _, game) = siam(&server, no_clock()).await;
        let (dan, eve) = (server.account("Dan").await, server.account("Eve").await);
        let mut outside = AnyConnection::connect(&server.app.config.database).await.expect("the database opens");
        let mut written = outside.begin().await.expect("the transaction starts");
        for seq in 1..=3_000 {
            let speaker = format!("guest{:07}", (seq - 1) / 300);
            let event = Event::Chat {
                name: String::new(),
                user: speaker.clone(),
                audience: Audience::Spectators,
                text: format!("flood {seq}"),
            };
            let sql = "INSERT INTO events (game_id, seq, at, body, speaker, audience) VALUES ($1, $2, 1, $3, $4, 'watchers')";
            let body = serde_json::to_string(&event).expect("valid JSON");
            let query = sqlx::query(sql).bind(game.clone()).bind(i64::from(seq)).bind(body).bind(speaker);
            query.execute(&mut *written).await.expect("the row is inserted");
        }
        written.commit().await.expect("the transaction is committed");
        let cookies = [&dan, &eve].map(|client| client.cookie().expect("the client has a session"));
        let server = server.restart().await;
        let [dan, eve] = cookies.map(|cookie| {
            let client = server.client();
            client.set_cookie(&cookie);
            client
        });
        let (mut listener, _) = join(&server.client(), &game).await;
        let kept = async || all_pages(&server.client(), &game).await;
        for number in 1..=3 {
            let text = format!("dan {number}");
            say(&dan, &game, "watchers", &text).await.expect(200);
            assert_eq!(listener.next_of("chat").await["text"], text);
        }
        let all = kept().await;
        assert_eq!(all.len(), 3_000);
        assert_eq!(all.last().expect("an array of messages"), "dan 3");
        // The most active users have lost their oldest messages in turn.
        for gone in [1, 301, 601] {
            assert!(!all.contains(&format!("flood {gone}")), "{gone}");
        }
        assert!(all.contains(&"flood 2".to_owned()));
        // The chat is the same after a restart, and the database is consistent.
        let server = server.restart().await;
        assert_eq!(server.app.store.check().await.expect("the check runs").inconsistencies, []);
        let reader = server.client();
        reader.set_cookie(&eve.cookie().expect("the client has a session"));
        say(&reader, &game, "watchers", "eve").await.expect(200);
        let all = all_pages(&reader, &game).await;
        assert_eq!((all.len(), all.last().map(String::as_str)), (3_000, Some("eve")));
    })
    .await;
}
