//! `load` against a real server in this process.

use std::sync::Arc;

use crate::common::{output_of, run, xtask};
use mekong_server::{app::App, config::Layers, serve::serve};
use serde_json::{Value, json};
use tokio::sync::oneshot;

const GAMES: u64 = 8;
const MOVES: u64 = 5;

#[tokio::test(flavor = "multi_thread")]
async fn every_move_of_every_game_is_measured() {
    let dir = tempfile::tempdir().expect("a temporary folder is created");
    let mut settings = Layers::new();
    settings.flag("listen", "127.0.0.1:0");
    settings.flag("rate_limits", "off");
    settings.flag("tables", "off");
    let setup = settings.resolve(Some(dir.path().to_owned())).expect("valid settings");
    let (started, listening) = oneshot::channel();
    let started = |app: &Arc<App>| started.send(app.config.listen).expect("the receiver exists");
    let server = tokio::spawn(serve(setup, started, std::future::pending()));
    let address = listening.await.expect("the server starts");
    let args = format!(
        "load --server http://{address} --games {GAMES} --moves {MOVES} --every 50 --idle 20 --pid {} --game palam --json",
        std::process::id()
    );
    let args: Vec<String> = args.split(' ').map(str::to_owned).collect();
    let run_load = move || {
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        output_of(&mut xtask(&args))
    };
    let output = tokio::task::spawn_blocking(run_load).await.expect("no panic");
    server.abort();
    assert_eq!(output.code, 0, "{}{}", output.out, output.err);
    let report: Value = serde_json::from_str(&output.out).expect("valid JSON");
    assert_eq!(report["moves"], GAMES * MOVES, "{report}");
    assert_eq!(
        (&report["sockets"], &report["refused"], &report["lost_connections"]),
        (&json!(36), &json!(0), &json!(0))
    );
    let latency = &report["ack_ms"];
    assert!(latency["p50"].as_f64() > Some(0.0), "{report}");
    assert!(latency["p50"].as_f64() <= latency["p99"].as_f64(), "{report}");
    if cfg!(target_os = "linux") {
        assert!(report["memory_after"].as_u64() > Some(1 << 20), "{report}");
    }
}

#[test]
fn only_plain_http_is_measured() {
    let refused = run(&["load", "--server", "https://play.example"]);
    assert!(refused.code == 1 && refused.err.contains("http://"), "{}", refused.err);
}
