use std::{fs, path::Path};

use serde_json::{Value, json};
use sqlx::{AnyConnection, Connection as _, Row as _, any::install_default_drivers, migrate::Migrator};

use crate::{
    play,
    process::{Place, Process, expect_sound, on_each_database, run},
    see,
};

/// Every schema that was ever released: its migrations as they were then, and rows that a server of that time wrote.
const RELEASED: &[&str] = &["0001", "0007"];

/// A database as a server of that time left it.
async fn leave(place: &Place, release: &Path) {
    install_default_drivers();
    let address = match place.address.starts_with("sqlite:") {
        true => format!("{}?mode=rwc", place.address),
        false => place.address.clone(),
    };
    let mut connection = AnyConnection::connect(&address).await.expect("the database opens");
    let migrator = Migrator::new(release.join("migrations")).await.expect("the migrations can be read");
    migrator.run(&mut connection).await.expect("the tables are made");
    let rows = fs::read_to_string(release.join("rows.sql")).expect("the rows can be read");
    for row in rows.lines().filter(|line| line.starts_with("INSERT")) {
        // The texts are ours, and hold no parameters.
        sqlx::query(sqlx::AssertSqlSafe(row)).execute(&mut connection).await.expect(row);
    }
    connection.close().await.expect("it is closed");
}

/// A server of today finds everything that was there: an account, games that are over, games that go on.
async fn expect_everything(place: &Place) {
    install_default_drivers();
    let server = Process::start("127.0.0.1:0", &place.address);
    let ann = server.client();
    ann.post("/api/login", json!({ "name": "Ann", "password": "the old password" })).await.expect(200);
    let found = ann.get("/api/games/search?player=Ann").await.expect(200);
    let games = found["games"].as_array().expect("games");
    assert_eq!(games.len(), 4, "{found}");
    // A record from elsewhere with her name was never hers; it is found as what it is.
    let records = ann.get("/api/games/search?player=Ann&source=imported").await.expect(200);
    assert_eq!(records["games"].as_array().expect("games").len(), 1, "{records}");
    assert_eq!(records["games"][0]["imported"], true);
    // Results are counted by now, also where a server of that time looked at all games.
    let page = ann.get("/api/player/Ann").await.expect(200);
    assert_eq!(page["games"], json!({ "finished": 2, "wins": 1, "losses": 1, "draws": 0, "playing": 2 }));
    let mut opponents: Vec<Value> = page["opponents"].as_array().expect("opponents").clone();
    opponents.sort_by_key(|score| score["wins"].as_u64());
    let results: Vec<_> =
        opponents.iter().map(|score| (&score["opponent"]["user"]["name"], &score["losses"])).collect();
    assert_eq!(results, [(&Value::Null, &json!(1)), (&json!("Cyd"), &json!(0))]);
    assert_eq!(ann.get("/api/player/Cyd").await.expect(200)["games"]["losses"], 1);
    let playing = ann.get("/api/account/playing").await.expect(200);
    let game = crate::text(&playing["nowPlaying"][0]["gameId"]);
    let view = see(&ann, &game).await;
    assert_eq!((&view["moves"], &view["turn"]), (&json!(["@c1N", "@c5S"]), &json!("p1")));
    // Openings are counted by now, also where a server of that time listed them game by game.
    let explored = ann.get("/api/explorer?game=siam").await.expect(200);
    let counts = json!([{ "move": "@c1N", "total": 1, "p1": 1, "p2": 0, "draws": 0 }]);
    assert_eq!(explored["moves"], counts, "{explored}");
    let legal = view["legal"].as_array().expect("moves");
    // What was said is shown as before, and loses the name of whoever goes.
    let said = |view: &Value| {
        let events = view["events"].as_array().expect("events").clone();
        events.into_iter().find(|event| event["type"] == "chat").expect("a remark")
    };
    assert_eq!((&said(&view)["seq"], &said(&view)["name"]), (&json!(3), &json!("Ann")));
    play(&ann, &game, 3, &crate::text(&legal[0])).await.expect(200);
    let password = json!({ "password": "the old password" });
    ann.post("/api/account/delete", password).await.expect(204);
    let mut connection = AnyConnection::connect(&place.address).await.expect("it opens");
    let body = sqlx::query("SELECT body FROM events WHERE game_id = $1 AND seq = 3")
        .bind(game.clone())
        .fetch_one(&mut connection)
        .await
        .expect("a remark");
    let body: String = body.get(0);
    assert!(body.contains("isn't it?") && !body.contains("Ann"), "{body}");
    assert!(server.stop().await.0.success());
    expect_sound(&place.address).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_released_schema_is_brought_up_to_date() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/serving/released");
    for release in RELEASED {
        on_each_database(async |place| {
            leave(&place, &folder.join(release)).await;
            expect_everything(&place).await;
        })
        .await;
    }
    // Whoever adds a migration adds what it came from.
    let newest = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../server/migrations"))
        .expect("migrations")
        .map(|entry| entry.expect("a file").file_name().into_string().expect("a plain name"))
        .max()
        .expect("a migration");
    let last = RELEASED.last().expect("a release");
    assert!(
        newest.starts_with(last),
        "add a folder for the schema that {newest} makes, as a server leaves it"
    );
}

/// As `mekong admin backup` of the first version wrote it.
#[tokio::test(flavor = "multi_thread")]
async fn copies_of_earlier_versions_are_restored() {
    let copy = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/serving/released/0001/copy.ndjson");
    on_each_database(async |place| {
        let restore = async |file: &Path| {
            run(&["admin", "restore", file.to_str().expect("a plain name"), "--database", &place.address])
                .await
        };
        // Half a copy is no copy, of an earlier version either, and leaves the database as it was: empty and up to date.
        let half = place.dir().join("half.ndjson");
        let text = fs::read_to_string(&copy).expect("a copy");
        fs::write(&half, text.rsplitn(4, '\n').last().expect("lines")).expect("it is written");
        let said = restore(&half).await;
        assert!(said.code == 1 && said.err.contains("breaks off"), "{}{}", said.out, said.err);
        let later = place.dir().join("later.ndjson");
        fs::write(&later, text.replacen("\"schema\":1", "\"schema\":9999", 1)).expect("it is written");
        let said = restore(&later).await;
        assert!(said.code == 1 && said.err.contains("9999"), "{}{}", said.out, said.err);
        expect_sound(&place.address).await;
        let said = restore(&copy).await;
        assert_eq!(said.code, 0, "{}{}", said.out, said.err);
        expect_everything(&place).await;
        assert_eq!(restore(&copy).await.code, 1, "it is not empty any more");
    })
    .await;
}
