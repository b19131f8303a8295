use std::sync::{
    Arc,
    atomic::{AtomicU32, Ordering::Relaxed},
};

use futures_util::StreamExt as _;
use mekong_catalog::find;
use mekong_server::work::Worker;
use serde_json::{Value, json};

use super::{database, join, text};
use crate::common::{Client, Nats, Server, Socket};

/// A worker under the control of the test: accepts every job and answers with what the function returns, or not at all.
async fn fake_worker(
    nats: &Nats,
    answer: impl Fn(&Value) -> Option<Value> + Send + 'static,
) -> Arc<AtomicU32> {
    let client = async_nats::connect(&nats.address).await.expect("NATS answers");
    let mut jobs = client
        .queue_subscribe("mekong.work.*", "workers".to_owned())
        .await
        .expect("NATS accepts a subscription");
    client.flush().await.expect("NATS answers");
    let taken = Arc::new(AtomicU32::new(0));
    let count = Arc::clone(&taken);
    tokio::spawn(async move {
        while let Some(message) = jobs.next().await {
            count.fetch_add(1, Relaxed);
            let Some(reply) = message.reply else { continue };
            let job: Value = serde_json::from_slice(&message.payload).expect("a job is JSON");
            client
                .publish(reply.clone(), json!("accepted").to_string().into())
                .await
                .expect("NATS accepts it");
            if let Some(answer) = answer(&job) {
                client.publish(reply, answer.to_string().into()).await.expect("NATS accepts it");
            }
        }
    });
    taken
}

/// The last legal move in the position of a job.
fn last_legal(job: &Value) -> String {
    let mut session = find("siam").expect("the game exists").start(Default::default(), 0);
    for mv in job["moves"].as_array().expect("a list of moves") {
        session.play(mv.as_str().expect("a text")).expect("the moves are legal");
    }
    session.legal().pop().expect("there is a move")
}

/// A game in which the computer moves first.
async fn game_against_computer(client: &Client) -> (Socket, String) {
    let body = json!({ "game": "siam", "side": "second", "opponent": { "kind": "computer", "level": 1 } });
    let game = text(&client.post("/api/challenge", body).await.expect(201)["game"]);
    let socket = client.socket(&format!("/api/game/{game}/socket")).await;
    (socket, game)
}

