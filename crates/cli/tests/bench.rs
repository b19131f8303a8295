//! `bench` counts the same nodes every time, and its numbers add up.

mod common;

use common::{GAMES, run};
use serde_json::Value;

fn count(depth: &str) -> u64 {
    let answer = run(&["bench", "--depth", depth]);
    assert_eq!(answer.code, 0, "{}", answer.err);
    let last = answer.out.lines().last().expect("a last line").to_owned();
    last.strip_prefix("Bench: ").and_then(|count| count.parse().ok()).expect("the count")
}

#[test]
fn two_runs_count_the_same_nodes() {
    let first = count("4");
    assert_eq!(count("4"), first);
    assert!(count("3") < first, "a limit of depth counts");
}

#[test]
fn the_games_add_up() {
    let answer = run(&["bench", "--depth", "3", "--json"]);
    let report: Value = serde_json::from_str(&answer.out).expect("one JSON object");
    let rows = report["games"].as_array().expect("a row a game");
    let games: Vec<&str> = rows.iter().filter_map(|row| row["game"].as_str()).collect();
    assert_eq!(games, GAMES);
    let nodes: u64 = rows.iter().filter_map(|row| row["nodes"].as_u64()).sum();
    assert_eq!(report["nodes"].as_u64(), Some(nodes));
    assert_eq!(nodes, count("3"));
    assert!(rows.iter().all(|row| row["nodes"].as_u64().is_some_and(|nodes| nodes > 100)), "{report}");
}

#[test]
fn a_wrong_depth_is_refused_in_both_languages() {
    for depth in ["0", "101", "deep", "-1"] {
        let answer = run(&["bench", "--depth", depth, "--lang", "fr"]);
        assert_eq!(answer.code, 2);
        assert!(answer.err.contains("il faut un nombre entier de 1 à 100"), "{}", answer.err);
    }
    assert!(run(&["bench", "--depth", "2", "--lang", "fr"]).out.contains("nœuds/s"));
}
