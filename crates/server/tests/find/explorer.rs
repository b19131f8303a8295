use mekong_server::table::Clock;
use serde_json::{Value, json};
use sqlx::{AnyConnection, Connection as _, Row as _};

use super::{BLITZ, play, resign, text};
use crate::common::{Client, Server, on_each_database};

async fn explore(client: &Client, query: &str) -> Value {
    client.get(&format!("/api/explorer?{query}")).await.expect(200)
}

/// A percent-encoded text.
fn encoded(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn explorer_counts_moves_and_results() {
    on_each_database(async |server| {
        let (ann, bob) = (server.account("Ann").await, server.account("Bob").await);
        let (a, b) = (ann.id().await, bob.id().await);
        for (moves, loser) in [
            (&["@c1N", "@c5S", "@a1N"][..], &ann),
            (&["@c1N", "@c5S", "@b1N"], &bob),
            (&["@c1N", "@a5S"], &bob),
            (&["@b1N", "@c5S"], &ann),
        ] {
            let game = server.game("siam", BLITZ, false, [&a, &b]).await;
            play([&ann, &bob], &game, moves).await;
            resign(loser, &game).await;
        }
        // Moves that were taken back do not count.
        let game = server.game("siam", BLITZ, false, [&a, &b]).await;
        play([&ann, &bob], &game, &["@b1N", "@c5S"]).await;
        for client in [&bob, &ann] {
            client.post(&format!("/api/game/{game}/offer"), json!({ "offer": "takeback" })).await.expect(200);
        }
        resign(&bob, &game).await;
        // Games in progress do not count.
        let open = server.game("siam", BLITZ, false, [&a, &b]).await;
        play([&ann, &bob], &open, &["@e1N"]).await;

        let eve = server.client();
        let start = explore(&eve, "game=siam").await;
        assert_eq!(start["total"], 5);
        assert_eq!(
            start["moves"],
            json!([
                { "move": "@c1N", "total": 3, "p1": 2, "p2": 1, "draws": 0 },
                { "move": "@b1N", "total": 2, "p1": 1, "p2": 1, "draws": 0 },
            ])
        );
        let after = explore(&eve, "game=siam&moves=@c1N%20@c5S").await;
        assert_eq!((&after["total"], after["moves"].as_array().unwrap().len()), (&json!(2), 2));
        let position = encoded(&text(&after["position"]));
        assert_eq!(explore(&eve, &format!("game=siam&position={position}")).await, after);
        assert_eq!(explore(&eve, "game=siam&moves=@b1N").await["total"], 1);
        // Variants are counted separately.
        assert_eq!(explore(&eve, "game=siam&variants=opening").await["total"], 0);
        for nowhere in
            ["game=chess", "game=siam&moves=c9", "game=siam&position=x", "game=siam&variants=x", "game=palam"]
        {
            eve.get(&format!("/api/explorer?{nowhere}")).await.expect_problem(404, "no-position");
        }
        eve.get("/api/explorer").await.expect_problem(400, "query");
        for sources in ["", "people,", "everybody", "people people"] {
            let query = format!("/api/explorer?game=siam&sources={}", encoded(sources));
            eve.get(&query).await.expect_problem(400, "query");
        }

        // Deals are found by position.
        let dealt = server.game("palam", Clock::None, false, [&a, &b]).await;
        let first = server.any_move(&dealt).await;
        let start = text(&ann.get(&format!("/api/game/{dealt}")).await.expect(200)["start_position"]);
        resign(&ann, &dealt).await;
        let found = explore(&ann, &format!("game=palam&position={}", encoded(&start))).await;
        assert_eq!((&found["total"], &found["moves"][0]["move"]), (&json!(1), &json!(first)));
    })
    .await;
}

/// Number of rows in the table of counts.
async fn count_rows(server: &Server) -> i64 {
    let mut connection =
        AnyConnection::connect(&server.app.config.database).await.expect("the database opens");
    let counted = sqlx::query("SELECT COUNT(*) FROM opening_counts").fetch_one(&mut connection).await;
    counted.expect("the query succeeds").get(0)
}

#[tokio::test(flavor = "multi_thread")]
async fn explorer_cost_does_not_grow_with_games() {
    on_each_database(async |server: Server| {
        let (ann, bob) = (server.account("Ann").await, server.account("Bob").await);
        let (a, b) = (ann.id().await, bob.id().await);
        let mut rows = Vec::new();
        for count in [1, 20] {
            for _ in 0..count {
                let game = server.game("siam", BLITZ, false, [&a, &b]).await;
                play([&ann, &bob], &game, &["@c1N", "@c5S"]).await;
                resign(&ann, &game).await;
            }
            rows.push(count_rows(&server).await);
        }
        assert_eq!(rows, [2, 2], "one row per position and move");
        let start = explore(&ann, "game=siam").await;
        assert_eq!(start["moves"], json!([{ "move": "@c1N", "total": 21, "p1": 0, "p2": 21, "draws": 0 }]));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn explorer_counts_games_by_source() {
    on_each_database(async |server: Server| {
        let (ann, bot) = (server.account("Ann").await, server.account("Robot").await);
        bot.post_nothing("/api/bot/account/upgrade").await.expect(200);
        let (a, b) = (ann.id().await, bot.id().await);
        let game = server.game("siam", BLITZ, false, [&a, &b]).await;
        play([&ann, &bot], &game, &["@c1N"]).await;
        resign(&ann, &game).await;
        let body = json!({ "game": "siam", "side": "first", "opponent": { "kind": "computer", "level": 1 } });
        let game = text(&ann.post("/api/challenge", body).await.expect(201)["game"]);
        play([&ann, &ann], &game, &["@b1N"]).await;
        resign(&ann, &game).await;
        let pgn = "[Game \"siam\"]\n[Result \"1-0\"]\n\n1. @a1N 1-0\n";
        // A file that is imported twice concurrently is counted once.
        let import = async || ann.post("/api/import", json!({ "pgn": pgn })).await.expect(200);
        let (one, two) = tokio::join!(import(), import());
        let taken = |report: &Value| report["imported"].as_array().unwrap().len();
        assert_eq!(taken(&one) + taken(&two), 1, "{one} {two}");
        let first_moves = async |sources: &str| {
            let found = explore(&ann, &format!("game=siam{sources}")).await;
            let moves: Vec<(String, u64)> = found["moves"]
                .as_array()
                .unwrap()
                .iter()
                .map(|played| (text(&played["move"]), played["total"].as_u64().unwrap()))
                .collect();
            moves
        };
        let once = |text: &str| vec![(text.to_owned(), 1)];
        assert_eq!(first_moves("").await, once("@c1N"), "the default sources");
        assert_eq!(first_moves("&sources=people").await, []);
        assert_eq!(first_moves("&sources=bots").await, once("@c1N"));
        assert_eq!(first_moves("&sources=computer").await, once("@b1N"));
        assert_eq!(first_moves("&sources=import").await, once("@a1N"));
        let all: Vec<String> = ["@a1N", "@b1N", "@c1N"].map(str::to_owned).to_vec();
        let found = first_moves("&sources=people,bots,computer,import").await;
        assert_eq!(found.into_iter().map(|(text, _)| text).collect::<Vec<_>>(), all);
        assert_eq!(server.app.store.check().await.unwrap().faults, []);
    })
    .await;
}
