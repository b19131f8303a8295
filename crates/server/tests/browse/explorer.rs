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
        assert_eq!(server.app.store.check().await.unwrap().inconsistencies, []);
    })
    .await;
}

/// Gives a user a certain rating.
async fn set_rating(server: &Server, user: &str, rating: f64) {
    let mut connection =
        AnyConnection::connect(&server.app.config.database).await.expect("the database opens");
    let sql = "INSERT INTO ratings (user_id, game, speed, rating, deviation, volatility, games, updated) \
               VALUES ($1, 'siam', 'blitz', $2, 60, 0.06, 50, $3)";
    let query = sqlx::query(sql).bind(user.to_owned()).bind(rating).bind(mekong_server::time::now());
    query.execute(&mut connection).await.expect("the row is written");
}

#[tokio::test(flavor = "multi_thread")]
async fn explorer_counts_games_above_a_rating() {
    on_each_database(async |server: Server| {
        let (ann, bob, cyd) =
            (server.account("Ann").await, server.account("Bob").await, server.account("Cyd").await);
        let (a, b, c) = (ann.id().await, bob.id().await, cyd.id().await);
        set_rating(&server, &a, 1_850.0).await;
        set_rating(&server, &b, 1_650.0).await;
        for (first, second, mv) in [((&ann, &a), (&bob, &b), "@c1N"), ((&ann, &a), (&cyd, &c), "@b1N")] {
            let game = server.game("siam", BLITZ, false, [first.1, second.1]).await;
            play([first.0, second.0], &game, &[mv]).await;
            resign(second.0, &game).await;
        }
        let total = async |min: &str| explore(&ann, &format!("game=siam{min}")).await["total"].clone();
        assert_eq!(total("").await, 2, "all games, also those of players without a rating");
        assert_eq!(total("&min_rating=0").await, 2);
        assert_eq!(total("&min_rating=1600").await, 1, "the weaker player counts");
        assert_eq!(total("&min_rating=1601").await, 0, "the band begins at 1600");
        assert_eq!(total("&min_rating=1800").await, 0);
        assert_eq!(total("&min_rating=1200&sources=bots").await, 0);
        for wrong in ["-1", "4001", "x", "1e3"] {
            ann.get(&format!("/api/explorer?game=siam&min_rating={wrong}"))
                .await
                .expect_problem(400, "query");
        }
        assert_eq!(server.app.store.check().await.unwrap().inconsistencies, []);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn books_are_served_whole_and_by_position() {
    on_each_database(async |server: Server| {
        let eve = server.client();
        let book = eve.get("/api/book?game=siam").await.expect(200);
        let start = &book["positions"][0];
        assert_eq!(explore(&eve, "game=siam").await["book"], start["moves"]);
        let first = text(&start["moves"][0]["move"]);
        let after = explore(&eve, &format!("game=siam&moves={}", encoded(&first))).await;
        assert!(after["book"].is_array(), "{after}");
        // A variant has no book.
        assert_eq!(explore(&eve, "game=siam&variants=opening").await["book"], Value::Null);
        let games: u64 = start["moves"]
            .as_array()
            .unwrap()
            .iter()
            .flat_map(|played| ["p1", "p2", "draws"].map(|result| played[result].as_u64().unwrap()))
            .sum();
        assert_eq!(book["effort"]["games"], games, "every game has a first move");
        eve.get("/api/book").await.expect_problem(400, "query");
        eve.get("/api/book?game=chess").await.expect_problem(400, "query");
    })
    .await;
}
