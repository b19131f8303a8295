use mekong_server::table::Clock;
use serde_json::{Value, json};
use sqlx::{AnyConnection, Connection as _};

use super::{BLITZ, play, resign, some_moves, text};
use crate::common::{Client, Server, on_each_database, on_each_database_with};

fn ids(list: &Value) -> Vec<String> {
    list["games"].as_array().unwrap().iter().map(|game| text(&game["id"])).collect()
}

async fn search(client: &Client, query: &str) -> Vec<String> {
    ids(&client.get(&format!("/api/games/search?{query}")).await.expect(200))
}

#[tokio::test(flavor = "multi_thread")]
async fn games_are_found_by_player_opponent_game_result_and_date() {
    on_each_database_with(
        |config| config.rate_limits = false,
        async |server| {
            let (ann, bob, cat) =
                (server.account("Ann").await, server.account("Bob").await, server.account("Cat").await);
            let (a, b, c) = (ann.id().await, bob.id().await, cat.id().await);
            let mut games = Vec::new();
            for (kind, users, loser) in [
                ("siam", [&a, &b], &ann),
                ("siam", [&b, &a], &ann),
                ("saigon", [&a, &c], &cat),
                ("saigon", [&b, &c], &cat),
            ] {
                let game = server.game(kind, BLITZ, false, [users[0], users[1]]).await;
                some_moves(&server, &game, 2).await;
                resign(loser, &game).await;
                games.push(game);
            }
            let going_on = server.game("palam", BLITZ, false, [&a, &b]).await;
            let expect = |indices: &[usize]| {
                let mut found: Vec<String> = indices.iter().map(|&index| games[index].clone()).collect();
                found.sort();
                found
            };
            let found = async |query: &str| {
                let mut found = search(&ann, query).await;
                found.retain(|id| *id != going_on);
                found.sort();
                found
            };
            assert_eq!(found("").await, expect(&[0, 1, 2, 3]));
            assert_eq!(found("player=ann").await, expect(&[0, 1, 2]));
            assert_eq!(found("player=Ann&opponent=Bob").await, expect(&[0, 1]));
            assert_eq!(found("player=Ann&game=saigon").await, expect(&[2]));
            assert_eq!(found("player=Ann&result=win").await, expect(&[2]));
            assert_eq!(found("player=Ann&result=loss").await, expect(&[0, 1]));
            assert_eq!(found("player=Bob&result=win").await, expect(&[0, 1, 3]));
            assert_eq!(found("result=p1").await, expect(&[1, 2, 3]));
            assert_eq!(found("result=draw").await, expect(&[]));
            assert_eq!(found("player=Nobody").await, expect(&[]));
            assert_eq!(found("result=win").await, expect(&[]));
            let list = ann.get("/api/games/search?limit=100").await.expect(200);
            assert_eq!(list["next"], Value::Null);
            let third = &list["games"].as_array().unwrap()[2];
            let moment = third["created"].as_i64().unwrap();
            assert!(search(&ann, &format!("since={moment}")).await.contains(&text(&third["id"])));
            assert!(!search(&ann, &format!("since={}", moment + 1)).await.contains(&text(&third["id"])));
            assert!(search(&ann, &format!("until={moment}")).await.contains(&text(&third["id"])));
            assert!(!search(&ann, &format!("until={}", moment - 1)).await.contains(&text(&third["id"])));

            // Paging returns each game exactly once.
            let (mut all, mut before) = (Vec::new(), String::new());
            loop {
                let page = ann.get(&format!("/api/games/search?limit=2{before}")).await.expect(200);
                all.extend(ids(&page));
                let Some(next) = page["next"].as_str() else { break };
                before = format!("&before={next}");
            }
            assert_eq!(all, search(&ann, "limit=100").await);
            assert_eq!(all.len(), 5);
            for bad in ["limit=0", "limit=101", "before=x", "since=x", "result=maybe", "more=1"] {
                ann.get(&format!("/api/games/search?{bad}")).await.expect_problem(400, "query");
            }
            // SQL injection.
            assert_eq!(search(&ann, "player=%27%20OR%201%3D1%20--").await, Vec::<String>::new());
        },
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn live_list_has_only_live_games_in_progress() {
    on_each_database(async |server| {
        let (ann, bob) = (server.account("Ann").await, server.account("Bob").await);
        let (a, b) = (ann.id().await, bob.id().await);
        let live = server.game("siam", BLITZ, false, [&a, &b]).await;
        let over = server.game("siam", BLITZ, false, [&a, &b]).await;
        server.game("siam", Clock::Days { days: 3 }, false, [&a, &b]).await;
        some_moves(&server, &over, 2).await;
        resign(&bob, &over).await;
        let eve = server.client();
        let list = eve.get("/api/games/live").await.expect(200);
        assert_eq!(ids(&list), [live]);
        let game = &list["games"][0];
        assert_eq!(game["players"]["p1"]["user"]["name"], "Ann");
        assert_eq!((&game["status"], &game["winner"]), (&json!("playing"), &Value::Null));
        assert_eq!(ids(&eve.get("/api/games/live?game=palam").await.expect(200)), Vec::<String>::new());
        eve.get("/api/games/live?limit=0").await.expect_problem(400, "query");
    })
    .await;
}

/// Inserts games won by the first player, all with the same start time.
async fn many_games(server: &Server, users: [&str; 2], count: u32) {
    let mut outside = AnyConnection::connect(&server.app.config.database).await.expect("the database opens");
    let [p1, p2] = users;
    // Ids contain neither 0 nor 1.
    let sql = format!(
        "WITH RECURSIVE numbers (i) AS (SELECT 100000 UNION ALL SELECT i + 1 FROM numbers WHERE i < {last}) \
         INSERT INTO games (id, game, variants, settings, speed, rated, p1_user, p2_user, seed, salt, created, state, \
         winner, reason, finished, plies, moves, turn, last_event) \
         SELECT 'gggggg' || replace(replace(CAST(i AS TEXT), '0', 'z'), '1', 'y'), 'siam', '', \
         '{{\"game\":\"siam\",\"variants\":[],\"start\":null,\"clock\":{{\"kind\":\"none\"}},\"rated\":false}}', \
         'correspondence', 0, '{p1}', '{p2}', '0', '', 4000000000000, 'finished', 'p1', 'resignation', 4000000000000, \
         0, '', '', 0 FROM numbers",
        last = 99_999 + count,
    );
    sqlx::query(sqlx::AssertSqlSafe(sql)).execute(&mut outside).await.expect("the rows are inserted");
}

#[tokio::test(flavor = "multi_thread")]
async fn rare_matches_are_found_by_paging() {
    on_each_database_with(
        |config| config.rate_limits = false,
        async |server: Server| {
            let (ann, bob) = (server.account("Ann").await, server.account("Bob").await);
            let (a, b) = (ann.id().await, bob.id().await);
            let cyd = server.account("Cyd").await.id().await;
            let drawn = server.game("siam", BLITZ, false, [&a, &b]).await;
            play([&ann, &bob], &drawn, &["@c1N", "@c5S"]).await;
            for client in [&ann, &bob] {
                client
                    .post(&format!("/api/game/{drawn}/offer"), json!({ "offer": "draw" }))
                    .await
                    .expect(200);
            }
            many_games(&server, [&a, &cyd], 6_000).await;
            let search = async |query: &str| {
                let (mut found, mut pages, mut before) = (Vec::new(), 0, String::new());
                loop {
                    let path = format!("/api/games/search?limit=100{query}{before}");
                    let page = ann.get(&path).await.expect(200);
                    found.extend(page["games"].as_array().unwrap().iter().map(|game| text(&game["id"])));
                    pages += 1;
                    match page["next"].as_str() {
                        Some(next) => before = format!("&before={next}"),
                        None => return (found, pages),
                    }
                }
            };
            for query in [
                "&result=draw",
                "&player=Ann&result=draw",
                "&game=siam&result=draw",
                "&player=Ann&result=loss",
                "&opponent=Ann&result=draw",
            ] {
                let (found, pages) = search(query).await;
                assert_eq!(found.len(), usize::from(query.contains("draw")), "{query}");
                assert!((2..=3).contains(&pages), "{query}: {pages} pages");
            }
            // One page suffices for the games between two players.
            assert_eq!(search("&player=Ann&opponent=Bob").await, (vec![drawn.clone()], 1));
            for query in ["", "&player=Ann", "&player=Ann&result=win&game=siam"] {
                let (mut found, _) = search(query).await;
                let all = found.len();
                found.sort();
                found.dedup();
                let expected = 6_000 + usize::from(!query.contains("win"));
                assert_eq!((all, found.len()), (expected, expected), "{query}");
            }
        },
    )
    .await;
}
