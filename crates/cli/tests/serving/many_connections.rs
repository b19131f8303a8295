//! A server with many concurrent connections: its memory, its file descriptors, and whether users can still log in.
#![cfg(target_os = "linux")]

use std::{
    fs,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
};

use mekong_server::fd_limit;
use serde_json::json;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    task::JoinSet,
};

use crate::{
    memory::{MAX_GROWTH, connect_from, limited, log_in, peak, resident},
    process::{Process, TestDatabase},
    until,
};

/// Connections from many addresses with incomplete requests. The server may close some of them.
async fn half_sent(addresses: usize, each: usize, to: &str, begin: &[u8]) -> Vec<TcpStream> {
    let mut streams = Vec::new();
    for number in 0..addresses * each {
        let mut stream = connect_from(number % addresses, to).await;
        let _ = stream.write_all(begin).await;
        streams.push(stream);
    }
    streams
}

/// The status of a request from an otherwise unused address.
async fn request_from_new_address(to: &str, number: usize) -> String {
    let mut stream = connect_from(2_000 + number, to).await;
    let request = b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
    stream.write_all(request).await.expect("the server accepts the connection");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("the response can be read");
    answer.split(' ').nth(1).unwrap_or_default().to_owned()
}

const HEAD: &[u8] = b"GET /api/lobby HTTP/1.1\r\nHost: x\r\n";

#[tokio::test(flavor = "multi_thread")]
async fn incomplete_requests_take_little_memory_and_release_it() {
    fd_limit::raise();
    let long = [HEAD, b"X-Long: ", &[b'a'; 12_000]].concat();
    let body = b"POST /api/challenge HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 4000\r\n\r\n{";
    for begin in [HEAD, &long, body] {
        let db = TestDatabase::sqlite();
        let server = limited(&db);
        server.client().get("/api/games").await.expect(200);
        let rest = peak(&server);
        let streams = half_sent(12, 250, &server.address, begin).await;
        for number in 0..10 {
            assert_eq!(
                request_from_new_address(&server.address, number).await,
                "200",
                "another connection is evicted"
            );
        }
        let grown = peak(&server) - rest;
        assert!(grown < MAX_GROWTH, "{} MB more with 3,000 half-sent requests", grown >> 20);
        drop(streams);
        // The allocator of the C library keeps the memory; jemalloc, which released programs use, returns it (`make soak`).
        if cfg!(feature = "jemalloc") {
            until("memory is returned to the system", async || {
                (resident(&server) < rest + (MAX_GROWTH / 3)).then_some(())
            })
            .await;
        }
    }
}

fn open_files(server: &Process) -> usize {
    fs::read_dir(format!("/proc/{}/fd", server.id())).expect("the process exists").count()
}

#[tokio::test(flavor = "multi_thread")]
async fn server_reserves_file_descriptors() {
    let db = TestDatabase::sqlite();
    let mut command = std::process::Command::new("sh");
    let start = "ulimit -n 256 && exec \"$0\" serve --listen 127.0.0.1:0 --tables off --log-level error --database \"$1\"";
    command.args(["-c", start, env!("CARGO_BIN_EXE_mekong"), &db.address]);
    let server = Process::run(command.env_clear().env("HOME", "/nonexistent"));
    let streams = half_sent(9, 60, &server.address, HEAD).await;
    let (address, mut max) = (server.address.clone(), 0);
    let request = tokio::spawn(async move { request_from_new_address(&address, 0).await });
    while !request.is_finished() {
        max = max.max(open_files(&server));
        tokio::task::yield_now().await;
    }
    assert_eq!(request.await.expect("the server answers"), "200");
    assert!(max < 220, "{max} of 256 file descriptors are in use");
    drop(streams);
}

#[tokio::test(flavor = "multi_thread")]
async fn owners_log_in_while_the_queue_is_full() {
    fd_limit::raise();
    let db = TestDatabase::sqlite();
    let server = limited(&db);
    let ann = server.client();
    let (name, password) = ("Ann", "the password of Ann");
    ann.post("/api/account", json!({ "name": name, "password": password })).await.expect(201);
    let is_full = Arc::new(AtomicBool::new(false));
    let mut flood = JoinSet::new();
    for number in 0..900 {
        let (address, is_full) = (server.address.clone(), Arc::clone(&is_full));
        flood.spawn(async move {
            let mut stream = connect_from(number % 300, &address).await;
            let _ = stream.write_all(&log_in(&format!("nobody{number}"))).await;
            let mut answer = String::new();
            let _ = stream.read_to_string(&mut answer).await;
            if answer.contains("log-in-busy") {
                is_full.store(true, Relaxed);
            }
        });
    }
    until("the queue is full", async || is_full.load(Relaxed).then_some(())).await;
    // Within her session, and then from a known device.
    let change = json!({ "old": password, "new": password });
    ann.post("/api/account/password", change).await.expect(204);
    for _ in 0..3 {
        ann.post_nothing("/api/logout").await.expect(204);
        ann.post("/api/login", json!({ "name": name, "password": password })).await.expect(200);
    }
    ann.post("/api/account/delete", json!({ "password": password })).await.expect(204);
    flood.shutdown().await;
}
