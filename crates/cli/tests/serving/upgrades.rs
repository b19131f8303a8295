//! Programs of two versions on one database: what a rolling upgrade needs.

use serde_json::Value;
use sqlx::{AnyConnection, Connection as _};

use crate::{
    create_game, fischer, get_game, play,
    process::{Process, TestDatabase, expect_consistent, on_each_database, run},
};

async fn execute(db: &TestDatabase, sql: &str) {
    sqlx::any::install_default_drivers();
    let mut connection = AnyConnection::connect(&db.address).await.expect("the database opens");
    // The statements are those of this test.
    sqlx::query(sqlx::AssertSqlSafe(sql.to_owned())).execute(&mut connection).await.expect(sql);
}

/// Migrates the database as a later version would. `description` says whether this version still works.
async fn migrate(db: &TestDatabase, description: &str) {
    for sql in [
        "ALTER TABLE games ADD COLUMN later TEXT",
        "ALTER TABLE events ADD COLUMN later BIGINT NOT NULL DEFAULT 7",
        "ALTER TABLE users ADD COLUMN later TEXT",
        "ALTER TABLE sessions ADD COLUMN later TEXT NOT NULL DEFAULT ''",
        "CREATE TABLE later (id TEXT NOT NULL PRIMARY KEY)",
        "CREATE INDEX games_later ON games (later)",
    ] {
        execute(db, sql).await;
    }
    let checksum = if db.address.starts_with("sqlite:") { "x'00'" } else { "'\\x00'" };
    let record = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)";
    execute(db, &format!("{record} VALUES (9999, '{description}', TRUE, {checksum}, 0)")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn this_version_works_on_the_schema_of_a_later_one() {
    on_each_database(async |db| {
        let server = Process::start("127.0.0.1:0", &db.address);
        let (ann, bob) = (server.client(), server.client());
        let game = create_game(&ann, &bob, "siam", fischer(600)).await;
        play(&ann, &game, 1, "@c1N").await.expect(200);
        // A node of the later version starts and migrates while this one runs.
        migrate(&db, "later (compatible)").await;
        server.client().get("/readyz").await.expect(200);
        play(&bob, &game, 2, "@c5S").await.expect(200);
        let other = create_game(&ann, &bob, "siam", fischer(600)).await;
        ann.post("/api/account", serde_json::json!({ "name": "Ann", "password": "a long password" }))
            .await
            .expect(201);
        assert!(server.stop().await.0.success());
        // It starts again, for example after a reboot.
        let server = Process::start("127.0.0.1:0", &db.address);
        let (ann, bob) = (at(&ann, &server), at(&bob, &server));
        let view = get_game(&ann, &game).await;
        assert_eq!(view["moves"].as_array().map(Vec::len), Some(2), "{view}");
        let legal: Vec<Value> = view["legal"].as_array().expect("an array of moves").clone();
        play(&ann, &game, 3, &crate::text(&legal[0])).await.expect(200);
        play(&ann, &other, 1, "@c1N").await.expect(200);
        bob.post_nothing(&format!("/api/game/{other}/resign")).await.expect(200);
        expect_consistent(&db.address).await;
        // A backup would leave out the tables that it does not know.
        let file = db.dir().join("backup.ndjson");
        let file = file.to_str().expect("the path is UTF-8");
        let output = run(&["admin", "backup", file, "--database", &db.address]).await;
        assert!(output.code == 1 && output.err.contains("9999"), "{}{}", output.out, output.err);
        // An incompatible migration follows.
        execute(&db, "UPDATE _sqlx_migrations SET description = 'later' WHERE version = 9999").await;
        server.client().get("/readyz").await.expect_problem(503, "unavailable");
        assert!(server.stop().await.0.success());
        let output = run(&["serve", "--listen", "127.0.0.1:0", "--database", &db.address]).await;
        assert!(output.code == 1 && output.err.contains("9999"), "{}{}", output.out, output.err);
    })
    .await;
}

fn at(client: &crate::common::Client, server: &Process) -> crate::common::Client {
    client.at(&format!("http://{}", server.address))
}
