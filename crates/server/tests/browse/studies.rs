use futures_util::future::join_all;
use mekong_server::store::{Quota, StoreError, StudyRow};
use serde_json::{Value, json};

use super::text;
use crate::common::{Client, on_each_database, on_each_database_with};

/// A chapter with a variation, a glyph, a comment and shapes.
fn chapter(name: &str) -> Value {
    let pgn = "[Game \"saigon\"]\n\n{ The start } 1. pl $1 { [%csl Ga1,R3.0] [%cal G1-2] good } (1. pr) *\n";
    json!({ "name": name, "pgn": pgn })
}

fn study(name: &str, chapters: &[Value]) -> Value {
    json!({ "name": name, "chapters": chapters })
}

async fn create(client: &Client, name: &str) -> Value {
    client.post("/api/study", study(name, &[chapter("One")])).await.expect(201)
}

fn change(of: &Value, shared: bool, chapters: &[Value]) -> Value {
    json!({ "name": of["name"], "shared": shared, "revision": of["revision"], "chapters": chapters })
}

#[tokio::test(flavor = "multi_thread")]
async fn study_is_saved_changed_and_deleted() {
    on_each_database(async |server| {
        let ann = server.account("Ann").await;
        let made = create(&ann, " Openings ").await;
        assert_eq!(
            (&made["name"], &made["revision"], &made["own"]),
            (&json!("Openings"), &json!(1), &json!(true))
        );
        assert_eq!(made["owner"], "Ann");
        // It is stored as the rules library writes it.
        let pgn = text(&made["contents"][0]["pgn"]);
        assert!(pgn.contains("[%csl Ga1,R3.0] [%cal G1-2] good }"), "{pgn}");
        assert!(pgn.contains("(1. pr)"), "{pgn}");
        let path = format!("/api/study/{}", text(&made["id"]));
        assert_eq!(ann.get(&path).await.expect(200), made);

        // Renamed, with another chapter in front.
        let mut body = change(&made, false, &[chapter("Zero"), chapter("One")]);
        body["name"] = json!("My openings");
        let changed = ann.put(&path, body.clone()).await.expect(200);
        assert_eq!((&changed["revision"], &changed["chapters"]), (&json!(2), &json!(2)));
        assert_eq!(changed["contents"][0]["name"], "Zero");
        let list = ann.get("/api/study").await.expect(200);
        assert_eq!(
            (&list["studies"][0]["name"], &list["studies"][0]["chapters"]),
            (&json!("My openings"), &json!(2))
        );
        // A change of an old revision is refused and changes nothing.
        ann.put(&path, body).await.expect_problem(409, "study-changed");
        assert_eq!(ann.get(&path).await.expect(200), changed);

        ann.delete(&path).await.expect(204);
        ann.get(&path).await.expect_problem(404, "no-study");
        ann.delete(&path).await.expect_problem(404, "no-study");
        assert_eq!(ann.get("/api/study").await.expect(200)["studies"], json!([]));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn shared_study_is_read_by_everybody_and_changed_by_its_owner() {
    on_each_database(async |server| {
        let (ann, bo, eve) = (server.account("Ann").await, server.account("Bo").await, server.client());
        let made = create(&ann, "Openings").await;
        let path = format!("/api/study/{}", text(&made["id"]));
        for other in [&bo, &eve] {
            other.get(&path).await.expect_problem(404, "no-study");
        }
        ann.put(&path, change(&made, true, &[chapter("One")])).await.expect(200);
        for other in [&bo, &eve] {
            let seen = other.get(&path).await.expect(200);
            assert_eq!(
                (&seen["own"], &seen["owner"], &seen["shared"]),
                (&json!(false), &json!("Ann"), &json!(true))
            );
            assert_eq!(seen["contents"][0]["name"], "One");
        }
        let body = change(&ann.get(&path).await.expect(200), true, &[chapter("Mine")]);
        bo.put(&path, body.clone()).await.expect_problem(404, "no-study");
        bo.delete(&path).await.expect_problem(404, "no-study");
        eve.put(&path, body).await.expect_problem(401, "unauthorized");
        eve.get("/api/study").await.expect_problem(401, "unauthorized");
        eve.post("/api/study", study("x", &[chapter("One")])).await.expect_problem(401, "unauthorized");
        assert_eq!(bo.get("/api/study").await.expect(200)["studies"], json!([]));
        // Studies are deleted with the account.
        let password = json!({ "password": "password of Ann" });
        ann.post("/api/account/delete", password).await.expect(204);
        bo.get(&path).await.expect_problem(404, "no-study");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn invalid_chapters_are_refused_with_their_name() {
    on_each_database(async |server| {
        let ann = server.account("Ann").await;
        let refused = async |chapter: Value| {
            let response = ann.post("/api/study", study("x", &[chapter])).await;
            text(&response.expect_problem(422, "study")["title"])
        };
        let illegal = refused(json!({ "name": "Two", "pgn": "[Game \"saigon\"]\n\n1. 1-1x9 *" })).await;
        assert!(illegal.starts_with("Two: line 3, column 4"), "{illegal}");
        let no_game = refused(json!({ "name": "Two", "pgn": "" })).await;
        assert!(no_game.contains("exactly one game"), "{no_game}");
        let two =
            refused(json!({ "name": "Two", "pgn": "[Game \"siam\"]\n\n*\n\n[Game \"siam\"]\n\n*" })).await;
        assert!(two.contains("exactly one game"), "{two}");
        refused(json!({ "name": "Two", "pgn": "[Game \"chess\"]\n\n1. e4 *" })).await;
        let long = "(1. pl) ".repeat(2_001);
        let many =
            refused(json!({ "name": "Two", "pgn": format!("[Game \"saigon\"]\n\n1. pr {long} *") })).await;
        assert!(many.contains("2000"), "{many}");
        // A limit that long comments reach is told as one of the chapter, not as one of the request.
        let comment = "long ".repeat(6_400);
        let pgn = format!("[Game \"saigon\"]\n\n1. pr {{ {comment}}} *");
        let long = refused(json!({ "name": "Two", "pgn": pgn })).await;
        assert!(long.starts_with("Two: ") && long.contains("the limit is 32000"), "{long}");
        ann.post("/api/study", study("\u{1}", &[chapter("One")])).await.expect_problem(422, "study");
        ann.post("/api/study", study("x", &[])).await.expect_problem(422, "study");
        let many = vec![chapter("One"); 65];
        ann.post("/api/study", study("x", &many)).await.expect_problem(422, "json-data");
        assert_eq!(ann.get("/api/study").await.expect(200)["studies"], json!([]));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn quotas_hold_under_concurrent_requests() {
    on_each_database_with(
        |config| config.rate_limits = false,
        async |server| {
            let ann = server.account("Ann").await;
            let asked =
                join_all((0..220).map(|_| ann.post("/api/study", study("x", &[chapter("One")])))).await;
            let made = asked.iter().filter(|response| response.status == 201).count();
            assert_eq!(made as i64, Quota::Studies.max());
            let refused = asked.iter().find(|response| response.status != 201);
            refused.expect("some are refused").expect_problem(409, "too-many-studies");
        },
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn size_of_all_studies_is_limited() {
    on_each_database(async |server| {
        let ann = server.account("Ann").await;
        let user = ann.id().await;
        let row = |id: &str, revision| StudyRow {
            id: id.to_owned(),
            user: user.clone(),
            name: "x".to_owned(),
            shared: false,
            revision,
            created: 0,
            updated: 0,
            chapters: 1,
        };
        let half = "x".repeat(Quota::StudyBytes.max() as usize / 2);
        let store = &server.app.store;
        store.add_study(&row("aaaaaaaaaaaa", 1), &half).await.unwrap();
        let refused = store.add_study(&row("bbbbbbbbbbbb", 1), &half).await;
        assert_eq!(refused, Err(StoreError::QuotaExceeded(Quota::StudyBytes)));
        store.add_study(&row("cccccccccccc", 1), "[]").await.unwrap();
        // A study that grows counts with its new size only.
        store.change_study(&row("aaaaaaaaaaaa", 2), &half).await.unwrap();
        let refused = store.change_study(&row("cccccccccccc", 2), &half).await;
        assert_eq!(refused, Err(StoreError::QuotaExceeded(Quota::StudyBytes)));
    })
    .await;
}
