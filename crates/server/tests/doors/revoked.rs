use mekong_server::{
    app::new_reset_code,
    secrets,
    store::{StoreError, TokenRow},
    time::now,
};
use serde_json::{Value, json};

use crate::{
    common::{Client, Server, on_each_database},
    token,
};

const SCOPES: &[&str] = &["challenge:read", "challenge:write", "board:play", "bot:play"];

/// Everything that was handed out before a new password: a token and its open connection.
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
    assert_eq!(closing["reason"], "logged-out", "open connections end as well");
    assert_eq!(before.line.next_or_end().await, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn tokens_end_with_the_old_password() {
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
        // New ones can be made.
        before(&server, &ann).await.program.get("/api/account").await.expect(200);
    })
    .await;
}

/// Somebody who stole a password or a session is as fast as the owner who changes it.
#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_handed_out_by_what_has_just_ended() {
    on_each_database(async |server| {
        let ann = server.account("Ann").await;
        let id = ann.id().await;
        let store = &server.app.store;
        let old = store.user(&id).await.unwrap().unwrap().password.unwrap();
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
        // The password was right when the thief sent it, and the session was good.
        let late = store.add_session(&id, &old, "thief, later", None, now()).await;
        assert_eq!(late, Err(StoreError::Conflict));
        assert_eq!(store.add_token(&row, "a hash", "thief").await, Err(StoreError::Conflict));
        store.add_token(&row, "a hash", &session).await.unwrap();
        assert_eq!(ann.get("/api/account").await.expect(200)["id"], Value::from(id));
    })
    .await;
}
