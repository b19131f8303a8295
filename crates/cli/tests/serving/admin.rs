use std::{
    fs::{self, Permissions},
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
};

use serde_json::{Value, json};
use sqlx::{Connection as _, Executor as _};

use crate::{
    create_game, fischer, get_game, play,
    process::{Process, TestDatabase, expect_consistent, on_each_database, run},
};

/// A server with an account, a game in progress and a finished game.
async fn server_with_data(db: &TestDatabase) -> (Process, String) {
    let server = Process::start("127.0.0.1:0", &db.address);
    let (ann, bob) = (server.client(), server.client());
    ann.post("/api/account", json!({ "name": "Ann", "password": "the old password" })).await.expect(201);
    let over = create_game(&ann, &bob, "palam", json!({ "kind": "days", "days": 2 })).await;
    ann.post_nothing(&format!("/api/game/{over}/resign")).await.expect(200);
    let game = create_game(&ann, &bob, "siam", fischer(600)).await;
    play(&ann, &game, 1, "@c1N").await.expect(200);
    (server, game)
}

/// The files of a folder that group or others may access.
fn publicly_accessible(folder: &Path) -> Vec<PathBuf> {
    let files = fs::read_dir(folder)
        .expect("the folder can be read")
        .map(|entry| entry.expect("the entry can be read").path());
    files
        .filter(|file| {
            fs::metadata(file).expect("the metadata can be read").permissions().mode() & 0o077 != 0
        })
        .collect()
}

async fn copy_and_restore(from: TestDatabase, to: TestDatabase) {
    // An existing folder that other users can read.
    fs::set_permissions(from.dir(), Permissions::from_mode(0o755)).expect("the permissions are set");
    let (server, game) = server_with_data(&from).await;
    let file = from.dir().join("copy.ndjson");
    let file = file.to_str().expect("the path is UTF-8");
    let output = run(&["admin", "backup", file, "--database", &from.address]).await;
    assert!(output.code == 0 && output.out.contains("rows copied"), "{}{}", output.out, output.err);
    let open = publicly_accessible(from.dir());
    assert!(open.is_empty(), "other users can read {open:?}");
    let again = run(&["admin", "backup", file, "--database", &from.address]).await;
    assert!(again.code == 1 && again.err.contains("already exists"), "{}", again.err);
    let full = run(&["admin", "restore", file, "--database", &from.address]).await;
    assert_eq!(full.code, 1, "the database is in use or not empty: {}{}", full.out, full.err);
    server.kill();
    let full = run(&["admin", "restore", file, "--database", &from.address, "--lang", "fr"]).await;
    assert!(full.code == 1 && full.err.contains("n’est pas vide"), "{}", full.err);
    let output = run(&["admin", "restore", file, "--database", &to.address]).await;
    assert!(output.code == 0, "{}{}", output.out, output.err);
    expect_consistent(&to.address).await;
    let server = Process::start("127.0.0.1:0", &to.address);
    let view = get_game(&server.client(), &game).await;
    assert_eq!((&view["moves"], &view["stage"]), (&json!(["@c1N"]), &json!("playing")));
    let login = json!({ "name": "Ann", "password": "the old password" });
    let ann = server.client();
    ann.post("/api/login", login).await.expect(200);
    play(&ann, &game, 2, "@c5S").await.expect_problem(409, "not-your-turn");
    assert!(server.stop().await.0.success());
}

