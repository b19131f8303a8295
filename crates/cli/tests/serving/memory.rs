//! Memory of a server under abuse, as reported by the system.
#![cfg(target_os = "linux")]

use std::{fs, net::SocketAddr, time::Duration};

use serde_json::json;
use tokio::{
    io::AsyncWriteExt as _,
    net::{TcpSocket, TcpStream},
};

use crate::{
    process::{Process, TestDatabase, mekong},
    until,
};

/// Maximum growth of memory above that of an idle server.
pub(crate) const MAX_GROWTH: u64 = 30 << 20;

/// A server with the default limits.
pub(crate) fn limited(db: &TestDatabase) -> Process {
    let options = [
        "serve",
        "--listen",
        "127.0.0.1:0",
        "--database",
        &db.address,
        "--tables",
        "off",
        "--log-level",
        "error",
    ];
    Process::run(&mut mekong(&options))
}

/// Peak resident memory in bytes.
pub(crate) fn peak(server: &Process) -> u64 {
    memory(server, "VmHWM:")
}

/// Current resident memory in bytes.
pub(crate) fn resident(server: &Process) -> u64 {
    memory(server, "VmRSS:")
}

fn memory(server: &Process, which: &str) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", server.id())).expect("the process exists");
    let line = status.lines().find_map(|line| line.strip_prefix(which)).expect("the memory is reported");
    let kilobytes: u64 = line.trim().trim_end_matches("kB").trim().parse().expect("a number of kilobytes");
    kilobytes << 10
}

/// A connection from one of many loopback addresses.
pub(crate) async fn connect_from(number: usize, to: &str) -> TcpStream {
    let socket = TcpSocket::new_v4().expect("the socket is created");
    let local = format!("127.{}.{}.1:0", 1 + number / 200, 1 + number % 200);
    socket
        .bind(local.parse::<SocketAddr>().expect("a valid address"))
        .expect("127.0.0.0/8 is the loopback network");
    socket.connect(to.parse().expect("a valid address")).await.expect("the server accepts the connection")
}

pub(crate) fn log_in(name: &str) -> Vec<u8> {
    let body = json!({ "name": name, "password": "a wrong guess" }).to_string();
    let head =
        "POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nConnection: close\r\n";
    format!("{head}Content-Length: {}\r\n\r\n{body}", body.len()).into_bytes()
}

#[tokio::test(flavor = "multi_thread")]
async fn log_ins_do_not_leak_memory() {
    let db = TestDatabase::sqlite();
    let server = limited(&db);
    server.client().get("/api/games").await.expect(200);
    let rest = peak(&server);
    // Sequential attempts that wait for the response.
    for number in 0..26 {
        let body = json!({ "name": format!("nobody{number}"), "password": "a wrong guess" });
        server.client().post("/api/login", body).await.expect_problem(401, "wrong-log-in");
    }
    let grown = peak(&server) - rest;
    assert!(grown < MAX_GROWTH, "{} MB more after 26 failed log-ins", grown >> 20);
    // Concurrent attempts from many addresses that do not wait for the response.
    let mut abandoned = tokio::task::JoinSet::new();
    for number in 0..600 {
        let address = server.address.clone();
        abandoned.spawn(async move {
            let mut stream = connect_from(number % 60, &address).await;
            // The server may have closed the connection.
            let _ = stream.write_all(&log_in(&format!("nobody{number}"))).await;
            tokio::time::sleep(Duration::from_millis(20)).await;
        });
    }
    abandoned.join_all().await;
    until("a response to a log-in", async || {
        let body = json!({ "name": "unknown", "password": "a wrong guess" });
        (server.client().post("/api/login", body).await.status == 401).then_some(())
    })
    .await;
    let grown = peak(&server) - rest;
    assert!(grown < MAX_GROWTH, "{} MB more after 600 abandoned log-ins", grown >> 20);
}

#[tokio::test(flavor = "multi_thread")]
async fn attempted_names_do_not_leak_memory() {
    let db = TestDatabase::sqlite();
    let server = limited(&db);
    server.client().get("/api/games").await.expect(200);
    let rest = peak(&server);
    let mut guesses = tokio::task::JoinSet::new();
    for source in 0..20 {
        let address = server.address.clone();
        guesses.spawn(async move {
            for number in 0..60 {
                let mut stream = connect_from(source, &address).await;
                let name = format!("{}{source}-{number}", "n".repeat(60_000));
                let _ = stream.write_all(&log_in(&name)).await;
                let _ = tokio::io::copy(&mut stream, &mut tokio::io::sink()).await;
            }
        });
    }
    guesses.join_all().await;
    let grown = peak(&server) - rest;
    assert!(grown < MAX_GROWTH, "{} MB more after 1,200 long names", grown >> 20);
}
