//! Walks every address of the OpenAPI document as somebody else and as nobody, and looks for what they must not see.
//! New addresses are walked without being named here.

#[path = "../common/mod.rs"]
mod common;

mod bounds;
mod scene;

use std::time::Duration;

use common::{
    Client, on_each_database_with,
    routes::{Request, requests, sockets},
};
use futures_util::{StreamExt as _, future::join_all};
use scene::Scene;
use serde_json::json;
use tokio::time::timeout;

/// How long a stream may be silent before we stop listening, and how long we wait for the first word.
const SILENCE: Duration = Duration::from_millis(200);
const PATIENCE: Duration = Duration::from_secs(20);

/// Everything that comes in answer to a request: head and body. A stream is heard until it falls silent.
async fn everything(client: &Client, request: &Request) -> String {
    let builder = client.request(request.method.clone(), &request.path);
    let builder = match &request.body {
        Some(body) => builder.json(body),
        None => builder,
    };
    let response = timeout(PATIENCE, builder.send()).await;
    let response = response.unwrap_or_else(|_| panic!("no answer: {request}")).expect("the server answers");
    let mut all = format!("{} {:?}\n", response.status(), response.headers());
    assert!(
        response.status().as_u16() < 500,
        "{request}: {all}{}",
        response.text().await.unwrap_or_default()
    );
    let mut body = response.bytes_stream();
    while let Ok(Some(Ok(part))) = timeout(SILENCE, body.next()).await {
        all.push_str(&String::from_utf8_lossy(&part));
    }
    all
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_hidden_stays_hidden_from_everybody_else() {
    on_each_database_with(
        |config| config.rate_limits = false,
        async |server| {
            let scene = Scene::set(&server).await;
            let requests = requests(&scene.names());
            assert!(requests.len() > 20, "the document has addresses");
            for request in &requests {
                // Each with a session of its own: one of the addresses logs out.
                let ask = async |(who, client): &(&'static str, Client)| {
                    let answer = everything(client, request).await;
                    if let Some((what, place)) = scene.finds_secret(&answer) {
                        panic!("{who} learns {what} by {request}: …{}…", excerpt(&answer, place));
                    }
                };
                join_all(scene.strangers(&server).await.iter().map(ask)).await;
            }
            scene.is_untouched(&server).await;
        },
    )
    .await;
}

fn excerpt(text: &str, place: usize) -> String {
    let begin = text[..place].char_indices().rev().nth(200).map_or(0, |(index, _)| index);
    text[begin..].chars().take(500).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn sockets_keep_secrets_too_and_open_for_our_own_pages_only() {
    on_each_database_with(
        |config| config.rate_limits = false,
        async |server| {
            let scene = Scene::set(&server).await;
            for path in sockets(&scene.names()) {
                for (who, client) in scene.strangers(&server).await {
                    let foreign = client.try_socket(&path, &[("origin", "https://evil.example")]).await;
                    assert!(foreign.is_err(), "{path} opens for a page of another site");
                    let Ok(mut socket) = client.try_socket(&path, &[("origin", &server.base)]).await else {
                        continue;
                    };
                    while let Ok(Some(message)) = timeout(SILENCE, socket.next_or_end()).await {
                        let text = message.to_string();
                        if let Some((what, place)) = scene.finds_secret(&text) {
                            panic!("{who} learns {what} by {path}: …{}…", excerpt(&text, place));
                        }
                    }
                }
            }
            scene.is_untouched(&server).await;
        },
    )
    .await;
}

/// Otherwise the walk proves nothing.
#[tokio::test(flavor = "multi_thread")]
async fn the_walk_would_find_what_is_hidden() {
    on_each_database_with(
        |config| config.rate_limits = false,
        async |server| {
            let scene = Scene::set(&server).await;
            let (mut found, requests) = (Vec::new(), requests(&scene.names()));
            // The players themselves see what is theirs.
            for request in requests.iter().filter(|request| request.method == reqwest::Method::GET) {
                for client in [&scene.ann, &scene.bob] {
                    found
                        .extend(scene.finds_secret(&everything(client, request).await).map(|(what, _)| what));
                }
            }
            assert!(found.contains(&"a plan"), "{found:?}");
            assert!(found.contains(&"the players' chat"), "{found:?}");
            // After the end everybody may check the deal.
            scene.ann.post_nothing(&format!("/api/game/{}/resign", scene.dealt)).await.expect(200);
            let after = server.client().get(&format!("/api/game/{}", scene.dealt)).await;
            let shown = after.expect(200)["deal"].clone();
            assert_eq!(shown["seed"], json!(scene::SEED.to_string()));
            assert_eq!(scene.finds_secret(&after.text).map(|(what, _)| what), Some("a seed"));
        },
    )
    .await;
}
