use futures_util::future::join_all;
use mekong_catalog::GAMES;
use mekong_puzzles::{Puzzle, Step, collection, daily_index};
use serde_json::{Value, json};

use super::text;
use crate::common::{Client, on_each_database};

fn first(game: &str) -> &'static Puzzle {
    &collection(game).puzzles[0]
}

/// The solver's moves of the main line.
fn solution(puzzle: &Puzzle) -> Vec<String> {
    let mut moves = Vec::new();
    let mut steps: &[Step] = &puzzle.solution;
    while let Some(step) = steps.first() {
        moves.push(step.mv.clone());
        steps = &step.then;
    }
    moves
}

/// A legal move that is not accepted.
fn wrong_move(puzzle: &Puzzle) -> String {
    let legal = puzzle.open().unwrap().legal();
    legal.into_iter().find(|mv| puzzle.solution.iter().all(|step| step.mv != *mv)).unwrap()
}

async fn attempt(client: &Client, id: &str, moves: &[String]) -> Value {
    client.post(&format!("/api/puzzle/{id}/attempt"), json!({ "moves": moves })).await.expect(200)
}

#[tokio::test(flavor = "multi_thread")]
async fn daily_puzzle_is_the_same_for_everybody() {
    on_each_database(async |server| {
        let (ann, eve) = (server.account("Ann").await, server.client());
        for query in ["", "?game=siam", "?game=palam&date=2026-01-31"] {
            let path = format!("/api/puzzle/daily{query}");
            let seen = ann.get(&path).await.expect(200);
            assert_eq!(eve.get(&path).await.expect(200), seen);
            let id = text(&seen["id"]);
            assert_eq!(eve.get(&format!("/api/puzzle/{id}")).await.expect(200), seen);
        }
        // A device finds the same puzzle in the list: 31 January 2026 is day 20,484.
        let ids = GAMES.iter().map(|entry| entry.info().id);
        for game in ids.filter(|id| !collection(id).puzzles.is_empty()) {
            let list = eve.get(&format!("/api/puzzle/list?game={game}")).await.expect(200);
            let daily = eve.get(&format!("/api/puzzle/daily?game={game}&date=2026-01-31")).await.expect(200);
            let puzzles = list["puzzles"].as_array().unwrap();
            assert_eq!(puzzles[daily_index(puzzles.len(), game, 20_484).unwrap()], daily);
        }
        let [one, two] =
            ["2026-01-30", "2026-01-31"].map(|date| format!("/api/puzzle/daily?game=siam&date={date}"));
        assert_ne!(eve.get(&one).await.expect(200)["id"], eve.get(&two).await.expect(200)["id"]);
        for bad in ["date=2026-02-30", "date=today", "date=", "date=2026-1-1x", "game=chess", "x=1"] {
            eve.get(&format!("/api/puzzle/daily?{bad}")).await.expect_problem(400, "query");
        }
        eve.get("/api/puzzle/aaaaaaaaaaaa").await.expect_problem(404, "no-puzzle");
        eve.get("/api/puzzle/nonsense").await.expect_problem(404, "not-found");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn first_attempt_of_an_account_is_rated_once() {
    on_each_database(async |server| {
        let (ann, eve) = (server.account("Ann").await, server.client());
        let puzzle = first("siam");
        let solved = attempt(&ann, &puzzle.id, &solution(puzzle)).await;
        assert_eq!((&solved["result"], &solved["wrong"]), (&json!("solved"), &Value::Null));
        let after = &solved["rated"]["after"];
        assert!(after["rating"].as_f64() > solved["rated"]["before"].as_f64(), "{solved}");
        assert_eq!((&after["streak"], &after["solved"]), (&json!(1), &json!(1)));
        let rated = ann.get(&format!("/api/puzzle/{}", puzzle.id)).await.expect(200);
        assert!(rated["rating"].as_f64().unwrap() < f64::from(puzzle.rating), "the puzzle has lost: {rated}");
        // A second attempt, and one without an account, change nothing.
        assert_eq!(attempt(&ann, &puzzle.id, &solution(puzzle)).await["rated"], Value::Null);
        assert_eq!(attempt(&eve, &puzzle.id, &solution(puzzle)).await["rated"], Value::Null);
        assert_eq!(ann.get(&format!("/api/puzzle/{}", puzzle.id)).await.expect(200), rated);

        let other = &collection("siam").puzzles[1];
        let wrong = attempt(&ann, &other.id, &[wrong_move(other)]).await;
        assert_eq!((&wrong["result"], &wrong["wrong"]), (&json!("wrong"), &json!(0)));
        assert!(wrong["rated"]["after"]["rating"].as_f64() < wrong["rated"]["before"].as_f64(), "{wrong}");
        assert_eq!(wrong["rated"]["after"]["streak"], 0);
        assert_eq!(attempt(&ann, &other.id, &solution(other)).await["rated"], Value::Null, "too late");
        let progress = ann.get("/api/puzzle/progress?game=siam").await.expect(200);
        assert_eq!(progress["attempts"].as_array().unwrap().len(), 2);
        assert_eq!(progress["ratings"][0]["attempts"], 2);
        let tried =
            progress["attempts"].as_array().unwrap().iter().find(|tried| tried["id"] == other.id.as_str());
        assert_eq!(
            (&tried.unwrap()["first_solved"], &tried.unwrap()["solved"]),
            (&json!(false), &json!(true))
        );
        eve.get("/api/puzzle/progress?game=siam").await.expect_problem(401, "unauthorized");

        // What was tried does not come again.
        let next = ann.get("/api/puzzle/next?game=siam").await.expect(200);
        assert!(next["id"] != puzzle.id.as_str() && next["id"] != other.id.as_str());
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn attempt_may_be_sent_move_by_move_or_given_up() {
    on_each_database(async |server| {
        let ann = server.account("Ann").await;
        let puzzle = collection("samliam").puzzles.iter().find(|puzzle| puzzle.moves > 1).unwrap();
        let moves = solution(puzzle);
        let begun = attempt(&ann, &puzzle.id, &moves[..1]).await;
        assert_eq!((&begun["result"], &begun["rated"]), (&json!("unfinished"), &Value::Null));
        assert_eq!(begun["replies"], json!(puzzle.solution[0].replies));
        let path = format!("/api/puzzle/{}/attempt", puzzle.id);
        let given_up = ann.post(&path, json!({ "moves": moves[..1], "give_up": true })).await.expect(200);
        assert_eq!(given_up["result"], "given-up");
        assert!(given_up["rated"]["after"]["rating"].as_f64() < given_up["rated"]["before"].as_f64());
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn simultaneous_attempts_are_rated_once_per_account() {
    on_each_database(async |server| {
        let puzzle = first("siam");
        let moves = solution(puzzle);
        // The same attempt several times at once.
        let ann = server.account("Ann").await;
        let results = join_all((0..8).map(|_| attempt(&ann, &puzzle.id, &moves))).await;
        assert!(results.iter().all(|result| result["result"] == "solved"), "{results:?}");
        assert_eq!(results.iter().filter(|result| result["rated"].is_object()).count(), 1);
        // Different puzzles at once: no attempt is lost.
        let others = &collection("siam").puzzles[1..7];
        let wrong =
            others.iter().map(|puzzle| async { attempt(&ann, &puzzle.id, &[wrong_move(puzzle)]).await });
        let results = join_all(wrong).await;
        assert!(results.iter().all(|result| result["rated"].is_object()), "{results:?}");
        let progress = ann.get("/api/puzzle/progress?game=siam").await.expect(200);
        assert_eq!(
            (&progress["ratings"][0]["attempts"], &progress["ratings"][0]["solved"]),
            (&json!(7), &json!(1))
        );
        // Different accounts at one puzzle.
        let names = ["Bea", "Cid", "Dan", "Eva", "Fay", "Gus", "Hal", "Ida"];
        let clients = join_all(names.map(|name| server.account(name))).await;
        let results = join_all(clients.iter().map(|client| attempt(client, &puzzle.id, &moves))).await;
        assert!(results.iter().all(|result| result["rated"].is_object()), "{results:?}");
        let view = ann.get(&format!("/api/puzzle/{}", puzzle.id)).await.expect(200);
        assert!(view["rating"].as_f64().unwrap() < f64::from(puzzle.rating));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn attempts_are_rate_limited_per_account() {
    on_each_database(async |server| {
        let (ann, bob) = (server.account("Ann").await, server.account("Bob").await);
        let path = format!("/api/puzzle/{}/attempt", first("siam").id);
        let mut refused = None;
        for _ in 0..1_000 {
            let answer = ann.post(&path, json!({ "moves": [] })).await;
            if answer.status == 429 {
                refused = Some(answer);
                break;
            }
            answer.expect(200);
        }
        let refused = refused.expect("the limit is reached");
        refused.expect_problem(429, "too-many-requests");
        assert!(refused.header("retry-after").is_some());
        bob.post(&path, json!({ "moves": [] })).await.expect(200);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn hostile_attempts_are_refused() {
    on_each_database(async |server| {
        let ann = server.account("Ann").await;
        let puzzle = first("saigon");
        let path = format!("/api/puzzle/{}/attempt", puzzle.id);
        for moves in [json!(["zz"]), json!([""]), json!(["pr\n"]), json!(["é♞"])] {
            ann.post(&path, json!({ "moves": moves })).await.expect_problem(422, "attempt");
        }
        // Moves of other games.
        for game in ["siam", "samliam", "palam"] {
            let moves = solution(first(game));
            ann.post(&path, json!({ "moves": moves })).await.expect_problem(422, "attempt");
        }
        ann.post(&path, json!({ "moves": ["p".repeat(2_000_000)] })).await.expect_problem(413, "too-large");
        let mut long = solution(puzzle);
        long.push("pr".to_owned());
        ann.post(&path, json!({ "moves": long })).await.expect_problem(422, "attempt");
        let many = vec!["pr"; 41];
        for body in [
            json!({}),
            json!({ "moves": "pr" }),
            json!({ "moves": many }),
            json!({ "moves": ["p".repeat(41)] }),
            json!({ "moves": [1] }),
            json!({ "moves": [], "give_up": 1 }),
            json!({ "moves": [], "more": 1 }),
        ] {
            ann.post(&path, body).await.expect_problem(422, "json-data");
        }
        ann.post("/api/puzzle/aaaaaaaaaaaa/attempt", json!({ "moves": [] }))
            .await
            .expect_problem(404, "no-puzzle");
        let progress = ann.get("/api/puzzle/progress?game=saigon").await.expect(200);
        assert_eq!(progress["attempts"], json!([]), "nothing was stored");
        for bad in ["", "?game=chess", "?game=siam&rating=5000", "?game=siam&rating=-1", "?game=siam&x=1"] {
            ann.get(&format!("/api/puzzle/next{bad}")).await.expect_problem(400, "query");
        }
        ann.get("/api/puzzle/next?game=siam&theme=none").await.expect_problem(404, "no-puzzle");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn progress_of_a_device_moves_into_the_account() {
    on_each_database(async |server| {
        let (ann, eve) = (server.account("Ann").await, server.client());
        let [one, two] = [0, 1].map(|index| &collection("palam").puzzles[index]);
        let body = json!({ "attempts": [
            { "id": one.id, "solved": true, "at": 1_794_799_498_686_i64 },
            { "id": two.id, "solved": false, "at": 0 },
            { "id": "aaaaaaaaaaaa", "solved": true, "at": 0 },
        ] });
        eve.post("/api/puzzle/progress", body.clone()).await.expect_problem(401, "unauthorized");
        assert_eq!(ann.post("/api/puzzle/progress", body.clone()).await.expect(200)["stored"], 2);
        // Twice is the same as once, and a later success counts.
        assert_eq!(ann.post("/api/puzzle/progress", body).await.expect(200)["stored"], 2);
        let later = json!({ "attempts": [{ "id": two.id, "solved": true, "at": 5 }] });
        ann.post("/api/puzzle/progress", later).await.expect(200);
        let progress = ann.get("/api/puzzle/progress?game=palam").await.expect(200);
        assert_eq!(progress["ratings"], json!([]), "claims of a device are not rated");
        let attempts = progress["attempts"].as_array().unwrap();
        assert_eq!(attempts.len(), 2);
        assert!(
            attempts.iter().all(|tried| tried["solved"] == true && tried["rated"] == false),
            "{progress}"
        );
        let entry = json!({ "id": one.id, "solved": true, "at": 0 });
        for body in [
            json!({ "attempts": vec![entry; 501] }),
            json!({ "attempts": [{ "id": "x", "solved": true, "at": 0 }] }),
            json!({ "attempts": [{ "id": one.id, "solved": true, "at": i64::MAX }] }),
            json!({ "attempts": [{ "id": one.id, "solved": 1, "at": 0 }] }),
        ] {
            ann.post("/api/puzzle/progress", body).await.expect_problem(422, "json-data");
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn lists_have_all_puzzles_and_themes() {
    on_each_database(async |server| {
        let eve = server.client();
        let list = eve.get("/api/puzzle/list?game=siam").await.expect(200);
        assert_eq!(list["puzzles"].as_array().unwrap().len(), collection("siam").puzzles.len());
        assert!(list["themes"].as_array().unwrap().iter().all(|theme| {
            theme["count"].as_u64() > Some(0)
                && theme["title"]["fr"].is_string()
                && theme["about"]["en"].is_string()
        }));
        let practice = eve.get("/api/puzzle/practice?game=saigon").await.expect(200);
        assert_eq!(practice["positions"].as_array().unwrap().len(), collection("saigon").practice.len());
        eve.get("/api/puzzle/list").await.expect_problem(400, "query");
    })
    .await;
}
