use mekong_core::Player;
use mekong_server::{
    secrets,
    store::TokenRow,
    table::{Action, Actor, Clock, Room},
    time::now,
};
use serde_json::{Value, json};

use crate::{
    common::{
        Client, Server, on_each_database, on_each_database_with,
        routes::{Request, requests},
    },
    text, token,
};

const SCOPES: [&str; 4] = ["challenge:read", "challenge:write", "board:play", "bot:play"];

/// What came of a request: the status, and the word for programs if it was refused. Streams are not waited for.
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

/// A token with any scopes, also with none, which nobody can order.
async fn raw_token(server: &Server, owner: &Client, scopes: &str) -> Client {
    let cookie = owner.cookie().expect("a session");
    let session = secrets::hash(cookie.split_once('=').expect("a name and a value").1);
    let row = TokenRow {
        id: secrets::id(),
        user: owner.id().await,
        label: "a program".to_owned(),
        scopes: scopes.to_owned(),
        created: now(),
        used: None,
    };
    let token = secrets::secret();
    server.app.store.add_token(&row, &secrets::hash(&token), &session).await.expect("it is stored");
    owner.with_token(&token)
}

/// Every address of the document with every scope, and with none. New addresses are walked without being named here.
#[tokio::test(flavor = "multi_thread")]
async fn a_token_does_at_every_address_what_its_scopes_say_and_no_more() {
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
                    assert_ne!(unknown.1, "unauthorized", "{request} looks at who asks and does not say so");
                    continue;
                }
                known += 1;
                assert_eq!(unknown, (401, "unauthorized".to_owned()), "{request}");
                for (scope, program) in &programs {
                    let (status, code) = outcome(program, request).await;
                    let scopes = request.token_scopes();
                    if scopes.is_some_and(|scopes| scopes.is_empty() || scopes.contains(scope)) {
                        assert_ne!(code, "scope", "{request} lets no token with {scope:?} in");
                    } else {
                        assert_eq!(
                            (status, code.as_str()),
                            (403, "scope"),
                            "{request} lets a token with {scope:?} in"
                        );
                    }
                }
            }
            assert!(known > 40, "{known} addresses look at who asks");
            // Those at which any token will do tell nobody's secrets and change nothing in somebody's name.
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
                "look whether any token may do that"
            );
        },
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn private_words_and_challenges_need_the_scope_for_them() {
    on_each_database(async |server| {
        let (ann, bob) = (server.account("Ann").await, server.account("Bob").await);
        let (a, b) = (ann.id().await, bob.id().await);
        let game = server.game("siam", Clock::None, false, [&a, &b]).await;
        let whisper = Action::Chat {
            user: b.clone(),
            name: "Bob".to_owned(),
            room: Room::Players,
            text: "between the two of us".to_owned(),
        };
        server.app.act(&game, Actor::Player(Player::P2), whisper).await.expect("it is said");
        let wish = json!({ "game": "siam", "opponent": { "kind": "user", "name": "Ann" } });
        let made = bob.post("/api/challenge", wish).await.expect(201);
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

        // The news are cut to what each may know, those so far and those to come.
        for (program, hears, never) in
            [(&reader, "challenge", "gameStart"), (&player, "gameStart", "challenge")]
        {
            let mut line = program.socket("/api/socket").await;
            assert_eq!(line.next().await["type"], hears);
            let wish = json!({ "game": "saigon", "opponent": { "kind": "user", "name": "Ann" } });
            // What it must not hear comes first.
            if never == "challenge" {
                bob.post("/api/challenge", wish).await.expect(201);
                server.game("saigon", Clock::None, false, [&b, &a]).await;
            } else {
                server.game("saigon", Clock::None, false, [&b, &a]).await;
                bob.post("/api/challenge", wish).await.expect(201);
            }
            let next = line.until(|message| message["type"] == hears || message["type"] == never).await;
            assert_eq!(next["type"], hears);
        }
    })
    .await;
}
