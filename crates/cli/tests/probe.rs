//! `probe palam`: the winner of a deal and the margin in points.

use crate::common::{feed, run};
use serde_json::Value;

/// A position with two duels left.
const TWO: &str = "-,-,-,-,-,-/e6,s4,-,-,-,-/-,-,-,-,-,e5/k3,-,-,-,-,- A - s 30-30";

fn probed(args: &[&str]) -> Value {
    let answer = run(&[&["probe", "palam", "--threads", "1", "--hash", "16", "--json"], args].concat());
    assert_eq!((answer.code, answer.err.as_str()), (0, ""), "{args:?}");
    serde_json::from_str(&answer.out).unwrap()
}

#[test]
fn probe_reports_winner_margin_and_moves() {
    let text = run(&["probe", "palam", "--position", TWO, "--hash", "16"]);
    assert_eq!((text.code, text.err.as_str()), (0, ""));
    assert!(
        text.out.starts_with(&format!("{TWO}: Anubis (p2) wins by 11 points (proven)\n")),
        "{}",
        text.out
    );
    let french = run(&["probe", "palam", "--position", TWO, "--hash", "16", "--lang", "fr"]).out;
    assert!(
        french.starts_with(&format!("{TWO} : victoire de 11 points : Anubis (p2) (prouvé)\n")),
        "{french}"
    );

    let json = probed(&["--position", TWO]);
    assert_eq!((&json["proven"], &json["value"], &json["turn"]), (&true.into(), &"win".into(), &"p2".into()));
    assert_eq!(json["points_margin"], 11);
    let moves = json["moves"].as_array().unwrap();
    let legal: Value =
        serde_json::from_str(&run(&["show", "palam", "--position", TWO, "--json"]).out).unwrap();
    assert_eq!(moves.len(), legal["legal"].as_array().unwrap().len());
    // The value of a move is that of the position after it, and the best move comes first.
    for mv in moves {
        let after = probed(&["--position", TWO, "--moves", mv["move"].as_str().unwrap()]);
        let sign = if after["turn"] == json["turn"] { 1 } else { -1 };
        assert_eq!(mv["points_margin"], sign * after["points_margin"].as_i64().unwrap(), "{mv}");
        assert!(mv["points_margin"].as_i64() <= json["points_margin"].as_i64());
    }
    let margins: Vec<i64> = moves.iter().map(|mv| mv["points_margin"].as_i64().unwrap()).collect();
    assert!(margins.is_sorted_by(|a, b| a >= b) && margins[0] == 11, "{margins:?}");
}

#[test]
fn line_ends_with_the_reported_margin() {
    // Late positions, reached by the first legal advances from a deal.
    for seed in ["1", "2", "3"] {
        let mut moves = Vec::new();
        let json = loop {
            let line = moves.join(" ");
            let shown = run(&["show", "palam", "--seed", seed, "--moves", &line, "--json"]).out;
            let shown: Value = serde_json::from_str(&shown).unwrap();
            let legal = shown["legal"].as_array().unwrap();
            let pieces = shown["position"].as_str().unwrap().split(' ').next().unwrap().to_owned();
            if pieces.split(['/', ',']).filter(|cell| *cell != "-").count() <= 10 {
                break probed(&["--seed", seed, "--moves", &line]);
            }
            let advance = legal.iter().find(|mv| mv.as_str().unwrap().len() == 2).unwrap_or(&legal[0]);
            moves.push(advance.as_str().unwrap().to_owned());
        };
        assert_eq!(json["proven"], true);
        assert!(json["moves"].as_array().unwrap().iter().all(|mv| mv["points_margin"].is_i64()), "{json}");
        let line: Vec<&str> =
            json["line"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect();
        let position = json["position"].as_str().unwrap();
        let end = run(&["show", "palam", "--position", position, "--moves", &line.join(" "), "--json"]).out;
        let end: Value = serde_json::from_str(&end).unwrap();
        assert!(end["outcome"].is_object(), "the line ends the game: {end}");
        let (isis, anubis) =
            end["position"].as_str().unwrap().rsplit(' ').next().unwrap().split_once('-').unwrap();
        let margin = isis.parse::<i64>().unwrap() - anubis.parse::<i64>().unwrap();
        let margin = if json["turn"] == "p1" { margin } else { -margin };
        assert_eq!(json["points_margin"], margin);
    }
}

#[test]
fn unsolved_positions_are_reported_as_undetermined() {
    let json = probed(&["--seed", "8", "--nodes", "2000"]);
    assert_eq!(
        (&json["proven"], &json["value"], &json["points_margin"]),
        (&false.into(), &Value::Null, &Value::Null)
    );
    assert!(json["nodes"].as_u64().unwrap() >= 2_000, "{json}");
    for (lang, words) in [("en", ": not determined after "), ("fr", " : non déterminé après ")] {
        let args = ["probe", "palam", "--seed", "8", "--nodes", "2000", "--hash", "16", "--lang", lang];
        let answer = run(&args);
        assert!(answer.out.contains(words) && answer.code == 0, "{}", answer.out);
    }
    // If the winner is known but not the margin, the result says so.
    let nine = "s1,w6,k2,e1,W3,k6/-,s4,w1,-,-,K5/w2,-,S2,-,s3,-/k3,w4,s5,E4,e3,w5 I - s 3-3";
    let args = ["--position", nine, "--nodes"];
    let limits = ["4000", "40000", "400000", "4000000"];
    let answers: Vec<Value> = limits.iter().map(|nodes| probed(&[&args[..], &[nodes]].concat())).collect();
    let winners: Vec<&Value> =
        answers.iter().map(|json| &json["value"]).filter(|value| !value.is_null()).collect();
    assert!(winners.windows(2).all(|pair| pair[0] == pair[1]) && !winners.is_empty(), "{answers:#?}");
}

#[test]
fn unsuitable_positions_and_options_are_rejected() {
    let refused = |args: &[&str]| {
        let answer = run(args);
        assert_eq!((answer.code, answer.out.as_str()), (1, ""), "{args:?}");
        answer.err
    };
    let draft = refused(&["probe", "palam", "--variant", "draft", "--seed", "1"]);
    assert!(draft.contains("too early in the game to be solved exactly"), "{draft}");
    let over = "-,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,- A - s 42-33";
    assert!(refused(&["probe", "palam", "--position", over]).contains("the game is over"));
    assert!(refused(&["probe", "palam", "--table", "x", "--lang", "fr"]).contains("n’a pas de table"));
    assert_eq!(feed(&["probe", "palam", "--nodes", "0"], "").code, 2);
}
