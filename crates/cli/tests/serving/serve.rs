use std::{fs, os::unix::fs::PermissionsExt as _};

use nix::sys::signal::Signal;

use crate::{
    create_game, fischer,
    process::{Process, TestDatabase, finish, mekong, run, serve_args},
};

#[tokio::test(flavor = "multi_thread")]
async fn settings_come_from_flags_environment_and_file() {
    let db = TestDatabase::sqlite();
    let file = db.dir().join("server.toml");
    fs::write(&file, "listen = '127.0.0.1:0'\nbase_url = 'https://play.example'\ntables = false\n").unwrap();
    let mut command = mekong(&["serve", "--config", file.to_str().unwrap(), "--lang", "en"]);
    command.env("MEKONG_DATABASE", &db.address).env("MEKONG_LOG_LEVEL", "error");
    command.env("MEKONG_METRICS_TOKEN", "a long enough one".replace(' ', "-"));
    let server = Process::run(&mut command);
    assert!(
        server.greeting.starts_with("Mekong is running at https://play.example ("),
        "{}",
        server.greeting
    );
    assert!(server.greeting.contains("Ctrl-C"));
    let client = server.client();
    client.get("/healthz").await.expect(200);
    // Metrics are for local clients and holders of the token, not for clients behind a proxy.
    let metrics = client.get("/metrics").await;
    metrics.expect(200);
    for name in [
        "mekong_http_requests_total",
        "mekong_http_request_duration_seconds",
        "mekong_rooms",
        "mekong_store_commit_seconds",
    ] {
        assert!(metrics.text.contains(name), "{name} in\n{}", metrics.text);
    }
    let request_with = |name, value| client.request(reqwest::Method::GET, "/metrics").header(name, value);
    for (name, value) in [("x-real-ip", "198.51.100.7"), ("via", "1.1 proxy"), ("host", "play.example")] {
        client.send(request_with(name, value)).await.expect_problem(403, "metrics-private");
    }
    let forwarded = || request_with("x-forwarded-for", "198.51.100.7");
    client.send(forwarded()).await.expect_problem(403, "metrics-private");
    client.send(forwarded().bearer_auth("a-long-enough-one")).await.expect(200);
    client.send(forwarded().bearer_auth("a-wrong-one-of-them")).await.expect_problem(403, "metrics-private");
    // A database has one server at a time.
    let options = serve_args("127.0.0.1:0", &db.address);
    let second = run(&options.iter().map(String::as_str).collect::<Vec<_>>()).await;
    assert!(second.code == 1 && second.err.contains("another server is using"), "{}", second.err);
    let other = TestDatabase::sqlite();
    let options = serve_args(&server.address, &other.address);
    let same_port = run(&options.iter().map(String::as_str).collect::<Vec<_>>()).await;
    assert!(same_port.code == 1 && same_port.err.contains("--listen"), "{}", same_port.err);
}

#[tokio::test(flavor = "multi_thread")]
async fn warns_about_a_publicly_readable_secret() {
    let db = TestDatabase::sqlite();
    let file = db.dir().join("server.toml");
    let path = file.to_str().unwrap();
    for (text, mode, warns) in [
        ("metrics_token = 'a-long-enough-one'\n", 0o644, true),
        ("metrics_token = 'a-long-enough-one'\n", 0o600, false),
        ("database = 'postgres://me:secret@localhost/mekong'\n", 0o640, true),
        ("listen = '127.0.0.1:0'\n", 0o644, false),
    ] {
        fs::write(&file, text).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(mode)).unwrap();
        let output = run(&["admin", "users", "--config", path, "--database", &db.address]).await;
        assert_eq!(output.err.contains("chmod 600"), warns, "{text} {mode:o}: {}", output.err);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn invalid_settings_are_reported_with_their_source() {
    let output = run(&["serve", "--listen", "nowhere", "--data", "/x"]).await;
    assert!(output.code == 1 && output.err.contains("--listen: invalid value \"nowhere\""), "{}", output.err);
    let mut command = mekong(&["serve", "--lang", "fr", "--data", "/x"]);
    command.env("MEKONG_TRUST_PROXY", "peut-être");
    let output = finish(command).await;
    assert!(output.code == 1 && output.err.contains("MEKONG_TRUST_PROXY"), "{}", output.err);
    let db = TestDatabase::sqlite();
    let file = db.dir().join("server.toml");
    fs::write(&file, "colour = 'red'\n").unwrap();
    let output = run(&["serve", "--data", "/x", "--config", file.to_str().unwrap()]).await;
    assert!(
        output.code == 1 && output.err.contains("server.toml") && output.err.contains("colour"),
        "{}",
        output.err
    );
    let output = run(&["serve", "--data", "/x", "--config", "/nowhere/server.toml"]).await;
    assert!(output.code == 1 && output.err.contains("/nowhere/server.toml"), "{}", output.err);
}

#[tokio::test(flavor = "multi_thread")]
async fn sigterm_shuts_down_gracefully() {
    for signal in [Signal::SIGINT, Signal::SIGTERM] {
        let db = TestDatabase::sqlite();
        let server = Process::start("127.0.0.1:0", &db.address);
        let (ann, bob) = (server.client(), server.client());
        let game = create_game(&ann, &bob, "siam", fischer(60)).await;
        let mut socket = ann.socket(&format!("/api/game/{game}/socket")).await;
        socket.next_of("hello").await;
        server.signal(signal);
        assert_eq!(socket.next_of("closing").await["reason"], "shutdown");
        assert!(socket.next_or_end().await.is_none());
        let (status, words) = tokio::task::spawn_blocking(|| server.wait()).await.unwrap();
        assert!(status.success() && words.contains("Server stopped"), "{status} {words}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_are_cached_and_unknown_paths_return_the_index() {
    let db = TestDatabase::sqlite();
    let server = Process::start("127.0.0.1:0", &db.address);
    let client = server.client();
    let front = client.get("/").await;
    front.expect(200);
    assert!(front.header("content-type").is_some_and(|kind| kind.starts_with("text/html")));
    assert!(front.header("content-security-policy").is_some());
    client.get("/api/nothing/here").await.expect_problem(404, "not-found");
    client.get("/assets/nothing.js").await.expect_problem(404, "not-found");
    client.post_nothing("/").await.expect_problem(405, "method-not-allowed");
    // The rest applies only to builds with web pages.
    let Some(tag) = front.header("etag") else {
        assert!(front.text.contains("/api"), "{}", front.text);
        let french = client.request(reqwest::Method::GET, "/").header("accept-language", "fr");
        assert!(client.send(french).await.text.contains("sans pages web"));
        return;
    };
    assert_eq!(front.header("cache-control"), Some("no-cache"));
    let again = client.request(reqwest::Method::GET, "/").header("if-none-match", tag);
    let again = client.send(again).await;
    assert_eq!((again.status.as_u16(), again.text.as_str()), (304, ""));
    assert!(front.text.contains("property=\"og:title\""), "{}", front.text);
    let unknown = client.get("/challenge/abc").await.text;
    assert!(unknown.contains("<div id=\"app\">"), "the index is returned: {unknown}");
    // The style sheet, because small files have no compressed copy.
    let style = front.text.split('"').find(|word| word.starts_with("/assets/") && word.ends_with(".css"));
    let request = client.request(reqwest::Method::GET, style.expect("the page links a style sheet"));
    let response = request.header("accept-encoding", "br").send().await.expect("the file is served");
    assert_eq!(response.status(), 200);
    assert_eq!(response.headers()["cache-control"], "public, max-age=31536000, immutable");
    assert_eq!(response.headers()["content-encoding"], "br");
}
