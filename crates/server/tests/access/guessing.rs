use reqwest::Method;
use serde_json::{Value, json};

use crate::common::{Client, Response, Server, on_each_database_with};

/// A POST request from an address, as a trusted proxy forwards it.
async fn from(address: &str, client: &Client, path: &str, body: Value) -> Response {
    client.send(client.request(Method::POST, path).header("x-forwarded-for", address).json(&body)).await
}

async fn log_in(address: &str, client: &Client, name: &str, password: &str) -> Response {
    from(address, client, "/api/login", json!({ "name": name, "password": password })).await
}

/// Tries Ann's password from twelve addresses until all of them are limited.
async fn attack(server: &Server) {
    for number in 1..=12 {
        let (stranger, address) = (server.client(), format!("198.51.100.{number}"));
        loop {
            let answer = log_in(&address, &stranger, "Ann", "a wrong guess").await;
            if answer.status == 429 {
                break;
            }
            answer.expect_problem(401, "wrong-log-in");
        }
    }
}

async fn behind_a_proxy(test: impl AsyncFn(Server)) {
    on_each_database_with(|config| config.trust_proxy = true, test).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn failed_attempts_by_others_do_not_lock_out_the_owner() {
    behind_a_proxy(async |server| {
        let ann = server.account("Ann").await;
        ann.post_nothing("/api/logout").await.expect(204);
        attack(&server).await;
        // From a known device, also in the network of an attacker.
        for address in ["203.0.113.1", "198.51.100.1"] {
            log_in(address, &ann, "ann", "password of Ann").await.expect(200);
            ann.post_nothing("/api/logout").await.expect(204);
        }
        // From an unknown device.
        log_in("203.0.113.2", &server.client(), "Ann", "password of Ann").await.expect(200);
        // The device cookie of another user does not count.
        let mallory = server.account("Mallory").await;
        log_in("198.51.100.1", &mallory, "Ann", "password of Ann")
            .await
            .expect_problem(429, "too-many-requests");
        let thief = server.client();
        for cookie in ann.cookies().iter().filter(|cookie| cookie.contains("device")) {
            thief.set_cookie(&cookie.replace('.', "x"));
        }
        log_in("198.51.100.1", &thief, "Ann", "password of Ann")
            .await
            .expect_problem(429, "too-many-requests");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn failed_attempts_by_others_do_not_block_the_owners_session() {
    behind_a_proxy(async |server| {
        let ann = server.account("Ann").await;
        attack(&server).await;
        let change = json!({ "old": "password of Ann", "new": "another password" });
        from("198.51.100.1", &ann, "/api/account/password", change).await.expect(204);
        let leave = json!({ "password": "another password" });
        from("198.51.100.1", &ann, "/api/account/delete", leave).await.expect(204);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn attempts_in_a_session_or_on_a_known_device_are_limited() {
    behind_a_proxy(async |server| {
        let ann = server.account("Ann").await;
        let mut tries = 0;
        let wrong = json!({ "password": "a wrong guess" });
        while from("203.0.113.1", &ann, "/api/account/delete", wrong.clone()).await.status == 403 {
            tries += 1;
        }
        assert!((10..20).contains(&tries), "{tries}");
        // Attempts are counted per session.
        let elsewhere = server.client();
        log_in("203.0.113.2", &elsewhere, "Ann", "password of Ann").await.expect(200);
        let change = json!({ "old": "password of Ann", "new": "another password" });
        from("203.0.113.2", &elsewhere, "/api/account/password", change).await.expect(204);
        let mut tries = 0;
        while log_in("203.0.113.1", &ann, "Ann", "a wrong guess").await.status == 401 {
            tries += 1;
        }
        assert!((10..20).contains(&tries), "{tries}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn attempts_at_codes_and_passwords_are_counted_separately() {
    behind_a_proxy(async |server| {
        let ann = server.account("Ann").await;
        let code = mekong_server::services::new_reset_code(&server.app.store, "Ann").await.unwrap().unwrap();
        for number in 1..=12 {
            let address = format!("198.51.100.{number}");
            let guess = json!({ "name": "Ann", "code": "aaaa-aaaa-aaaa", "password": "a new password" });
            while from(&address, &server.client(), "/api/account/reset", guess.clone()).await.status == 403 {}
        }
        attack(&server).await;
        let right = json!({ "name": "Ann", "code": code, "password": "a new password" });
        from("203.0.113.3", &server.client(), "/api/account/reset", right).await.expect(200);
        log_in("203.0.113.1", &ann, "Ann", "a new password").await.expect(200);
    })
    .await;
}
