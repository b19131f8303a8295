//! Guests, accounts, passwords, tokens, bots and vacations.

use crate::common::{Client, Server, on_each_database};
use mekong_server::{
    people::UserKind,
    secrets,
    services::new_reset_code,
    table::{Action, Audience, ChallengeState, Clock, Stage},
    time::{DAY, now},
};
use serde_json::{Value, json};
use sqlx::{Connection as _, Row as _};

/// A guest with a session, and their id.
async fn guest(server: &Server) -> (Client, String) {
    let (id, secret) = (secrets::id(), secrets::secret());
    server.app.store.add_guest(&id, &secrets::hash(&secret), now()).await.unwrap();
    let client = server.client();
    client.set_cookie(&format!("mekong_session={secret}"));
    (client, id)
}

/// Executes a statement on the database of a server.
async fn execute(server: &Server, sql: &str) {
    let mut outside = sqlx::AnyConnection::connect(&server.app.config.database).await.unwrap();
    sqlx::query(sqlx::AssertSqlSafe(sql.to_owned())).execute(&mut outside).await.unwrap();
}

/// The number of rows of a table of a server.
async fn count(server: &Server, rows: &str) -> i64 {
    let mut outside = sqlx::AnyConnection::connect(&server.app.config.database).await.unwrap();
    let sql = sqlx::AssertSqlSafe(format!("SELECT COUNT(*) FROM {rows}"));
    sqlx::query(sql).fetch_one(&mut outside).await.unwrap().get(0)
}

async fn log_in(client: &Client, name: &str, password: &str) -> crate::common::Response {
    client.post("/api/login", json!({ "name": name, "password": password })).await
}

