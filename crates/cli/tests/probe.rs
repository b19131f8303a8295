//! `probe palam`: who wins a deal, and by how many points.

mod common;

use common::{feed, run};
use serde_json::Value;

/// The last two duels, and three of them.
const TWO: &str = "-,-,-,-,-,-/e6,s4,-,-,-,-/-,-,-,-,-,e5/k3,-,-,-,-,- A - s 30-30";

fn probed(args: &[&str]) -> Value {
    let answer = run(&[&["probe", "palam", "--threads", "1", "--hash", "16", "--json"], args].concat());
    assert_eq!((answer.code, answer.err.as_str()), (0, ""), "{args:?}");
    serde_json::from_str(&answer.out).unwrap()
}

#[test]
fn the_winner_the_margin_and_every_move_are_told() {
    let text = run(&["probe", "palam", "--position", TWO, "--hash", "16"]);
    assert_eq!((text.code, text.err.as_str()), (0, ""));
    assert!(
        text.out.starts_with(&format!("{TWO}: Anubis (p2) wins by 11 points (proven)\n")),
        "{}",
        text.out
    );
    let french = run(&["probe", "palam", "--position", TWO, "--hash", "16", "--lang", "fr"]).out;
    assert!(
        french.starts_with(&format!("{TWO} : victoire de 11 points : Anubis (p2) (prouvé)\n")),
        "{french}"
    );

    let json = probed(&["--position", TWO]);
    assert_eq!((&json["proven"], &json["value"], &json["turn"]), (&true.into(), &"win".into(), &"p2".into()));
    assert_eq!(json["points_margin"], 11);
    let moves = json["moves"].as_array().unwrap();
    let legal: Value =
        serde_json::from_str(&run(&["show", "palam", "--position", TWO, "--json"]).out).unwrap();
    assert_eq!(moves.len(), legal["legal"].as_array().unwrap().len());
    // Each move is worth what the position after it is worth, and the best comes first.
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
fn a_line_leads_to_the_margin_that_is_told() {
    // Deals played down by the first legal advances.
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
        assert!(end["outcome"].is_object(), "to the end: {end}");
        let (isis, anubis) =
            end["position"].as_str().unwrap().rsplit(' ').next().unwrap().split_once('-').unwrap();
        let margin = isis.parse::<i64>().unwrap() - anubis.parse::<i64>().unwrap();
        let margin = if json["turn"] == "p1" { margin } else { -margin };
        assert_eq!(json["points_margin"], margin);
    }
}

#[test]
fn what_was_not_found_out_is_said_to_be_undecided() {
    let json = probed(&["--seed", "8", "--nodes", "2000"]);
    assert_eq!(
        (&json["proven"], &json["value"], &json["points_margin"]),
        (&false.into(), &Value::Null, &Value::Null)
    );
    assert!(json["nodes"].as_u64().unwrap() >= 2_000, "{json}");
    for (lang, words) in [("en", ": not decided within "), ("fr", " : non décidé en ")] {
        let args = ["probe", "palam", "--seed", "8", "--nodes", "2000", "--hash", "16", "--lang", lang];
        let answer = run(&args);
        assert!(answer.out.contains(words) && answer.code == 0, "{}", answer.out);
    }
    // Where the winner is found and the points are not, that is said.
    let nine = "s1,w6,k2,e1,W3,k6/-,s4,w1,-,-,K5/w2,-,S2,-,s3,-/k3,w4,s5,E4,e3,w5 I - s 3-3";
    let args = ["--position", nine, "--nodes"];
    let limits = ["4000", "40000", "400000", "4000000"];
    let answers: Vec<Value> = limits.iter().map(|nodes| probed(&[&args[..], &[nodes]].concat())).collect();
    let winners: Vec<&Value> =
        answers.iter().map(|json| &json["value"]).filter(|value| !value.is_null()).collect();
    assert!(winners.windows(2).all(|pair| pair[0] == pair[1]) && !winners.is_empty(), "{answers:#?}");
}

#[test]
fn questions_that_make_no_sense_are_refused() {
    let refused = |args: &[&str]| {
        let answer = run(args);
        assert_eq!((answer.code, answer.out.as_str()), (1, ""), "{args:?}");
        answer.err
    };
    let draft = refused(&["probe", "palam", "--variant", "draft", "--seed", "1"]);
    assert!(draft.contains("nothing is certain before all pieces are placed"), "{draft}");
    let over = "-,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,- A - s 42-33";
    assert!(refused(&["probe", "palam", "--position", over]).contains("the game is over"));
    assert!(refused(&["probe", "palam", "--table", "x", "--lang", "fr"]).contains("n'a pas de tables"));
    assert_eq!(feed(&["probe", "palam", "--nodes", "0"], "").code, 2);
}
