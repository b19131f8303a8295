use serde_json::{Value, json};

use super::{BLITZ, play, resign};
use crate::common::{Client, on_each_database, on_each_database_with};

async fn rating(client: &Client, name: &str) -> Value {
    client.get(&format!("/api/player/{name}")).await.expect(200)["ratings"][0].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn only_rated_games_change_ratings() {
    on_each_database(async |server| {
        let (ann, bob) = (server.account("Ann").await, server.account("Bob").await);
        let (a, b) = (ann.id().await, bob.id().await);
        let casual = server.game("siam", BLITZ, false, [&a, &b]).await;
        play([&ann, &bob], &casual, &["@c1N", "@c5S"]).await;
        resign(&ann, &casual).await;
        assert_eq!(rating(&ann, "Ann").await, Value::Null);

        let rated = server.game("siam", BLITZ, true, [&a, &b]).await;
        let view = ann.get(&format!("/api/game/{rated}")).await.expect(200);
        assert_eq!((&view["players"]["p1"]["rating"], &view["new_ratings"]), (&json!(1500.0), &Value::Null));
        play([&ann, &bob], &rated, &["@c1N", "@c5S"]).await;
        resign(&ann, &rated).await;
        let (loser, winner) = (rating(&bob, "ann").await, rating(&server.client(), "BOB").await);
        assert_eq!((&winner["game"], &winner["speed"]), (&json!("siam"), &json!("blitz")));
        assert_eq!((&winner["games"], &winner["provisional"]), (&json!(1), &json!(true)));
        let (won, lost) = (winner["rating"].as_f64().unwrap(), loser["rating"].as_f64().unwrap());
        // The values of Glicko-2 for two new players.
        assert!((won - 1_662.21).abs() < 0.1 && (lost - 1_337.79).abs() < 0.1, "{won} {lost}");
        assert!(winner["deviation"].as_f64().unwrap() < 300.0);
        let view = bob.get(&format!("/api/game/{rated}")).await.expect(200);
        assert_eq!(view["new_ratings"], json!({ "p1": lost, "p2": won }));
        let view = bob.get(&format!("/api/game/{casual}")).await.expect(200);
        assert_eq!(view["new_ratings"], Value::Null);

        let points = ann.get("/api/player/Ann/rating-history").await.expect(200)["points"].clone();
        assert_eq!(points.as_array().unwrap().len(), 1);
        assert_eq!((&points[0]["game_id"], points[0]["rating"].as_f64().unwrap()), (&json!(rated), lost));
        let other = ann.get("/api/player/Ann/rating-history?game=palam").await.expect(200);
        assert_eq!(other["points"], json!([]));
        let same = ann.get("/api/player/Ann/rating-history?game=siam&speed=blitz").await.expect(200);
        assert_eq!(same["points"], points);
        for (query, count) in
            [("speed=blitz", 1), ("speed=rapid", 0), ("game=siam", 1), ("game=siam&speed=rapid", 0)]
        {
            let found = ann.get(&format!("/api/player/Ann/rating-history?{query}")).await.expect(200);
            assert_eq!(found["points"].as_array().unwrap().len(), count, "{query}");
            let earlier = format!("/api/player/Ann/rating-history?{query}&before={}", points[0]["at"]);
            assert_eq!(ann.get(&earlier).await.expect(200)["points"], json!([]), "{query}");
        }
        ann.get("/api/player/Ann/rating-history?speed=warp").await.expect_problem(400, "query");
        ann.get("/api/player/Nobody-1/rating-history").await.expect_problem(404, "not-found");

        // The next game starts with the new ratings.
        let next = server.game("siam", BLITZ, true, [&b, &a]).await;
        let view = ann.get(&format!("/api/game/{next}")).await.expect(200);
        assert_eq!(view["players"]["p2"]["rating"].as_f64().unwrap(), lost);
        bob.post_nothing(&format!("/api/game/{next}/abort")).await.expect(200);
        assert_eq!(rating(&ann, "Ann").await["games"], 1, "aborted games do not count");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn games_ending_concurrently_are_all_rated() {
    const GAMES: usize = 12;
    on_each_database_with(
        |config| config.rate_limits = false,
        async |server| {
            let ann = server.account("Ann").await;
            let others = [server.account("Bob").await, server.account("Cat").await];
            let (a, b, c) = (ann.id().await, others[0].id().await, others[1].id().await);
            let mut ends = Vec::new();
            for index in 0..GAMES {
                let (other, client) = if index % 2 == 0 { (&b, &others[0]) } else { (&c, &others[1]) };
                let game = server.game("saigon", BLITZ, true, [&a, other]).await;
                server.any_move(&game).await;
                // Ann loses a third of the games.
                let client = if index % 3 == 0 { &ann } else { client };
                ends.push((client.clone(), game));
            }
            let ends = ends.into_iter().map(|(client, game)| {
                tokio::spawn(async move {
                    resign(&client, &game).await;
                })
            });
            for end in ends.collect::<Vec<_>>() {
                end.await.expect("no panic");
            }
            let page = ann.get("/api/player/Ann").await.expect(200);
            assert_eq!(page["ratings"][0]["games"], GAMES);
            assert_eq!(page["games"]["finished"], GAMES);
            assert_eq!((&page["games"]["losses"], &page["games"]["wins"]), (&json!(4), &json!(8)));
            let points = ann.get("/api/player/Ann/rating-history").await.expect(200)["points"].clone();
            let points = points.as_array().unwrap();
            assert_eq!(points.len(), GAMES);
            // Each rating follows from the previous one: the current one is in the history, and no two are equal.
            let now = page["ratings"][0]["rating"].as_f64().unwrap();
            let mut seen: Vec<f64> = points.iter().map(|point| point["rating"].as_f64().unwrap()).collect();
            assert!(seen.contains(&now), "{now} {seen:?}");
            seen.sort_by(f64::total_cmp);
            seen.dedup();
            assert_eq!(seen.len(), GAMES);
        },
    )
    .await;
}
