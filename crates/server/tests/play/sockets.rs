use serde_json::{Value, json};

use super::{fischer, game_view, join, play, siam};
use crate::common::{Socket, on_each_database};

async fn say(socket: &mut Socket, reference: u64, ply: u32, mv: &str) {
    socket.send(json!({ "type": "move", "ref": reference, "ply": ply, "move": mv })).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn players_and_spectators_receive_events() {
    on_each_database(async |server| {
        let (ann, bob, game) = siam(&server, fischer(60, 0)).await;
        let (mut a, hello) = join(&ann, &game).await;
        assert_eq!((&hello["you"], &hello["seq"], &hello["ply"]), (&json!("p1"), &json!(0), &json!(0)));
        assert!(hello["legal"].as_array().unwrap().contains(&json!("@c1N")));
        let (mut b, _) = join(&bob, &game).await;
        let (mut w, hello) = join(&server.client(), &game).await;
        assert_eq!(hello["you"], Value::Null);
        let there = a.until(|message| message["type"] == "presence" && message["watchers"] == 1).await;
        assert_eq!((&there["p1"], &there["p2"]), (&json!(true), &json!(true)));
        say(&mut a, 7, 1, "@c1N").await;
        let ack = a.next_of("ack").await;
        assert_eq!((&ack["ref"], &ack["seq"]), (&json!(7), &json!(1)));
        for socket in [&mut b, &mut w] {
            let event = socket.next_of("move").await;
            assert_eq!(
                (&event["seq"], &event["ply"], &event["move"]),
                (&json!(1), &json!(1), &json!("@c1N"))
            );
            assert_eq!(event["by"], "p1");
        }
        say(&mut w, 1, 2, "@c5S").await;
        assert_eq!(w.next_of("refused").await["code"], "unauthorized");
        say(&mut a, 8, 2, "@c5S").await;
        let refused = a.next_of("refused").await;
        assert_eq!((&refused["ref"], &refused["code"]), (&json!(8), &json!("not-your-turn")));
        say(&mut b, 1, 2, "@c5S").await;
        assert_eq!(a.until(|message| message["ply"] == 2).await["type"], "move");
        b.send(json!({ "type": "resign", "ref": "bye" })).await;
        assert_eq!(b.until(|message| message["ref"] == "bye").await["type"], "ack");
        for socket in [&mut a, &mut w] {
            let end = socket.next_of("end").await;
            assert_eq!((&end["winner"], &end["reason"]), (&json!("p1"), &json!("resignation")));
        }
        a.send(json!({ "type": "ping", "ref": 3 })).await;
        let pong = a.next_of("pong").await;
        assert!(pong["ref"] == 3 && pong["now"].as_i64().unwrap() > 1_600_000_000_000);
        b.close().await;
        a.until(|message| message["type"] == "presence" && message["p2"] == false).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn socket_language_is_selectable() {
    on_each_database(async |server| {
        let (ann, _, game) = siam(&server, fischer(60, 0)).await;
        play(&ann, &game, 1, "@c1N").await.expect(200);
        for (lang, words) in [("fr", "ce n’est pas votre tour"), ("en", "it is not your turn")] {
            let mut a = ann.socket(&format!("/api/game/{game}/socket?lang={lang}")).await;
            say(&mut a, 2, 2, "@c5S").await;
            assert_eq!(a.next_of("refused").await["title"], words);
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn reconnecting_client_receives_missed_events() {
    on_each_database(async |server| {
        let (ann, bob, game) = siam(&server, fischer(60, 0)).await;
        let (mut a, _) = join(&ann, &game).await;
        say(&mut a, 1, 1, "@c1N").await;
        let seen = a.next_of("ack").await["seq"].as_u64().unwrap();
        a.close().await;
        play(&bob, &game, 2, "@c5S").await.expect(200);
        bob.post(&format!("/api/game/{game}/offer"), json!({ "offer": "draw" })).await.expect(200);
        let mut a = ann.socket(&format!("/api/game/{game}/socket?since={seen}")).await;
        let hello = a.next().await["game"].clone();
        let missed: Vec<&str> =
            hello["events"].as_array().unwrap().iter().map(|event| event["type"].as_str().unwrap()).collect();
        assert_eq!(missed, ["move", "offer"]);
        assert_eq!((&hello["seq"], &hello["ply"]), (&json!(seen + 2), &json!(2)));
        // The same on a stream.
        let lines = ann.stream(&format!("/api/game/{game}/stream?since={seen}")).await;
        let mut lines = super::bots::Lines::new(lines);
        assert_eq!(lines.next_of("hello").await["game"]["events"], hello["events"]);
        a.send(json!({ "type": "offer", "offer": "draw" })).await;
        assert_eq!(a.next_of("end").await["reason"], "agreement");
        assert_eq!(lines.next_of("end").await["seq"], seen + 3);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_tabs_see_the_same_game() {
    on_each_database(async |server| {
        let (ann, _, game) = siam(&server, fischer(60, 0)).await;
        let (mut one, _) = join(&ann, &game).await;
        let (mut two, _) = join(&ann, &game).await;
        // Both tabs send a first move: one is made, the other is refused because of its ply.
        tokio::join!(say(&mut one, 1, 1, "@c1N"), say(&mut two, 2, 1, "@a1N"));
        let answer = async |socket: &mut Socket| {
            socket.until(|message| message["type"] == "ack" || message["type"] == "refused").await
        };
        let answers = [answer(&mut one).await, answer(&mut two).await];
        let made = answers.iter().filter(|answer| answer["type"] == "ack").count();
        assert_eq!(made, 1, "{answers:?}");
        assert!(answers.iter().any(|answer| answer["code"] == "wrong-ply"));
        let view = game_view(&ann, &game).await;
        assert_eq!(view["ply"], 1);
        let (_, hello) = join(&ann, &game).await;
        assert_eq!(hello["moves"], view["moves"]);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn shutdown_is_announced_and_games_resume_after_restart() {
    on_each_database(async |server| {
        let (ann, bob, game) = siam(&server, fischer(60, 0)).await;
        play(&ann, &game, 1, "@c1N").await.expect(200);
        play(&bob, &game, 2, "@c5S").await.expect(200);
        let (mut a, _) = join(&ann, &game).await;
        let mut lobby = ann.socket("/api/socket").await;
        let server = {
            let stopping = tokio::spawn(server.restart());
            assert_eq!(a.next_of("closing").await["reason"], "shutdown");
            assert_eq!(lobby.next_of("closing").await["reason"], "shutdown");
            assert!(a.next_or_end().await.is_none());
            stopping.await.expect("the server starts again")
        };
        let view = server.client().get(&format!("/api/game/{game}")).await.expect(200);
        assert_eq!((&view["stage"], &view["moves"]), (&json!("playing"), &json!(["@c1N", "@c5S"])));
        let left = view["clocks"]["p1"].as_i64().unwrap();
        assert!((50_000..=60_000).contains(&left), "clocks do not run during the downtime: {left}");
    })
    .await;
}
