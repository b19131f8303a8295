//! How much memory a server takes that is abused, read from the system.
#![cfg(target_os = "linux")]

use std::{fs, net::SocketAddr, time::Duration};

use serde_json::json;
use tokio::{
    io::AsyncWriteExt as _,
    net::{TcpSocket, TcpStream},
};

use crate::{
    process::{Place, Process, mekong},
    until,
};

/// What a server may take beyond what it rests with, whatever is thrown at it.
pub(crate) const ROOM: u64 = 30 << 20;

/// A server with its limits, as anybody runs it.
pub(crate) fn limited(place: &Place) -> Process {
    let options = [
        "serve",
        "--listen",
        "127.0.0.1:0",
        "--database",
        &place.address,
        "--tables",
        "off",
        "--log-level",
        "error",
    ];
    Process::run(&mut mekong(&options))
}

/// The most memory that a process ever had, in bytes.
pub(crate) fn peak(server: &Process) -> u64 {
    memory(server, "VmHWM:")
}

/// The memory that a process has now.
pub(crate) fn resident(server: &Process) -> u64 {
    memory(server, "VmRSS:")
}

fn memory(server: &Process, which: &str) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", server.id())).expect("the process lives");
    let line = status.lines().find_map(|line| line.strip_prefix(which)).expect("the system counts memory");
    let kilobytes: u64 = line.trim().trim_end_matches("kB").trim().parse().expect("a number");
    kilobytes << 10
}

/// A connection from one of many addresses of this machine.
pub(crate) async fn from(number: usize, to: &str) -> TcpStream {
    let socket = TcpSocket::new_v4().expect("a socket");
    let here = format!("127.{}.{}.1:0", 1 + number / 200, 1 + number % 200);
    socket.bind(here.parse::<SocketAddr>().expect("an address")).expect("all of 127/8 is this machine");
    socket.connect(to.parse().expect("an address")).await.expect("the server listens")
}

pub(crate) fn log_in(name: &str) -> Vec<u8> {
    let body = json!({ "name": name, "password": "a wrong guess" }).to_string();
    let head =
        "POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nConnection: close\r\n";
    format!("{head}Content-Length: {}\r\n\r\n{body}", body.len()).into_bytes()
}

#[tokio::test(flavor = "multi_thread")]
async fn log_ins_do_not_take_memory_for_good() {
    let place = Place::sqlite();
    let server = limited(&place);
    server.client().get("/api/games").await.expect(200);
    let rest = peak(&server);
    // One after another, each answered.
    for number in 0..26 {
        let body = json!({ "name": format!("nobody{number}"), "password": "a wrong guess" });
        server.client().post("/api/login", body).await.expect_problem(401, "wrong-log-in");
    }
    let grown = peak(&server) - rest;
    assert!(grown < ROOM, "{} MB more after 26 failed log-ins", grown >> 20);
    // Many at once, from many addresses, who do not wait for an answer.
    let mut abandoned = tokio::task::JoinSet::new();
    for number in 0..600 {
        let address = server.address.clone();
        abandoned.spawn(async move {
            let mut line = from(number % 60, &address).await;
            // The server may have had enough.
            let _ = line.write_all(&log_in(&format!("nobody{number}"))).await;
            tokio::time::sleep(Duration::from_millis(20)).await;
        });
    }
    abandoned.join_all().await;
    until("an answer to a log-in", async || {
        let body = json!({ "name": "somebody", "password": "a wrong guess" });
        (server.client().post("/api/login", body).await.status == 401).then_some(())
    })
    .await;
    let grown = peak(&server) - rest;
    assert!(grown < ROOM, "{} MB more after 600 abandoned log-ins", grown >> 20);
}

#[tokio::test(flavor = "multi_thread")]
async fn names_that_are_tried_are_not_kept() {
    let place = Place::sqlite();
    let server = limited(&place);
    server.client().get("/api/games").await.expect(200);
    let rest = peak(&server);
    let mut guesses = tokio::task::JoinSet::new();
    for source in 0..20 {
        let address = server.address.clone();
        guesses.spawn(async move {
            for number in 0..60 {
                let mut line = from(source, &address).await;
                let name = format!("{}{source}-{number}", "n".repeat(60_000));
                let _ = line.write_all(&log_in(&name)).await;
                let _ = tokio::io::copy(&mut line, &mut tokio::io::sink()).await;
            }
        });
    }
    guesses.join_all().await;
    let grown = peak(&server) - rest;
    assert!(grown < ROOM, "{} MB more after 1,200 long names", grown >> 20);
}
