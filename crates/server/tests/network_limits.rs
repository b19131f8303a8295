//! Limits per network and per user: sockets, connections, analyses, expensive requests, challenges and large bodies.

use std::{sync::Arc, time::Duration};

use crate::common::{Client, Response, Server, Socket, on_each_database_with};
use futures_util::stream::{FuturesUnordered, StreamExt as _};
use mekong_core::Variants;
use mekong_server::{config::Config, engine_pool::Priority, table::Clock};
use reqwest::Method;
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpSocket, TcpStream},
    time::timeout,
};

/// Trusts the proxy headers, and lowers the limits.
fn behind_a_proxy(config: &mut Config) {
    config.trust_proxy = true;
    config.connection_limits.streams = 10;
    config.connection_limits.streams_per_user = 4;
}

async fn socket(client: &Client, address: &str) -> Option<Socket> {
    client.try_socket("/api/socket", &[("x-forwarded-for", address)]).await.ok()
}

#[tokio::test(flavor = "multi_thread")]
async fn sockets_and_streams_per_network_are_limited() {
    on_each_database_with(behind_a_proxy, async |server| {
        let mut open = Vec::new();
        for number in 0..30 {
            open.extend(socket(&server.client(), &format!("2001:db8::{number:x}")).await);
        }
        assert_eq!(open.len(), 10, "an IPv6 /64 counts as one network");
        let create_challenges = server.client();
        let stream = create_challenges.request(Method::GET, "/api/game/aaaaaaaaaaaa/stream");
        let refused = create_challenges.send(stream.header("x-forwarded-for", "2001:db8::99")).await;
        refused.expect_problem(429, "too-many-requests");
        assert!(
            socket(&server.client(), "2001:db8:0:1::1").await.is_some(),
            "other networks are not affected"
        );
        // A closed socket makes room for another one.
        open.pop().expect("a socket is open").close().await;
        let mut again = None;
        while again.is_none() {
            again = socket(&server.client(), "2001:db8::1").await;
            tokio::task::yield_now().await;
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sockets_per_user_are_limited_across_networks() {
    on_each_database_with(behind_a_proxy, async |server| {
        let (ann, bob) = (server.account("Ann").await, server.account("Bob").await);
        let mut open = Vec::new();
        for number in 0..8 {
            open.extend(socket(&ann, &format!("192.0.2.{number}")).await);
        }
        assert_eq!(open.len(), 4);
        assert!(socket(&bob, "192.0.2.1").await.is_some());
    })
    .await;
}

/// A connection from a loopback address.
async fn connect(from: &str, to: &Server) -> TcpStream {
    let socket = TcpSocket::new_v4().expect("the socket is created");
    socket
        .bind(format!("{from}:0").parse().expect("a valid address"))
        .expect("127.0.0.0/8 is the loopback network");
    socket.connect(to.address).await.expect("the server accepts the connection")
}

/// Whether the server answers a request on the connection.
async fn is_answered(mut line: TcpStream) -> bool {
    let _ = line.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").await;
    let mut answer = Vec::new();
    let _ =
        timeout(Duration::from_secs(20), line.read_to_end(&mut answer)).await.expect("the connection closes");
    answer.starts_with(b"HTTP/1.1 200")
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_per_network_are_limited_including_sockets() {
    on_each_database_with(
        |config| config.connection_limits.connections = 12,
        async |server| {
            // Six sockets and six idle connections.
            let mut sockets = Vec::new();
            for _ in 0..6 {
                sockets.push(server.client().socket("/api/socket").await);
            }
            let mut silent = Vec::new();
            for _ in 0..6 {
                silent.push(connect("127.0.0.1", &server).await);
            }
            for _ in 0..5 {
                assert!(!is_answered(connect("127.0.0.1", &server).await).await);
            }
            assert!(
                is_answered(connect("127.0.0.2", &server).await).await,
                "other networks are not affected"
            );
            sockets.pop().expect("a socket is open").close().await;
            while !is_answered(connect("127.0.0.1", &server).await).await {
                tokio::task::yield_now().await;
            }
        },
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn analyses_per_network_are_limited() {
    on_each_database_with(behind_a_proxy, async |server| {
        let (ann, bob) = (server.account("Ann").await.id().await, server.account("Bob").await.id().await);
        let mut games = Vec::new();
        for _ in 0..14 {
            let game = server.game("siam", Clock::None, false, [&ann, &bob]).await;
            server.any_move(&game).await;
            let resign = mekong_server::table::Action::Resign;
            server.act(&game, mekong_core::Player::P1, resign).await.expect("the game ends");
            games.push(game);
        }
        // Keeps the only engine thread busy, so that no analysis finishes.
        let (release, held) = std::sync::mpsc::channel::<()>();
        let app = Arc::clone(&server.app);
        let busy = tokio::spawn(async move {
            let somebody = app.limits.requester_for("somebody");
            app.pool.run("siam", Variants::NONE, Priority::Move, somebody, move |_, _| held.recv()).await
        });
        let ask = async |client: &Client, address: &str, game: &str| {
            let request = client.request(Method::POST, &format!("/api/game/{game}/analysis"));
            client.send(request.header("x-forwarded-for", address)).await.status.as_u16()
        };
        let mut answers = Vec::new();
        for game in &games[..12] {
            // Each request comes from a new user.
            answers.push(ask(&server.client(), "192.0.2.1", game).await);
        }
        assert_eq!(answers.iter().filter(|&&status| status == 202).count(), 8, "{answers:?}");
        assert_eq!(ask(&server.client(), "192.0.2.2", &games[13]).await, 202);
        drop(release);
        let _ = busy.await.expect("the connection closes");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn expensive_requests_count_for_the_network() {
    on_each_database_with(behind_a_proxy, async |server| {
        let body = json!({ "game": "siam", "side": "first", "opponent": { "kind": "computer", "level": 1 } });
        let (mut made, mut guests) = (0, vec![server.client()]);
        loop {
            let guest = guests.last().expect("a user id");
            let request = guest.request(Method::POST, "/api/challenge").json(&body);
            let address = format!("2001:db8::{:x}", guests.len());
            let answer = guest.send(request.header("x-forwarded-for", address)).await;
            match answer.status.as_u16() {
                201 => made += 1,
                // The guest has reached the limit per user: continue with another guest.
                429 if guests.len() < 6 => guests.push(server.client()),
                429 => break,
                _ => panic!("{}", answer.text),
            }
        }
        // Without a limit per network it would be 6 × 20 = 120.
        assert!((60..120).contains(&made), "{made}");
        let request = server.client().request(Method::POST, "/api/challenge").json(&body);
        server.client().send(request.header("x-forwarded-for", "2001:db8:0:1::1")).await.expect(201);
    })
    .await;
}

async fn challenge(client: &Client, address: &str, opponent: Value) -> Response {
    let body = json!({ "game": "siam", "opponent": opponent });
    let request = client.request(Method::POST, "/api/challenge").header("x-forwarded-for", address);
    client.send(request.json(&body)).await
}

/// Number of challenges created by concurrent users at one address, each of whom sends `each` requests.
async fn create_challenges(
    server: &Server,
    address: &str,
    people: usize,
    each: usize,
    opponent: &Value,
) -> usize {
    let clients: Vec<Client> = (0..people).map(|_| server.client()).collect();
    let ask = async |client: &Client| {
        let mut made = 0;
        for _ in 0..each {
            let answer = challenge(client, address, opponent.clone()).await;
            match answer.status.as_u16() {
                201 => made += 1,
                _ => {
                    answer.expect_problem(409, "too-many-challenges");
                }
            }
        }
        made
    };
    futures_util::future::join_all(clients.iter().map(ask)).await.iter().sum()
}

async fn lobby(server: &Server) -> Vec<Value> {
    server.client().get("/api/lobby").await.expect(200)["challenges"].as_array().expect("an array").clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn lobby_challenges_per_network_are_limited() {
    on_each_database_with(behind_a_proxy, async |server| {
        let open = json!({ "kind": "open" });
        // 20 per user, 30 per network.
        assert_eq!(create_challenges(&server, "192.0.2.1", 1, 30, &open).await, 20);
        assert_eq!(create_challenges(&server, "2001:db8::7", 12, 4, &open).await, 30);
        assert_eq!(lobby(&server).await.len(), 50);
        challenge(&server.client(), "192.0.2.9", open).await.expect(201);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn lobby_shows_challenges_of_every_network() {
    on_each_database_with(behind_a_proxy, async |server| {
        let open = json!({ "kind": "open" });
        let innocent = challenge(&server.client(), "203.0.113.1", open.clone()).await.expect(201);
        for number in 1..=8 {
            assert_eq!(create_challenges(&server, &format!("192.0.2.{number}"), 2, 15, &open).await, 30);
        }
        let shown = lobby(&server).await;
        assert_eq!(shown.len(), 200);
        assert!(
            shown.iter().any(|shown| shown["id"] == innocent["challenge"]["id"]),
            "the oldest challenge is shown"
        );
        let created: Vec<i64> = shown.iter().map(|shown| shown["created"].as_i64().unwrap()).collect();
        assert!(created.is_sorted_by(|one, two| one >= two), "newest first");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn challenges_to_one_player_are_limited() {
    on_each_database_with(behind_a_proxy, async |server| {
        let (ann, bob) = (server.account("Ann").await, server.account("Bob").await);
        let own = challenge(&ann, "203.0.113.1", json!({ "kind": "link" })).await.expect(201);
        let to_ann = json!({ "kind": "user", "name": "Ann" });
        assert_eq!(create_challenges(&server, "192.0.2.1", 1, 8, &to_ann).await, 5, "limit per user");
        assert_eq!(create_challenges(&server, "192.0.2.2", 6, 3, &to_ann).await, 10, "limit per network");
        let friend = challenge(&bob, "203.0.113.2", to_ann.clone()).await.expect(201);
        for number in 3..=22 {
            create_challenges(&server, &format!("192.0.2.{number}"), 2, 5, &to_ann).await;
        }
        let waiting = ann.get("/api/challenge").await.expect(200);
        let waiting = waiting["challenges"].as_array().expect("an array");
        assert_eq!(waiting.len(), 200);
        for made in [own, friend] {
            let is_there = waiting.iter().any(|shown| shown["id"] == made["challenge"]["id"]);
            assert!(is_there, "{}", made["challenge"]["from"]);
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_large_bodies_per_network_are_limited() {
    on_each_database_with(
        |_| (),
        async |server| {
            let head = "POST /api/challenge HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n";
            let begin = async |body: &str| {
                let mut line = connect("127.0.0.1", &server).await;
                line.write_all(format!("{head}{body}").as_bytes()).await.expect("the head is sent");
                line
            };
            let bodies = ["Content-Length: 60000\r\n\r\n{", "Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n"];
            // Incomplete bodies, with and without a content length. Those over the limit are refused at once, the
            // others after the read timeout.
            let mut answers = FuturesUnordered::new();
            for number in 0..12 {
                let mut line = begin(bodies[number % 2]).await;
                answers.push(async move {
                    let mut answer = [0; 12];
                    let read = timeout(Duration::from_secs(20), line.read_exact(&mut answer)).await;
                    read.expect("the response arrives").expect("the response is complete");
                    (String::from_utf8_lossy(&answer).into_owned(), line)
                });
            }
            let mut refused = Vec::new();
            for _ in 0..4 {
                refused.extend(answers.next().await);
            }
            assert!(refused.iter().all(|(answer, _)| answer == "HTTP/1.1 429"), "{refused:?}");
            let small = json!({ "game": "chess", "opponent": { "kind": "open" } });
            server.client().post("/api/challenge", small).await.expect_problem(422, "settings");
            drop(answers);
            // Completed requests make room for others.
            let large = json!({ "game": "x".repeat(5_000), "opponent": { "kind": "open" } });
            while server.client().post("/api/challenge", large.clone()).await.status == 429 {
                tokio::task::yield_now().await;
            }
        },
    )
    .await;
}
