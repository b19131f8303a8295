//! The server on both databases: start and restart, unknown routes, and no writes while idle.

use crate::common::{Server, on_each_database};
use mekong_core::Player;
use mekong_server::table::{Action, Clock};
use sqlx::{AnyConnection, Connection as _, Row as _};

#[tokio::test(flavor = "multi_thread")]
async fn server_runs_on_both_databases() {
    on_each_database(async |server| {
        let client = server.client();
        client.get("/healthz").await.expect(200);
        client.get("/readyz").await.expect(200);
        let games = client.get("/api/games").await.expect(200);
        assert_eq!(games.as_array().unwrap().len(), mekong_catalog::GAMES.len());
        let is_sqlite = server.app.store.is_sqlite();
        let server = server.restart().await;
        assert_eq!(server.app.store.is_sqlite(), is_sqlite);
        server.client().get("/readyz").await.expect(200);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn unknown_routes_return_problem_json() {
    on_each_database(async |server| {
        let client = server.client();
        client.get("/api/nothing").await.expect_problem(404, "not-found");
        let refused = client.delete("/api/games").await;
        refused.expect_problem(405, "method-not-allowed");
        assert_eq!(refused.header("allow"), Some("GET,HEAD"));
    })
    .await;
}

/// The last heartbeat, and SQLite's counter of commits by other connections.
async fn signs_of_life(server: &Server, outside: &mut AnyConnection) -> (Option<String>, Option<i64>) {
    let beat = sqlx::query("SELECT value FROM meta WHERE name = 'heartbeat'");
    let beat = beat.fetch_optional(&mut *outside).await.expect("the query succeeds").map(|row| row.get(0));
    if !server.app.store.is_sqlite() {
        return (beat, None);
    }
    let version =
        sqlx::query("PRAGMA data_version").fetch_one(&mut *outside).await.expect("the query succeeds");
    (beat, Some(version.get(0)))
}

#[tokio::test(flavor = "multi_thread")]
async fn idle_server_writes_nothing() {
    on_each_database(async |server: Server| {
        let users = [server.account("Ann").await.id().await, server.account("Bob").await.id().await];
        // Correspondence games need no heartbeat.
        server.game("siam", Clock::Days { days: 3 }, false, [&users[0], &users[1]]).await;
        let mut outside =
            AnyConnection::connect(&server.app.config.database).await.expect("the database opens");
        let before = signs_of_life(&server, &mut outside).await;
        assert_eq!(before.0, None);
        for beat in 0..200 {
            server.app.housekeeping(beat).await;
            if server.app.store.is_sqlite() {
                server.client().get("/readyz").await.expect(200);
            }
        }
        assert_eq!(signs_of_life(&server, &mut outside).await, before);
        // A live game needs one, so that the downtime of the server is known.
        let clock = Clock::Fischer { base: 600, increment: 0 };
        let game = server.game("siam", clock, false, [&users[0], &users[1]]).await;
        server.app.housekeeping(1).await;
        assert!(signs_of_life(&server, &mut outside).await.0.is_some());
        // After the game the server is idle again. One heartbeat may have been in progress.
        server.act(&game, Player::P1, Action::Abort).await.expect("the game is aborted");
        let mut seen = vec![signs_of_life(&server, &mut outside).await];
        for beat in 0..200 {
            server.app.housekeeping(beat).await;
            seen.push(signs_of_life(&server, &mut outside).await);
        }
        seen.dedup();
        assert!(seen.len() <= 2, "{seen:?}");
    })
    .await;
}
