use futures_util::StreamExt as _;
use mekong_server::store::AnalysisRow;
use serde_json::{Value, json};

use super::{BLITZ, play, resign, some_moves, text};
use crate::common::{Client, Server, on_each_database};

/// A game resigned after some plies, and one of its players.
async fn finished(server: &Server, plies: usize) -> (Client, String) {
    let (ann, bob) = (server.account("Ann").await, server.account("Bob").await);
    let game = server.game("siam", BLITZ, false, [&ann.id().await, &bob.id().await]).await;
    some_moves(server, &game, plies).await;
    resign(&bob, &game).await;
    (ann, game)
}

/// All lines of a stream.
async fn lines(client: &Client, path: &str) -> Vec<Value> {
    let mut body = client.stream(path).await.bytes_stream();
    let mut all = Vec::new();
    while let Some(part) = body.next().await {
        all.extend(part.expect("the stream can be read"));
    }
    let text = String::from_utf8(all).expect("the line is UTF-8");
    let lines = text.lines().filter(|line| !line.is_empty());
    lines.map(|line| serde_json::from_str(line).expect("valid JSON")).collect()
}

async fn until_done(client: &Client, game: &str) -> Value {
    for _ in 0..1_200 {
        let answer = client.get(&format!("/api/game/{game}/analysis")).await;
        if answer.status == 200 && answer.expect(200)["is_done"] == true {
            return answer.expect(200);
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    panic!("the analysis does not complete");
}

#[tokio::test(flavor = "multi_thread")]
async fn analysis_is_streamed_move_by_move() {
    on_each_database(async |server| {
        let (ann, game) = finished(&server, 4).await;
        let path = format!("/api/game/{game}/analysis");
        ann.get(&path).await.expect_problem(404, "not-found");
        ann.get(&format!("{path}/stream")).await.expect_problem(404, "not-found");
        let begun = server.client().post_nothing(&path).await.expect(202);
        assert_eq!(begun["game"], json!(game));
        // A second request does not restart the analysis.
        ann.post_nothing(&path).await.expect(202);
        let lines = lines(&ann, &format!("{path}/stream")).await;
        let plies: Vec<Option<u64>> = lines.iter().map(|line| line["ply"].as_u64()).collect();
        assert_eq!(plies, [Some(4), Some(3), Some(2), Some(1), None], "{lines:?}");
        assert_eq!(lines[0]["type"], "move");
        assert!(lines[0]["label"].is_string() && lines[0]["after"]["win_chance"].is_f64());
        assert!(lines[0]["proven"].is_boolean() && lines[0]["after"]["proven"].is_boolean(), "{}", lines[0]);
        let done = &lines[4]["analysis"];
        assert_eq!((&lines[4]["type"], &done["is_done"]), (&json!("done"), &json!(true)));
        assert_eq!(done["moves"].as_array().unwrap().len(), 4);
        for player in ["p1", "p2"] {
            let score = &done["players"][player];
            assert_eq!(score["moves"], 2);
            assert!((0.0..=100.0).contains(&score["accuracy"].as_f64().unwrap()));
        }
        assert_eq!(&ann.get(&path).await.expect(200), done);
        assert_eq!(&ann.post_nothing(&path).await.expect(202), done);
        // The analysis is stored.
        let server = server.restart().await;
        let eve = server.client();
        assert_eq!(&eve.get(&path).await.expect(200), done);
        let again = super::analysis::lines(&eve, &format!("{path}/stream")).await;
        assert_eq!(again, lines);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_finished_games_are_analysed() {
    on_each_database(async |server| {
        let (ann, bob) = (server.account("Ann").await, server.account("Bob").await);
        let game = server.game("siam", BLITZ, false, [&ann.id().await, &bob.id().await]).await;
        play([&ann, &bob], &game, &["@c1N", "@c5S"]).await;
        let path = format!("/api/game/{game}/analysis");
        for client in [&ann, &bob, &server.client()] {
            client.post_nothing(&path).await.expect_problem(409, "not-finished");
        }
        ann.post_nothing("/api/game/aaaaaaaaaaaa/analysis").await.expect_problem(404, "not-found");
        // Imported games can be analysed too.
        let pgn = "[Game \"siam\"]\n\n1. @c1N *\n";
        let report = ann.post("/api/import", json!({ "pgn": pgn })).await.expect(200);
        let id = text(&report["imported"][0]);
        ann.post_nothing(&format!("/api/game/{id}/analysis")).await.expect(202);
        assert_eq!(until_done(&ann, &id).await["moves"].as_array().unwrap().len(), 1);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn analysis_resumes_after_a_restart_without_blocking_moves() {
    on_each_database(async |server| {
        let (ann, game) = finished(&server, 20).await;
        let path = format!("/api/game/{game}/analysis");
        ann.post_nothing(&path).await.expect(202);
        let body =
            json!({ "game": "siam", "side": "second", "opponent": { "kind": "computer", "level": 3 } });
        let other = text(&ann.post("/api/challenge", body).await.expect(201)["game"]);
        // The only engine thread makes the move before it has finished the analysis.
        for _ in 0..600 {
            if ann.get(&format!("/api/game/{other}")).await.expect(200)["ply"] == 1 {
                break;
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
        assert_eq!(ann.get(&format!("/api/game/{other}")).await.expect(200)["ply"], 1);
        assert_eq!(ann.get(&path).await.expect(200)["is_done"], false);
        let short = server.game("siam", BLITZ, false, [&ann.id().await, &ann.id().await]).await;
        some_moves(&server, &short, 1).await;
        resign(&ann, &short).await;
        let running = AnalysisRow { is_done: false, body: "{}".to_owned() };
        server.app.store.set_analysis(&short, running, 0).await.expect("the row is inserted");
        let server = server.restart().await;
        assert_eq!(until_done(&server.client(), &short).await["moves"].as_array().unwrap().len(), 1);
        server.client().get(&path).await.expect(200);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn analyses_of_earlier_versions_are_readable() {
    on_each_database(async |server| {
        let (ann, game) = finished(&server, 2).await;
        let evaluation = |cp: Value, mate: Value, source: &str| {
            json!({ "cp": cp, "mate": mate, "win_chance": 0.5, "source": source, "depth": 4 })
        };
        let mv = |ply: u32, before: Value, after: Value| {
            json!({ "ply": ply, "player": "p1", "move": "@c1N", "label": "good", "before": before, "after": after,
                    "p1_win_chance": 0.5, "loss": 0.0, "accuracy": 100.0, "best": null, "line": [], "reply": [] })
        };
        let moves = [
            mv(1, evaluation(json!(35), json!(null), "search"), evaluation(json!(null), json!(3), "search")),
            mv(2, evaluation(json!(0), json!(null), "table"), evaluation(json!(null), json!(1), "rules")),
        ];
        let body = json!({ "game": game, "is_done": true, "moves": moves, "p1_win_chance": 0.5, "players": null,
                           "turning_points": [] });
        let kept = AnalysisRow { is_done: true, body: body.to_string() };
        server.app.store.set_analysis(&game, kept, 0).await.expect("the row is inserted");
        let view = ann.get(&format!("/api/game/{game}/analysis")).await.expect(200);
        let proven: Vec<Value> = view["moves"]
            .as_array()
            .unwrap()
            .iter()
            .flat_map(|mv| ["before", "after"].map(|when| mv[when]["proven"].clone()))
            .collect();
        assert_eq!(proven, [false, true, true, true]);
        assert_eq!(view["moves"][0]["proven"], false, "the certainty of the label is unknown");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn single_position_is_searched_by_the_server() {
    on_each_database(async |server| {
        let ann = server.account("Ann").await;
        // The rhinos win at once.
        let body = json!({ "game": "siam", "position": "2o2/2o2/2n2/2n2/4o R 11 -", "lines": 2 });
        let found = ann.post("/api/analysis", body).await.expect(200);
        assert_eq!(found["lines"][0]["moves"][0], "c2c3");
        assert_eq!(
            (&found["lines"][0]["evaluation"]["mate"], found["lines"].as_array().map(Vec::len)),
            (&json!(1), Some(2))
        );
        let over = json!({ "game": "siam", "position": "2o2/2o2/2n2/2n2/4o R 11 -", "moves": "c2c3" });
        assert_eq!(ann.post("/api/analysis", over).await.expect(200)["lines"], json!([]));
        let bad = json!({ "game": "siam", "moves": "zz" });
        ann.post("/api/analysis", bad).await.expect_problem(404, "no-position");
        ann.post("/api/analysis", json!({ "game": "chess" })).await.expect_problem(422, "json-data");
        ann.post("/api/analysis", json!({ "game": "palam" })).await.expect_problem(404, "no-position");
    })
    .await;
}
