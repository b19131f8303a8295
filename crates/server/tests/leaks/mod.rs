//! Sends requests to every route of the OpenAPI document as clients without access, and searches the responses for
//! private data. Routes are read from the document, so new ones are covered.

mod bounds;
mod fixture;

use std::time::Duration;

use crate::common::{
    Client, on_each_database_with,
    routes::{Request, requests, sockets},
};
use fixture::Fixture;
use futures_util::{StreamExt as _, future::join_all, stream};
use serde_json::json;
use tokio::time::timeout;

/// How long a stream may be silent before the test stops reading, and the timeout of the response.
const STREAM_IDLE: Duration = Duration::from_millis(200);
const TIMEOUT: Duration = Duration::from_secs(20);

/// Streams are silent for most of the test, so several requests are sent at once.
const CONCURRENT_REQUESTS: usize = 8;

/// The complete response to a request, head and body. A stream is read until it is silent.
async fn read_response(client: &Client, request: &Request) -> String {
    let builder = client.request(request.method.clone(), &request.path);
    let builder = match &request.body {
        Some(body) => builder.json(body),
        None => builder,
    };
    let response = timeout(TIMEOUT, builder.send()).await;
    let response = response.unwrap_or_else(|_| panic!("no response: {request}")).expect("the server answers");
    let mut all = format!("{} {:?}\n", response.status(), response.headers());
    assert!(
        response.status().as_u16() < 500,
        "{request}: {all}{}",
        response.text().await.unwrap_or_default()
    );
    let mut body = response.bytes_stream();
    while let Ok(Some(Ok(part))) = timeout(STREAM_IDLE, body.next()).await {
        all.push_str(&String::from_utf8_lossy(&part));
    }
    all
}

#[tokio::test(flavor = "multi_thread")]
async fn private_data_is_visible_to_its_owner_only() {
    on_each_database_with(
        |config| config.rate_limits = false,
        async |server| {
            let fixture = Fixture::set(&server).await;
            // Who may see what does not depend on the database, so the many queries are sent on one.
            let has_queries = server.app.store.is_sqlite();
            let mut requests = requests(&fixture.names());
            requests.retain(|request| has_queries || !request.path.contains('?'));
            assert!(requests.len() > 20, "the document has operations");
            let ask_all = async |request: &Request| {
                // A new session per request, because one of the routes logs out.
                let ask = async |(who, client): &(&'static str, Client)| {
                    let answer = read_response(client, request).await;
                    if let Some((what, place)) = fixture.finds_secret(&answer) {
                        panic!("{who} can read {what} with {request}: …{}…", excerpt(&answer, place));
                    }
                };
                join_all(fixture.strangers(&server).await.iter().map(ask)).await;
            };
            stream::iter(&requests).for_each_concurrent(CONCURRENT_REQUESTS, ask_all).await;
            fixture.is_untouched(&server).await;
        },
    )
    .await;
}

fn excerpt(text: &str, place: usize) -> String {
    let begin = text[..place].char_indices().rev().nth(200).map_or(0, |(index, _)| index);
    text[begin..].chars().take(500).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn sockets_hide_private_data_and_check_the_origin() {
    on_each_database_with(
        |config| config.rate_limits = false,
        async |server| {
            let fixture = Fixture::set(&server).await;
            for path in sockets(&fixture.names()) {
                for (who, client) in fixture.strangers(&server).await {
                    let foreign = client.try_socket(&path, &[("origin", "https://evil.example")]).await;
                    assert!(foreign.is_err(), "{path} accepts a cross-site request");
                    let Ok(mut socket) = client.try_socket(&path, &[("origin", &server.base)]).await else {
                        continue;
                    };
                    while let Ok(Some(message)) = timeout(STREAM_IDLE, socket.next_or_end()).await {
                        let text = message.to_string();
                        if let Some((what, place)) = fixture.finds_secret(&text) {
                            panic!("{who} can read {what} at {path}: …{}…", excerpt(&text, place));
                        }
                    }
                }
            }
            fixture.is_untouched(&server).await;
        },
    )
    .await;
}

/// Guards against a search that never finds anything.
#[tokio::test(flavor = "multi_thread")]
async fn leak_detection_finds_visible_data() {
    on_each_database_with(
        |config| config.rate_limits = false,
        async |server| {
            let fixture = Fixture::set(&server).await;
            let (mut found, requests) = (Vec::new(), requests(&fixture.names()));
            // The players see their own data.
            for request in requests.iter().filter(|request| request.method == reqwest::Method::GET) {
                for client in [&fixture.ann, &fixture.bob] {
                    found.extend(
                        fixture.finds_secret(&read_response(client, request).await).map(|(what, _)| what),
                    );
                }
            }
            assert!(found.contains(&"conditional moves"), "{found:?}");
            assert!(found.contains(&"the players' chat"), "{found:?}");
            // The deal is public after the end of the game.
            fixture.ann.post_nothing(&format!("/api/game/{}/resign", fixture.dealt)).await.expect(200);
            let after = server.client().get(&format!("/api/game/{}", fixture.dealt)).await;
            let shown = after.expect(200)["deal"].clone();
            assert_eq!(shown["seed"], json!(fixture::SEED.to_string()));
            assert_eq!(fixture.finds_secret(&after.text).map(|(what, _)| what), Some("a seed"));
        },
    )
    .await;
}
