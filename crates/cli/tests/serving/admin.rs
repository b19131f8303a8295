use std::{
    fs::{self, Permissions},
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
};

use serde_json::{Value, json};
use sqlx::{Connection as _, Executor as _};

use crate::{
    agree, fischer, play,
    process::{Place, Process, expect_sound, on_each_database, run},
    see,
};

/// A server with an account, a game that goes on and one that is over.
async fn lively(place: &Place) -> (Process, String) {
    let server = Process::start("127.0.0.1:0", &place.address);
    let (ann, bob) = (server.client(), server.client());
    ann.post("/api/account", json!({ "name": "Ann", "password": "the old password" })).await.expect(201);
    let over = agree(&ann, &bob, "palam", json!({ "kind": "days", "days": 2 })).await;
    ann.post_nothing(&format!("/api/game/{over}/resign")).await.expect(200);
    let game = agree(&ann, &bob, "siam", fischer(600)).await;
    play(&ann, &game, 1, "@c1N").await.expect(200);
    (server, game)
}

/// The files of a folder that others than their owner can open.
fn open_to_others(folder: &Path) -> Vec<PathBuf> {
    let files = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path());
    files.filter(|file| fs::metadata(file).expect("facts").permissions().mode() & 0o077 != 0).collect()
}

async fn copy_and_restore(from: Place, to: Place) {
    // A folder that was there before, and that everybody may look into.
    fs::set_permissions(from.dir(), Permissions::from_mode(0o755)).expect("it is ours");
    let (server, game) = lively(&from).await;
    let file = from.dir().join("copy.ndjson");
    let file = file.to_str().expect("a plain name");
    let said = run(&["admin", "backup", file, "--database", &from.address]).await;
    assert!(said.code == 0 && said.out.contains("rows copied"), "{}{}", said.out, said.err);
    let open = open_to_others(from.dir());
    assert!(open.is_empty(), "others can read {open:?}");
    let again = run(&["admin", "backup", file, "--database", &from.address]).await;
    assert!(again.code == 1 && again.err.contains("exists already"), "{}", again.err);
    let full = run(&["admin", "restore", file, "--database", &from.address]).await;
    assert_eq!(full.code, 1, "a server runs there, or it is not empty: {}{}", full.out, full.err);
    server.kill();
    let full = run(&["admin", "restore", file, "--database", &from.address, "--lang", "fr"]).await;
    assert!(full.code == 1 && full.err.contains("n'est pas vide"), "{}", full.err);
    let said = run(&["admin", "restore", file, "--database", &to.address]).await;
    assert!(said.code == 0, "{}{}", said.out, said.err);
    expect_sound(&to.address).await;
    let server = Process::start("127.0.0.1:0", &to.address);
    let view = see(&server.client(), &game).await;
    assert_eq!((&view["moves"], &view["stage"]), (&json!(["@c1N"]), &json!("playing")));
    let login = json!({ "name": "Ann", "password": "the old password" });
    let ann = server.client();
    ann.post("/api/login", login).await.expect(200);
    play(&ann, &game, 2, "@c5S").await.expect_problem(409, "not-your-turn");
    assert!(server.stop().await.0.success());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_goes_from_one_database_to_the_other() {
    copy_and_restore(Place::sqlite(), Place::sqlite()).await;
    if let (Some(one), Some(two)) = (Place::postgres().await, Place::postgres().await) {
        copy_and_restore(Place::sqlite(), one).await;
        copy_and_restore(two, Place::sqlite()).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn accounts_are_listed_and_passwords_reset_while_the_server_runs() {
    on_each_database(async |place| {
        let (server, _) = lively(&place).await;
        let said = run(&["admin", "users", "--json", "--database", &place.address]).await;
        let listed: Value = serde_json::from_str(&said.out).expect("JSON");
        let ann = &listed["users"][0];
        assert_eq!(
            (&ann["name"], &ann["kind"], &ann["games"]),
            (&json!("Ann"), &json!("account"), &json!(2))
        );
        assert_eq!(listed["guests"], 1);
        assert!(!said.out.contains("argon2"), "no hashes in lists");
        assert!(run(&["admin", "users", "--database", &place.address]).await.out.contains("accounts: 1"));
        let nobody = run(&["admin", "reset-password", "Nobody", "--database", &place.address]).await;
        assert!(nobody.code == 1 && nobody.err.contains("no account"), "{}", nobody.err);
        let said = run(&["admin", "reset-password", "ann", "--database", &place.address]).await;
        let code = said.out.trim();
        let reset = json!({ "name": "Ann", "code": code, "password": "a new password" });
        server.client().post("/api/account/reset", reset.clone()).await.expect(200);
        server.client().post("/api/account/reset", reset).await.expect_problem(403, "wrong-code");
        let login = json!({ "name": "Ann", "password": "a new password" });
        server.client().post("/api/login", login).await.expect(200);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_does_not_add_up_is_found() {
    let place = Place::sqlite();
    let (server, game) = lively(&place).await;
    expect_sound(&place.address).await;
    server.kill();
    let mut connection = sqlx::SqliteConnection::connect(&place.address).await.expect("it opens");
    for (damage, mended) in [
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
        connection.execute(damage).await.expect("it is done");
        let said = run(&["admin", "check", "--database", &place.address]).await;
        assert!(said.code == 1 && said.out.contains(&game), "{damage}: {}{}", said.out, said.err);
        connection.execute(mended).await.expect("it is done");
        expect_sound(&place.address).await;
    }
    let nowhere = run(&["admin", "check", "--database", "sqlite:/nowhere/at/all.db"]).await;
    assert!(nowhere.code == 1 && nowhere.err.contains("there is no database"), "{}", nowhere.err);
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_counts_of_results_are_found() {
    on_each_database(async |place| {
        let (server, _) = lively(&place).await;
        expect_sound(&place.address).await;
        server.kill();
        sqlx::any::install_default_drivers();
        let mut connection = sqlx::AnyConnection::connect(&place.address).await.expect("it opens");
        let ann = "(SELECT id FROM users WHERE name = 'Ann')";
        for (damage, mended, words) in [
            (
                format!("UPDATE scores SET wins = 1, losses = 0 WHERE user_id = {ann} AND opponent <> ''"),
                format!("UPDATE scores SET wins = 0, losses = 1 WHERE user_id = {ann} AND opponent <> ''"),
                "1 (+1 -0 =0), but the games to 1 (+0 -1 =0)",
            ),
            (
                format!("UPDATE scores SET games = 2 WHERE user_id = {ann} AND opponent = ''"),
                format!("UPDATE scores SET games = 1 WHERE user_id = {ann} AND opponent = ''"),
                "against all opponents add up to 2 (",
            ),
            (
                format!("INSERT INTO scores VALUES ({ann}, '', 3, 1, 1, 0, 0)"),
                "DELETE FROM scores WHERE level = 3".to_owned(),
                "against level 3 add up to 1 (+1 -0 =0), but the games to 0 (",
            ),
            (
                format!("UPDATE scores SET level = 9 WHERE user_id = {ann} AND opponent = ''"),
                "UPDATE scores SET level = 0 WHERE level = 9".to_owned(),
                "against all opponents add up to 0 (",
            ),
        ] {
            connection.execute(sqlx::AssertSqlSafe(damage.clone())).await.expect("it is done");
            let said = run(&["admin", "check", "--database", &place.address]).await;
            assert!(said.code == 1 && said.out.contains(words), "{damage}: {}{}", said.out, said.err);
            connection.execute(sqlx::AssertSqlSafe(mended)).await.expect("it is done");
            expect_sound(&place.address).await;
        }
    })
    .await;
}
