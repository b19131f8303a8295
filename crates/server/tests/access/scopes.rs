use mekong_core::Player;
use mekong_server::{
    secrets,
    store::TokenRow,
    table::{Action, Audience, Clock},
    time::now,
};
use serde_json::{Value, json};

use super::{text, token};
use crate::common::{
    Client, Server, on_each_database, on_each_database_with,
    routes::{Request, requests},
};

const SCOPES: [&str; 4] = ["challenge:read", "challenge:write", "board:play", "bot:play"];

/// The status of a response, and its error code if the request was refused. Does not wait for the body of a stream.
async fn outcome(client: &Client, request: &Request) -> (u16, String) {
    let builder = client.request(request.method.clone(), &request.path);
    let builder = match &request.body {
        Some(body) => builder.json(body),
        None => builder,
    };
    let response = builder.send().await.expect("the server answers");
    let status = response.status().as_u16();
    if status < 400 {
        return (status, String::new());
    }
    let body: Value = response.json().await.unwrap_or_default();
    (status, body["code"].as_str().unwrap_or_default().to_owned())
}

/// A client with a token of arbitrary scopes. The API cannot create a token without scopes.
async fn raw_token(server: &Server, owner: &Client, scopes: &str) -> Client {
    let cookie = owner.cookie().expect("the client has a session cookie");
    let session = secrets::hash(cookie.split_once('=').expect("a cookie is NAME=VALUE").1);
    let row = TokenRow {
        id: secrets::id(),
        user: owner.id().await,
        label: "a program".to_owned(),
        scopes: scopes.to_owned(),
        created: now(),
        used: None,
    };
    let token = secrets::secret();
    server.app.store.add_token(&row, &secrets::hash(&token), &session).await.expect("the row is stored");
    owner.with_token(&token)
}

/// Tries every route of the document with every scope and without any.
#[tokio::test(flavor = "multi_thread")]
async fn scopes_are_enforced_on_every_route() {
    on_each_database_with(
        |config| config.rate_limits = false,
        async |server| {
            let ann = server.account("Ann").await;
            let mut programs = vec![("", raw_token(&server, &ann, "").await)];
            for scope in SCOPES {
                programs.push((scope, raw_token(&server, &ann, scope).await));
            }
            let thief = ann.with_token("mekong_nonsense");
            let requests = requests(&["aaaaaaaaaaaa".to_owned()]);
            let mut known = 0;
            for request in requests.iter().filter(|request| !request.path.contains('?')) {
                let unknown = outcome(&thief, request).await;
                if request.security.is_null() {
                    assert_ne!(
                        unknown.1, "unauthorized",
                        "{request} depends on credentials, but the document does not say so"
                    );
                    continue;
                }
                known += 1;
                assert_eq!(unknown, (401, "unauthorized".to_owned()), "{request}");
                for (scope, program) in &programs {
                    let (status, code) = outcome(program, request).await;
                    let scopes = request.token_scopes();
                    if scopes.is_some_and(|scopes| scopes.is_empty() || scopes.contains(scope)) {
                        assert_ne!(code, "scope", "{request} refuses a token with {scope:?}");
                    } else {
                        assert_eq!(
                            (status, code.as_str()),
                            (403, "scope"),
                            "{request} accepts a token with {scope:?}"
                        );
                    }
                }
            }
            assert!(known > 40, "{known} operations depend on credentials");
            // Routes that accept any token show no private data and change nothing for the user.
            let open =
                requests.iter().filter(|request| request.token_scopes().is_some_and(|list| list.is_empty()));
            let mut open: Vec<&str> =
                open.map(|request| request.path.split('?').next().unwrap_or_default()).collect();
            open.dedup();
            assert_eq!(
                open,
                [
                    "/api/account",
                    "/api/export",
                    "/api/lobby",
                    "/api/login",
                    "/api/player/aaaaaaaaaaaa/export"
                ],
                "check whether any token may use this operation"
            );
        },
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn private_chat_and_challenges_require_their_scope() {
    on_each_database(async |server| {
        let (ann, bob) = (server.account("Ann").await, server.account("Bob").await);
        let (a, b) = (ann.id().await, bob.id().await);
        let game = server.game("siam", Clock::None, false, [&a, &b]).await;
        let whisper = Action::Chat {
            user: b.clone(),
            name: "Bob".to_owned(),
            audience: Audience::Players,
            text: "between the two of us".to_owned(),
        };
        server.act(&game, Player::P2, whisper).await.expect("the message is sent");
        let body = json!({ "game": "siam", "opponent": { "kind": "user", "name": "Ann" } });
        let made = bob.post("/api/challenge", body).await.expect(201);
        let challenge = text(&made["challenge"]["id"]);

        let reader = ann.with_token(&token(&ann, &["challenge:read"]).await);
        let player = ann.with_token(&token(&ann, &["board:play"]).await);
        let path = format!("/api/game/{game}");
        assert!(player.get(&path).await.text.contains("between the two of us"));
        for path in [path.clone(), format!("{path}/stream"), format!("{path}/socket")] {
            reader.get(&path).await.expect_problem(403, "scope");
        }
        let refused = player.get(&format!("/api/challenge/{challenge}")).await;
        let title = text(&refused.expect_problem(403, "scope")["title"]);
        assert!(title.contains("challenge:read"), "{title}");
        reader.get(&format!("/api/challenge/{challenge}")).await.expect(200);

        // Events are filtered by scope, both those sent on connection and later ones.
        for (program, expected, never) in
            [(&reader, "challenge", "gameStart"), (&player, "gameStart", "challenge")]
        {
            let mut line = program.socket("/api/socket").await;
            assert_eq!(line.next().await["type"], expected);
            let body = json!({ "game": "saigon", "opponent": { "kind": "user", "name": "Ann" } });
            // The event that must be filtered out happens first.
            if never == "challenge" {
                bob.post("/api/challenge", body).await.expect(201);
                server.game("saigon", Clock::None, false, [&b, &a]).await;
            } else {
                server.game("saigon", Clock::None, false, [&b, &a]).await;
                bob.post("/api/challenge", body).await.expect(201);
            }
            let next = line.until(|message| message["type"] == expected || message["type"] == never).await;
            assert_eq!(next["type"], expected);
        }
    })
    .await;
}
