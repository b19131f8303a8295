//! The test set-up itself: both databases are there, and a server that starts again finds what it had.

mod common;

use common::on_each_database;

#[tokio::test(flavor = "multi_thread")]
async fn the_server_answers_on_both_databases() {
    on_each_database(async |server| {
        let client = server.client();
        client.get("/healthz").await.expect(200);
        client.get("/readyz").await.expect(200);
        assert_eq!(client.get("/api/games").await.expect(200).as_array().unwrap().len(), 4);
        let is_sqlite = server.app.store.is_sqlite();
        let server = server.restart().await;
        assert_eq!(server.app.store.is_sqlite(), is_sqlite);
        server.client().get("/readyz").await.expect(200);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_there_is_a_problem_too() {
    on_each_database(async |server| {
        let client = server.client();
        client.get("/api/nothing").await.expect_problem(404, "not-found");
        let refused = client.delete("/api/games").await;
        refused.expect_problem(405, "method-not-allowed");
        assert_eq!(refused.header("allow"), Some("GET,HEAD"));
    })
    .await;
}
