//! Security headers, cross-site requests, request bodies, rate limits, slow clients and malformed HTTP.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    time::Duration,
};

use crate::common::{Client, on_each_database, on_each_database_with};
use reqwest::Method;
use serde_json::json;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    time::timeout,
};

async fn sign_up(client: &Client, headers: &[(&str, &str)]) -> crate::common::Response {
    let body = json!({ "name": format!("a{}", mekong_server::secrets::id()), "password": "a good password" });
    let mut request = client.request(Method::POST, "/api/account").json(&body);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    client.send(request).await
}

#[tokio::test(flavor = "multi_thread")]
async fn security_headers_are_set() {
    on_each_database(async |server| {
        let client = server.client();
        for path in ["/api", "/api/games", "/api/openapi.json", "/nothing", "/healthz"] {
            let answer = client.get(path).await;
            let policy = answer.header("content-security-policy").unwrap();
            assert!(
                policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"),
                "{policy}"
            );
            assert!(!policy.contains("unsafe-inline") && !policy.contains("'unsafe-eval'"), "{policy}");
            assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{path}");
            assert_eq!(answer.header("x-frame-options"), Some("DENY"), "{path}");
            assert_eq!(answer.header("referrer-policy"), Some("same-origin"), "{path}");
            assert_eq!(answer.header("strict-transport-security"), None, "no HSTS without TLS");
        }
        assert_eq!(client.get("/api/account").await.header("cache-control"), Some("no-store"));
        let page = client.get("/api").await.text;
        assert!(
            !page.contains("<script>") && !page.contains("<style") && !page.contains(" onclick"),
            "{page}"
        );
        let cookie = sign_up(&client, &[]).await.header("set-cookie").unwrap().to_owned();
        assert!(
            cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax") && !cookie.contains("Secure"),
            "{cookie}"
        );
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn https_sets_hsts_and_secure_cookies() {
    let https =
        |config: &mut mekong_server::config::Config| config.base_url = "https://play.example".to_owned();
    on_each_database_with(https, async |server| {
        let client = server.client();
        let answer = sign_up(&client, &[("origin", "https://play.example")]).await;
        answer.expect(201);
        assert_eq!(answer.header("strict-transport-security"), Some("max-age=31536000"));
        let cookie = answer.header("set-cookie").unwrap();
        assert!(cookie.starts_with("__Host-mekong_session=") && cookie.contains("; Secure"), "{cookie}");
        assert!(cookie.contains("Path=/;") && !cookie.contains("Domain"), "{cookie}");
    })
    .await;
    on_each_database_with(
        |config| config.trust_proxy = true,
        async |server| {
            let answer = sign_up(&server.client(), &[("x-forwarded-proto", "https")]).await;
            assert!(answer.header("set-cookie").unwrap().contains("; Secure"));
            assert!(answer.header("strict-transport-security").is_some());
            let answer = sign_up(&server.client(), &[("x-forwarded-proto", "http")]).await;
            assert!(!answer.header("set-cookie").unwrap().contains("; Secure"));
        },
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cross_site_requests_are_rejected() {
    on_each_database(async |server| {
        let ann = server.account("Ann").await;
        let log_out = async |headers: &[(&str, &str)]| {
            let request = ann.request(Method::POST, "/api/logout");
            ann.send(headers.iter().fold(request, |request, (name, value)| request.header(*name, *value)))
                .await
        };
        log_out(&[("origin", "https://evil.example")]).await.expect_problem(403, "foreign-origin");
        log_out(&[("origin", "null")]).await.expect_problem(403, "foreign-origin");
        log_out(&[("sec-fetch-site", "cross-site")]).await.expect_problem(403, "foreign-origin");
        log_out(&[("sec-fetch-site", "same-site")]).await.expect_problem(403, "foreign-origin");
        for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"] {
            log_out(&[("content-type", kind)]).await.expect_problem(415, "content-type");
        }
        assert_eq!(ann.get("/api/account").await.expect(200)["name"], "Ann", "the session is still valid");
        // Other sites cannot read responses either.
        let request = ann.request(Method::GET, "/api/account").header("origin", "https://evil.example");
        let answer = ann.send(request).await;
        assert_eq!(answer.header("access-control-allow-origin"), None);
        log_out(&[("origin", &server.base), ("sec-fetch-site", "same-origin")]).await.expect(204);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn body_size_and_type_are_checked() {
    on_each_database(async |server| {
        let client = server.client();
        let post_to = async |path: &str, body: Vec<u8>| {
            let request = client.request(Method::POST, path).header("content-type", "application/json");
            client.send(request.body(body)).await
        };
        let post = async |body: Vec<u8>| post_to("/api/login", body).await;
        let large = format!("{{\"name\": \"{}\"}}", "x".repeat(70_000));
        post_to("/api/challenge", large.into_bytes()).await.expect_problem(413, "too-large");
        let large = format!("{{\"name\": \"{}\"}}", "x".repeat(10_000));
        post(large.into_bytes()).await.expect_problem(413, "too-large");
        for deep in ["[".repeat(60_000), "{\"a\":".repeat(10_000)] {
            post_to("/api/challenge", deep.into_bytes()).await.expect_problem(422, "json-data");
        }
        post(b"[\"name\", \"password\"]".to_vec()).await.expect_problem(422, "json-data");
        post(b"{\"name\"".to_vec()).await.expect_problem(400, "json-syntax");
        post(b"{\"name\": \"\xff\xfe\"}".to_vec()).await.expect_problem(400, "json-syntax");
        post(Vec::new()).await.expect_problem(400, "json-syntax");
        post(b"{}".to_vec()).await.expect_problem(422, "json-data");
        // PostgreSQL does not support NUL in texts.
        post(b"{\"name\": \"\\u0000\", \"password\": \"x\"}".to_vec()).await.expect_problem(422, "json-data");
        client.get("/api/account/tokens/a%00").await.expect_problem(404, "not-found");
        client.get("/api/account?name=%00").await.expect_problem(400, "query");
        let request = client.request(Method::POST, "/api/login").body("{}");
        client.send(request).await.expect_problem(415, "content-type");
    })
    .await;
}

/// Repeats a request until it is refused, while another thread uses up the limit.
async fn ask_until_rejected(
    use_up: impl Fn() -> bool + Send + 'static,
    ask: impl AsyncFn() -> crate::common::Response,
) -> crate::common::Response {
    let is_over = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&is_over);
    let create_challenges = std::thread::spawn(move || {
        while !flag.load(Relaxed) {
            use_up();
            std::thread::yield_now();
        }
    });
    let mut answer = ask().await;
    for _ in 0..1_000 {
        if answer.status == 429 {
            break;
        }
        answer = ask().await;
    }
    is_over.store(true, Relaxed);
    create_challenges.join().unwrap();
    answer
}

#[tokio::test(flavor = "multi_thread")]
async fn rate_limited_requests_have_retry_after() {
    on_each_database_with(
        |config| config.trust_proxy = true,
        async |server| {
            let client = server.client();
            let from = async |address: &'static str| {
                client
                    .send(client.request(Method::GET, "/api/games").header("x-forwarded-for", address))
                    .await
            };
            let app = Arc::clone(&server.app);
            let use_up = move || app.limits.request_from("198.51.100.7".parse().unwrap()).is_ok();
            let refused = ask_until_rejected(use_up, async || from("198.51.100.7").await).await;
            refused.expect_problem(429, "too-many-requests");
            assert!(refused.header("retry-after").unwrap().parse::<u64>().unwrap() >= 1);
            from("198.51.100.8").await.expect(200);
        },
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn user_limit_applies_across_addresses() {
    on_each_database(async |server| {
        let ann = server.account("Ann").await;
        let (app, id) = (Arc::clone(&server.app), ann.id().await);
        let use_up = move || app.limits.request_by(&id).is_ok();
        let refused = ask_until_rejected(use_up, async || ann.get("/api/account").await).await;
        refused.expect_problem(429, "too-many-requests");
        server.client().get("/api/account").await.expect(200);
    })
    .await;
}

/// Sends parts of a request with pauses in between, and reads until the server closes the connection.
async fn send_slowly(address: std::net::SocketAddr, parts: &[&str], pause: Duration) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    for part in parts {
        // The server may have closed the connection.
        let _ = stream.write_all(part.as_bytes()).await;
        tokio::time::sleep(pause).await;
    }
    let mut answer = Vec::new();
    let read = timeout(Duration::from_secs(20), stream.read_to_end(&mut answer)).await;
    assert!(read.is_ok(), "the server closes the connection");
    String::from_utf8_lossy(&answer).into_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn slow_clients_are_disconnected() {
    let soon = |config: &mut mekong_server::config::Config| {
        config.timeouts.head = Duration::from_millis(300);
        config.timeouts.idle = Duration::from_millis(300);
        config.timeouts.body = Duration::from_millis(900);
    };
    on_each_database_with(soon, async |server| {
        // No request, an incomplete head, and an idle connection after a response.
        send_slowly(server.address, &[], Duration::ZERO).await;
        send_slowly(server.address, &["GET /healthz HTTP/1.1\r\nHo"], Duration::ZERO).await;
        let answer = send_slowly(server.address, &["GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"], Duration::ZERO).await;
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
        // A body that stops, and one that arrives byte by byte.
        let head = "POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n";
        let answer = send_slowly(server.address, &[head, "{"], Duration::ZERO).await;
        assert!(answer.starts_with("HTTP/1.1 408") && answer.contains("too-slow"), "{answer}");
        let mut drops = vec![head];
        drops.extend(["{"; 12]);
        let answer = send_slowly(server.address, &drops, Duration::from_millis(120)).await;
        assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
        server.client().get("/healthz").await.expect(200);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn malformed_http_is_rejected() {
    on_each_database(async |server| {
        let long = format!("GET /{} HTTP/1.1\r\nHost: x\r\n\r\n", "a".repeat(60_000));
        for bytes in
            ["\0\0\0\0\r\n\r\n", "GET", "FOO / HTTP/9.9\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", &long]
        {
            let mut stream = TcpStream::connect(server.address).await.unwrap();
            let _ = stream.write_all(bytes.as_bytes()).await;
            let _ = stream.shutdown().await;
            let mut answer = Vec::new();
            let _ = timeout(Duration::from_secs(20), stream.read_to_end(&mut answer))
                .await
                .expect("the response can be read");
            assert!(!String::from_utf8_lossy(&answer).starts_with("HTTP/1.1 2"), "{bytes:.40}");
        }
        for path in [
            "/api/%00",
            "/api/account/tokens/%ff",
            "/api/../../etc/passwd",
            "/%2e%2e/%2e%2e/etc/passwd",
            "/api/games?x=%zz",
        ] {
            let status = server.client().get(path).await.status.as_u16();
            assert!(status < 500, "{path}: {status}");
        }
        server.client().get("/readyz").await.expect(200);
    })
    .await;
}
