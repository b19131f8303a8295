use mekong_core::Player;
use mekong_server::store::Inconsistency;
use sqlx::{AnyConnection, Connection as _, Executor as _, Row as _};

use super::{fischer, play, siam};
use crate::common::{Server, on_each_database};

/// The row of a live game is written after its events, once per second, and readers do not notice.
#[tokio::test(flavor = "multi_thread")]
async fn rows_of_live_games_follow_their_events() {
    on_each_database(async |server: Server| {
        let (ann, bob, game) = siam(&server, fischer(600, 5)).await;
        play(&ann, &game, 1, "@c1N").await.expect(200);
        play(&bob, &game, 2, "@c5S").await.expect(200);
        play(&ann, &game, 3, "@a1N").await.expect(200);
        let row = server.app.store.game(&game).await.expect("the row is read").expect("the game exists");
        assert_eq!((row.plies, row.turn, row.last_event), (3, Some(Player::P2), 3));
        let list = bob.get("/api/account/playing").await.expect(200);
        assert_eq!(list["nowPlaying"][0]["isMyTurn"], true, "{list}");
        let report = server.app.store.check().await.expect("the check runs");
        assert_eq!(report.inconsistencies, [], "before the row is written");

        server.app.housekeeping(1).await;
        let mut outside =
            AnyConnection::connect(&server.app.config.database).await.expect("the database opens");
        let stored = outside.fetch_one("SELECT plies, turn, due, last_event FROM games").await;
        let stored = stored.expect("the row is read");
        assert_eq!((stored.get::<i64, _>(0), stored.get::<String, _>(1)), (3, "p2".to_owned()));
        assert_eq!((stored.get::<Option<i64>, _>(2), stored.get::<i64, _>(3)), (row.due, 3));
        let report = server.app.store.check().await.expect("the check runs");
        assert_eq!(report.inconsistencies, [], "after the row is written");

        // A row may lag behind, but it must have been right.
        outside.execute("UPDATE games SET plies = 2").await.expect("the row is changed");
        let report = server.app.store.check().await.expect("the check runs");
        assert!(
            matches!(&report.inconsistencies[..], [Inconsistency::Game { what: "plies", .. }]),
            "{report:?}"
        );
    })
    .await;
}

/// A restart updates rows that are out of date after a crash, and never reverts one.
#[tokio::test(flavor = "multi_thread")]
async fn rows_left_behind_are_repaired_after_a_restart() {
    on_each_database(async |server: Server| {
        let (ann, bob, game) = siam(&server, fischer(600, 5)).await;
        play(&ann, &game, 1, "@c1N").await.expect(200);
        play(&bob, &game, 2, "@c5S").await.expect(200);
        server.app.housekeeping(1).await;
        let mut outside =
            AnyConnection::connect(&server.app.config.database).await.expect("the database opens");
        // As if the server had been killed before it wrote the rows.
        let lag = "UPDATE games SET plies = 0, turn = 'p1', last_event = 0";
        outside.execute(lag).await.expect("the row is changed");
        let server = server.restart().await;
        server.app.housekeeping(1).await;
        let stored = outside.fetch_one("SELECT plies, last_event FROM games").await;
        let stored = stored.expect("the row is read");
        let last = server.app.games.room(&game).await.expect("the game exists").table().last_seq();
        assert_eq!((stored.get::<i64, _>(0), stored.get::<i64, _>(1)), (2, last as i64));
    })
    .await;
}