#[tokio::test(flavor = "multi_thread")]
async fn guest_keeps_games_when_creating_an_account() {
    on_each_database(async |server| {
        let nobody = server.client();
        let me = nobody.get("/api/account").await.expect(200);
        assert_eq!((&me["id"], &me["kind"]), (&Value::Null, &json!("guest")));
        assert_eq!(nobody.cookie(), None, "the request creates no guest");

        let (client, id) = guest(&server).await;
        let other = server.account("Bob").await.id().await;
        let game = server.game("siam", Clock::None, false, [&id, &other]).await;
        let before = client.cookie();
        let me = client.post("/api/account", json!({ "name": "Ann", "password": "a good password" })).await;
        let me = me.expect(201);
        assert_eq!((&me["id"], &me["name"], &me["kind"]), (&json!(id), &json!("Ann"), &json!("account")));
        assert_ne!(client.cookie(), before, "the session secret is replaced");
        let table = server.app.games.room(&game).await.unwrap().table();
        assert!(table.player(&id).is_some());
        assert_eq!(client.get("/api/account").await.expect(200)["name"], "Ann");
        // The previous session is no longer valid.
        let thief = server.client();
        thief.set_cookie(&before.unwrap());
        assert_eq!(thief.get("/api/account").await.expect(200)["id"], Value::Null);
        let again =
            client.post("/api/account", json!({ "name": "Ann2", "password": "a good password" })).await;
        again.expect_problem(409, "has-account");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn names_are_validated_and_unique_ignoring_case() {
    on_each_database(async |server| {
        let sign_up = async |name: &str, password: &str| {
            server.client().post("/api/account", json!({ "name": name, "password": password })).await
        };
        sign_up("Ann", "a good password").await.expect(201);
        sign_up("aNN", "a good password").await.expect_problem(409, "name-taken");
        sign_up("x", "a good password").await.expect_problem(422, "name");
        sign_up("Zoé", "a good password").await.expect_problem(422, "name");
        sign_up("Admin", "a good password").await.expect_problem(422, "name");
        sign_up("Bob", "short").await.expect_problem(422, "password");
        sign_up("Bob", &"x".repeat(201)).await.expect_problem(422, "password");
        // Of several concurrent sign-ups with one name, one succeeds.
        let body = json!({ "name": "Many", "password": "a good password" });
        let clients: Vec<Client> = (0..4).map(|_| server.client()).collect();
        let answers = futures_util::future::join_all(
            clients.iter().map(|client| client.post("/api/account", body.clone())),
        );
        let mut statuses: Vec<u16> = answers.await.iter().map(|answer| answer.status.as_u16()).collect();
        statuses.sort_unstable();
        assert_eq!(statuses, [201, 409, 409, 409]);
        let extra = json!({ "name": "Bob", "password": "a good password", "admin": true });
        server.client().post("/api/account", extra).await.expect_problem(422, "json-data");
        let answer =
            server.client().request(reqwest::Method::POST, "/api/account").header("accept-language", "fr");
        let answer =
            server.client().send(answer.json(&json!({ "name": "x", "password": "a good password" }))).await;
        assert_eq!(answer.expect_problem(422, "name")["title"], "un nom a de 2 à 20 caractères");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn log_in_does_not_reveal_existing_names() {
    on_each_database(async |server| {
        let ann = server.account("Ann").await;
        let elsewhere = server.client();
        let wrong = log_in(&elsewhere, "Ann", "not the password").await;
        let nobody = log_in(&elsewhere, "Nobody99", "not the password").await;
        wrong.expect_problem(401, "wrong-log-in");
        assert_eq!((wrong.status, &wrong.text), (nobody.status, &nobody.text));
        let me = log_in(&elsewhere, "ANN", "password of Ann").await.expect(200);
        assert_eq!(me["id"], json!(ann.id().await));
        elsewhere.post_nothing("/api/logout").await.expect(204);
        assert_eq!(elsewhere.get("/api/account").await.expect(200)["id"], Value::Null);
        assert_eq!(
            ann.get("/api/account").await.expect(200)["name"],
            "Ann",
            "the other session is still valid"
        );
        // Sessions survive a restart.
        let server = server.restart().await;
        let back = server.client();
        back.set_cookie(&ann.cookie().unwrap());
        assert_eq!(back.get("/api/account").await.expect(200)["name"], "Ann");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn password_attempts_are_limited() {
    on_each_database(async |server| {
        server.account("Ann").await;
        let thief = server.client();
        for name in ["Ann", "Nobody99"] {
            for _ in 0..6 {
                log_in(&thief, name, "a wrong guess").await.expect_problem(401, "wrong-log-in");
            }
            let refused = log_in(&thief, name, "password of Ann").await;
            refused.expect_problem(429, "too-many-requests");
            let wait: u64 = refused.header("retry-after").unwrap().parse().unwrap();
            assert!((1..=31).contains(&wait), "{wait}");
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn password_change_ends_other_sessions() {
    on_each_database(async |server| {
        let ann = server.account("Ann").await;
        let elsewhere = server.client();
        log_in(&elsewhere, "Ann", "password of Ann").await.expect(200);
        let change = async |old: &str, new: &str| {
            ann.post("/api/account/password", json!({ "old": old, "new": new })).await
        };
        change("wrong", "another password").await.expect_problem(403, "wrong-password");
        change("password of Ann", "short").await.expect_problem(422, "password");
        change("password of Ann", "another password").await.expect(204);
        assert_eq!(elsewhere.get("/api/account").await.expect(200)["id"], Value::Null);
        assert_eq!(ann.get("/api/account").await.expect(200)["name"], "Ann");
        log_in(&elsewhere, "Ann", "password of Ann").await.expect_problem(401, "wrong-log-in");
        log_in(&elsewhere, "Ann", "another password").await.expect(200);
        let nobody =
            server.client().post("/api/account/password", json!({ "old": "x", "new": "y".repeat(8) })).await;
        nobody.expect_problem(401, "unauthorized");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn reset_code_works_once() {
    on_each_database(async |server| {
        let ann = server.account("Ann").await;
        assert_eq!(new_reset_code(&server.app.store, "Nobody99").await.unwrap(), None);
        let old_code = new_reset_code(&server.app.store, "ann").await.unwrap().unwrap();
        let code = new_reset_code(&server.app.store, "ann").await.unwrap().unwrap();
        let client = server.client();
        let reset = async |name: &str, code: &str| {
            client
                .post(
                    "/api/account/reset",
                    json!({ "name": name, "code": code, "password": "brand new one" }),
                )
                .await
        };
        reset("Ann", &old_code).await.expect_problem(403, "wrong-code");
        reset("Nobody99", &code).await.expect_problem(403, "wrong-code");
        reset("Ann", "").await.expect_problem(403, "wrong-code");
        let typed = code.to_uppercase().replace('-', " ");
        assert_eq!(reset("Ann", &typed).await.expect(200)["name"], "Ann");
        assert_eq!(client.get("/api/account").await.expect(200)["name"], "Ann");
        assert_eq!(
            ann.get("/api/account").await.expect(200)["id"],
            Value::Null,
            "other sessions are revoked"
        );
        reset("Ann", &code).await.expect_problem(403, "wrong-code");
        log_in(&server.client(), "Ann", "brand new one").await.expect(200);
        // An expired code.
        let code = secrets::code().replace('-', "");
        let id = client.id().await;
        server.app.store.set_reset_code(&id, &secrets::hash(&code), now() - 1).await.unwrap();
        let late = json!({ "name": "Ann", "code": code, "password": "brand new two" });
        server.client().post("/api/account/reset", late).await.expect_problem(403, "wrong-code");
        assert!(server.app.store.reset_code("Ann", now()).await.unwrap().is_none());
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn deleting_an_account_keeps_games_and_removes_the_name() {
    on_each_database(async |server| {
        let (ann, bob) = (server.account("Ann").await, server.account("Bob").await);
        let (a, b) = (ann.id().await, bob.id().await);
        let clock = Clock::Days { days: 3 };
        let new = server.game("siam", clock, false, [&a, &b]).await;
        let begun = server.game("siam", clock, false, [&a, &b]).await;
        server.any_move(&begun).await;
        server.any_move(&begun).await;
        let says = Action::Chat {
            user: a.clone(),
            name: "Ann".to_owned(),
            audience: Audience::Players,
            text: "hi".to_owned(),
        };
        server.act(&begun, mekong_core::Player::P1, says).await.unwrap();

        ann.post("/api/account/delete", json!({ "password": "wrong" }))
            .await
            .expect_problem(403, "wrong-password");
        ann.post("/api/account/delete", json!({ "password": "password of Ann" })).await.expect(204);
        assert_eq!(ann.get("/api/account").await.expect(200)["id"], Value::Null);
        log_in(&server.client(), "Ann", "password of Ann").await.expect_problem(401, "wrong-log-in");

        let stage =
            async |server: &Server, id: &str| server.app.games.room(id).await.unwrap().table().stage();
        assert_eq!(stage(&server, &new).await, Stage::Aborted);
        assert_eq!(stage(&server, &begun).await, Stage::Finished);
        let user = server.app.store.user(&a).await.unwrap().unwrap();
        let password = server.app.store.password_hash(&a).await.unwrap();
        assert_eq!((user.kind, user.name, password), (UserKind::Deleted, None, None));
        let log_of = async |server: &Server| {
            let events = server.app.games.room(&begun).await.unwrap().snapshot(0).events;
            events.iter().map(|logged| serde_json::to_string(&**logged).unwrap()).collect::<String>()
        };
        let log = log_of(&server).await;
        assert!(log.contains("\"hi\"") && !log.contains("Ann"), "{log}");
        // The name is available again, and removed from the database.
        server.account("ann").await;
        let server = server.restart().await;
        let log = log_of(&server).await;
        assert!(log.contains("\"hi\"") && !log.contains("Ann"), "{log}");
        assert_eq!(stage(&server, &begun).await, Stage::Finished);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn deleting_an_account_removes_the_name_from_many_messages() {
    on_each_database(async |server| {
        let (ann, bob) = (server.account("Ann").await, server.account("Bob").await);
        let (a, b) = (ann.id().await, bob.id().await);
        for _ in 0..2 {
            let game = server.game("siam", Clock::Days { days: 3 }, false, [&a, &b]).await;
            let (user, name, text) = (a.clone(), "Ann".to_owned(), "hi".to_owned());
            let says = Action::Chat { user, name, audience: Audience::Players, text };
            server.act(&game, mekong_core::Player::P1, says).await.unwrap();
            for doubling in 0..9 {
                let columns = format!("game_id, seq + {}, at, body, speaker, audience", 1 << doubling);
                let from = format!("FROM events WHERE game_id = '{game}'");
                let to = "events (game_id, seq, at, body, speaker, audience)";
                execute(&server, &format!("INSERT INTO {to} SELECT {columns} {from}")).await;
            }
        }
        // The rooms know their last event from the database.
        let cookie = ann.cookie().unwrap();
        let server = server.restart().await;
        assert_eq!(count(&server, "events WHERE body LIKE '%Ann%'").await, 1_024);
        let ann = server.client();
        ann.set_cookie(&cookie);
        ann.post("/api/account/delete", json!({ "password": "password of Ann" })).await.expect(204);
        assert_eq!(count(&server, "events WHERE body LIKE '%Ann%'").await, 0);
        assert_eq!(count(&server, "events WHERE body LIKE '%hi%'").await, 1_024);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn account_is_kept_if_its_games_cannot_be_read() {
    on_each_database(async |server| {
        let (ann, bob) = (server.account("Ann").await, server.account("Bob").await);
        let users = [&*ann.id().await, &*bob.id().await];
        let game = server.game("siam", Clock::Days { days: 3 }, false, users).await;
        let body = json!({ "game": "siam", "opponent": { "kind": "open" } });
        let made = ann.post("/api/challenge", body).await.expect(201);
        let challenge = made["challenge"]["id"].as_str().unwrap().to_owned();
        let cookie = ann.cookie().unwrap();
        // No room is open after a restart.
        let server = server.restart().await;
        let ann = server.client();
        ann.set_cookie(&cookie);
        let state = async || server.app.store.challenge(&challenge).await.unwrap().unwrap().state;
        execute(&server, "ALTER TABLE events RENAME TO hidden").await;
        let password = json!({ "password": "password of Ann" });
        ann.post("/api/account/delete", password.clone()).await.expect_problem(503, "unavailable");
        assert_eq!(state().await, ChallengeState::Waiting);
        execute(&server, "ALTER TABLE hidden RENAME TO events").await;
        ann.post("/api/account/delete", password).await.expect(204);
        assert_eq!(state().await, ChallengeState::Cancelled);
        assert!(server.app.games.room(&game).await.unwrap().table().end().is_some());
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tokens_are_shown_once_and_limited_to_their_scopes() {
    on_each_database(async |server| {
        let ann = server.account("Ann").await;
        let order = json!({ "label": " my bot ", "scopes": ["bot:play", "challenge:read", "bot:play"] });
        let made = ann.post("/api/account/tokens", order).await.expect(201);
        let token = made["token"].as_str().unwrap().to_owned();
        assert_eq!(made["label"], "my bot");
        assert_eq!(made["scopes"], json!(["challenge:read", "bot:play"]));
        let listed = ann.get("/api/account/tokens").await;
        assert!(!listed.text.contains(&token), "{}", listed.text);
        let id = listed.expect(200)[0]["id"].as_str().unwrap().to_owned();

        let program = server.client().with_token(&token);
        assert_eq!(program.get("/api/account").await.expect(200)["name"], "Ann");
        program.get("/api/account/tokens").await.expect_problem(403, "scope");
        program
            .post("/api/account/delete", json!({ "password": "password of Ann" }))
            .await
            .expect_problem(403, "scope");
        server
            .client()
            .with_token("mekong_nonsense")
            .get("/api/account")
            .await
            .expect_problem(401, "unauthorized");

        let bob = server.account("Bob").await;
        bob.delete(&format!("/api/account/tokens/{id}")).await.expect_problem(404, "not-found");
        for bad in [
            json!({ "label": "", "scopes": ["bot:play"] }),
            json!({ "label": "x".repeat(61), "scopes": ["bot:play"] }),
            json!({ "label": "x", "scopes": [] }),
        ] {
            ann.post("/api/account/tokens", bad).await.expect_problem(422, "token");
        }
        let unknown = json!({ "label": "x", "scopes": ["read_response"] });
        ann.post("/api/account/tokens", unknown).await.expect_problem(422, "json-data");
        ann.delete(&format!("/api/account/tokens/{id}")).await.expect(204);
        program.get("/api/account").await.expect_problem(401, "unauthorized");
        for number in 0..20 {
            let order = json!({ "label": format!("{number}"), "scopes": ["board:play"] });
            ann.post("/api/account/tokens", order).await.expect(201);
        }
        let order = json!({ "label": "one too many", "scopes": ["board:play"] });
        ann.post("/api/account/tokens", order).await.expect_problem(409, "too-many-tokens");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_accounts_without_rated_games_become_bots() {
    on_each_database(async |server| {
        let (ann, bob) = (server.account("Ann").await, server.account("Bob").await);
        let order = json!({ "label": "bot", "scopes": ["bot:play"] });
        let token =
            ann.post("/api/account/tokens", order).await.expect(201)["token"].as_str().unwrap().to_owned();
        let order = json!({ "label": "board", "scopes": ["board:play"] });
        let weak =
            ann.post("/api/account/tokens", order).await.expect(201)["token"].as_str().unwrap().to_owned();
        let upgrade = "/api/bot/account/upgrade";
        server.client().post_nothing(upgrade).await.expect_problem(401, "unauthorized");
        ann.with_token(&weak).post_nothing(upgrade).await.expect_problem(403, "scope");
        assert_eq!(ann.with_token(&token).post_nothing(upgrade).await.expect(200)["kind"], "bot");
        assert_eq!(ann.get("/api/account").await.expect(200)["kind"], "bot");
        ann.post_nothing(upgrade).await.expect(200);

        let carl = server.account("Carl").await;
        let clock = Clock::Fischer { base: 60, increment: 0 };
        server.game("siam", clock, true, [&bob.id().await, &carl.id().await]).await;
        bob.post_nothing(upgrade).await.expect_problem(409, "has-played-rated");
        assert_eq!(bob.get("/api/account").await.expect(200)["kind"], "account");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn vacation_pauses_correspondence_clocks() {
    on_each_database(async |server| {
        let (ann, bob) = (server.account("Ann").await, server.account("Bob").await);
        let (a, b) = (ann.id().await, bob.id().await);
        let clock = Clock::Days { days: 2 };
        let hers = server.game("siam", clock, false, [&a, &b]).await;
        let his = server.game("siam", clock, false, [&b, &a]).await;
        let live = server.game("siam", Clock::Fischer { base: 600, increment: 0 }, false, [&a, &b]).await;
        let deadline = async |server: &Server, id: &str| {
            server.app.games.room(id).await.unwrap().table().deadline().unwrap() - now()
        };
        // Rounded to hours, because a test may be slow.
        let hours = async |server: &Server, id: &str| (deadline(server, id).await + DAY / 48) / (DAY / 24);
        let vacation = async |days: i64| ann.post("/api/account/vacation", json!({ "days": days })).await;

        server
            .client()
            .post("/api/account/vacation", json!({ "days": 1 }))
            .await
            .expect_problem(401, "unauthorized");
        vacation(0).await.expect_problem(422, "vacation-days");
        vacation(31).await.expect_problem(422, "vacation-days");
        ann.delete("/api/account/vacation").await.expect_problem(409, "not-on-vacation");
        let started = vacation(10).await.expect(200);
        assert_eq!(started["days_left"], 20);
        assert!((started["until"].as_i64().unwrap() - now() - 10 * DAY).abs() < DAY / 24);
        vacation(1).await.expect_problem(409, "on-vacation");
        assert_eq!(ann.get("/api/account").await.expect(200)["vacation"]["days_left"], 20);

        assert_eq!(hours(&server, &hers).await, 12 * 24, "the clock is paused for ten days");
        assert_eq!(hours(&server, &his).await, 2 * 24, "the opponent's clock runs");
        assert!(deadline(&server, &live).await < DAY, "live clocks are not paused");
        let due = |id: &str| {
            let (store, id) = (server.app.store.clone(), id.to_owned());
            async move { store.game(&id).await.unwrap().unwrap().due.unwrap() }
        };
        assert!(due(&hers).await > now() + 11 * DAY, "the deadline is stored");
        // The vacation also applies to a game in which it becomes her turn.
        server.any_move(&his).await;
        assert_eq!(hours(&server, &his).await, 12 * 24);
        // She may still move; then his clock runs.
        server.any_move(&hers).await;
        assert_eq!(hours(&server, &hers).await, 2 * 24);
        server.any_move(&hers).await;
        assert_eq!(hours(&server, &hers).await, 12 * 24);

        let server = server.restart().await;
        assert_eq!(hours(&server, &hers).await, 12 * 24, "the clock is not paused twice");
        let again = server.client();
        again.set_cookie(&ann.cookie().unwrap());
        let back = again.delete("/api/account/vacation").await.expect(200);
        assert_eq!((&back["until"], &back["days_left"]), (&Value::Null, &json!(29)));
        assert_eq!(hours(&server, &hers).await, 2 * 24);
        assert_eq!(hours(&server, &his).await, 2 * 24);
        // A second vacation during the same turn counts too.
        let second = again.post("/api/account/vacation", json!({ "days": 29 })).await.expect(200);
        assert_eq!(second["days_left"], 0);
        assert_eq!(hours(&server, &hers).await, 31 * 24);
        again.delete("/api/account/vacation").await.expect(200);
        let used = again.post("/api/account/vacation", json!({ "days": 30 })).await;
        used.expect_problem(409, "vacation-used-up");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn stale_guests_without_games_are_purged() {
    on_each_database(async |server| {
        let ((player, id), (stranger, other)) = (guest(&server).await, guest(&server).await);
        let bob = server.account("Bob").await;
        server.game("siam", Clock::None, false, [&id, &bob.id().await]).await;
        let store = &server.app.store;
        store.purge_stale_guests(now() - DAY, now()).await.unwrap();
        assert_eq!(
            stranger.get("/api/account").await.expect(200)["id"],
            json!(other),
            "the session is not stale yet"
        );
        store.purge_stale_guests(now() + 1, now()).await.unwrap();
        assert!(store.user(&other).await.unwrap().is_none());
        assert!(store.user(&id).await.unwrap().is_some());
        assert_eq!(player.get("/api/account").await.expect(200)["id"], Value::Null, "the session was purged");
        assert!(store.user_by_name("Bob").await.unwrap().is_some());
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn many_stale_guests_are_purged() {
    on_each_database(async |server| {
        guest(&server).await;
        for suffix in 0..8 {
            let columns = format!("id || '{suffix}', kind, 1, 1");
            let copy = format!("INSERT INTO users (id, kind, created, seen) SELECT {columns} FROM users");
            execute(&server, &copy).await;
        }
        assert_eq!(count(&server, "users").await, 256);
        server.app.store.purge_stale_guests(now() - DAY, now()).await.unwrap();
        assert_eq!(count(&server, "users").await, 1, "only the first one has a session");
        server.app.store.purge_stale_guests(now() + 1, now()).await.unwrap();
        assert_eq!(count(&server, "users").await, 0);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn old_challenges_and_their_guests_are_purged() {
    on_each_database(async |server| {
        let store = &server.app.store;
        let bob = server.account("Bob").await;
        let mut guests = Vec::new();
        for end in ["expire", "cancel", "mute", "accept", "wait"] {
            let (client, id) = guest(&server).await;
            let body = json!({ "game": "siam", "opponent": { "kind": "open" } });
            let made = client.post("/api/challenge", body).await.expect(201);
            let challenge = made["challenge"]["id"].as_str().unwrap().to_owned();
            match end {
                "cancel" => drop(client.delete(&format!("/api/challenge/{challenge}")).await.expect(204)),
                "mute" => {
                    client.put(&format!("/api/mute/{}", bob.id().await), json!({})).await.expect(204);
                    bob.put(&format!("/api/mute/{id}"), json!({})).await.expect(204);
                }
                "accept" => {
                    drop(bob.post_nothing(&format!("/api/challenge/{challenge}/accept")).await.expect(200));
                }
                _ => {}
            }
            guests.push((end, id, challenge));
        }
        // Backdates all challenges except the last.
        let mut outside = sqlx::AnyConnection::connect(&server.app.config.database).await.unwrap();
        for (_, _, challenge) in &guests[..4] {
            let sql =
                sqlx::AssertSqlSafe(format!("UPDATE challenges SET expires = 1 WHERE id = '{challenge}'"));
            sqlx::query(sql).execute(&mut outside).await.unwrap();
        }
        for beat in [0, 5] {
            server.app.housekeeping(beat).await;
        }
        store.purge_stale_guests(now() + 1, now()).await.unwrap();
        for (end, id, challenge) in guests {
            let stays = matches!(end, "accept" | "wait");
            assert_eq!(store.challenge(&challenge).await.unwrap().is_some(), stays, "{end}");
            assert_eq!(store.user(&id).await.unwrap().is_some(), stays, "{end}");
        }
    })
    .await;
}
