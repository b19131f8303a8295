//! `bench` is deterministic, and its numbers add up.

use crate::common::run;
use mekong_catalog::GAMES;
use serde_json::Value;

fn count(depth: &str) -> u64 {
    let answer = run(&["bench", "--depth", depth]);
    assert_eq!(answer.code, 0, "{}", answer.err);
    let last = answer.out.lines().last().expect("the output is not empty").to_owned();
    last.strip_prefix("Bench: ")
        .and_then(|count| count.parse().ok())
        .expect("the last line is the node count")
}

#[test]
fn node_count_is_deterministic() {
    let first = count("4");
    assert_eq!(count("4"), first);
    assert!(count("3") < first, "the depth limit applies");
}

#[test]
fn games_add_up_to_the_total() {
    let answer = run(&["bench", "--depth", "3", "--json"]);
    let report: Value = serde_json::from_str(&answer.out).expect("one JSON object");
    let rows = report["games"].as_array().expect("an array of games");
    let games: Vec<&str> = rows.iter().filter_map(|row| row["game"].as_str()).collect();
    let with_positions = GAMES.iter().filter(|entry| entry.bench().is_some());
    assert_eq!(games, with_positions.map(|entry| entry.info().id).collect::<Vec<_>>());
    let nodes: u64 = rows.iter().filter_map(|row| row["nodes"].as_u64()).sum();
    assert_eq!(report["nodes"].as_u64(), Some(nodes));
    assert_eq!(nodes, count("3"));
    assert!(rows.iter().all(|row| row["nodes"].as_u64().is_some_and(|nodes| nodes > 100)), "{report}");
}

#[test]
fn invalid_depth_is_rejected_in_both_languages() {
    for depth in ["0", "101", "deep", "-1"] {
        let answer = run(&["bench", "--depth", depth, "--lang", "fr"]);
        assert_eq!(answer.code, 2);
        assert!(answer.err.contains("il faut un nombre entier de 1 à 100"), "{}", answer.err);
    }
    assert!(run(&["bench", "--depth", "2", "--lang", "fr"]).out.contains("nœuds/s"));
}
