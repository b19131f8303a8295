use std::time::Duration;

use serde_json::json;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    time::timeout,
};
use tokio_tungstenite::tungstenite::Message;

use super::{fischer, game_view, join, play, siam};
use crate::common::on_each_database;

#[tokio::test(flavor = "multi_thread")]
async fn invalid_messages_are_rejected_without_side_effects() {
    on_each_database(async |server| {
        let (ann, bob, game) = siam(&server, fischer(60, 0)).await;
        let (mut a, _) = join(&ann, &game).await;
        let (mut b, _) = join(&bob, &game).await;
        for invalid in [
            Message::text(""),
            Message::text("{\"type\":"),
            Message::text("[[[[[[[[[[[[[[[[[[[["),
            Message::text("\u{0}\u{ffff}"),
            Message::text(json!({ "type": "move", "move": "x".repeat(3_000) }).to_string()),
            Message::text(json!({ "type": "move", "move": 7 }).to_string()),
            Message::text(json!({ "type": "end", "winner": "p1" }).to_string()),
            Message::binary(vec![0xff; 100]),
        ] {
            a.send_raw(invalid).await;
            let refused = a.next_of("refused").await;
            assert!(!refused["title"].as_str().unwrap().is_empty());
        }
        // A message that is too long closes the connection but does not end the game.
        a.send_raw(Message::text("x".repeat(10_000))).await;
        while a.next_or_end().await.is_some() {}
        play(&ann, &game, 1, "@c1N").await.expect(200);
        assert_eq!(b.next_of("move").await["move"], "@c1N");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn message_flood_is_rejected_then_disconnected() {
    on_each_database(async |server| {
        let (ann, bob, game) = siam(&server, fischer(60, 0)).await;
        let (mut a, _) = join(&ann, &game).await;
        for number in 0..600 {
            a.send(json!({ "type": "ping", "ref": number })).await;
        }
        let mut was_refused = false;
        let mut last = json!(null);
        while let Some(message) = a.next_or_end().await {
            was_refused |= message["code"] == "too-many-requests";
            last = message;
        }
        assert!(was_refused);
        assert_eq!((&last["type"], &last["reason"]), (&json!("closing"), &json!("rude")));
        // The opponent is not affected.
        let (mut b, _) = join(&bob, &game).await;
        b.send(json!({ "type": "abort" })).await;
        assert_eq!(b.next_of("end").await["reason"], "aborted");
    })
    .await;
}

/// Control frames are handled by the WebSocket library and never become messages, but they count for the limit.
#[tokio::test(flavor = "multi_thread")]
async fn control_frame_flood_is_disconnected() {
    on_each_database(async |server| {
        let (ann, _, game) = siam(&server, fischer(60, 0)).await;
        for path in [format!("/api/game/{game}/socket"), "/api/socket".to_owned()] {
            for frame in [Message::Ping(Default::default()), Message::Pong(vec![7; 100].into())] {
                let mut line = server.client().socket(&path).await;
                for _ in 0..2_000 {
                    line.send_raw(frame.clone()).await;
                }
                let closing = line.until(|message| message["type"] == "closing").await;
                assert_eq!(closing["reason"], "rude", "{path}");
                while line.next_or_end().await.is_some() {}
            }
        }
        join(&ann, &game).await;
    })
    .await;
}

/// Fragments of an incomplete message are limited by their size, because the message is not counted before its end.
#[tokio::test(flavor = "multi_thread")]
async fn empty_fragments_are_read_slowly() {
    on_each_database(async |server| {
        let mut line = TcpStream::connect(server.address).await.unwrap();
        let head = "GET /api/socket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
                    Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n";
        line.write_all(head.as_bytes()).await.unwrap();
        let mut answer = [0; 12];
        line.read_exact(&mut answer).await.unwrap();
        assert_eq!(&answer, b"HTTP/1.1 101");
        // The start of a fragmented message, then empty fragments without the final one.
        line.write_all(&[0x01, 0x80, 0, 0, 0, 0]).await.unwrap();
        let nothing = [0x00, 0x80, 0, 0, 0, 0].repeat(10_000);
        let mut sent = 0;
        // Far more than fits into the socket buffers of both sides.
        while sent < 100 << 20 {
            match timeout(Duration::from_secs(1), line.write_all(&nothing)).await {
                Ok(written) => written.unwrap(),
                Err(_) => return,
            }
            sent += nothing.len();
        }
        panic!("the server has read {sent} bytes of empty fragments");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sockets_reject_foreign_origins() {
    on_each_database(async |server| {
        let (ann, _, game) = siam(&server, fischer(60, 0)).await;
        for path in [format!("/api/game/{game}/socket"), "/api/socket".to_owned()] {
            assert!(ann.try_socket(&path, &[("origin", "https://evil.example")]).await.is_err());
            assert!(ann.try_socket(&path, &[("origin", &server.base)]).await.is_ok());
            ann.get(&path).await.expect_problem(426, "not-a-websocket");
        }
        assert!(ann.try_socket("/api/game/aaaaaaaaaaaa/socket", &[]).await.is_err());
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn lobby_socket_ignores_messages() {
    on_each_database(async |server| {
        let mut lobby = server.client().socket("/api/socket").await;
        lobby.send(json!({ "type": "hello" })).await;
        assert_eq!(lobby.next_of("closing").await["reason"], "rude");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn abrupt_disconnect_does_not_affect_others() {
    on_each_database(async |server| {
        let (ann, bob, game) = siam(&server, fischer(60, 0)).await;
        // A cancelled request: the move is made or not, and the game continues.
        let path = format!("/api/game/{game}/move");
        let request =
            ann.request(reqwest::Method::POST, &path).json(&json!({ "ply": 1, "move": "@c1N" })).send();
        let _ = tokio::time::timeout(Duration::from_millis(2), request).await;
        let _ = play(&ann, &game, 1, "@c1N").await;
        assert_eq!(game_view(&bob, &game).await["moves"], json!(["@c1N"]));
        play(&bob, &game, 2, "@c5S").await.expect(200);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_games_are_independent() {
    on_each_database(async |server| {
        let mut games = Vec::new();
        for _ in 0..10 {
            games.push(siam(&server, fischer(60, 0)).await);
        }
        let play = async |(ann, bob, game): &(_, _, String)| {
            let (mut a, _) = join(ann, game).await;
            let (mut b, _) = join(bob, game).await;
            for ply in (1..=20_u64).step_by(2) {
                for (socket, ply) in [(&mut a, ply), (&mut b, ply + 1)] {
                    let legal = game_view(ann, game).await["legal"].clone();
                    let Some(mv) = legal.get(ply as usize % 7) else { continue };
                    socket.send(json!({ "type": "move", "ref": ply, "ply": ply, "move": mv })).await;
                    let answer = socket.until(|message| message["ref"] == ply).await;
                    assert_eq!(answer["type"], "ack", "{answer}");
                }
            }
            game_view(ann, game).await
        };
        let views = futures_util::future::join_all(games.iter().map(play)).await;
        assert!(views.iter().all(|view| view["seq"].as_u64().unwrap() >= 20 || view["stage"] == "finished"));
    })
    .await;
}
