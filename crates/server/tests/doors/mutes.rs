use mekong_server::{store::ChallengeState, table::Clock};
use serde_json::{Value, json};

use crate::{
    common::{Client, on_each_database},
    text,
};

/// Challenges Ann, and gives the number of the challenge.
async fn challenge(client: &Client) -> String {
    let wish = json!({ "game": "siam", "opponent": { "kind": "user", "name": "Ann" } });
    text(&client.post("/api/challenge", wish).await.expect(201)["challenge"]["id"])
}

async fn waiting(client: &Client) -> Vec<String> {
    let list = client.get("/api/challenge").await.expect(200);
    list["challenges"].as_array().unwrap().iter().map(|challenge| text(&challenge["id"])).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn challenges_of_somebody_who_is_muted_do_not_arrive() {
    on_each_database(async |server| {
        let (ann, bob, cat) =
            (server.account("Ann").await, server.account("Bob").await, server.account("Cat").await);
        let b = bob.id().await;
        let before = challenge(&bob).await;
        assert_eq!(waiting(&ann).await, std::slice::from_ref(&before));
        ann.put(&format!("/api/mute/{b}"), json!({})).await.expect(204);
        let mut line = ann.socket("/api/socket").await;

        // The one who is muted sees no difference.
        let after = challenge(&bob).await;
        let mut his = waiting(&bob).await;
        his.sort();
        let mut both = vec![before.clone(), after.clone()];
        both.sort();
        assert_eq!(his, both);
        assert_eq!(bob.get(&format!("/api/challenge/{after}")).await.expect(200)["state"], "waiting");

        // Neither those made before nor those made after reach her, in whatever way she asks.
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
        let news = line.next().await;
        assert_eq!((&news["type"], &news["challenge"]["id"]), (&json!("challenge"), &json!(hers)));

        // She may still challenge him, and take what he offers to everybody.
        let wish = json!({ "game": "siam", "opponent": { "kind": "user", "name": "Bob" } });
        ann.post("/api/challenge", wish).await.expect(201);
        assert_eq!(waiting(&bob).await.len(), 2);
        let wish = json!({ "game": "siam", "opponent": { "kind": "link" } });
        let link = text(&bob.post("/api/challenge", wish).await.expect(201)["challenge"]["id"]);
        ann.post_nothing(&format!("/api/challenge/{link}/accept")).await.expect(200);

        ann.delete(&format!("/api/mute/{b}")).await.expect(204);
        ann.get(&format!("/api/challenge/{before}")).await.expect(200);
        assert!(waiting(&ann).await.contains(&before), "it still waits");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_challenge_waits_for_somebody_who_has_left() {
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
