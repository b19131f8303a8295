use futures_util::future::join_all;
use serde_json::json;
use sqlx::{AnyConnection, Connection as _, any::install_default_drivers};

use crate::common::{Response, Server, on_each_database};

async fn sign_up(server: &Server, name: &str) -> Response {
    let body = json!({ "name": name, "password": "a good password" });
    server.client().post("/api/account", body).await
}

#[tokio::test(flavor = "multi_thread")]
async fn similar_names_are_rejected() {
    on_each_database(async |server| {
        let alice = server.account("Alice").await;
        for similar in ["AIice", "A1ice", "aIIce", "Alice_", "Alice--"] {
            sign_up(&server, similar).await.expect_problem(409, "name-too-similar");
        }
        sign_up(&server, "aLICE").await.expect_problem(409, "name-taken");
        for reserved in ["admin1", "Mekong10", "m0derator", "Systern"] {
            sign_up(&server, reserved).await.expect_problem(422, "name");
        }
        sign_up(&server, "Alicia").await.expect(201);
        // Of several similar names registered concurrently, one is accepted.
        let names = ["Molly", "MoIly", "Mo1ly", "MOLLY_"];
        let answers = join_all(names.map(|name| sign_up(&server, name))).await;
        let mut statuses: Vec<u16> = answers.iter().map(|answer| answer.status.as_u16()).collect();
        statuses.sort_unstable();
        assert_eq!(statuses, [201, 409, 409, 409]);
        // The name of a deleted account and names similar to it are available again.
        alice.post("/api/account/delete", json!({ "password": "password of Alice" })).await.expect(204);
        sign_up(&server, "AIice").await.expect(201);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn existing_accounts_keep_similar_names() {
    on_each_database(async |server| {
        for name in ["Alice", "Bob", "Carl"] {
            server.account(name).await;
        }
        let (database, dir) = server.stop().await;
        // Similar names as earlier versions allowed them.
        install_default_drivers();
        let mut connection = AnyConnection::connect(&database).await.unwrap();
        for sql in [
            "UPDATE users SET name = 'AIice', name_key = 'aiice' WHERE name = 'Bob'",
            "UPDATE users SET name = 'admin1', name_key = 'admin1' WHERE name = 'Carl'",
            "UPDATE users SET name_skeleton = NULL",
        ] {
            sqlx::query(sql).execute(&mut connection).await.unwrap();
        }
        connection.close().await.unwrap();
        let server = Server::on(database, dir, |_| ()).await;
        for (name, password) in [("Alice", "Alice"), ("AIice", "Bob"), ("admin1", "Carl")] {
            let client = server.client();
            let words = json!({ "name": name, "password": format!("password of {password}") });
            assert_eq!(client.post("/api/login", words).await.expect(200)["name"], name);
            client.get(&format!("/api/player/{name}")).await.expect(200);
        }
        sign_up(&server, "A1ice").await.expect_problem(409, "name-too-similar");
    })
    .await;
}
