use std::time::Duration;

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    time::timeout,
};

use crate::common::{Server, on_each_database};

/// Timeout. Generous, because machines may be loaded.
const TIMEOUT: Duration = Duration::from_secs(20);

struct Response {
    status: u16,
    head: String,
}

impl Response {
    fn says_close(&self) -> bool {
        self.head.contains("\r\nconnection: close")
    }
}

/// An HTTP connection on which the test writes raw bytes.
struct Line {
    stream: TcpStream,
    read: Vec<u8>,
}

impl Line {
    async fn open(server: &Server) -> Line {
        Line {
            stream: TcpStream::connect(server.address).await.expect("the server accepts the connection"),
            read: Vec::new(),
        }
    }

    async fn send(&mut self, bytes: &[u8]) {
        self.stream.write_all(bytes).await.expect("the server reads the request");
    }

    /// The next response; `None` once the connection is closed.
    async fn answer(&mut self) -> Option<Response> {
        loop {
            if let Some(end) = self.read.windows(4).position(|part| part == b"\r\n\r\n") {
                let head = String::from_utf8_lossy(&self.read[..end + 2]).to_ascii_lowercase();
                let length =
                    head.split("\r\ncontent-length: ").nth(1).and_then(|rest| rest.split("\r\n").next());
                let length: usize = length.map_or(0, |text| text.parse().expect("a valid number"));
                if self.read.len() >= end + 4 + length {
                    self.read.drain(..end + 4 + length);
                    let status = head[9..12].parse().expect("a valid number");
                    return Some(Response { status, head });
                }
            }
            let mut part = [0; 4096];
            let count =
                timeout(TIMEOUT, self.stream.read(&mut part)).await.expect("the response can be read");
            let count = count.expect("the connection is not reset");
            if count == 0 {
                assert!(self.read.is_empty(), "the response is incomplete");
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

/// Requests that are refused before their body is read, one per reason, with the expected status.
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
        // Accepted requests whose body is not needed.
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
async fn connection_is_usable_after_a_rejected_request() {
    on_each_database(async |server| {
        let mut all = Line::open(&server).await;
        for (status, request) in refused() {
            // The next request is sent after the response, or together with the first one.
            for at_once in [false, true] {
                let mut line = Line::open(&server).await;
                let (first, second) =
                    if at_once { (request.clone() + NEXT, "") } else { (request.clone(), NEXT) };
                line.send(first.as_bytes()).await;
                let answer = line.answer().await.expect("a response");
                assert_eq!((answer.status, answer.says_close()), (status, false), "{request:.200}");
                line.send(second.as_bytes()).await;
                let answer = line.answer().await.unwrap_or_else(|| panic!("no response to {request:.200}"));
                assert_eq!(answer.status, 200);
            }
            all.send(request.as_bytes()).await;
            assert_eq!(all.answer().await.expect("a response").status, status);
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn body_may_arrive_after_the_refusal() {
    on_each_database(async |server| {
        for (status, request) in refused() {
            let mut line = Line::open(&server).await;
            let (head, body) = request.split_once("\r\n\r\n").expect("an empty line ends the head");
            line.send(format!("{head}\r\n\r\n").as_bytes()).await;
            // Gives the server time to refuse. If that was not enough, the test covers less but does not fail.
            let _ = timeout(Duration::from_millis(100), line.stream.readable()).await;
            line.send(body.as_bytes()).await;
            let answer = line.answer().await.expect("a response");
            assert_eq!(answer.status, status, "{request:.200}");
            // If the rest of the body is late on a loaded machine, the connection closes, but announces it.
            if !answer.says_close() {
                line.send(NEXT.as_bytes()).await;
                let answer = line.answer().await.unwrap_or_else(|| panic!("no response to {request:.200}"));
                assert_eq!(answer.status, 200);
            }
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn closed_connections_are_announced_and_not_reset() {
    on_each_database(async |server| {
        // More than the server discards to keep a connection open. All of it is sent before the response is read.
        let body = "x".repeat(3 * 1024 * 1024);
        let headers = "Content-Type: application/json\r\nOrigin: https://evil.example\r\n";
        let mut line = Line::open(&server).await;
        line.send(request("POST /api/login", headers, &body).as_bytes()).await;
        let answer = line.answer().await.expect("a response");
        assert_eq!((answer.status, answer.says_close()), (403, true), "{}", answer.head);
        assert!(line.answer().await.is_none(), "the connection closes");

        // The server does not ask for a body that it refuses.
        let head = format!(
            "POST /api/login HTTP/1.1\r\nHost: x\r\n{headers}Expect: 100-continue\r\nContent-Length: 9\r\n\r\n"
        );
        let mut line = Line::open(&server).await;
        line.send(head.as_bytes()).await;
        let answer = line.answer().await.expect("a response");
        assert_eq!((answer.status, answer.says_close()), (403, true), "{}", answer.head);

        // If the body is never sent, the response still arrives and announces that the connection closes.
        let mut line = Line::open(&server).await;
        line.send(head.replace("Expect: 100-continue\r\n", "").as_bytes()).await;
        let answer = line.answer().await.expect("a response");
        assert_eq!((answer.status, answer.says_close()), (403, true), "{}", answer.head);
    })
    .await;
}