#[tokio::test(flavor = "multi_thread")]
async fn backup_restores_into_the_other_database() {
    copy_and_restore(TestDatabase::sqlite(), TestDatabase::sqlite()).await;
    if let (Some(one), Some(two)) = (TestDatabase::postgres().await, TestDatabase::postgres().await) {
        copy_and_restore(TestDatabase::sqlite(), one).await;
        copy_and_restore(two, TestDatabase::sqlite()).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn accounts_are_listed_and_passwords_reset_while_the_server_runs() {
    on_each_database(async |db| {
        let (server, _) = server_with_data(&db).await;
        let output = run(&["admin", "users", "--json", "--database", &db.address]).await;
        let listed: Value = serde_json::from_str(&output.out).expect("valid JSON");
        let ann = &listed["users"][0];
        assert_eq!(
            (&ann["name"], &ann["kind"], &ann["games"]),
            (&json!("Ann"), &json!("account"), &json!(2))
        );
        assert_eq!(listed["guests"], 1);
        assert!(!output.out.contains("argon2"), "lists contain no password hashes");
        assert!(run(&["admin", "users", "--database", &db.address]).await.out.contains("accounts: 1"));
        let unknown = run(&["admin", "reset-password", "Nobody", "--database", &db.address]).await;
        assert!(unknown.code == 1 && unknown.err.contains("no account"), "{}", unknown.err);
        let output = run(&["admin", "reset-password", "ann", "--database", &db.address]).await;
        let code = output.out.trim();
        let reset = json!({ "name": "Ann", "code": code, "password": "a new password" });
        server.client().post("/api/account/reset", reset.clone()).await.expect(200);
        server.client().post("/api/account/reset", reset).await.expect_problem(403, "wrong-code");
        let login = json!({ "name": "Ann", "password": "a new password" });
        server.client().post("/api/login", login).await.expect(200);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn check_finds_inconsistent_games() {
    let db = TestDatabase::sqlite();
    let (server, game) = server_with_data(&db).await;
    expect_consistent(&db.address).await;
    // A server that stops writes the rows of live games.
    assert!(server.stop().await.0.success());
    let mut connection = sqlx::SqliteConnection::connect(&db.address).await.expect("the database opens");
    for (damage, repair) in [
        (
            "UPDATE games SET plies = 9 WHERE state = 'playing'",
            "UPDATE games SET plies = 1 WHERE state = 'playing'",
        ),
        (
            "UPDATE games SET turn = 'p1' WHERE state = 'playing'",
            "UPDATE games SET turn = 'p2' WHERE state = 'playing'",
        ),
        (
            "UPDATE events SET seq = 7 WHERE seq = 1 AND body LIKE '%@c1N%'",
            "UPDATE events SET seq = 1 WHERE seq = 7",
        ),
        (
            "UPDATE events SET body = replace(body, '@c1N', 'z9') WHERE body LIKE '%@c1N%'",
            "UPDATE events SET body = replace(body, 'z9', '@c1N') WHERE body LIKE '%z9%'",
        ),
        (
            "UPDATE events SET body = '{' || body WHERE body LIKE '%@c1N%'",
            "UPDATE events SET body = substr(body, 2) WHERE body LIKE '{{%'",
        ),
    ] {
        connection.execute(damage).await.expect("the statement is executed");
        let output = run(&["admin", "check", "--database", &db.address]).await;
        assert!(output.code == 1 && output.out.contains(&game), "{damage}: {}{}", output.out, output.err);
        connection.execute(repair).await.expect("the statement is executed");
        expect_consistent(&db.address).await;
    }
    let missing = run(&["admin", "check", "--database", "sqlite:/nowhere/at/all.db"]).await;
    assert!(missing.code == 1 && missing.err.contains("no such database"), "{}", missing.err);
}

#[tokio::test(flavor = "multi_thread")]
async fn check_finds_inconsistent_scores() {
    on_each_database(async |db| {
        let (server, _) = server_with_data(&db).await;
        expect_consistent(&db.address).await;
        server.kill();
        sqlx::any::install_default_drivers();
        let mut connection = sqlx::AnyConnection::connect(&db.address).await.expect("the database opens");
        let ann = "(SELECT id FROM users WHERE name = 'Ann')";
        for (damage, repair, words) in [
            (
                format!("UPDATE scores SET wins = 1, losses = 0 WHERE user_id = {ann} AND opponent <> ''"),
                format!("UPDATE scores SET wins = 0, losses = 1 WHERE user_id = {ann} AND opponent <> ''"),
                "1 (+1 -0 =0) stored, 1 (+0 -1 =0) counted",
            ),
            (
                format!("UPDATE scores SET games = 2 WHERE user_id = {ann} AND opponent = ''"),
                format!("UPDATE scores SET games = 1 WHERE user_id = {ann} AND opponent = ''"),
                "against all opponents: 2 (",
            ),
            (
                format!("INSERT INTO scores VALUES ({ann}, '', 3, 1, 1, 0, 0)"),
                "DELETE FROM scores WHERE level = 3".to_owned(),
                "against level 3: 1 (+1 -0 =0) stored, 0 (",
            ),
            (
                format!("UPDATE scores SET level = 9 WHERE user_id = {ann} AND opponent = ''"),
                "UPDATE scores SET level = 0 WHERE level = 9".to_owned(),
                "against all opponents: 0 (",
            ),
        ] {
            connection.execute(sqlx::AssertSqlSafe(damage.clone())).await.expect("the statement is executed");
            let output = run(&["admin", "check", "--database", &db.address]).await;
            assert!(output.code == 1 && output.out.contains(words), "{damage}: {}{}", output.out, output.err);
            connection.execute(sqlx::AssertSqlSafe(repair)).await.expect("the statement is executed");
            expect_consistent(&db.address).await;
        }
    })
    .await;
}
