use std::{fs, path::Path};

use serde_json::{Value, json};
use sqlx::{
    AnyConnection, Connection as _, Executor as _, PgConnection, Row as _, SqlSafeStr as _,
    any::install_default_drivers, migrate::Migrator,
};

use crate::{
    get_game, play,
    process::{Process, TestDatabase, expect_consistent, on_each_database, run},
};

/// All released schemas, each with its migrations and rows written by a server of that version.
const RELEASED: &[&str] = &["0001", "0007", "0008", "0011"];

/// Creates a database with the schema and the rows of a release.
async fn create_database(db: &TestDatabase, release: &Path) {
    install_default_drivers();
    let address = match db.address.starts_with("sqlite:") {
        true => format!("{}?mode=rwc", db.address),
        false => db.address.clone(),
    };
    let mut connection = AnyConnection::connect(&address).await.expect("the database opens");
    let migrator = Migrator::new(release.join("migrations")).await.expect("the migrations can be read");
    migrator.run(&mut connection).await.expect("the migrations run");
    let rows = fs::read_to_string(release.join("rows.sql")).expect("the rows can be read");
    for row in rows.lines().filter(|line| line.starts_with("INSERT")) {
        // The statements come from this repository and have no parameters.
        sqlx::query(sqlx::AssertSqlSafe(row)).execute(&mut connection).await.expect(row);
    }
    connection.close().await.expect("the connection is closed");
}

/// Asserts that the current version finds all data: an account, finished games and games in progress.
async fn expect_everything(db: &TestDatabase, release: &str) {
    install_default_drivers();
    let server = Process::start("127.0.0.1:0", &db.address);
    let ann = server.client();
    ann.post("/api/login", json!({ "name": "Ann", "password": "the old password" })).await.expect(200);
    let found = ann.get("/api/games/search?player=Ann").await.expect(200);
    let games = found["games"].as_array().expect("an array of games");
    assert_eq!(games.len(), 4, "{found}");
    // An imported game with her name does not count as hers.
    let records = ann.get("/api/games/search?player=Ann&source=imported").await.expect(200);
    assert_eq!(records["games"].as_array().expect("an array of games").len(), 1, "{records}");
    assert_eq!(records["games"][0]["imported"], true);
    // The migration has filled the table of scores.
    let page = ann.get("/api/player/Ann").await.expect(200);
    assert_eq!(page["games"], json!({ "finished": 2, "wins": 1, "losses": 1, "draws": 0, "playing": 2 }));
    let mut opponents: Vec<Value> = page["opponents"].as_array().expect("an array of opponents").clone();
    opponents.sort_by_key(|score| score["wins"].as_u64());
    let results: Vec<_> =
        opponents.iter().map(|score| (&score["opponent"]["user"]["name"], &score["losses"])).collect();
    assert_eq!(results, [(&Value::Null, &json!(1)), (&json!("Cyd"), &json!(0))]);
    assert_eq!(ann.get("/api/player/Cyd").await.expect(200)["games"]["losses"], 1);
    let studies = ann.get("/api/study").await.expect(200);
    let names: Vec<_> = studies["studies"]
        .as_array()
        .expect("an array of studies")
        .iter()
        .map(|study| &study["name"])
        .collect();
    assert_eq!(names, if release < "0009" { vec![] } else { vec!["Openings"] });
    let playing = ann.get("/api/account/playing").await.expect(200);
    let game = crate::text(&playing["nowPlaying"][0]["gameId"]);
    let view = get_game(&ann, &game).await;
    assert_eq!((&view["moves"], &view["turn"]), (&json!(["@c1N", "@c5S"]), &json!("p1")));
    // The migration has filled the table of opening counts.
    let explored = ann.get("/api/explorer?game=siam").await.expect(200);
    let counts = json!([{ "move": "@c1N", "total": 1, "p1": 1, "p2": 0, "draws": 0 }]);
    assert_eq!(explored["moves"], counts, "{explored}");
    let legal = view["legal"].as_array().expect("an array of moves");
    // Chat messages are kept, and lose the name of a deleted account.
    let output = |view: &Value| {
        let events = view["events"].as_array().expect("an array of events").clone();
        events.into_iter().find(|event| event["type"] == "chat").expect("there is a chat message")
    };
    assert_eq!((&output(&view)["seq"], &output(&view)["name"]), (&json!(3), &json!("Ann")));
    play(&ann, &game, 3, &crate::text(&legal[0])).await.expect(200);
    let password = json!({ "password": "the old password" });
    ann.post("/api/account/delete", password).await.expect(204);
    let mut connection = AnyConnection::connect(&db.address).await.expect("the database opens");
    let body = sqlx::query("SELECT body FROM events WHERE game_id = $1 AND seq = 3")
        .bind(game.clone())
        .fetch_one(&mut connection)
        .await
        .expect("there is a chat message");
    let body: String = body.get(0);
    assert!(body.contains("isn't it?") && !body.contains("Ann"), "{body}");
    assert!(server.stop().await.0.success());
    expect_consistent(&db.address).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_released_schema_is_migrated() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/serving/released");
    for release in RELEASED {
        on_each_database(async |db| {
            create_database(&db, &folder.join(release)).await;
            expect_everything(&db, release).await;
        })
        .await;
    }
    // The newest migration must have a folder with its schema.
    let newest = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../server/migrations"))
        .expect("the migrations can be listed")
        .map(|entry| {
            entry.expect("the entry can be read").file_name().into_string().expect("the path is UTF-8")
        })
        .max()
        .expect("there is a migration");
    let last = RELEASED.last().expect("there is a release");
    assert!(
        newest.starts_with(last),
        "add a folder with the schema after {newest} and rows written by that version"
    );
}

