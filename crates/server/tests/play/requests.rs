use serde_json::{Value, json};

use super::{fischer, game_view, no_clock, play, siam, wait_for};
use crate::common::on_each_database;

#[tokio::test(flavor = "multi_thread")]
async fn game_is_played_by_http_requests() {
    on_each_database(async |server| {
        let (ann, bob, game) = siam(&server, fischer(10_000, 2)).await;
        let eve = server.client();
        let path = |what: &str| format!("/api/game/{game}/{what}");
        play(&bob, &game, 1, "@c5S").await.expect_problem(409, "not-your-turn");
        play(&ann, &game, 2, "@c1N").await.expect_problem(409, "wrong-ply");
        play(&ann, &game, 1, "c1W").await.expect_problem(422, "illegal-move");
        play(&ann, &game, 1, "nonsense").await.expect_problem(422, "unreadable-move");
        play(&eve, &game, 1, "@c1N").await.expect_problem(403, "not-a-player");
        assert_eq!(play(&ann, &game, 1, "@c1N").await.expect(200)["seq"], 1);
        play(&ann, &game, 1, "@c1N").await.expect_problem(409, "wrong-ply");
        play(&bob, &game, 2, "@c5S").await.expect(200);
        ann.post_nothing(&path("abort")).await.expect_problem(409, "too-late-to-abort");
        ann.post_nothing(&path("add-time")).await.expect(200);
        ann.post_nothing(&path("claim-time")).await.expect_problem(409, "time-left");
        ann.post(&path("offer"), json!({ "offer": "draw" })).await.expect(200);
        assert_eq!(game_view(&eve, &game).await["offers"], json!([{ "offer": "draw", "by": "p1" }]));
        bob.post(&path("decline"), json!({ "offer": "draw" })).await.expect(200);
        ann.post(&path("offer"), json!({ "offer": "takeback" })).await.expect(200);
        bob.post(&path("offer"), json!({ "offer": "takeback" })).await.expect(200);
        assert_eq!(game_view(&ann, &game).await["ply"], 0);
        ann.post_nothing(&path("resign")).await.expect(200);
        let view = game_view(&eve, &game).await;
        assert_eq!((&view["stage"], &view["end"]["winner"]), (&json!("finished"), &json!("p2")));
        assert_eq!((&view["turn"], &view["legal"]), (&Value::Null, &json!([])));
        let numbers: Vec<u64> =
            view["events"].as_array().unwrap().iter().map(|event| event["seq"].as_u64().unwrap()).collect();
        assert_eq!(
            numbers,
            (1..=view["seq"].as_u64().unwrap()).collect::<Vec<_>>(),
            "sequence numbers have no gaps"
        );
        let later = eve.get(&format!("/api/game/{game}?since=6")).await.expect(200);
        assert_eq!(later["events"].as_array().unwrap().len() as u64, view["seq"].as_u64().unwrap() - 6);
        eve.get("/api/game/aaaaaaaaaaaa").await.expect_problem(404, "not-found");
        eve.get(&format!("/api/game/{game}?since=x")).await.expect_problem(400, "query");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn clock_runs_out_without_connected_clients() {
    on_each_database(async |server| {
        let (ann, bob, game) = siam(&server, fischer(5, 0)).await;
        play(&ann, &game, 1, "@c1N").await.expect(200);
        play(&bob, &game, 2, "@c5S").await.expect(200);
        // No client is connected; the server ends the game.
        let over = wait_for(&ann, &game, |view| view["stage"] == "finished").await;
        assert_eq!((&over["end"]["winner"], &over["end"]["reason"]), (&json!("p2"), &json!("time")));
        assert_eq!(over["end"]["clocks"]["p1"], 0);
        play(&ann, &game, 3, "@a1N").await.expect_problem(409, "game-over");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn games_to_move_in_are_listed_first() {
    on_each_database(async |server| {
        let (ann, bob) = (server.client(), server.client());
        let body = |side: &str| json!({ "game": "siam", "side": side, "clock": no_clock(), "opponent": { "kind": "link" } });
        let theirs = super::start_game(&ann, &bob, body("second")).await;
        let mine = super::start_game(&ann, &bob, body("first")).await;
        let list = ann.get("/api/account/playing").await.expect(200);
        let games: Vec<(String, bool)> = list["nowPlaying"]
            .as_array()
            .unwrap()
            .iter()
            .map(|game| (super::text(&game["gameId"]), game["isMyTurn"].as_bool().unwrap()))
            .collect();
        assert_eq!(games, [(mine, true), (theirs, false)]);
        assert_eq!(server.client().get("/api/account/playing").await.expect(200)["nowPlaying"], json!([]));
    })
    .await;
}
