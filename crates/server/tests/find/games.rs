use mekong_server::table::Clock;
use serde_json::{Value, json};

use crate::{
    BLITZ,
    common::{Client, on_each_database, on_each_database_with},
    resign, some_moves, text,
};

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

            // Page by page nothing is missed and nothing comes twice.
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
            // A name that tries to be more than a name.
            assert_eq!(search(&ann, "player=%27%20OR%201%3D1%20--").await, Vec::<String>::new());
        },
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn live_games_can_be_watched_and_slow_or_finished_ones_are_not_listed() {
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

#[tokio::test(flavor = "multi_thread")]
async fn the_page_of_a_player_counts_results_by_opponent() {
    on_each_database(async |server| {
        let (ann, bob) = (server.account("Ann").await, server.account("Bob").await);
        let (a, b) = (ann.id().await, bob.id().await);
        for (index, users) in [[&a, &b], [&b, &a], [&a, &b]].into_iter().enumerate() {
            let game = server.game("siam", BLITZ, false, [users[0], users[1]]).await;
            some_moves(&server, &game, 2).await;
            if index == 2 {
                let offer = format!("/api/game/{game}/offer");
                ann.post(&offer, json!({ "offer": "draw" })).await.expect(200);
                bob.post(&offer, json!({ "offer": "draw" })).await.expect(200);
            } else {
                resign(&ann, &game).await;
            }
        }
        let wish = json!({
            "game": "siam", "side": "first", "opponent": { "kind": "computer", "level": 1 },
        });
        let computer = text(&ann.post("/api/challenge", wish).await.expect(201)["game"]);
        server.any_move(&computer).await;
        resign(&ann, &computer).await;
        server.game("siam", BLITZ, false, [&a, &b]).await;

        let page = server.client().get("/api/player/aNN").await.expect(200);
        assert_eq!((&page["user"]["name"], &page["user"]["kind"]), (&json!("Ann"), &json!("account")));
        assert_eq!(page["games"], json!({ "finished": 4, "wins": 0, "losses": 3, "draws": 1, "playing": 1 }));
        let opponents = page["opponents"].as_array().unwrap();
        assert_eq!(opponents.len(), 2);
        assert_eq!(opponents[0]["opponent"]["user"]["name"], "Bob");
        let counts = |view: &Value| [&view["wins"], &view["losses"], &view["draws"]].map(Value::as_u64);
        assert_eq!(counts(&opponents[0]), [Some(0), Some(2), Some(1)]);
        assert_eq!(opponents[1]["opponent"], json!({ "kind": "computer", "level": 1 }));
        assert_eq!(counts(&opponents[1]), [Some(0), Some(1), Some(0)]);
        let theirs = bob.get("/api/player/Bob").await.expect(200);
        assert_eq!(counts(&theirs["opponents"][0]), [Some(2), Some(0), Some(1)]);
        for word in ["password", "vacation", "session"] {
            assert!(!page.to_string().contains(word), "{word}");
        }
        bob.get("/api/player/Nobody").await.expect_problem(404, "not-found");
    })
    .await;
}
