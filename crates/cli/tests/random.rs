//! `random`: the same seed gives the same games.

use crate::common::{games, run, transcript};
use serde_json::Value;

fn json(args: &[&str]) -> Value {
    let answer = run(args);
    assert_eq!((answer.err.as_str(), answer.code), ("", 0));
    serde_json::from_str(&answer.out).expect("one JSON object")
}

#[test]
fn statistics_are_printed_in_both_languages() {
    let mut commands: Vec<Vec<&str>> = Vec::new();
    for game in ["siam", "palam"] {
        commands.push(vec!["random", game, "--games", "20", "--seed", "1"]);
        commands.push(vec!["random", game, "--games", "20", "--seed", "1", "--lang", "fr"]);
        commands.push(vec!["random", game, "--games", "20", "--seed", "1", "--json"]);
    }
    commands.push(vec!["random", "saigon", "--games", "3", "--seed", "1", "--variant", "flat"]);
    let commands: Vec<&[&str]> = commands.iter().map(Vec::as_slice).collect();
    let output = transcript(&commands);
    insta::assert_snapshot!(output);
}

#[test]
fn games_are_determined_by_the_seed() {
    for game in games() {
        let with = |seed| run(&["random", game, "--games", "5", "--json", "--seed", seed]).out;
        assert_eq!(with("3"), with("3"));
        assert_ne!(with("3"), with("4"));
        // Without a seed, the report contains the one that was used.
        let report = json(&["random", game, "--games", "5", "--json"]);
        let again = json(&["random", game, "--games", "5", "--json", "--seed", &report["seed"].to_string()]);
        assert_eq!(again, report);
    }
}

#[test]
fn deal_with_moves_comes_from_the_seed() {
    // The deal determines who moves first, and so whether this move is legal: it is in about half of the deals.
    let args = ["random", "palam", "--games", "3", "--json", "--moves", "a1a2"];
    let report = loop {
        let answer = run(&args);
        if answer.code == 0 {
            break answer.out;
        }
        assert!(answer.err.contains("your opponent’s camp"), "{}", answer.err);
    };
    let seed = serde_json::from_str::<Value>(&report).expect("one JSON object")["seed"].to_string();
    assert_eq!(run(&[&args[..], &["--seed", &seed]].concat()).out, report);
}

#[test]
fn statistics_are_consistent() {
    for game in games() {
        let report = json(&["random", game, "--games", "30", "--seed", "2", "--json"]);
        assert_eq!(report["games"], 30);
        let results = report["results"].as_array().unwrap();
        let ended: u64 = results.iter().map(|result| result["games"].as_u64().unwrap()).sum();
        assert_eq!(ended + report["unfinished"].as_u64().unwrap(), 30);
        let length = &report["length"];
        let mean = length["mean"].as_f64().unwrap();
        assert!((mean * 30.0 - report["plies"].as_f64().unwrap()).abs() < 1e-6);
        let [shortest, median, longest] =
            ["shortest", "median", "longest"].map(|key| length[key].as_f64().unwrap());
        assert!(shortest <= median && median <= longest && shortest <= mean && mean <= longest, "{report}");
        assert!(report["branching"]["mean"].as_f64() <= report["branching"]["max"].as_f64());
    }
}

#[test]
fn a_finished_game_has_no_plies() {
    let report = json(&["random", "saigon", "--games", "2", "--json", "--position", "LL/LLLL/DL/LD L"]);
    assert_eq!((&report["games"], &report["plies"]), (&Value::from(2), &Value::from(0)));
    assert_eq!(report["results"][0]["winner"], "p2");
}
