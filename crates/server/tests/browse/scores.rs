use mekong_server::table::Clock;
use serde_json::{Value, json};

use super::{BLITZ, play, resign, some_moves, text};
use crate::common::{Client, Server, on_each_database};

/// Wins, losses and draws.
fn counts(view: &Value) -> [Option<u64>; 3] {
    [&view["wins"], &view["losses"], &view["draws"]].map(Value::as_u64)
}

#[tokio::test(flavor = "multi_thread")]
async fn player_page_has_scores_by_opponent() {
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
        let body = json!({
            "game": "siam", "side": "first", "opponent": { "kind": "computer", "level": 1 },
        });
        let computer = text(&ann.post("/api/challenge", body).await.expect(201)["game"]);
        server.any_move(&computer).await;
        resign(&ann, &computer).await;
        server.game("siam", BLITZ, false, [&a, &b]).await;

        let page = server.client().get("/api/player/aNN").await.expect(200);
        assert_eq!((&page["user"]["name"], &page["user"]["kind"]), (&json!("Ann"), &json!("account")));
        assert_eq!(page["games"], json!({ "finished": 4, "wins": 0, "losses": 3, "draws": 1, "playing": 1 }));
        let opponents = page["opponents"].as_array().unwrap();
        assert_eq!(opponents.len(), 2);
        assert_eq!(opponents[0]["opponent"]["user"]["name"], "Bob");
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

/// The page of a player. Asserts that the stored scores agree with the games.
async fn page(server: &Server, client: &Client, name: &str) -> Value {
    let inconsistencies = server.app.store.check().await.expect("the check runs").inconsistencies;
    assert!(inconsistencies.is_empty(), "{inconsistencies:?}");
    client.get(&format!("/api/player/{name}")).await.expect(200)
}

#[tokio::test(flavor = "multi_thread")]
async fn scores_count_each_game_once() {
    on_each_database(async |server: Server| {
        let (ann, bob) = (server.account("Ann").await, server.account("Bob").await);
        let (a, b) = (ann.id().await, bob.id().await);
        let moves = ["@c1N", "@c5S"];
        // A game with a takeback, a second resignation (refused) and a rematch.
        let game = server.game("siam", BLITZ, false, [&a, &b]).await;
        play([&ann, &bob], &game, &moves).await;
        for client in [&bob, &ann] {
            let offer = json!({ "offer": "takeback" });
            client.post(&format!("/api/game/{game}/offer"), offer).await.expect(200);
        }
        resign(&bob, &game).await;
        for client in [&ann, &bob] {
            let again = client.post_nothing(&format!("/api/game/{game}/resign")).await;
            assert_eq!(again.status, 409, "{}", again.text);
        }
        for client in [&ann, &bob] {
            client.post(&format!("/api/game/{game}/offer"), json!({ "offer": "rematch" })).await.expect(200);
        }
        // Aborted and imported games do not count.
        let aborted = server.game("siam", BLITZ, false, [&a, &b]).await;
        ann.post_nothing(&format!("/api/game/{aborted}/abort")).await.expect(200);
        let file = "[White \"Ann\"]\n[Black \"Bob\"]\n[Game \"siam\"]\n\n1. @a1N @c5S 0-1\n";
        let report = bob.post("/api/import", json!({ "pgn": file })).await.expect(200);
        let seen = page(&server, &ann, "Ann").await;
        assert_eq!(seen["games"]["finished"], 1, "{seen}");
        assert_eq!(counts(&seen["games"]), [Some(1), Some(0), Some(0)]);
        assert_eq!(counts(&page(&server, &ann, "Bob").await["opponents"][0]), [Some(0), Some(1), Some(0)]);
        bob.delete(&format!("/api/import/{}", text(&report["imported"][0]))).await.expect(204);
        // A deleted account resigns its games; the opponent's scores are kept.
        let open = server.game("siam", Clock::Days { days: 3 }, false, [&b, &a]).await;
        play([&bob, &ann], &open, &moves).await;
        bob.post("/api/account/delete", json!({ "password": "password of Bob" })).await.expect(204);
        let seen = page(&server, &ann, "Ann").await;
        assert_eq!(counts(&seen["games"]), [Some(2), Some(0), Some(0)], "{seen}");
        assert_eq!(seen["opponents"].as_array().map(Vec::len), Some(1));
        let opponent = &seen["opponents"][0];
        assert_eq!(
            opponent["opponent"]["user"],
            json!({ "id": b, "name": null, "guest_name": null, "kind": "deleted" })
        );
        assert_eq!(counts(opponent), [Some(2), Some(0), Some(0)]);
        let server = server.restart().await;
        assert_eq!(page(&server, &server.client(), "Ann").await, seen);
    })
    .await;
}
