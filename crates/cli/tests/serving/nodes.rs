//! Two nodes and a worker as processes: traces across them, metrics, readiness, presence after a kill.

use std::{
    fs::{self, File},
    path::PathBuf,
    process::{Child, Command, Stdio},
};

use reqwest::Method;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::{
    common::{Nats, fresh_database},
    create_game, fischer,
    process::{Process, mekong, serve_args},
    text, until,
};

/// Makes a process write its log to a file.
fn log_to(command: &mut Command, file: &PathBuf) {
    command.args(["--log", "json", "--log-level", "error,trace=debug"]);
    command.stderr(File::create(file).expect("the file is created"));
}

/// Two nodes of one cluster; each writes its log to a file. Dropping it ends them.
struct Nodes {
    dir: TempDir,
    nodes: Vec<Process>,
    nats: Nats,
    worker: Option<Child>,
}

impl Nodes {
    async fn start() -> Option<Nodes> {
        let (nats, database) = (Nats::start()?, fresh_database().await?);
        let dir = tempfile::tempdir().expect("a temporary folder is created");
        let node = |number: usize| {
            let options = serve_args("127.0.0.1:0", &database);
            // `log_to` sets the log level.
            let options: Vec<&str> = options[..options.len() - 2].iter().map(String::as_str).collect();
            let mut command = mekong(&options);
            command.args(["--nats", &nats.address]);
            log_to(&mut command, &dir.path().join(number.to_string()));
            Process::run(&mut command)
        };
        let nodes = vec![node(0), node(1)];
        Some(Nodes { dir, nodes, nats, worker: None })
    }

    fn start_worker(&mut self) {
        let mut command = mekong(&["worker", "--nats", &self.nats.address, "--engine-threads", "1"]);
        log_to(&mut command, &self.dir.path().join("worker"));
        self.worker = Some(command.stdout(Stdio::null()).spawn().expect("the program starts"));
    }

    /// The spans of a trace in a log, in order.
    fn spans(&self, log: &str, trace: &str) -> Vec<Value> {
        let log = fs::read_to_string(self.dir.path().join(log)).expect("the log is read");
        let lines = log.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        lines.filter(|line| line["trace_id"] == trace).collect()
    }

    /// Waits for a span of a trace in a log.
    async fn span(&self, log: &str, trace: &str, message: &str) -> Value {
        let found = async || self.spans(log, trace).into_iter().find(|span| span["message"] == message);
        until(&format!("{message} in the log of {log}"), found).await
    }
}

impl Drop for Nodes {
    fn drop(&mut self) {
        if let Some(worker) = &mut self.worker {
            let _ = worker.kill();
            let _ = worker.wait();
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn one_action_is_traced_across_nodes_and_workers() {
    let Some(mut cluster) = Nodes::start().await else { return };
    let (ann, bob) = (cluster.nodes[0].client(), cluster.nodes[1].client());
    let game = create_game(&ann, &bob, "siam", fischer(600)).await;
    let mut socket = bob.socket(&format!("/api/game/{game}/socket")).await;
    socket.next_of("hello").await;
    // A request with a trace id of the client.
    let trace = "4bf92f3577b34da6a3ce929d0e0e4736";
    let header = format!("00-{trace}-00f067aa0ba902b7-01");
    let request = ann.request(Method::POST, &format!("/api/game/{game}/move"));
    let request = request.header("traceparent", &header).json(&json!({ "ply": 1, "move": "@c1N" }));
    ann.send(request).await.expect(200);
    socket.next_of("move").await;
    let answered = cluster.span("0", trace, "answered").await;
    assert_eq!(answered["parent_id"], "00f067aa0ba902b7");
    let decided = cluster.span("0", trace, "decided").await;
    assert_eq!((&decided["parent_id"], &decided["seq"]), (&answered["span_id"], &json!(1)));
    let applied = cluster.span("1", trace, "applied").await;
    assert_eq!((&applied["parent_id"], &applied["game"]), (&decided["span_id"], &json!(game)));
    assert_ne!(applied["node"], decided["node"]);
    // A socket with a trace id: its actions belong to that trace, and so do the computer's moves that they cause.
    cluster.start_worker();
    let trace = "0af7651916cd43dd8448eb211c80319c";
    let header = format!("00-{trace}-b7ad6b7169203331-01");
    let challenge =
        json!({ "game": "siam", "side": "first", "opponent": { "kind": "computer", "level": 1 } });
    let mut moves = 0;
    // Until the worker is connected, the node searches itself.
    until("a search of the worker", async || {
        let game = text(&ann.post("/api/challenge", challenge.clone()).await.expect(201)["game"]);
        let path = format!("/api/game/{game}/socket");
        let mut socket = ann.try_socket(&path, &[("traceparent", &header)]).await.expect("the socket opens");
        socket.next_of("hello").await;
        socket.send(json!({ "type": "move", "ply": 1, "move": "@c1N" })).await;
        socket.until(|message| message["type"] == "move" && message["ply"] == 2).await;
        moves += 2;
        socket.send(json!({ "type": "abort" })).await;
        (!cluster.spans("worker", trace).is_empty()).then_some(())
    })
    .await;
    let computed = cluster.span("worker", trace, "computed").await;
    assert_eq!((&computed["kind"], &computed["game"]), (&json!("move"), &json!("siam")));
    let decided = async || {
        let spans = cluster.spans("0", trace);
        let decided = spans.iter().filter(|span| span["action"] == "move").count();
        (decided == moves).then_some(())
    };
    until("the moves of both", decided).await;
    // Each node has metrics of its own, with its id, and knows how many there are.
    for (number, node) in cluster.nodes.iter().enumerate() {
        let metrics = async || {
            let text = node.client().get("/metrics").await.text;
            text.contains("mekong_cluster_nodes 2").then_some(text)
        };
        let metrics = until("the metrics", metrics).await;
        assert!(metrics.contains("mekong_nats_connected 1"), "{metrics}");
        let id = text(&[&decided_at(&cluster, 0), &applied["node"]][number].clone());
        assert!(metrics.contains(&format!("mekong_node_info{{node=\"{id}\"")), "{metrics}");
        assert_eq!(node.client().get("/readyz").await.text, "ready");
    }
}

/// The id of a node, from its log.
fn decided_at(cluster: &Nodes, number: usize) -> Value {
    let log = fs::read_to_string(cluster.dir.path().join(number.to_string())).expect("the log is read");
    let mut lines = log.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    lines.find(|line| line["message"] == "decided").expect("there is a decision")["node"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn player_of_a_killed_node_is_absent_until_they_reconnect() {
    let Some(mut cluster) = Nodes::start().await else { return };
    let (ann, bob) = (cluster.nodes[0].client(), cluster.nodes[1].client());
    let game = create_game(&ann, &bob, "siam", fischer(600)).await;
    let path = format!("/api/game/{game}/socket");
    let (mut ann_socket, mut bob_socket) = (ann.socket(&path).await, bob.socket(&path).await);
    bob_socket.next_of("hello").await;
    ann_socket.until(|message| message["type"] == "presence" && message["p2"] == true).await;
    cluster.nodes.remove(1).kill();
    ann_socket.until(|message| message["type"] == "presence" && message["p2"] == false).await;
    assert!(bob_socket.next_or_end().await.is_none_or(|message| message["type"] == "presence"));
    let bob = bob.at(&format!("http://{}", cluster.nodes[0].address));
    let mut bob_socket = bob.socket(&path).await;
    bob_socket.next_of("hello").await;
    ann_socket.until(|message| message["type"] == "presence" && message["p2"] == true).await;
}
