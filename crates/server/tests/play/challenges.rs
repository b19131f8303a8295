use mekong_catalog::find;
use mekong_core::Variants;
use serde_json::{Value, json};
use sha2::Digest as _;

use super::{between, fischer, game_view, no_clock, play, start_game, text};
use crate::common::on_each_database;

#[tokio::test(flavor = "multi_thread")]
async fn link_challenge_is_accepted_once() {
    on_each_database(async |server| {
        let (ann, bob, eve) = (server.client(), server.client(), server.client());
        let body = json!({ "game": "siam", "side": "second", "clock": fischer(60, 1), "opponent": { "kind": "link" } });
        let made = ann.post("/api/challenge", body).await.expect(201);
        let challenge = &made["challenge"];
        let id = text(&challenge["id"]);
        assert_eq!(challenge["url"], format!("{}/challenge/{id}", server.base));
        assert_eq!((&challenge["state"], &challenge["commitment"]), (&json!("waiting"), &Value::Null));
        assert_eq!((&challenge["game"], &challenge["game_id"]), (&json!("siam"), &Value::Null));
        let path = format!("/api/challenge/{id}");
        let qr = ann.get(&format!("{path}/qr.svg")).await;
        qr.expect(200);
        assert!(qr.text.contains("<svg") && qr.header("content-type") == Some("image/svg+xml"));
        ann.post_nothing(&format!("{path}/accept")).await.expect_problem(409, "own-challenge");
        // Of two concurrent accepts one succeeds; the other is refused.
        let accept = format!("{path}/accept");
        let (first, second) = tokio::join!(bob.post_nothing(&accept), eve.post_nothing(&accept));
        let (winner, taken) = if first.status == 200 { (&bob, (first, second)) } else { (&eve, (second, first)) };
        let game = text(&taken.0.expect(200)["game"]);
        taken.1.expect_problem(409, "challenge-gone");
        assert_eq!(winner.post_nothing(&accept).await.expect(200)["game"], game.as_str(), "accepting twice returns the same game");
        assert_eq!(game_view(&ann, &game).await["you"], "p2");
        assert_eq!(game_view(winner, &game).await["you"], "p1");
        assert_eq!(game_view(&server.client(), &game).await["you"], Value::Null);
        let seen = ann.get(&path).await.expect(200);
        assert_eq!((&seen["state"], &seen["game_id"]), (&json!("accepted"), &json!(game)));
        assert_eq!(seen["game"], "siam");
        ann.get(&format!("{path}/qr.svg")).await.expect_problem(404, "challenge-gone");
        ann.delete(&path).await.expect_problem(409, "challenge-gone");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn variants_are_a_list_or_a_text_and_are_kept_as_a_list() {
    on_each_database(async |server| {
        let ann = server.client();
        let make = async |field: &str, variants: Value| {
            let mut body = json!({ "game": "siam", "opponent": { "kind": "link" } });
            body[field] = variants;
            ann.post("/api/challenge", body).await
        };
        for (field, variants) in [
            ("variants", json!(["chain", "opening"])),
            ("variants", json!("opening,chain")),
            ("variants", json!(" Chain, opening ")),
            ("variants", json!(["opening,chain"])),
            ("variant", json!(["opening", "chain"])),
            ("variant", json!("opening,chain")),
        ] {
            let made = make(field, variants.clone()).await.expect(201);
            assert_eq!(made["challenge"]["variants"], json!(["opening", "chain"]), "{field}: {variants}");
        }
        for plain in [json!([]), json!(""), json!("plain")] {
            assert_eq!(make("variants", plain).await.expect(201)["challenge"]["variants"], json!([]));
        }
        make("variants", json!("chess")).await.expect_problem(422, "settings");
        for bad in [json!(1), json!(null), json!({}), json!([1])] {
            make("variants", bad).await.expect_problem(422, "json-data");
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn lobby_lists_open_challenges() {
    on_each_database(async |server| {
        let (ann, bob) = (server.client(), server.client());
        let mut lobby = bob.socket("/api/socket").await;
        let body = json!({ "game": "saigon", "opponent": { "kind": "open" } });
        let id = text(&ann.post("/api/challenge", body.clone()).await.expect(201)["challenge"]["id"]);
        assert_eq!(lobby.next_of("lobbyAdd").await["challenge"]["id"], id.as_str());
        let listed = bob.get("/api/lobby").await.expect(200);
        assert_eq!(listed["challenges"][0]["id"], id.as_str());
        bob.delete(&format!("/api/challenge/{id}")).await.expect_problem(404, "not-found");
        ann.delete(&format!("/api/challenge/{id}")).await.expect(204);
        assert_eq!(lobby.next_of("lobbyRemove").await["id"], id.as_str());
        assert_eq!(bob.get("/api/lobby").await.expect(200)["challenges"], json!([]));
        bob.post_nothing(&format!("/api/challenge/{id}/accept")).await.expect_problem(409, "challenge-gone");
        for gone in [format!("/api/challenge/{id}"), format!("/api/challenge/{id}/qr.svg")] {
            ann.get(&gone).await.expect_problem(404, "challenge-gone");
        }
        // A client that connects later receives the pending challenges.
        let id = text(&ann.post("/api/challenge", body.clone()).await.expect(201)["challenge"]["id"]);
        let mut later = server.client().socket("/api/socket").await;
        assert_eq!(later.next().await["challenge"]["id"], id.as_str());
        for _ in 0..19 {
            ann.post("/api/challenge", body.clone()).await.expect(201);
        }
        ann.post("/api/challenge", body).await.expect_problem(409, "too-many-challenges");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn direct_challenge_is_visible_to_the_challenged_player_only() {
    on_each_database(async |server| {
        let (ann, bob, eve) = (server.account("Ann").await, server.account("Bob").await, server.client());
        let mut bobs_socket = bob.socket("/api/socket").await;
        let body = |name: &str| json!({ "game": "siam", "opponent": { "kind": "user", "name": name } });
        ann.post("/api/challenge", body("Nobody")).await.expect_problem(422, "no-such-player");
        ann.post("/api/challenge", body("aNN")).await.expect_problem(409, "own-challenge");
        let id = text(&ann.post("/api/challenge", body("bob")).await.expect(201)["challenge"]["id"]);
        let path = format!("/api/challenge/{id}");
        assert_eq!(bobs_socket.next_of("challenge").await["challenge"]["from"]["name"], "Ann");
        for answer in [eve.get(&path).await, eve.post_nothing(&format!("{path}/accept")).await] {
            answer.expect_problem(404, "not-found");
        }
        ann.post_nothing(&format!("{path}/decline")).await.expect_problem(404, "not-found");
        assert_eq!(bob.get("/api/challenge").await.expect(200)["challenges"][0]["id"], id.as_str());
        let mut socket = ann.socket("/api/socket").await;
        bob.post_nothing(&format!("{path}/decline")).await.expect(204);
        assert_eq!(socket.next_of("challengeDeclined").await["challenge"]["id"], id.as_str());
        // A second challenge, which is accepted.
        let game = start_game(&ann, &bob, body("Bob")).await;
        assert_eq!(bobs_socket.next_of("gameStart").await["game"]["gameId"], game.as_str());
        assert_eq!(socket.next_of("gameStart").await["game"]["opponent"]["user"]["name"], "Bob");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rated_games_are_between_accounts() {
    on_each_database(async |server| {
        let (ann, guest) = (server.account("Ann").await, server.client());
        let body = |opponent: Value| {
            json!({ "game": "siam", "rated": true, "clock": fischer(300, 0), "opponent": opponent })
        };
        let link = body(json!({ "kind": "link" }));
        guest.post("/api/challenge", link.clone()).await.expect_problem(403, "needs-account");
        let computer = body(json!({ "kind": "computer", "level": 1 }));
        ann.post("/api/challenge", computer).await.expect_problem(422, "rated-computer");
        let id = text(&ann.post("/api/challenge", link).await.expect(201)["challenge"]["id"]);
        let accept = format!("/api/challenge/{id}/accept");
        guest.post_nothing(&accept).await.expect_problem(403, "needs-account");
        let bob = server.account("Bob").await;
        let game = text(&bob.post_nothing(&accept).await.expect(200)["game"]);
        assert_eq!(game_view(&bob, &game).await["rated"], true);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn invalid_challenges_are_rejected_in_the_clients_language() {
    on_each_database(async |server| {
        let ann = server.client();
        let open = json!({ "kind": "open" });
        for (body, status, code) in [
            (json!({ "game": "chess", "opponent": open }), 422, "settings"),
            (json!({ "game": "siam", "variants": ["no"], "opponent": open }), 422, "settings"),
            (json!({ "game": "siam", "clock": fischer(1, 0), "opponent": open }), 422, "settings"),
            (json!({ "game": "siam", "start": "nowhere", "opponent": open }), 422, "settings"),
            (json!({ "game": "siam", "start": "\u{0}", "opponent": open }), 422, "json-data"),
            (json!({ "game": "siam", "opponent": { "kind": "computer", "level": 11 } }), 422, "level"),
            (json!({ "game": "siam", "opponent": { "kind": "ghost" } }), 422, "json-data"),
            (json!({ "game": "siam", "opponent": open, "extra": 1 }), 422, "json-data"),
            (json!([]), 422, "json-data"),
        ] {
            ann.post("/api/challenge", body).await.expect_problem(status, code);
        }
        let body = json!({ "game": "chess", "opponent": open });
        let request = ann.request(reqwest::Method::POST, "/api/challenge").json(&body);
        let french = ann.send(request.header("accept-language", "fr")).await.expect_problem(422, "settings");
        let english = ann.post("/api/challenge", body).await.expect_problem(422, "settings");
        assert_ne!(french["title"], english["title"]);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn game_can_start_from_a_given_position() {
    on_each_database(async |server| {
        let start = "2s2/5/1ooo1/5/2N2 E 2 -";
        let body = json!({ "game": "siam", "start": start, "side": "first", "opponent": { "kind": "link" } });
        let (ann, _, game) = between(&server, body).await;
        assert_eq!(game_view(&ann, &game).await["position"], start);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn deal_matches_its_commitment() {
    on_each_database(async |server| {
        let (ann, bob) = (server.client(), server.client());
        let body =
            json!({ "game": "palam", "side": "first", "clock": no_clock(), "opponent": { "kind": "link" } });
        let made = ann.post("/api/challenge", body).await.expect(201);
        let commitment = text(&made["challenge"]["commitment"]);
        let id = text(&made["challenge"]["id"]);
        let game = text(&bob.post_nothing(&format!("/api/challenge/{id}/accept")).await.expect(200)["game"]);
        let running = game_view(&bob, &game).await;
        let hidden = json!({ "commitment": commitment, "seed": null, "salt": null });
        assert_eq!(running["deal"], hidden);
        ann.post_nothing(&format!("/api/game/{game}/resign")).await.expect(200);
        let over = game_view(&server.client(), &game).await;
        let (seed, salt) = (text(&over["deal"]["seed"]), text(&over["deal"]["salt"]));
        let hash: String =
            sha2::Sha256::digest(format!("{seed}:{salt}")).iter().map(|b| format!("{b:02x}")).collect();
        assert_eq!(hash, commitment, "the deal matches its commitment");
        let dealt = find("palam").unwrap().start(Variants::NONE, seed.parse().unwrap()).start_text();
        assert_eq!(over["start_position"], dealt);
        // The same deal with sides swapped.
        let offer = format!("/api/game/{game}/offer");
        bob.post(&offer, json!({ "offer": "same_deal" })).await.expect(200);
        ann.post(&offer, json!({ "offer": "same_deal" })).await.expect(200);
        let over = game_view(&ann, &game).await;
        let next = game_view(&ann, &text(&over["rematch"])).await;
        assert_eq!(next["start_position"], over["start_position"]);
        assert_eq!((&next["you"], &next["rematch_of"]), (&json!("p2"), &json!(game)));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rematch_swaps_sides_and_starts_once() {
    on_each_database(async |server| {
        let (ann, bob, game) = super::siam(&server, fischer(60, 0)).await;
        let offer = format!("/api/game/{game}/offer");
        let again = json!({ "offer": "rematch" });
        ann.post(&offer, again.clone()).await.expect_problem(409, "game-not-over");
        ann.post_nothing(&format!("/api/game/{game}/resign")).await.expect(200);
        ann.post(&offer, json!({ "offer": "same_deal" })).await.expect_problem(409, "not-dealt");
        ann.post(&offer, again.clone()).await.expect(200);
        // Two tabs of the other player accept at once.
        let (one, two) = tokio::join!(bob.post(&offer, again.clone()), bob.post(&offer, again.clone()));
        assert_eq!(
            [one.status.as_u16(), two.status.as_u16()].iter().filter(|&&status| status == 200).count(),
            1
        );
        let next = text(&game_view(&ann, &game).await["rematch"]);
        let view = game_view(&ann, &next).await;
        assert_eq!((&view["you"], &view["clock"]), (&json!("p2"), &fischer(60, 0)));
        play(&bob, &next, 1, "@c1N").await.expect(200);
    })
    .await;
}
