use std::time::Duration;

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    time::timeout,
};

use crate::common::{Server, on_each_database};

/// Generous, for busy machines: nothing waits for it unless something is wrong.
const PATIENCE: Duration = Duration::from_secs(20);

struct Answer {
    status: u16,
    head: String,
}

impl Answer {
    fn says_close(&self) -> bool {
        self.head.contains("\r\nconnection: close")
    }
}

/// A connection whose every byte is ours.
struct Line {
    stream: TcpStream,
    read: Vec<u8>,
}

impl Line {
    async fn open(server: &Server) -> Line {
        Line { stream: TcpStream::connect(server.address).await.expect("it listens"), read: Vec::new() }
    }

    async fn send(&mut self, bytes: &[u8]) {
        self.stream.write_all(bytes).await.expect("it is read");
    }

    /// The next answer; none once the connection has ended.
    async fn answer(&mut self) -> Option<Answer> {
        loop {
            if let Some(end) = self.read.windows(4).position(|part| part == b"\r\n\r\n") {
                let head = String::from_utf8_lossy(&self.read[..end + 2]).to_ascii_lowercase();
                let length =
                    head.split("\r\ncontent-length: ").nth(1).and_then(|rest| rest.split("\r\n").next());
                let length: usize = length.map_or(0, |text| text.parse().expect("a number"));
                if self.read.len() >= end + 4 + length {
                    self.read.drain(..end + 4 + length);
                    let status = head[9..12].parse().expect("a number");
                    return Some(Answer { status, head });
                }
            }
            let mut part = [0; 4096];
            let count = timeout(PATIENCE, self.stream.read(&mut part)).await.expect("something comes");
            let count = count.expect("the connection is not reset");
            if count == 0 {
                assert!(self.read.is_empty(), "half an answer");
                return None;
            }
            self.read.extend_from_slice(&part[..count]);
        }
    }
}

fn request(line: &str, headers: &str, body: &str) -> String {
    let length = body.len();
    format!("{line} HTTP/1.1\r\nHost: x\r\n{headers}Content-Length: {length}\r\n\r\n{body}")
}

/// Ways to be refused before the body is read, by everything that refuses.
fn refused() -> Vec<(u16, String)> {
    let (json, body) = ("Content-Type: application/json\r\n", r#"{ "label": "x", "scopes": ["bot:play"] }"#);
    let tokens = "POST /api/account/tokens";
    vec![
        (403, request(tokens, &format!("{json}Origin: https://evil.example\r\n"), body)),
        (401, request(tokens, json, body)),
        (401, request(tokens, &format!("{json}Authorization: Bearer nonsense\r\n"), body)),
        (415, request(tokens, "Content-Type: text/plain\r\n", body)),
        (404, request("POST /api/nothing", json, body)),
        (404, request("POST /api/%00", json, body)),
        (404, request("PUT /api/mute/nobody", json, body)),
        (405, request("DELETE /api/games", json, body)),
        (413, request("POST /api/login", json, &"x".repeat(100_000))),
        // One that is not refused, but has a body that nobody wants.
        (200, request("GET /healthz", json, body)),
        (204, request("POST /api/logout", json, body)),
        (
            401,
            format!(
                "{tokens} HTTP/1.1\r\nHost: x\r\n{json}Transfer-Encoding: chunked\r\n\r\n2\r\n{{}}\r\n0\r\n\r\n"
            ),
        ),
    ]
}

const NEXT: &str = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";

#[tokio::test(flavor = "multi_thread")]
async fn after_a_refusal_the_next_request_is_answered() {
    on_each_database(async |server| {
        let mut all = Line::open(&server).await;
        for (status, request) in refused() {
            // With the next request behind the answer, and with both sent at once.
            for at_once in [false, true] {
                let mut line = Line::open(&server).await;
                let (first, second) =
                    if at_once { (request.clone() + NEXT, "") } else { (request.clone(), NEXT) };
                line.send(first.as_bytes()).await;
                let answer = line.answer().await.expect("an answer");
                assert_eq!((answer.status, answer.says_close()), (status, false), "{request:.200}");
                line.send(second.as_bytes()).await;
                let answer = line.answer().await.unwrap_or_else(|| panic!("silence after {request:.200}"));
                assert_eq!(answer.status, 200);
            }
            all.send(request.as_bytes()).await;
            assert_eq!(all.answer().await.expect("an answer").status, status);
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_may_come_after_its_refusal_was_decided() {
    on_each_database(async |server| {
        for (status, request) in refused() {
            let mut line = Line::open(&server).await;
            let (head, body) = request.split_once("\r\n\r\n").expect("a head and a body");
            line.send(format!("{head}\r\n\r\n").as_bytes()).await;
            // Time to decide. If it was not enough, the test proves less and does not fail.
            let _ = timeout(Duration::from_millis(100), line.stream.readable()).await;
            line.send(body.as_bytes()).await;
            let answer = line.answer().await.expect("an answer");
            assert_eq!(answer.status, status, "{request:.200}");
            // On a machine that is too busy to send the rest in time the connection ends, but not without a word.
            if !answer.says_close() {
                line.send(NEXT.as_bytes()).await;
                let answer = line.answer().await.unwrap_or_else(|| panic!("silence after {request:.200}"));
                assert_eq!(answer.status, 200);
            }
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_connection_that_ends_says_so_and_is_not_reset() {
    on_each_database(async |server| {
        // Far more than is read for the next request's sake; all of it is on its way before the answer is looked at.
        let body = "x".repeat(3 * 1024 * 1024);
        let headers = "Content-Type: application/json\r\nOrigin: https://evil.example\r\n";
        let mut line = Line::open(&server).await;
        line.send(request("POST /api/login", headers, &body).as_bytes()).await;
        let answer = line.answer().await.expect("an answer");
        assert_eq!((answer.status, answer.says_close()), (403, true), "{}", answer.head);
        assert!(line.answer().await.is_none(), "it ends");

        // Nobody asks for a body that is refused.
        let head = format!(
            "POST /api/login HTTP/1.1\r\nHost: x\r\n{headers}Expect: 100-continue\r\nContent-Length: 9\r\n\r\n"
        );
        let mut line = Line::open(&server).await;
        line.send(head.as_bytes()).await;
        let answer = line.answer().await.expect("an answer");
        assert_eq!((answer.status, answer.says_close()), (403, true), "{}", answer.head);

        // A body that does not come: the answer does, and says that it was the last.
        let mut line = Line::open(&server).await;
        line.send(head.replace("Expect: 100-continue\r\n", "").as_bytes()).await;
        let answer = line.answer().await.expect("an answer");
        assert_eq!((answer.status, answer.says_close()), (403, true), "{}", answer.head);
    })
    .await;
}
