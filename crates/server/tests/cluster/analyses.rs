use std::sync::{Arc, mpsc};

use mekong_core::Variants;
use mekong_server::{engine_pool::Priority, table::Clock};
use sqlx::{AnyConnection, Connection as _, Row as _};

use super::database;
use crate::common::{Nats, Server};

/// Whether some node holds the lease of the analysis of a game.
async fn is_leased(database: &str, game: &str) -> bool {
    let mut connection = AnyConnection::connect(database).await.expect("the database opens");
    let sql = "SELECT count(*) FROM leases WHERE name LIKE '%' || $1";
    let row =
        sqlx::query(sql).bind(game.to_owned()).fetch_one(&mut connection).await.expect("the row is read");
    row.get::<i64, _>(0) > 0
}

/// A node that refuses an analysis leaves it to the other nodes.
#[tokio::test(flavor = "multi_thread")]
async fn refused_analysis_holds_no_lease() {
    let Some(nats) = Nats::start() else { return };
    let Some(database) = database().await else { return };
    let server = Server::node(&database, &nats.address).await;
    let (ann, bob) = (server.account("Ann").await, server.account("Bob").await.id().await);
    let id = ann.id().await;
    let mut games = Vec::new();
    for _ in 0..4 {
        let game = server.game("siam", Clock::None, false, [&id, &bob]).await;
        server.any_move(&game).await;
        ann.post_nothing(&format!("/api/game/{game}/resign")).await.expect(200);
        games.push(game);
    }
    // Keeps the engine busy, so that no analysis finishes.
    let (release, held) = mpsc::channel::<()>();
    let app = Arc::clone(&server.app);
    let busy = tokio::spawn(async move {
        let requester = app.limits.requester_for("somebody");
        app.pool.run("siam", Variants::NONE, Priority::Move, requester, move |_, _| held.recv()).await
    });
    for game in &games[..3] {
        ann.post_nothing(&format!("/api/game/{game}/analysis")).await.expect(202);
        assert!(is_leased(&database, game).await);
    }
    let refused = ann.post_nothing(&format!("/api/game/{}/analysis", games[3])).await;
    assert_eq!(refused.status.as_u16(), 429);
    assert!(!is_leased(&database, &games[3]).await);
    release.send(()).expect("the receiver exists");
    busy.await.expect("no panic").expect("the engine is not busy").expect("the sender is not dropped");
}
