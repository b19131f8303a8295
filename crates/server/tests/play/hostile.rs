use std::time::Duration;

use serde_json::json;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    time::timeout,
};
use tokio_tungstenite::tungstenite::Message;

use crate::{common::on_each_database, fischer, join, play, see, siam};

#[tokio::test(flavor = "multi_thread")]
async fn rubbish_is_answered_and_harms_nobody() {
    on_each_database(async |server| {
        let (ann, bob, game) = siam(&server, fischer(60, 0)).await;
        let (mut a, _) = join(&ann, &game).await;
        let (mut b, _) = join(&bob, &game).await;
        for rubbish in [
            Message::text(""),
            Message::text("{\"type\":"),
            Message::text("[[[[[[[[[[[[[[[[[[[["),
            Message::text("\u{0}\u{ffff}"),
            Message::text(json!({ "type": "move", "move": "x".repeat(3_000) }).to_string()),
            Message::text(json!({ "type": "move", "move": 7 }).to_string()),
            Message::text(json!({ "type": "end", "winner": "p1" }).to_string()),
            Message::binary(vec![0xff; 100]),
        ] {
            a.send_raw(rubbish).await;
            let refused = a.next_of("refused").await;
            assert!(!refused["title"].as_str().unwrap().is_empty());
        }
        // Too long: the connection ends, the game does not.
        a.send_raw(Message::text("x".repeat(10_000))).await;
        while a.next_or_end().await.is_some() {}
        play(&ann, &game, 1, "@c1N").await.expect(200);
        assert_eq!(b.next_of("move").await["move"], "@c1N");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_is_refused_and_then_cut_off() {
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
        // The other player is not disturbed.
        let (mut b, _) = join(&bob, &game).await;
        b.send(json!({ "type": "abort" })).await;
        assert_eq!(b.next_of("end").await["reason"], "aborted");
    })
    .await;
}

/// Control frames are answered by themselves and never become a message; they count all the same.
#[tokio::test(flavor = "multi_thread")]
async fn a_flood_of_control_frames_is_cut_off() {
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

/// Frames that never become a message are not counted, so their bytes are.
#[tokio::test(flavor = "multi_thread")]
async fn a_flood_of_empty_fragments_is_read_slowly() {
    on_each_database(async |server| {
        let mut line = TcpStream::connect(server.address).await.unwrap();
        let head = "GET /api/socket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
                    Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n";
        line.write_all(head.as_bytes()).await.unwrap();
        let mut answer = [0; 12];
        line.read_exact(&mut answer).await.unwrap();
        assert_eq!(&answer, b"HTTP/1.1 101");
        // The beginning of a message, and then nothing, again and again, but never its end.
        line.write_all(&[0x01, 0x80, 0, 0, 0, 0]).await.unwrap();
        let nothing = [0x00, 0x80, 0, 0, 0, 0].repeat(10_000);
        let mut sent = 0;
        // Far more than the systems of both keep for those who do not read.
        while sent < 100 << 20 {
            match timeout(Duration::from_secs(1), line.write_all(&nothing)).await {
                Ok(written) => written.unwrap(),
                Err(_) => return,
            }
            sent += nothing.len();
        }
        panic!("the server has read {sent} bytes of nothing");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sockets_are_not_opened_for_pages_of_others() {
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
async fn the_lobby_does_not_listen() {
    on_each_database(async |server| {
        let mut lobby = server.client().socket("/api/socket").await;
        lobby.send(json!({ "type": "hello" })).await;
        assert_eq!(lobby.next_of("closing").await["reason"], "rude");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_hangs_up_in_the_middle_loses_nothing_for_others() {
    on_each_database(async |server| {
        let (ann, bob, game) = siam(&server, fischer(60, 0)).await;
        // A request that is given up while it is being answered: the move is made or it is not, and the game goes on.
        let path = format!("/api/game/{game}/move");
        let request =
            ann.request(reqwest::Method::POST, &path).json(&json!({ "ply": 1, "move": "@c1N" })).send();
        let _ = tokio::time::timeout(Duration::from_millis(2), request).await;
        let _ = play(&ann, &game, 1, "@c1N").await;
        assert_eq!(see(&bob, &game).await["moves"], json!(["@c1N"]));
        play(&bob, &game, 2, "@c5S").await.expect(200);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn many_games_at_once_stay_apart() {
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
                    let legal = see(ann, game).await["legal"].clone();
                    let Some(mv) = legal.get(ply as usize % 7) else { continue };
                    socket.send(json!({ "type": "move", "ref": ply, "ply": ply, "move": mv })).await;
                    let answer = socket.until(|message| message["ref"] == ply).await;
                    assert_eq!(answer["type"], "ack", "{answer}");
                }
            }
            see(ann, game).await
        };
        let views = futures_util::future::join_all(games.iter().map(play)).await;
        assert!(views.iter().all(|view| view["seq"].as_u64().unwrap() >= 20 || view["stage"] == "finished"));
    })
    .await;
}