/// Waits for the first move of a game, which may be part of `hello`.
async fn first_move(socket: &mut Socket) -> String {
    loop {
        let message = socket.next().await;
        if message["type"] == "move" {
            return text(&message["move"]);
        }
        if let Some(mv) = message["game"]["moves"][0].as_str() {
            return mv.to_owned();
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn moves_of_workers_are_played() {
    let Some(nats) = Nats::start() else { return };
    let Some(database) = database().await else { return };
    let node = Server::node(&database, &nats.address).await;
    let taken = fake_worker(&nats, |job| Some(json!({ "move": last_legal(job) }))).await;
    let (mut socket, _) = game_against_computer(&node.client()).await;
    assert_eq!(first_move(&mut socket).await, last_legal(&json!({ "moves": [] })));
    assert_eq!(taken.load(Relaxed), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn invalid_or_missing_answers_are_replaced_by_the_local_pool() {
    let Some(nats) = Nats::start() else { return };
    let Some(database) = database().await else { return };
    let node = Server::node(&database, &nats.address).await;
    // It sends an illegal move, an answer to another task, and no answer.
    let number = AtomicU32::new(0);
    let taken = fake_worker(&nats, move |_| match number.fetch_add(1, Relaxed) {
        0 => Some(json!({ "move": "nonsense" })),
        1 => Some(json!({ "hint": { "line": [] } })),
        _ => None,
    })
    .await;
    for _ in 0..2 {
        let (mut socket, game) = game_against_computer(&node.client()).await;
        let mv = first_move(&mut socket).await;
        let start = find("siam").expect("the game exists").start(Default::default(), 0);
        assert!(start.legal().contains(&mv), "{mv} in {game}");
    }
    assert!(taken.load(Relaxed) >= 3, "the worker was asked");
}

#[tokio::test(flavor = "multi_thread")]
async fn worker_computes_moves_hints_and_analyses() {
    let Some(nats) = Nats::start() else { return };
    let Some(database) = database().await else { return };
    let node = Server::node(&database, &nats.address).await;
    // The node computes nothing: every answer comes from the worker.
    node.app.pool.close();
    let worker = Worker::connect(&nats.address, 1).await.expect("the address is valid");
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let running = tokio::spawn(worker.run(async {
        let _ = stopped.await;
    }));
    let ann = node.client();
    let (mut socket, game) = game_against_computer(&ann).await;
    first_move(&mut socket).await;
    let hint = ann.post(&format!("/api/game/{game}/hint"), json!({})).await.expect(200);
    assert!(hint["line"].as_array().is_some_and(|line| !line.is_empty()), "{hint}");
    let mut player = join(&ann, &game).await;
    player.send(json!({ "type": "resign" })).await;
    player.next_of("end").await;
    ann.post(&format!("/api/game/{game}/analysis"), json!({})).await;
    let view = loop {
        let answer = ann.get(&format!("/api/game/{game}/analysis")).await;
        let view = answer.expect(200);
        if view["done"] == true || view["is_done"] == true {
            break view;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    };
    assert_eq!(view["moves"].as_array().map(Vec::len), Some(1), "{view}");
    stop.send(()).expect("the worker runs");
    running.await.expect("the worker ends");
}

/// The NATS server of `packaging/`, with passwords equal to the names of the users.
fn packaged_nats(dir: &std::path::Path) -> Option<Nats> {
    let packaged = concat!(env!("CARGO_MANIFEST_DIR"), "/../../packaging/nats.conf");
    let settings = std::fs::read_to_string(packaged).expect("the file is there");
    let settings = settings.replace("$NATS_PASSWORD", "mekong").replace("$NATS_WORKER_PASSWORD", "worker");
    let file = dir.join("nats.conf");
    std::fs::write(&file, settings).expect("the file is written");
    Nats::start_with(&["-a", "127.0.0.1", "-c", file.to_str().expect("the path is UTF-8")])
}

/// With the packaged permissions, nodes and workers do their work, but the credentials of a worker admit only to jobs and their
/// answers.
#[tokio::test(flavor = "multi_thread")]
async fn credentials_of_workers_admit_to_jobs_only() {
    let dir = tempfile::tempdir().expect("a temporary folder is created");
    let Some(nats) = packaged_nats(dir.path()) else { return };
    let Some(database) = database().await else { return };
    let node = Server::node(&database, &format!("nats://mekong:mekong@127.0.0.1:{}", nats.port)).await;
    assert_eq!(node.client().get("/readyz").await.text, "ready");
    node.app.pool.close();
    let address = format!("nats://worker:worker@127.0.0.1:{}", nats.port);
    let worker = Worker::connect(&address, 1).await.expect("the address is valid");
    let running = tokio::spawn(worker.run(std::future::pending()));
    let (mut socket, _) = game_against_computer(&node.client()).await;
    first_move(&mut socket).await;
    running.abort();

    let (refusals, mut refused) = tokio::sync::mpsc::unbounded_channel();
    let spy = async_nats::ConnectOptions::with_user_and_password("worker".to_owned(), "worker".to_owned())
        .event_callback(move |event| {
            if let async_nats::Event::ServerError(error) = event {
                let _ = refusals.send(error.to_string());
            }
            std::future::ready(())
        })
        .connect(&address)
        .await
        .expect("NATS answers");
    let mut subscriptions = Vec::new();
    for subject in
        ["mekong.>", "mekong.game.*", "mekong.user.*", "mekong.lobby", "mekong.work.*", "_INBOX.>", ">"]
    {
        subscriptions.push(spy.subscribe(subject).await.expect("it is sent"));
        let error = refused.recv().await.expect("an error follows").to_lowercase();
        assert!(error.contains("subscription") && error.contains(&subject.to_lowercase()), "{error}");
    }
    for subject in ["mekong.revoked", "mekong.game.abc", "mekong.work.move", "_INBOX.abc"] {
        spy.publish(subject, "{}".into()).await.expect("it is sent");
        let error = refused.recv().await.expect("an error follows").to_lowercase();
        assert!(error.contains("publish") && error.contains(&subject.to_lowercase()), "{error}");
    }
}
