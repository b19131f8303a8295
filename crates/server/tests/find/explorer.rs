use mekong_server::table::Clock;
use serde_json::{Value, json};

use crate::{
    BLITZ,
    common::{Client, on_each_database},
    play, resign, text,
};

async fn explore(client: &Client, query: &str) -> Value {
    client.get(&format!("/api/explorer?{query}")).await.expect(200)
}

/// A text as it stands in an address.
fn encoded(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_explorer_knows_what_was_played_and_what_came_of_it() {
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
        // What was taken back was not played.
        let game = server.game("siam", BLITZ, false, [&a, &b]).await;
        play([&ann, &bob], &game, &["@b1N", "@c5S"]).await;
        for client in [&bob, &ann] {
            client.post(&format!("/api/game/{game}/offer"), json!({ "offer": "takeback" })).await.expect(200);
        }
        resign(&bob, &game).await;
        // One that goes on is not counted.
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
        // Other rules are another game.
        assert_eq!(explore(&eve, "game=siam&variants=opening").await["total"], 0);
        for nowhere in
            ["game=chess", "game=siam&moves=c9", "game=siam&position=x", "game=siam&variants=x", "game=palam"]
        {
            eve.get(&format!("/api/explorer?{nowhere}")).await.expect_problem(404, "no-position");
        }
        eve.get("/api/explorer").await.expect_problem(400, "query");

        // A deal can be looked at by its position.
        let dealt = server.game("palam", Clock::None, false, [&a, &b]).await;
        let first = server.any_move(&dealt).await;
        let start = text(&ann.get(&format!("/api/game/{dealt}")).await.expect(200)["start_position"]);
        resign(&ann, &dealt).await;
        let found = explore(&ann, &format!("game=palam&position={}", encoded(&start))).await;
        assert_eq!((&found["total"], &found["moves"][0]["move"]), (&json!(1), &json!(first)));
    })
    .await;
}
