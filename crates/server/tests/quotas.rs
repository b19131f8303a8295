//! Limits on stored items hold under concurrent requests.

use crate::common::{Client, Response, Server, on_each_database_with};
use futures_util::future::join_all;
use mekong_core::Variants;
use mekong_server::{
    engine_pool::Priority,
    secrets,
    store::{Quota, ReportRow, StoreError},
    table::Clock,
    time::now,
};
use serde_json::{Value, json};

/// Runs a test on both databases without rate limits.
async fn without_rate_limits(test: impl AsyncFn(Server)) {
    on_each_database_with(|config| config.rate_limits = false, test).await;
}

/// Sends the same request `count` times concurrently. Returns how many succeeded and how many were refused with this
/// status and code; any other response fails the test.
async fn at_once(count: usize, status: u16, code: &str, ask: impl AsyncFn() -> Response) -> (usize, usize) {
    let answers = join_all((0..count).map(|_| ask())).await;
    let mut refused = 0;
    for answer in &answers {
        if !answer.status.is_success() {
            answer.expect_problem(status, code);
            refused += 1;
        }
    }
    (count - refused, refused)
}

async fn challenge(client: &Client, opponent: Value) -> Response {
    let body = json!({ "game": "siam", "side": "first", "opponent": opponent });
    client.post("/api/challenge", body).await
}

#[tokio::test(flavor = "multi_thread")]
async fn pending_challenges_are_limited() {
    without_rate_limits(async |server| {
        let ann = server.account("Ann").await;
        let ask = async || challenge(&ann, json!({ "kind": "link" })).await;
        assert_eq!(at_once(60, 409, "too-many-challenges", ask).await, (20, 40));
        let own = ann.get("/api/challenge").await.expect(200);
        assert_eq!(own["challenges"].as_array().map(Vec::len), Some(20));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn incoming_challenges_do_not_count_or_hide_own_ones() {
    without_rate_limits(async |server| {
        let ann = server.account("Ann").await;
        challenge(&ann, json!({ "kind": "link" })).await.expect(201);
        let strangers: Vec<Client> = (0..21).map(|_| server.client()).collect();
        let ask = |stranger: &Client| {
            let stranger = stranger.clone();
            async move {
                for _ in 0..10 {
                    challenge(&stranger, json!({ "kind": "user", "name": "Ann" })).await;
                }
            }
        };
        join_all(strangers.iter().map(ask)).await;
        let ask = async || challenge(&ann, json!({ "kind": "link" })).await;
        assert_eq!(at_once(30, 409, "too-many-challenges", ask).await, (19, 11));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tokens_are_limited() {
    without_rate_limits(async |server| {
        let ann = server.account("Ann").await;
        let order = json!({ "label": "mine", "scopes": ["board:play"] });
        let ask = async || ann.post("/api/account/tokens", order.clone()).await;
        assert_eq!(at_once(60, 409, "too-many-tokens", ask).await, (20, 40));
        assert_eq!(ann.get("/api/account/tokens").await.expect(200).as_array().map(Vec::len), Some(20));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn games_against_the_computer_are_limited() {
    without_rate_limits(async |server| {
        let ann = server.account("Ann").await;
        let ask = async || challenge(&ann, json!({ "kind": "computer", "level": 1 })).await;
        assert_eq!(at_once(120, 409, "too-many-games", ask).await, (100, 20));
        let playing = ann.get("/api/account/playing").await.expect(200);
        let game = playing["nowPlaying"][0]["gameId"].as_str().unwrap().to_owned();
        ann.post_nothing(&format!("/api/game/{game}/resign")).await.expect(200);
        ask().await.expect(201);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn muted_players_are_limited() {
    without_rate_limits(async |server| {
        let ann = server.account("Ann").await;
        let (id, store) = (ann.id().await, &server.app.store);
        let others: Vec<String> = (0..1_020).map(|_| secrets::id()).collect();
        let results = join_all(others.iter().map(async |other| {
            store.add_guest(other, &secrets::hash(other), now()).await.expect("the row is stored");
            store.mute(&id, other).await
        }))
        .await;
        assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 1_000);
        let muted = others.iter().zip(&results).find(|(_, result)| result.is_ok()).unwrap().0;
        store.mute(&id, muted).await.expect("muting again is allowed");
        let not_muted = others.iter().zip(&results).find(|(_, result)| result.is_err()).unwrap().0;
        ann.put(&format!("/api/mute/{not_muted}"), Value::Null).await.expect_problem(409, "too-many-muted");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn reports_are_limited() {
    without_rate_limits(async |server| {
        let (ann, bob) = (server.account("Ann").await.id().await, server.account("Bob").await.id().await);
        let game = server.game("siam", Clock::None, false, [&ann, &bob]).await;
        let report = |seq: u64| ReportRow {
            id: secrets::id(),
            game: game.clone(),
            seq,
            from: ann.clone(),
            about: bob.clone(),
            text: "hello".to_owned(),
            why: "rude".to_owned(),
            created: now(),
        };
        let store = &server.app.store;
        let results = join_all((1..=70).map(async |seq| store.add_report(&report(seq)).await)).await;
        assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 50);
        let refused =
            results.iter().filter(|result| **result == Err(StoreError::QuotaExceeded(Quota::Reports)));
        assert_eq!(refused.count(), 20);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn running_analyses_are_limited() {
    without_rate_limits(async |server| {
        let (ann, bob) = (server.account("Ann").await, server.account("Bob").await.id().await);
        let id = ann.id().await;
        let mut games = Vec::new();
        for _ in 0..12 {
            let game = server.game("siam", Clock::None, false, [&id, &bob]).await;
            server.any_move(&game).await;
            ann.post_nothing(&format!("/api/game/{game}/resign")).await.expect(200);
            games.push(game);
        }
        // Keeps the engine busy, so that no analysis finishes.
        let (release, held) = std::sync::mpsc::channel::<()>();
        let app = std::sync::Arc::clone(&server.app);
        let busy = tokio::spawn(async move {
            let ann = app.limits.requester_for("ann");
            app.pool.run("siam", Variants::NONE, Priority::Move, ann, move |_, _| held.recv()).await
        });
        let answers =
            join_all(games.iter().map(async |game| {
                ann.post_nothing(&format!("/api/game/{game}/analysis")).await.status.as_u16()
            }))
            .await;
        assert_eq!(answers.iter().filter(|&&status| status == 202).count(), 3, "{answers:?}");
        assert_eq!(answers.iter().filter(|&&status| status == 429).count(), 9, "{answers:?}");
        release.send(()).expect("the receiver exists");
        busy.await.expect("no panic").expect("the engine is not busy").expect("the sender is dropped");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn vacation_days_are_limited() {
    without_rate_limits(async |server| {
        let ann = server.account("Ann").await;
        let ask = async || ann.post("/api/account/vacation", json!({ "days": 10 })).await;
        assert_eq!(at_once(8, 409, "on-vacation", ask).await, (1, 7));
        assert_eq!(ann.get("/api/account").await.expect(200)["vacation"]["days_left"], 20);
        let back = async || ann.delete("/api/account/vacation").await;
        assert_eq!(at_once(8, 409, "not-on-vacation", back).await, (1, 7));
        assert_eq!(ann.get("/api/account").await.expect(200)["vacation"]["days_left"], 29);
    })
    .await;
}
