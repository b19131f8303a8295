use std::{net::SocketAddr, time::Duration};

use mekong_server::live::{Notification, NotificationKind, Topic};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _, copy},
    net::{TcpListener, TcpStream},
    sync::mpsc,
    time::{Instant, sleep_until},
};

use super::{database, join, stored_events, text};
use crate::common::{Client, Nats, Server, Socket, free_port};

/// Two nodes of one cluster. The addresses of the database and of NATS must be kept.
async fn two_nodes(nats: &str) -> Option<[Server; 2]> {
    let database = database().await?;
    Some([Server::node(&database, nats).await, Server::node(&database, nats).await])
}

/// A game by link between two guests at different nodes.
async fn game(nodes: &[Server; 2]) -> (Client, Client, String) {
    let (ann, bob) = (nodes[0].client(), nodes[1].client());
    let body = json!({ "game": "siam", "side": "first", "opponent": { "kind": "link" } });
    let id = text(&ann.post("/api/challenge", body).await.expect(201)["challenge"]["id"]);
    let game = text(&bob.post_nothing(&format!("/api/challenge/{id}/accept")).await.expect(200)["game"]);
    (ann, bob, game)
}

/// Plays moves by sockets at both nodes. Both players see the same events in order.
async fn play(nodes: &[Server; 2], sockets: &mut [Socket; 2], game: &str, plies: u32) {
    for _ in 0..plies {
        // Each node knows the last move, since its socket has received it.
        let view = nodes[0].app.games.room(game).await.expect("the game exists").table();
        let mover = view.turn().expect("the game is in progress").index();
        let (_, mv) = nodes[mover].quiet_move(game).await;
        let ply = view.ply() + 1;
        sockets[mover].send(json!({ "type": "move", "ply": ply, "move": mv, "ref": ply })).await;
        let mut seen: Vec<Value> = Vec::new();
        for socket in sockets.iter_mut() {
            let mut event = socket.next_of("move").await;
            event.as_object_mut().expect("an object").remove("ref");
            seen.push(event);
        }
        assert_eq!(seen[0], seen[1]);
        assert_eq!(seen[0]["seq"], ply);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn players_at_different_nodes_play_a_game() {
    let Some(nats) = Nats::start() else { return };
    let Some(nodes) = two_nodes(&nats.address).await else { return };
    let (ann, bob, game) = game(&nodes).await;
    let mut sockets = [join(&ann, &game).await, join(&bob, &game).await];
    // Ann sees Bob's presence on the other node.
    sockets[0].until(|message| message["type"] == "presence" && message["p2"] == true).await;
    play(&nodes, &mut sockets, &game, 8).await;
    let numbers: Vec<u64> = stored_events(&nodes[0], &game).await.iter().map(|(seq, _)| *seq).collect();
    assert_eq!(numbers, (1..=8).collect::<Vec<_>>());
    // A player who leaves one node is absent at the other.
    let [mut ann, bob] = sockets;
    bob.close().await;
    ann.until(|message| message["type"] == "presence" && message["p2"] == false).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn game_continues_without_nats_and_after_its_return() {
    let Some(mut nats) = Nats::start() else { return };
    let Some(nodes) = two_nodes(&nats.address).await else { return };
    let (ann, bob, game) = game(&nodes).await;
    let mut sockets = [join(&ann, &game).await, join(&bob, &game).await];
    play(&nodes, &mut sockets, &game, 2).await;
    nats.stop();
    play(&nodes, &mut sockets, &game, 4).await;
    nats.restart();
    play(&nodes, &mut sockets, &game, 2).await;
    let numbers: Vec<u64> = stored_events(&nodes[0], &game).await.iter().map(|(seq, _)| *seq).collect();
    assert_eq!(numbers, (1..=8).collect::<Vec<_>>());
}

#[tokio::test(flavor = "multi_thread")]
async fn nodes_start_without_nats() {
    if Nats::start().is_none() {
        return;
    }
    let unreachable = format!("nats://127.0.0.1:{}", free_port());
    let Some(nodes) = two_nodes(&unreachable).await else { return };
    let ready = nodes[0].client().get("/readyz").await;
    assert_eq!(
        (ready.status.as_u16(), ready.text.as_str()),
        (200, "ready, without NATS: the database is polled")
    );
    let (ann, bob, game) = game(&nodes).await;
    let mut sockets = [join(&ann, &game).await, join(&bob, &game).await];
    play(&nodes, &mut sockets, &game, 3).await;
}

/// Forwards connections to a port; what clients send arrives late.
async fn slow_link(port: u16, delay: Duration) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port is available");
    let address = listener.local_addr().expect("the port is known");
    tokio::spawn(async move {
        while let Ok((client, _)) = listener.accept().await {
            let server = TcpStream::connect(("127.0.0.1", port)).await.expect("NATS runs");
            let ((mut from_client, mut to_client), (mut from_server, mut to_server)) =
                (client.into_split(), server.into_split());
            let (sender, mut waiting) = mpsc::unbounded_channel::<(Instant, Vec<u8>)>();
            tokio::spawn(async move {
                let mut buffer = vec![0; 1 << 16];
                while let Ok(length @ 1..) = from_client.read(&mut buffer).await {
                    let _ = sender.send((Instant::now() + delay, buffer[..length].to_vec()));
                }
            });
            tokio::spawn(async move {
                while let Some((due, bytes)) = waiting.recv().await {
                    sleep_until(due).await;
                    let _ = to_server.write_all(&bytes).await;
                }
            });
            tokio::spawn(async move { copy(&mut from_server, &mut to_client).await });
        }
    });
    address
}

/// A node opens a game while its subscription is still on the way to NATS: what happens meanwhile is read from the database.
#[tokio::test(flavor = "multi_thread")]
async fn move_during_a_late_subscription_is_not_missed() {
    let Some(nats) = Nats::start() else { return };
    let Some(database) = database().await else { return };
    let late = slow_link(nats.port, Duration::from_millis(400)).await;
    let nodes = [
        Server::node(&database, &nats.address).await,
        Server::node(&database, &format!("nats://{late}")).await,
    ];
    let (ann, bob) = (nodes[0].client(), nodes[0].client());
    let body = json!({ "game": "siam", "side": "first", "opponent": { "kind": "link" } });
    let id = text(&ann.post("/api/challenge", body).await.expect(201)["challenge"]["id"]);
    let game = text(&bob.post_nothing(&format!("/api/challenge/{id}/accept")).await.expect(200)["game"]);
    let mut hers = join(&ann, &game).await;
    let mut his = join(&bob.at(&nodes[1].base), &game).await;
    let (_, mv) = nodes[0].quiet_move(&game).await;
    hers.send(json!({ "type": "move", "ply": 1, "move": mv })).await;
    assert_eq!(his.next_of("move").await["seq"], 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn lobby_and_notifications_reach_all_nodes() {
    let Some(nats) = Nats::start() else { return };
    let Some(nodes) = two_nodes(&nats.address).await else { return };
    let (ann, bob) = (nodes[0].account("Ann").await, nodes[1].account("Bob").await);
    let mut hers = ann.socket("/api/socket").await;
    let mut his = bob.socket("/api/socket").await;
    let body = json!({ "game": "siam", "opponent": { "kind": "open" } });
    let id = text(&ann.post("/api/challenge", body).await.expect(201)["challenge"]["id"]);
    assert_eq!(his.next_of("lobbyAdd").await["challenge"]["id"], id.as_str());
    bob.post_nothing(&format!("/api/challenge/{id}/accept")).await.expect(200);
    assert_eq!(his.next_of("lobbyRemove").await["id"], id.as_str());
    hers.next_of("gameStart").await;
    hers.next_of("challengeAccepted").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn logging_out_closes_connections_at_other_nodes() {
    let Some(nats) = Nats::start() else { return };
    let Some(nodes) = two_nodes(&nats.address).await else { return };
    let ann = nodes[0].account("Ann").await;
    let mut elsewhere = ann.at(&nodes[1].base).socket("/api/socket").await;
    ann.post_nothing("/api/logout").await.expect(204);
    assert_eq!(elsewhere.next_of("closing").await["reason"], "logged-out");
}

#[tokio::test(flavor = "multi_thread")]
async fn mutes_apply_at_other_nodes() {
    let Some(nats) = Nats::start() else { return };
    let Some(nodes) = two_nodes(&nats.address).await else { return };
    let (ann, bob, game) = game(&nodes).await;
    let mut hers = join(&ann, &game).await;
    let mut his = join(&bob, &game).await;
    let chat = |text: &str| json!({ "type": "chat", "room": "players", "text": text });
    his.send(chat("one")).await;
    assert_eq!(hers.next_of("chat").await["text"], "one");
    // Ann mutes Bob on a different node than that of her connection.
    let (she, him) = (ann.id().await, bob.id().await);
    let list = nodes[0].app.moderation.mute_list(&she);
    let muted = async |is_muted: bool| {
        while list.contains(&him).await.expect("the list is read") != is_muted {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    };
    ann.at(&nodes[1].base).put(&format!("/api/mute/{him}"), json!({})).await.expect(204);
    muted(true).await;
    his.send(chat("two")).await;
    // It is stored once he receives it himself; the one before may still be on its way to him.
    his.until(|message| message["text"] == "two").await;
    hers.send(json!({ "type": "chat", "room": "players", "text": "reply" })).await;
    assert_eq!(hers.next_of("chat").await["text"], "reply", "his message is not shown");
    ann.at(&nodes[1].base).delete(&format!("/api/mute/{him}")).await.expect(204);
    muted(false).await;
    his.send(chat("three")).await;
    assert_eq!(hers.next_of("chat").await["text"], "three");
}

/// One node has a wrong password for NATS: both nodes serve the cluster and report the problem.
#[tokio::test(flavor = "multi_thread")]
async fn node_that_nats_refuses_works_without_it() {
    let secure = ["-a", "127.0.0.1", "--user", "mekong", "--pass", "right"];
    let Some(nats) = Nats::start_with(&secure) else { return };
    let Some(database) = database().await else { return };
    let with = |password: &str| nats.address.replacen("nats://", &format!("nats://mekong:{password}@"), 1);
    let nodes =
        [Server::node(&database, &with("right")).await, Server::node(&database, &with("wrong")).await];
    let ready = async |node: &Server| node.client().get("/readyz").await.text;
    assert_eq!(ready(&nodes[0]).await, "ready");
    assert_eq!(ready(&nodes[1]).await, "ready, without NATS: the database is polled");
    let (ann, bob, game) = game(&nodes).await;
    let mut sockets = [join(&ann, &game).await, join(&bob, &game).await];
    play(&nodes, &mut sockets, &game, 4).await;
}

/// Without NATS, changes are read from the database.
#[tokio::test(flavor = "multi_thread")]
async fn sessions_and_mutes_apply_at_other_nodes_without_nats() {
    if Nats::start().is_none() {
        return;
    }
    let unreachable = format!("nats://127.0.0.1:{}", free_port());
    let Some(nodes) = two_nodes(&unreachable).await else { return };
    let (ann, bob, game) = game(&nodes).await;
    let mut hers = join(&ann, &game).await;
    let mut his = join(&bob, &game).await;
    let (she, him) = (ann.id().await, bob.id().await);
    let list = nodes[0].app.moderation.mute_list(&she);
    assert!(!list.contains(&him).await.expect("the list is read"));
    ann.at(&nodes[1].base).put(&format!("/api/mute/{him}"), json!({})).await.expect(204);
    while !list.contains(&him).await.expect("the list is read") {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    // A new request at any node is refused at once, an open connection is closed at the next check.
    let elsewhere = bob.at(&nodes[0].base);
    elsewhere.post_nothing("/api/logout").await.expect(204);
    assert_eq!(his.next_of("closing").await["reason"], "logged-out");
    hers.send(json!({ "type": "ping" })).await;
    hers.next_of("pong").await;
}

/// Rate limits apply per node, as documented: a client that uses both nodes has twice the limit.
#[tokio::test(flavor = "multi_thread")]
async fn rate_limits_apply_per_node() {
    let Some(nats) = Nats::start() else { return };
    let Some(nodes) = two_nodes(&nats.address).await else { return };
    let guess = async |node: &Server| {
        let body = json!({ "name": "Nobody", "password": "a wrong guess" });
        node.client().post("/api/login", body).await.status.as_u16()
    };
    let mut attempts = [0, 0];
    for (node, attempts) in nodes.iter().zip(&mut attempts) {
        while guess(node).await == 401 {
            *attempts += 1;
        }
        assert_eq!(guess(node).await, 429);
    }
    assert!(attempts.iter().all(|&attempts| attempts > 1), "{attempts:?}");
}

/// NATS accepts the connection of a node but not its messages: the node counts as disconnected from NATS.
#[tokio::test(flavor = "multi_thread")]
async fn node_with_few_permissions_works_without_nats() {
    let dir = tempfile::tempdir().expect("a temporary folder is created");
    let file = dir.path().join("nats.conf");
    let permissions = "{ publish: [\"mekong.probe\"], subscribe: \">\" }";
    let settings = format!(
        "authorization: {{ users: [ {{ user: all, password: x }}, {{ user: few, password: x, permissions: {permissions} }} ] }}"
    );
    std::fs::write(&file, settings).expect("the file is written");
    let file = file.to_str().expect("the path is UTF-8");
    let Some(nats) = Nats::start_with(&["-a", "127.0.0.1", "-c", file]) else { return };
    let Some(database) = database().await else { return };
    let with = |user: &str| nats.address.replacen("nats://", &format!("nats://{user}:x@"), 1);
    let nodes = [Server::node(&database, &with("few")).await, Server::node(&database, &with("all")).await];
    let (ann, bob, game) = game(&nodes).await;
    let mut sockets = [join(&ann, &game).await, join(&bob, &game).await];
    play(&nodes, &mut sockets, &game, 4).await;
    let ready = nodes[0].client().get("/readyz").await.text;
    assert_eq!(ready, "ready, without NATS: the database is polled");
}

/// Connections do not wait for NATS, even with many outgoing messages.
#[tokio::test(flavor = "multi_thread")]
async fn connections_open_during_a_long_outage_of_nats() {
    const MESSAGES: u32 = 20_000;
    if Nats::start().is_none() {
        return;
    }
    let unreachable = format!("nats://127.0.0.1:{}", free_port());
    let Some(nodes) = two_nodes(&unreachable).await else { return };
    let bus = &nodes[0].app.bus;
    for number in 0..MESSAGES {
        bus.publish(&Topic::Lobby, Notification::new(NotificationKind::Lobby, &number));
        if number.is_multiple_of(64) {
            tokio::task::yield_now().await;
        }
    }
    let ann = nodes[0].account("Ann").await;
    let body = json!({ "game": "siam", "opponent": { "kind": "open" } });
    let id = text(&ann.post("/api/challenge", body).await.expect(201)["challenge"]["id"]);
    let mut lobby = nodes[0].client().socket("/api/socket").await;
    assert_eq!(lobby.next_of("lobbyAdd").await["challenge"]["id"], id.as_str());
}
