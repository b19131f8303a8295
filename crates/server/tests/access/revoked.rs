use mekong_server::{
    secrets,
    services::new_reset_code,
    store::{StoreError, TokenRow},
    time::now,
};
use serde_json::{Value, json};

use super::token;
use crate::common::{Client, Server, on_each_database};

const SCOPES: &[&str] = &["challenge:read", "challenge:write", "board:play", "bot:play"];

/// A token and an open connection from before the password change.
struct Before {
    program: Client,
    line: crate::common::Socket,
}

async fn before(server: &Server, owner: &Client) -> Before {
    let program = server.client().with_token(&token(owner, SCOPES).await);
    program.get("/api/account/playing").await.expect(200);
    let line = program.socket("/api/socket").await;
    Before { program, line }
}

async fn expect_revoked(mut before: Before, owner: &Client) {
    before.program.get("/api/account").await.expect_problem(401, "unauthorized");
    before.program.get("/api/account/playing").await.expect_problem(401, "unauthorized");
    assert_eq!(owner.get("/api/account/tokens").await.expect(200), json!([]));
    let closing = before.line.next_of("closing").await;
    assert_eq!(closing["reason"], "logged-out", "open connections are closed");
    assert_eq!(before.line.next_or_end().await, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn password_change_revokes_tokens() {
    on_each_database(async |server| {
        let (ann, bob) = (server.account("Ann").await, server.account("Bob").await);
        let (hers, his) = (before(&server, &ann).await, before(&server, &bob).await);
        let wrong = json!({ "old": "wrong", "new": "another password" });
        ann.post("/api/account/password", wrong).await.expect_problem(403, "wrong-password");
        hers.program.get("/api/account").await.expect(200);
        let change = json!({ "old": "password of Ann", "new": "another password" });
        ann.post("/api/account/password", change).await.expect(204);
        expect_revoked(hers, &ann).await;
        his.program.get("/api/account").await.expect(200);

        let code = new_reset_code(&server.app.store, "Bob").await.unwrap().unwrap();
        his.program.get("/api/account").await.expect(200);
        let reset = json!({ "name": "Bob", "code": code, "password": "brand new one" });
        let entered = server.client();
        entered.post("/api/account/reset", reset).await.expect(200);
        expect_revoked(his, &entered).await;
        // New tokens are valid.
        before(&server, &ann).await.program.get("/api/account").await.expect(200);
    })
    .await;
}

/// Requests with a stolen password or session that race with the password change.
#[tokio::test(flavor = "multi_thread")]
async fn ended_sessions_cannot_create_credentials() {
    on_each_database(async |server| {
        let ann = server.account("Ann").await;
        let id = ann.id().await;
        let store = &server.app.store;
        let old = store.password_hash(&id).await.unwrap().unwrap();
        let cookie = ann.cookie().unwrap();
        let session = secrets::hash(cookie.split_once('=').unwrap().1);
        let row = TokenRow {
            id: secrets::id(),
            user: id.clone(),
            label: "a program".to_owned(),
            scopes: "board:play".to_owned(),
            created: now(),
            used: None,
        };
        store.add_session(&id, &old, "thief", None, now()).await.unwrap();
        let change = json!({ "old": "password of Ann", "new": "another password" });
        ann.post("/api/account/password", change).await.expect(204);
        // The password and the session were valid when the request was sent.
        let late = store.add_session(&id, &old, "thief, later", None, now()).await;
        assert_eq!(late, Err(StoreError::ConditionFailed));
        assert_eq!(store.add_token(&row, "a hash", "thief").await, Err(StoreError::ConditionFailed));
        store.add_token(&row, "a hash", &session).await.unwrap();
        assert_eq!(ann.get("/api/account").await.expect(200)["id"], Value::from(id));
    })
    .await;
}
