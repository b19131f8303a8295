use mekong_catalog::replay;
use mekong_record::{GameResult, read_json, read_pgn, write_json};
use mekong_server::table::Clock;
use serde_json::{Value, json};

use super::{BLITZ, play, resign, some_moves, text};
use crate::common::{on_each_database, on_each_database_with};

#[tokio::test(flavor = "multi_thread")]
async fn exported_game_can_be_replayed() {
    on_each_database(async |server| {
        let (ann, bob) = (server.account("Ann").await, server.account("Bob").await);
        let (a, b) = (ann.id().await, bob.id().await);
        let game = server.game("siam", BLITZ, true, [&a, &b]).await;
        play([&ann, &bob], &game, &["@c1N", "@c5S"]).await;
        let path = format!("/api/game/{game}/export");
        let running = server.client().get(&path).await;
        running.expect(200);
        let record = read_pgn(&running.text).expect("valid PGN").remove(0);
        assert_eq!((record.plies.len(), record.result()), (2, GameResult::Unknown));
        resign(&ann, &game).await;

        let answer = server.client().get(&path).await;
        answer.expect(200);
        assert_eq!(answer.header("content-type"), Some("application/x-chess-pgn"));
        let record = read_pgn(&answer.text).expect("valid PGN").remove(0);
        assert_eq!((record.tag("White"), record.tag("Black")), (Some("Ann"), Some("Bob")));
        assert_eq!((record.tag("TimeControl"), record.tag("WhiteElo")), (Some("300"), Some("1500")));
        assert_eq!((record.tag("Termination"), record.result()), (Some("resignation"), GameResult::P2Wins));
        assert_eq!(record.plies[0].comments.len(), 1, "clock times");
        assert_eq!(replay(&record).expect("the moves are legal").moves(), ["@c1N", "@c5S"]);
        let as_json = server.client().get(&format!("{path}?format=json")).await;
        as_json.expect(200);
        assert_eq!(read_json(&as_json.text).expect("a record as JSON"), [record]);
        ann.get(&format!("{path}?format=xls")).await.expect_problem(400, "query");
        ann.get("/api/game/aaaaaaaaaaaa/export").await.expect_problem(404, "not-found");

        // The file contains the deal.
        let dealt = server.game("palam", Clock::None, false, [&a, &b]).await;
        some_moves(&server, &dealt, 3).await;
        resign(&bob, &dealt).await;
        let file = ann.get(&format!("/api/game/{dealt}/export")).await.text;
        let record = read_pgn(&file).expect("valid PGN").remove(0);
        assert_eq!(replay(&record).expect("the moves are legal").moves().len(), 3);
    })
    .await;
}

