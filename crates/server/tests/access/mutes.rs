use mekong_server::table::{ChallengeState, Clock};
use serde_json::{Value, json};

use super::text;
use crate::common::{Client, on_each_database};

/// Challenges Ann and returns the id of the challenge.
async fn challenge(client: &Client) -> String {
    let body = json!({ "game": "siam", "opponent": { "kind": "user", "name": "Ann" } });
    text(&client.post("/api/challenge", body).await.expect(201)["challenge"]["id"])
}

async fn waiting(client: &Client) -> Vec<String> {
    let list = client.get("/api/challenge").await.expect(200);
    list["challenges"].as_array().unwrap().iter().map(|challenge| text(&challenge["id"])).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn challenges_of_muted_players_are_not_delivered() {
    on_each_database(async |server| {
        let (ann, bob, cat) =
            (server.account("Ann").await, server.account("Bob").await, server.account("Cat").await);
        let b = bob.id().await;
        let before = challenge(&bob).await;
        assert_eq!(waiting(&ann).await, std::slice::from_ref(&before));
        ann.put(&format!("/api/mute/{b}"), json!({})).await.expect(204);
        let mut line = ann.socket("/api/socket").await;

        // The muted player sees no difference.
        let after = challenge(&bob).await;
        let mut his = waiting(&bob).await;
        his.sort();
        let mut both = vec![before.clone(), after.clone()];
        both.sort();
        assert_eq!(his, both);
        assert_eq!(bob.get(&format!("/api/challenge/{after}")).await.expect(200)["state"], "waiting");

        // Challenges from before and after the mute are hidden everywhere.
        assert_eq!(waiting(&ann).await, Vec::<String>::new());
        for id in [&before, &after] {
            let path = format!("/api/challenge/{id}");
            ann.get(&path).await.expect_problem(404, "not-found");
            ann.get(&format!("{path}/qr.svg")).await.expect_problem(404, "not-found");
            ann.post_nothing(&format!("{path}/accept")).await.expect_problem(404, "not-found");
            ann.post_nothing(&format!("{path}/decline")).await.expect_problem(404, "not-found");
        }
        bob.delete(&format!("/api/challenge/{after}")).await.expect(204);
        let hers = challenge(&cat).await;
        let message = line.next().await;
        assert_eq!((&message["type"], &message["challenge"]["id"]), (&json!("challenge"), &json!(hers)));

        // She can still challenge him and accept his open challenges.
        let body = json!({ "game": "siam", "opponent": { "kind": "user", "name": "Bob" } });
        ann.post("/api/challenge", body).await.expect(201);
        assert_eq!(waiting(&bob).await.len(), 2);
        let body = json!({ "game": "siam", "opponent": { "kind": "link" } });
        let link = text(&bob.post("/api/challenge", body).await.expect(201)["challenge"]["id"]);
        ann.post_nothing(&format!("/api/challenge/{link}/accept")).await.expect(200);

        ann.delete(&format!("/api/mute/{b}")).await.expect(204);
        ann.get(&format!("/api/challenge/{before}")).await.expect(200);
        assert!(waiting(&ann).await.contains(&before), "the challenge is still pending");
    })
    .await;
}

/// The open challenges that a client sees.
async fn lobby(client: &Client) -> Vec<String> {
    let list = client.get("/api/lobby").await.expect(200);
    list["challenges"].as_array().unwrap().iter().map(|challenge| text(&challenge["id"])).collect()
}

/// Creates an open challenge and returns its id.
async fn offer_to_all(client: &Client) -> String {
    let body = json!({ "game": "siam", "opponent": { "kind": "open" } });
    text(&client.post("/api/challenge", body).await.expect(201)["challenge"]["id"])
}

#[tokio::test(flavor = "multi_thread")]
async fn lobby_hides_challenges_of_muted_players() {
    on_each_database(async |server| {
        let (ann, bob, cat) =
            (server.account("Ann").await, server.account("Bob").await, server.account("Cat").await);
        let (path, before) = (format!("/api/mute/{}", bob.id().await), offer_to_all(&bob).await);
        let direct = challenge(&bob).await;
        let mut line = ann.socket("/api/socket").await;
        assert_eq!(line.next_of("lobbyAdd").await["challenge"]["id"], before);
        assert_eq!(line.next_of("challenge").await["challenge"]["id"], direct);

        // Muting removes the challenges that are already in her lobby.
        ann.put(&path, json!({})).await.expect(204);
        let mut gone = Vec::new();
        for _ in 0..2 {
            let message = line.until(|message| message["type"] != "lobbyAdd").await;
            gone.push(if message["type"] == "lobbyRemove" {
                text(&message["id"])
            } else {
                assert_eq!(message["type"], "challengeCanceled");
                text(&message["challenge"]["id"])
            });
        }
        gone.sort();
        let mut both = [before.clone(), direct.clone()];
        both.sort();
        assert_eq!(gone, both);

        // Later challenges are hidden in her notifications and in the list, but not from others.
        let after = offer_to_all(&bob).await;
        let hers = offer_to_all(&cat).await;
        assert_eq!(line.next_of("lobbyAdd").await["challenge"]["id"], hers);
        assert_eq!(lobby(&ann).await, std::slice::from_ref(&hers));
        let mut anew = ann.socket("/api/socket").await;
        assert_eq!(anew.next_of("lobbyAdd").await["challenge"]["id"], hers);
        for client in [&bob, &cat, &server.client()] {
            let seen = lobby(client).await;
            assert!(seen.contains(&before) && seen.contains(&after) && seen.contains(&hers), "{seen:?}");
        }

        ann.delete(&path).await.expect(204);
        assert_eq!(lobby(&ann).await.len(), 3);
        let mut again = vec![text(&line.next_of("lobbyAdd").await["challenge"]["id"])];
        again.push(text(&line.next_of("lobbyAdd").await["challenge"]["id"]));
        again.sort();
        let mut both = [before, after];
        both.sort();
        assert_eq!(again, both);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rematch_offers_of_muted_players_are_hidden() {
    on_each_database(async |server| {
        let (ann, bob) = (server.account("Ann").await, server.account("Bob").await);
        let users = [ann.id().await, bob.id().await];
        for offer in ["rematch", "same_deal"] {
            let game = server.game("palam", Clock::None, false, [&users[0], &users[1]]).await;
            server.any_move(&game).await;
            server.any_move(&game).await;
            let path = format!("/api/game/{game}");
            ann.put(&format!("/api/mute/{}", users[1]), json!({})).await.expect(204);
            let mut hers = ann.socket(&format!("{path}/socket")).await;
            assert_eq!(hers.next().await["type"], "hello");
            // Draw offers are part of the game and are not hidden.
            bob.post(&format!("{path}/offer"), json!({ "offer": "draw" })).await.expect(200);
            assert_eq!(hers.next_of("offer").await["offer"], "draw");
            bob.post_nothing(&format!("{path}/resign")).await.expect(200);
            hers.next_of("end").await;

            bob.post(&format!("{path}/offer"), json!({ "offer": offer })).await.expect(200);
            let is_offered = |view: &Value| {
                let events = view["events"].as_array().unwrap().iter();
                let in_events = events.filter(|event| event["offer"] == offer).count();
                (in_events, view["offers"].as_array().unwrap().len())
            };
            let view = async |client: &Client| client.get(&path).await.expect(200);
            assert_eq!(is_offered(&view(&ann).await), (0, 0));
            assert_eq!(is_offered(&view(&bob).await), (1, 1));
            assert_eq!(is_offered(&view(&server.client()).await), (1, 1));
            let mut anew = ann.socket(&format!("{path}/socket")).await;
            assert_eq!(is_offered(&anew.next().await["game"]), (0, 0));
            let mut stream = ann.stream(&format!("{path}/stream")).await;
            let line = stream.chunk().await.expect("the stream is not silent").expect("the stream is open");
            let hello: Value = serde_json::from_slice(&line).expect("valid JSON");
            assert_eq!(is_offered(&hello["game"]), (0, 0));
            // The next message she receives is her own.
            ann.post(&format!("{path}/chat"), json!({ "room": "players", "text": "well played" }))
                .await
                .expect(200);
            let next =
                hers.until(|message| !matches!(message["type"].as_str(), Some("presence" | "deal"))).await;
            assert_eq!(next["type"], "chat");
            ann.delete(&format!("/api/mute/{}", users[1])).await.expect(204);
            assert_eq!(is_offered(&view(&ann).await), (1, 1), "the offer is still pending");
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn deleting_an_account_declines_its_challenges() {
    on_each_database(async |server| {
        let (ann, bob) = (server.account("Ann").await, server.account("Bob").await);
        server.game("siam", Clock::None, false, [&ann.id().await, &bob.id().await]).await;
        let id = challenge(&bob).await;
        ann.put(&format!("/api/mute/{}", bob.id().await), json!({})).await.expect(204);
        ann.post("/api/account/delete", json!({ "password": "password of Ann" })).await.expect(204);
        let row = server.app.store.challenge(&id).await.unwrap().unwrap();
        assert_eq!(row.state, ChallengeState::Declined);
        assert_eq!(waiting(&bob).await, Vec::<String>::new());
        assert_ne!(
            bob.get(&format!("/api/challenge/{id}")).await.expect(200)["state"],
            Value::from("waiting")
        );
    })
    .await;
}
