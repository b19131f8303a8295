//! Compares what clients received with the database.

use std::collections::BTreeMap;

use serde_json::Value;
use sqlx::{AnyConnection, Connection as _, Row as _};

use super::players::{Acknowledged, History};

/// How far a clock may be from the times of the events, in milliseconds: the nodes share the clock of the database up to half
/// a round trip.
const CLOCK_BOUND: i64 = 100;

async fn rows(connection: &mut AnyConnection, sql: &'static str) -> Vec<sqlx::any::AnyRow> {
    sqlx::query(sql).fetch_all(connection).await.expect("the query succeeds")
}

/// Asserts what must hold after any faults, and returns a summary.
pub(super) async fn check_histories(database: &str, histories: &[History]) -> String {
    sqlx::any::install_default_drivers();
    let mut connection = AnyConnection::connect(database).await.expect("the database opens");
    let mut stored: BTreeMap<String, BTreeMap<u64, Value>> = BTreeMap::new();
    for row in rows(&mut connection, "SELECT game_id, seq, at, body FROM events ORDER BY game_id, seq").await
    {
        let (seq, at, body): (i64, i64, String) = (row.get(1), row.get(2), row.get(3));
        let mut event: Value = serde_json::from_str(&body).expect("an event is JSON");
        event["seq"] = seq.into();
        event["at"] = at.into();
        let before = stored.entry(row.get(0)).or_default().insert(seq as u64, event);
        assert!(before.is_none(), "an event number is stored twice");
    }
    let mut acknowledged = 0;
    for History { game, events, acknowledged: moves, has_resigned } in histories {
        let nothing = BTreeMap::new();
        let stored = stored.get(game).unwrap_or(&nothing);
        // Clients see a prefix: the last events may be later than their last connection.
        for (seq, event) in events {
            assert_eq!(stored.get(seq), Some(event), "event {seq} of game {game}");
        }
        for (ply, Acknowledged { mv, between }) in moves {
            let made = stored.values().filter(|event| event["type"] == "move" && event["ply"] == *ply as u64);
            let made: Vec<&Value> = made.collect();
            let texts: Vec<&Value> = made.iter().map(|event| &event["move"]).collect();
            assert_eq!(texts, [mv.as_str()], "ply {ply} of game {game}");
            // Its time is that of the database and does not depend on the clock of the node.
            let (at, [sent, answered]) = (made[0]["at"].as_i64().expect("a time"), between);
            let bounds = sent - CLOCK_BOUND..=answered + CLOCK_BOUND;
            assert!(bounds.contains(&at), "ply {ply} of game {game}: {at} is not in {bounds:?}");
        }
        let made = stored.values().filter(|event| event["type"] == "move");
        let plies: Vec<u64> = made.filter_map(|event| event["ply"].as_u64()).collect();
        assert!(plies.iter().copied().eq(1..=plies.len() as u64), "game {game} has the plies {plies:?}");
        let ends = stored.values().filter(|event| event["type"] == "end").count();
        assert!(ends <= 1, "game {game} has ended {ends} times");
        assert!(!has_resigned || ends == 1, "game {game} has not ended");
        acknowledged += moves.len();
    }
    let (mut events, mut pauses) = (0, 0);
    for (game, stored) in &stored {
        assert!(stored.keys().copied().eq(1..=stored.len() as u64), "game {game} has gaps");
        check_clocks(game, stored);
        events += stored.len();
        pauses += stored.values().filter(|event| event["type"] == "paused").count();
    }
    check_ratings(&mut connection).await;
    let games = stored.len();
    format!("{games} games, {events} events, {acknowledged} acknowledged moves, {pauses} pauses")
}

/// A player's clock loses the time between the events, without pauses and compensated lag.
fn check_clocks(game: &str, events: &BTreeMap<u64, Value>) {
    let (mut since, mut left): (Option<i64>, BTreeMap<String, i64>) = (None, BTreeMap::new());
    for event in events.values() {
        let at = event["at"].as_i64().expect("a time");
        match event["type"].as_str() {
            Some("paused") => {
                let paused = event["milliseconds"].as_i64().expect("a time");
                since = since.map(|since| since + paused);
                // Pauses do not exceed the time since the last move, even if several nodes add them.
                let ahead = since.map_or(0, |since| since - at);
                assert!(ahead <= CLOCK_BOUND, "game {game}: a pause is {ahead} ms too long at {event}");
            }
            Some("move") => {
                let by = crate::text(&event["by"]);
                let now = event["clocks"][&by].as_i64().expect("a clock");
                if let (Some(since), Some(before)) = (since, left.get(&by)) {
                    let lag = event["lag"].as_i64().unwrap_or(0);
                    let spent = (at - since - lag).max(0);
                    let off = before - now - spent;
                    assert!(off.abs() <= CLOCK_BOUND, "game {game}: a clock is off by {off} ms at {event}");
                }
                left.insert(by, now);
                since = Some(at);
            }
            _ => {}
        }
    }
}

/// Each finished game counts once for both players, and the last rating is that of the last game.
async fn check_ratings(connection: &mut AnyConnection) {
    let finished = "SELECT users.id, (SELECT COUNT(*) FROM games WHERE state = 'finished' AND rated = 1 \
                    AND (p1_user = users.id OR p2_user = users.id)), \
                    COALESCE((SELECT CAST(SUM(games) AS BIGINT) FROM ratings WHERE user_id = users.id), 0), \
                    (SELECT COUNT(*) FROM rating_history WHERE user_id = users.id) FROM users";
    for row in rows(connection, finished).await {
        let counts: [i64; 3] = [row.get(1), row.get(2), row.get(3)];
        assert!(counts[0] == counts[1] && counts[1] == counts[2], "{}: {counts:?}", row.get::<String, _>(0));
    }
    let last = "SELECT ratings.user_id, ratings.rating FROM ratings WHERE NOT EXISTS (SELECT 1 FROM rating_history AS point \
                WHERE point.user_id = ratings.user_id AND point.game = ratings.game AND point.speed = ratings.speed \
                AND point.rating = ratings.rating AND point.at = (SELECT MAX(at) FROM rating_history WHERE \
                user_id = ratings.user_id AND game = ratings.game AND speed = ratings.speed))";
    if let Some(row) = rows(connection, last).await.first() {
        panic!(
            "{} has a rating that is not in the history: {}",
            row.get::<String, _>(0),
            row.get::<f64, _>(1)
        );
    }
}
