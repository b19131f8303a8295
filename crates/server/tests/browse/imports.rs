use mekong_record::read_pgn;
use mekong_server::{store::Quota, table::Clock, time::now};
use serde_json::{Value, json};
use sqlx::Connection as _;

use super::{BLITZ, play, resign, some_moves, text};
use crate::common::{Client, on_each_database};

async fn ids(client: &Client, query: &str) -> Vec<String> {
    let found = client.get(&format!("/api/games/search?{query}")).await.expect(200);
    found["games"].as_array().unwrap().iter().map(|game| text(&game["id"])).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn imported_games_do_not_count_for_accounts_of_the_same_name() {
    on_each_database(async |server| {
        let (ann, bob, mallory) =
            (server.account("Ann").await, server.account("Bob").await, server.account("Mallory").await);
        let own = server.game("siam", BLITZ, false, [&ann.id().await, &bob.id().await]).await;
        play([&ann, &bob], &own, &["@c1N", "@c5S"]).await;
        resign(&bob, &own).await;
        let before = ann.get("/api/player/Ann").await.expect(200);
        let file = "[White \"Ann\"]\n[Black \"Bob\"]\n[Date \"9999.01.01\"]\n[Game \"siam\"]\n\n1. @a1N @c5S 0-1\n\n\
                    [White \"BOB\"]\n[Black \"ann\"]\n[Game \"siam\"]\n\n1. @a1N @c5S 1-0\n";
        let report = mallory.post("/api/import", json!({ "pgn": file })).await.expect(200);
        let forged: Vec<String> = report["imported"].as_array().unwrap().iter().map(text).collect();
        assert_eq!(forged.len(), 2, "{report}");

        let eve = server.client();
        for query in ["player=Ann", "player=ann", "player=ANN", "player=Ann&opponent=Bob", "player=Bob&opponent=ann"] {
            assert_eq!(ids(&eve, query).await, std::slice::from_ref(&own), "{query}");
            assert_eq!(ids(&eve, &format!("{query}&source=played")).await, std::slice::from_ref(&own), "{query}");
        }
        assert_eq!(ids(&eve, "player=Ann&result=loss").await, Vec::<String>::new());
        assert_eq!(ann.get("/api/player/Ann").await.expect(200), before);
        let exported = eve.get("/api/player/Ann/export").await.text;
        assert_eq!(read_pgn(&exported).expect("valid PGN").len(), 1);
        let explored = eve.get("/api/explorer?game=siam").await.expect(200);
        assert_eq!((&explored["total"], &explored["moves"][0]["move"]), (&json!(1), &json!("@c1N")));

        // The games are listed as imported by Mallory.
        let list = eve.get("/api/games/search?source=imported").await.expect(200);
        let games = list["games"].as_array().unwrap();
        assert_eq!(games.len(), 2);
        for game in games {
            assert_eq!((&game["imported"], &game["imported_by"]["name"]), (&json!(true), &json!("Mallory")));
            assert_eq!(game["players"]["p1"]["kind"], "named");
            assert!(game["created"].as_i64().unwrap() <= now(), "dates in the future are replaced: {game}");
        }
        assert_eq!(ids(&eve, "source=imported&player=Ann").await.len(), 1, "names as in the file");
        assert_eq!(ids(&eve, "imported_by=mallory").await.len(), 2);
        for nobody in ["imported_by=Ann", "imported_by=Nobody99"] {
            assert_eq!(ids(&eve, nobody).await, Vec::<String>::new());
        }
        let view = eve.get(&format!("/api/game/{}", forged[0])).await.expect(200);
        assert_eq!((&view["imported"], &view["imported_by"]["name"]), (&json!(true), &json!("Mallory")));
        let played = eve.get(&format!("/api/game/{own}")).await.expect(200);
        assert_eq!((&played["imported"], &played["imported_by"]), (&json!(false), &Value::Null));
        let file = eve.get(&format!("/api/game/{}/export", forged[0])).await.text;
        let record = read_pgn(&file).expect("valid PGN").remove(0);
        assert_eq!(record.tag("Event"), Some("Imported game"));
        eve.get("/api/games/search?source=elsewhere").await.expect_problem(400, "query");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn games_exported_by_this_server_are_not_imported() {
    on_each_database(async |server| {
        let (ann, bob) = (server.account("Ann").await, server.account("Bob").await);
        let (a, b) = (ann.id().await, bob.id().await);
        let mut games = Vec::new();
        for (game, clock) in [("siam", BLITZ), ("palam", Clock::None), ("saigon", Clock::Days { days: 2 })] {
            let id = server.game(game, clock, false, [&a, &b]).await;
            some_moves(&server, &id, 4).await;
            resign(&ann, &id).await;
            games.push(id);
        }
        let elsewhere = "[White \"Lise\"]\n[Event \"Club\"]\n[Round \"3\"]\n[Game \"siam\"]\n\n1. @c1N @c5S 1-0\n\n\
                         [White \"Luc\"]\n[Game \"siam\"]\n\n1. @c1N @c5S *\n";
        let report = ann.post("/api/import", json!({ "pgn": elsewhere })).await.expect(200);
        games.extend(report["imported"].as_array().unwrap().iter().map(text));
        games.sort();
        let import = async |pgn: &str| bob.post("/api/import", json!({ "pgn": pgn })).await.expect(200);
        let sorted = |list: &Value| {
            let mut list: Vec<String> = list.as_array().unwrap().iter().map(text).collect();
            list.sort();
            list
        };

        let file = bob.get("/api/export").await.text;
        let report = import(&file).await;
        assert_eq!((&report["imported"], &report["refused"]), (&json!([]), &json!([])), "{report}");
        assert_eq!(sorted(&report["known"]), games);
        for id in &games {
            let file = bob.get(&format!("/api/game/{id}/export")).await.text;
            let report = import(&file).await;
            assert_eq!((&report["imported"], &report["known"]), (&json!([]), &json!([id])), "{file}");
        }
        // A game exported while it was in progress is still recognised later.
        let running = server.game("siam", BLITZ, false, [&a, &b]).await;
        play([&ann, &bob], &running, &["@c1N", "@c5S"]).await;
        let early = bob.get(&format!("/api/game/{running}/export")).await.text;
        assert_eq!(import(&early).await["known"], json!([running]));
        play_on(&ann, &running).await;
        assert_eq!(import(&early).await["known"], json!([running]));
        resign(&bob, &running).await;
        assert_eq!(import(&early).await["known"], json!([running]));

        // A changed record is imported as another game and does not replace the original.
        let whole = bob.get(&format!("/api/game/{running}/export")).await.text;
        for (what, with) in [("@c5S", "@a5S"), ("1-0", "0-1"), (running.as_str(), "aaaaaaaaaaaa")] {
            let changed = whole.replace(what, with);
            assert_ne!(changed, whole);
            let report = import(&changed).await;
            assert_eq!(report["imported"].as_array().unwrap().len(), 1, "{report} {changed}");
        }
        let ours = bob.get(&format!("/api/game/{running}")).await.expect(200);
        assert_eq!((&ours["end"]["winner"], &ours["imported"]), (&json!("p1"), &json!(false)));
    })
    .await;
}

async fn play_on(client: &Client, game: &str) {
    let body = json!({ "ply": 3, "move": "@a1N" });
    client.post(&format!("/api/game/{game}/move"), body).await.expect(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_importer_can_delete_an_import() {
    on_each_database(async |server| {
        let (ann, bob) = (server.account("Ann").await, server.account("Bob").await);
        let own = server.game("siam", BLITZ, false, [&ann.id().await, &bob.id().await]).await;
        some_moves(&server, &own, 2).await;
        resign(&bob, &own).await;
        let file = "[White \"Lise\"]\n[Game \"siam\"]\n\n1. @c1N @c5S 1-0\n\n\
                    [White \"Luc\"]\n[Game \"siam\"]\n\n1. @c1N @c5S 0-1\n\n\
                    [White \"Zoé\"]\n[Game \"siam\"]\n\n1. @c1N @c5S *\n";
        let report = ann.post("/api/import", json!({ "pgn": file })).await.expect(200);
        let games: Vec<String> = report["imported"].as_array().unwrap().iter().map(text).collect();
        assert_eq!(games.len(), 3);
        let analysis = format!("/api/game/{}/analysis", games[0]);
        ann.post_nothing(&analysis).await.expect(202);
        while ann.get(&analysis).await.expect(200)["is_done"] != true {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
        let counted = async || {
            let explored = ann.get("/api/explorer?game=siam&sources=import").await.expect(200);
            explored["moves"]
                .as_array()
                .unwrap()
                .iter()
                .map(|played| played["total"].as_u64().unwrap())
                .sum::<u64>()
        };
        assert_eq!(counted().await, 2);
        let remove = async |client: &Client, id: &str| client.delete(&format!("/api/import/{id}")).await;
        remove(&server.client(), &games[0]).await.expect_problem(401, "unauthorized");
        remove(&bob, &games[0]).await.expect_problem(404, "not-found");
        remove(&ann, &own).await.expect_problem(404, "not-found");
        remove(&ann, "aaaaaaaaaaaa").await.expect_problem(404, "not-found");
        for (id, left) in games.iter().zip([1, 0, 0]) {
            remove(&ann, id).await.expect(204);
            remove(&ann, id).await.expect_problem(404, "not-found");
            ann.get(&format!("/api/game/{id}")).await.expect_problem(404, "not-found");
            assert_eq!(counted().await, left);
        }
        ann.get(&format!("/api/game/{own}")).await.expect(200);
        assert_eq!(server.app.store.check().await.unwrap().inconsistencies, []);
        // The file can be imported again.
        let report = ann.post("/api/import", json!({ "pgn": file })).await.expect(200);
        assert_eq!(report["imported"], json!(games));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn imports_per_account_are_limited() {
    on_each_database(async |server| {
        let ann = server.account("Ann").await;
        let file = |name: &str| format!("[White \"{name}\"]\n[Game \"siam\"]\n\n1. @c1N @c5S *\n\n");
        ann.post("/api/import", json!({ "pgn": file("Lise") })).await.expect(200);
        // Inserts all but one of the allowed imports.
        let max = Quota::Imports.max();
        sqlx::any::install_default_drivers();
        let mut connection = sqlx::AnyConnection::connect(&server.app.config.database).await.unwrap();
        let sql = "INSERT INTO games (id, game, variants, settings, speed, rated, seed, salt, created, state, winner, \
                   reason, plies, moves, turn, last_event, imported, imported_by) \
                   WITH RECURSIVE numbers (n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM numbers WHERE n < $1) \
                   SELECT 'copy' || n, game, variants, settings, speed, rated, seed, salt, created, state, winner, reason, \
                   plies, moves, turn, last_event, imported, imported_by FROM games, numbers WHERE imported = 1";
        sqlx::query(sql).bind(max - 1).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
        let report = ann.post("/api/import", json!({ "pgn": file("Luc") })).await.expect(200);
        assert_eq!(report["imported"].as_array().unwrap().len(), 1, "{report}");
        let report = ann.post("/api/import", json!({ "pgn": file("Léa") + &file("Luc") })).await.expect(200);
        assert_eq!(report["imported"], json!([]), "{report}");
        let why = text(&report["refused"][0]["why"]);
        assert!(why.contains("20000"), "{why}");
        server.account("Bob").await.post("/api/import", json!({ "pgn": file("Léa") })).await.expect(200);
    })
    .await;
}