/// A file with this number of different games.
fn games(count: usize) -> String {
    let game = |index: usize| {
        format!(
            "[White \"Lise\"]\n[Black \"Player {index}\"]\n[Date \"2024.05.17\"]\n[Game \"siam\"]\n\n\
             1. @c1N @c5S 2. @a1N (2. @b1N) 1-0\n\n"
        )
    };
    (0..count).map(game).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn import_accepts_json() {
    on_each_database(async |server| {
        let ann = server.account("Ann").await;
        let records = read_pgn(&games(2)).expect("valid PGN");
        let file = write_json(&records);
        let report = ann.post("/api/import", json!({ "pgn": file })).await.expect(200);
        assert_eq!(report["imported"].as_array().map(Vec::len), Some(2), "{report}");
        let again = ann.post("/api/import", json!({ "pgn": games(2) })).await.expect(200);
        assert_eq!(again["known"].as_array().map(Vec::len), Some(2), "the same games as PGN: {again}");
        let cut_off = ann.post("/api/import", json!({ "pgn": &file[..40] })).await.expect(200);
        let why = text(&cut_off["refused"][0]["why"]);
        assert!(why.starts_with("this is not JSON: ") && cut_off["refused"][0]["line"] == 2, "{cut_off}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn import_skips_duplicates_and_reports_errors() {
    on_each_database(async |server| {
        let ann = server.account("Ann").await;
        let file = games(2) + "[Game \"siam\"]\n\n1. @c1N @c3N *\n\n[Game \"siam\"]\n\n1. @c1N ) *\n";
        let body = json!({ "pgn": file });
        server.client().post("/api/import", body.clone()).await.expect_problem(401, "unauthorized");
        let report = ann.post("/api/import", body.clone()).await.expect(200);
        assert_eq!(report["imported"].as_array().unwrap().len(), 2, "{report}");
        let places: Vec<(u64, u64)> = report["refused"]
            .as_array()
            .unwrap()
            .iter()
            .map(|refused| (refused["line"].as_u64().unwrap(), refused["column"].as_u64().unwrap()))
            .collect();
        assert_eq!(places, [(17, 9), (21, 9)], "{report}");
        let in_french = ann
            .send(
                ann.request(reqwest::Method::POST, "/api/import").header("accept-language", "fr").json(&body),
            )
            .await
            .expect(200);
        assert_eq!((&in_french["imported"], &in_french["known"]), (&json!([]), &report["imported"]));
        assert_ne!(in_french["refused"][0]["why"], report["refused"][0]["why"]);

        let found = ann.get("/api/games/search?player=Lise&result=win").await.expect(200);
        let found = found["games"].as_array().unwrap().clone();
        assert_eq!(found.len(), 2);
        assert_eq!(found[0]["imported"], true);
        assert_eq!(found[0]["players"]["p1"], json!({ "kind": "named", "name": "Lise" }));
        assert_eq!(found[0]["created"], 1_715_947_200_000_i64);
        let one = ann.get("/api/games/search?player=Lise&opponent=Player%201").await.expect(200);
        assert_eq!(one["games"].as_array().unwrap().len(), 1);
        // An account of the same name has not played the imported game.
        server.account("Lise").await;
        let hers = ann.get("/api/games/search?player=Lise&result=win").await.expect(200);
        assert_eq!(hers["games"], json!([]));
        let records = ann.get("/api/games/search?player=Lise&result=win&source=imported").await.expect(200);
        assert_eq!(records["games"], json!(found));
        // Imported games are included on request only.
        let explored = ann.get("/api/explorer?game=siam&moves=@c1N").await.expect(200);
        assert_eq!(explored["total"], 0);
        let explored = ann.get("/api/explorer?game=siam&moves=@c1N&sources=import").await.expect(200);
        assert_eq!((&explored["total"], &explored["moves"][0]["p1"]), (&json!(2), &json!(2)));
        let id = text(&report["imported"][0]);
        let seen = ann.get(&format!("/api/game/{id}")).await.expect(200);
        assert_eq!(
            (&seen["moves"], &seen["end"]["winner"]),
            (&json!(["@c1N", "@c5S", "@a1N"]), &json!("p1"))
        );
        assert_eq!((&seen["players"]["p1"]["name"], &seen["stage"]), (&json!("Lise"), &json!("finished")));
        assert_eq!((&seen["you"], &seen["turn"], &seen["legal"]), (&Value::Null, &Value::Null, &json!([])));
        let exported = ann.get(&format!("/api/game/{id}/export")).await.text;
        let record = read_pgn(&exported).expect("valid PGN").remove(0);
        assert_eq!((record.tag("White"), record.tag("Date")), (Some("Lise"), Some("2024.05.17")));
        assert_eq!(record.result(), GameResult::P1Wins);

        // Malformed files contain no games.
        for strange in ["", "(((((((((", "{", "[Game \"siam\"", "1. 1. 1.", "[FEN \"\u{1F418}\"]\n*"] {
            let report = ann.post("/api/import", json!({ "pgn": strange })).await.expect(200);
            assert_eq!(report["imported"], json!([]), "{strange:?}");
        }
        let large = "x".repeat(2 * 1024 * 1024);
        ann.post("/api/import", json!({ "pgn": large })).await.expect_problem(413, "too-large");
        ann.post("/api/import", json!({ "file": "x" })).await.expect_problem(422, "json-data");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn export_streams_all_games() {
    const GAMES: usize = 120;
    on_each_database_with(
        |config| config.rate_limits = false,
        async |server| {
            let (ann, bob) = (server.account("Ann").await, server.account("Bob").await);
            let (a, b) = (ann.id().await, bob.id().await);
            let report = ann.post("/api/import", json!({ "pgn": games(GAMES) })).await.expect(200);
            assert_eq!(report["imported"].as_array().unwrap().len(), GAMES);
            let own = server.game("saigon", BLITZ, false, [&a, &b]).await;
            some_moves(&server, &own, 2).await;
            resign(&bob, &own).await;
            server.game("siam", BLITZ, false, [&a, &b]).await;

            let eve = server.client();
            let pgn = eve.get("/api/export").await;
            pgn.expect(200);
            assert_eq!(pgn.header("content-type"), Some("application/x-chess-pgn"));
            let records = read_pgn(&pgn.text).expect("valid PGN");
            assert_eq!(records.len(), GAMES + 1, "all finished games, each once");
            let lines = eve.get("/api/export?format=ndjson&game=siam").await;
            assert_eq!(lines.header("content-type"), Some("application/x-ndjson"));
            let lines: Vec<Value> =
                lines.text.lines().map(|line| serde_json::from_str(line).expect("valid JSON")).collect();
            assert_eq!(lines.len(), GAMES);
            let mut names: Vec<String> = lines.iter().map(|line| text(&line["tags"]["Black"])).collect();
            names.sort();
            names.dedup();
            assert_eq!(names.len(), GAMES);
            let hers = read_pgn(&eve.get("/api/player/ann/export").await.text).expect("valid PGN");
            assert_eq!(hers.len(), 1);
            assert_eq!(hers[0].result(), GameResult::P1Wins);
            eve.get("/api/player/Nobody/export").await.expect_problem(404, "not-found");
            // An empty export is valid, also compressed.
            let request = eve.request(reqwest::Method::GET, "/api/export?game=palam");
            let empty = eve.send(request.header("accept-encoding", "gzip")).await;
            empty.expect(200);
            // Clients may disconnect during an export.
            for _ in 0..5 {
                drop(eve.stream("/api/export").await);
            }
            eve.get("/api/export?format=ndjson").await.expect(200);
        },
    )
    .await;
}
