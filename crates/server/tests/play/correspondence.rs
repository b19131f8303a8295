use serde_json::{Value, json};

use super::{fischer, game_view, play, siam, wait_for};
use crate::common::on_each_database;

fn conditional_moves() -> Value {
    let next = json!([{ "if": ["@b1N"], "then": ["@b5S"] }]);
    json!({ "plan": [
        { "if": ["@c1N"], "then": ["@c5S"], "next": next },
        { "if": ["@d1N"], "then": ["@d5S"] },
    ] })
}

#[tokio::test(flavor = "multi_thread")]
async fn conditional_moves_are_played_and_stay_private() {
    on_each_database(async |server| {
        let (ann, bob, game) = siam(&server, json!({ "kind": "days", "days": 3 })).await;
        let path = format!("/api/game/{game}/plan");
        ann.put(&path, conditional_moves()).await.expect_problem(409, "not-your-turn");
        let bad = json!({ "plan": [{ "if": ["@c1N"], "then": ["c1W"] }] });
        bob.put(&path, bad).await.expect_problem(422, "illegal-move");
        bob.put(&path, conditional_moves()).await.expect(200);
        assert_eq!(bob.get(&path).await.expect(200), conditional_moves());
        assert_eq!(
            ann.get(&path).await.expect(200),
            json!({ "plan": [] }),
            "each player sees their own conditional moves"
        );
        server.client().get(&path).await.expect_problem(403, "not-a-player");
        play(&ann, &game, 1, "@c1N").await.expect(200);
        let view = wait_for(&ann, &game, |view| view["ply"] == 2).await;
        assert_eq!(view["moves"], json!(["@c1N", "@c5S"]));
        assert_eq!(
            bob.get(&path).await.expect(200)["plan"][0]["if"],
            json!(["@b1N"]),
            "the remaining moves are kept"
        );
        assert!(!view["events"].to_string().contains("@b5S"));
        play(&ann, &game, 3, "@b1N").await.expect(200);
        wait_for(&ann, &game, |view| view["ply"] == 4).await;
        play(&ann, &game, 5, "@a1N").await.expect(200);
        assert_eq!(bob.get(&path).await.expect(200), json!({ "plan": [] }), "an unexpected move ends them");
        assert_eq!(game_view(&bob, &game).await["ply"], 5);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn conditional_moves_survive_a_restart_and_can_be_replaced() {
    on_each_database(async |server| {
        let (ann, bob, game) = siam(&server, json!({ "kind": "none" })).await;
        let path = format!("/api/game/{game}/plan");
        bob.put(&path, conditional_moves()).await.expect(200);
        bob.put(&path, json!({ "plan": [{ "if": ["@c1N"], "then": ["@a5S"] }] })).await.expect(200);
        let cookie = ann.cookie().unwrap();
        let server = server.restart().await;
        let ann = server.client();
        let request = ann.request(reqwest::Method::POST, &format!("/api/game/{game}/move"));
        let answer =
            ann.send(request.header("cookie", cookie).json(&json!({ "ply": 1, "move": "@c1N" }))).await;
        answer.expect(200);
        let view = wait_for(&ann, &game, |view| view["ply"] == 2).await;
        assert_eq!(view["moves"], json!(["@c1N", "@a5S"]));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn live_games_have_no_conditional_moves() {
    on_each_database(async |server| {
        let (_, bob, game) = siam(&server, fischer(60, 0)).await;
        bob.put(&format!("/api/game/{game}/plan"), conditional_moves()).await.expect_problem(409, "live");
    })
    .await;
}
