use serde_json::{Value, json};

use super::{fischer, game_view, join, siam, text};
use crate::common::on_each_database;

fn say(room: &str, words: &str) -> Value {
    json!({ "type": "chat", "room": room, "text": words })
}

fn words(view: &Value) -> Vec<String> {
    let events = view["events"].as_array().unwrap().iter();
    events.filter(|event| event["type"] == "chat").map(|event| text(&event["text"])).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn chat_messages_reach_their_audience() {
    on_each_database(async |server| {
        let (ann, bob, game) = siam(&server, fischer(60, 0)).await;
        let eve = server.account("Eve").await;
        let (mut a, _) = join(&ann, &game).await;
        let (mut w, _) = join(&eve, &game).await;
        a.send(say("players", "<b>good luck</b>")).await;
        a.next_of("ack").await;
        w.send(say("watchers", "he should have castled")).await;
        assert_eq!(
            w.next_of("chat").await["text"],
            "he should have castled",
            "spectators do not see messages to players"
        );
        w.send(say("players", "psst")).await;
        assert_eq!(w.next_of("refused").await["code"], "not-a-player");
        let path = format!("/api/game/{game}/chat");
        bob.post(&path, json!({ "room": "players", "text": "" })).await.expect_problem(422, "chat-text");
        assert_eq!(
            words(&game_view(&bob, &game).await),
            ["<b>good luck</b>"],
            "players do not see messages to spectators"
        );
        assert_eq!(words(&game_view(&eve, &game).await), ["he should have castled"]);
        assert_eq!(words(&game_view(&server.client(), &game).await), ["he should have castled"]);
        bob.post_nothing(&format!("/api/game/{game}/resign")).await.expect(200);
        assert_eq!(
            words(&game_view(&bob, &game).await).len(),
            2,
            "after the game players see messages to spectators"
        );
        assert_eq!(words(&game_view(&eve, &game).await).len(), 1, "messages to players stay private");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn muted_players_messages_are_hidden() {
    on_each_database(async |server| {
        let (ann, bob, game) = siam(&server, fischer(60, 0)).await;
        let bob_id = text(&game_view(&ann, &game).await["players"]["p2"]["user"]["id"]);
        let path = format!("/api/game/{game}/chat");
        bob.post(&path, json!({ "room": "players", "text": "rude" })).await.expect(200);
        let report = format!("/api/game/{game}/report");
        ann.post(&report, json!({ "seq": 1, "why": "rude" })).await.expect(201);
        ann.post(&report, json!({ "seq": 1, "why": "again" })).await.expect_problem(409, "conflict");
        ann.post(&report, json!({ "seq": 2, "why": "no message" })).await.expect_problem(404, "not-found");
        server.client().post(&report, json!({ "seq": 1, "why": "x" })).await.expect_problem(404, "not-found");
        let (mut a, _) = join(&ann, &game).await;
        ann.put(&format!("/api/mute/{bob_id}"), json!({})).await.expect(204);
        assert_eq!(ann.get("/api/mute").await.expect(200)["muted"][0]["id"], bob_id.as_str());
        ann.put("/api/mute/aaaaaaaaaaaa", json!({})).await.expect_problem(404, "not-found");
        bob.post(&path, json!({ "room": "players", "text": "ruder" })).await.expect(200);
        ann.post_nothing(&format!("/api/game/{game}/abort")).await.expect(200);
        let next = a.until(|message| message["type"] != "presence").await;
        assert_eq!(next["type"], "end", "the message did not arrive");
        assert!(words(&game_view(&ann, &game).await).is_empty());
        ann.delete(&format!("/api/mute/{bob_id}")).await.expect(204);
        assert_eq!(words(&game_view(&ann, &game).await), ["rude", "ruder"]);
    })
    .await;
}