/// Programs of earlier versions may still run while the database has the current schema: their statements must be valid.
#[tokio::test(flavor = "multi_thread")]
async fn statements_of_earlier_versions_are_valid() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/serving/released");
    let Some(db) = TestDatabase::postgres().await else { return };
    let server = Process::start("127.0.0.1:0", &db.address);
    let (status, log) = server.stop().await;
    assert!(status.success(), "{status}: {log}");
    // Not `AnyConnection`, which cannot describe parameters of type JSON.
    let mut connection = PgConnection::connect(&db.address).await.expect("the database opens");
    let mut count = 0;
    for release in RELEASED.iter().filter(|release| **release >= "0011") {
        let path = folder.join(release).join("statements.sql");
        let statements =
            fs::read_to_string(&path).unwrap_or_else(|_| panic!("{} is missing", path.display()));
        for statement in statements.lines() {
            // PostgreSQL checks tables, columns and types; the statement is not executed.
            let sql = sqlx::AssertSqlSafe(statement.to_owned()).into_sql_str();
            let prepared = connection.prepare(sql).await;
            prepared.unwrap_or_else(|error| panic!("version {release}: {error}: {statement}"));
            count += 1;
        }
    }
    assert!(count > 100, "{count} statements");
}

/// The file was written by `mekong admin backup` of the first version.
#[tokio::test(flavor = "multi_thread")]
async fn backups_of_earlier_versions_are_restored() {
    let copy = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/serving/released/0001/copy.ndjson");
    on_each_database(async |db| {
        let restore = async |file: &Path| {
            run(&["admin", "restore", file.to_str().expect("the path is UTF-8"), "--database", &db.address])
                .await
        };
        // A truncated backup is refused and leaves the database empty, with the current schema.
        let half = db.dir().join("half.ndjson");
        let text = fs::read_to_string(&copy).expect("the backup can be read");
        fs::write(&half, text.rsplitn(4, '\n').last().expect("the backup has lines"))
            .expect("the file is written");
        let output = restore(&half).await;
        assert!(output.code == 1 && output.err.contains("incomplete"), "{}{}", output.out, output.err);
        let later = db.dir().join("later.ndjson");
        fs::write(&later, text.replacen("\"schema\":1", "\"schema\":9999", 1)).expect("the file is written");
        let output = restore(&later).await;
        assert!(output.code == 1 && output.err.contains("9999"), "{}{}", output.out, output.err);
        expect_consistent(&db.address).await;
        let output = restore(&copy).await;
        assert_eq!(output.code, 0, "{}{}", output.out, output.err);
        expect_everything(&db, "0001").await;
        assert_eq!(restore(&copy).await.code, 1, "the database is not empty");
    })
    .await;
}
