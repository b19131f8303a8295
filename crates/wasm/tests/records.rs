//! Game files and judgements as a page asks for them.

use serde_json::{Value, json};

fn ask(question: &Value) -> Value {
    let answer = mekong_wasm::answer(&question.to_string(), &mut |_| {});
    serde_json::from_str(&answer).expect("answers are JSON")
}

const FILE: &str = "[Event \"?\"]\n[White \"Lise\"]\n[Result \"0-1\"]\n[Game \"saigon\"]\n\n1. pl (1. pr 4-2x1 {calm}) 4-2x2 0-1\n";

#[test]
fn a_file_keeps_its_variations_on_the_way_through_a_page() {
    let read = ask(&json!({ "do": "read", "pgn": FILE }));
    assert_eq!(read["moves"], json!(["pl", "4-2x2"]));
    assert_eq!(read["record"]["moves"][0]["variations"][0]["moves"][1]["move"], "4-2x1");
    let written = ask(&json!({ "do": "write", "record": read["record"] }));
    let pgn = written["pgn"].as_str().unwrap_or_default();
    assert!(pgn.starts_with("[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n"), "{pgn}");
    let again = ask(&json!({ "do": "read", "pgn": written["pgn"] }));
    assert_eq!(again["record"]["moves"], read["record"]["moves"]);
    assert_eq!(again["record"]["tags"]["White"], "Lise");
}

#[test]
fn a_record_that_is_played_on_gets_the_result_it_came_to() {
    let mut record = ask(&json!({ "do": "read", "pgn": FILE }))["record"].clone();
    record["moves"] = json!([{ "move": "pr" }]);
    record["tags"]["FEN"] = json!("LL/D/LDL/DL L");
    record["tags"]["SetUp"] = json!("1");
    let pgn = ask(&json!({ "do": "write", "record": record }))["pgn"].clone();
    assert!(pgn.as_str().is_some_and(|pgn| pgn.contains("[Result \"0-1\"]")), "{pgn}");
    record["moves"] = json!([{ "move": "pl" }]);
    record["tags"]["FEN"] = json!("LL/DL/D/D L");
    let pgn = ask(&json!({ "do": "write", "record": record }))["pgn"].clone();
    assert!(pgn.as_str().is_some_and(|pgn| pgn.ends_with("1-0\n")), "{pgn}");
}

#[test]
fn a_file_may_be_json() {
    let read = ask(&json!({ "do": "read", "pgn": FILE }));
    for text in [read["record"].to_string(), format!("[\n{}\n]\n", read["record"])] {
        let again = ask(&json!({ "do": "read", "pgn": text }));
        assert_eq!(again["moves"], json!(["pl", "4-2x2"]));
        assert_eq!(again["record"]["moves"], read["record"]["moves"]);
    }
    let cut_off = ask(&json!({ "do": "read", "lang": "fr", "pgn": "{\"moves\": [\n" }));
    assert_eq!(
        cut_off["error"],
        "ligne 2, colonne 1 : ce n'est pas du JSON : le texte s'arrête au milieu d'une liste"
    );
}

#[test]
fn what_cannot_be_read_says_where() {
    let refused = |question: Value| ask(&question)["error"].as_str().unwrap_or_default().to_owned();
    let pgn = "[Game \"saigon\"]\n\n1. pl 1-1x9 *";
    let answer = refused(json!({ "do": "read", "lang": "fr", "pgn": pgn }));
    assert!(answer.starts_with("ligne 3, colonne 7 : "), "{answer}");
    assert_eq!(refused(json!({ "do": "read", "pgn": "" })), "there is no game here");
    assert!(refused(json!({ "do": "write", "record": { "moves": 1 } })).starts_with("line 1"));
}

#[test]
fn a_judgement_says_why_in_both_languages() {
    let question = json!({
        "do": "judge", "game": "siam", "position": "2o2/2N2/5/o4/4o E 9 -", "moves": ["c4N"], "nodes": 2000,
    });
    // A turn to where it already looks is no move: the page is told, and nothing breaks.
    assert!(ask(&question)["error"].is_string());
    let question = json!({
        "do": "judge", "game": "siam", "position": "2o2/2N2/5/o4/4o E 9 -", "moves": ["c4E"], "nodes": 2000,
    });
    let judged = &ask(&question)["moves"][0];
    assert_eq!(judged["best"], "c4c5");
    let why = |lang: &str| judged["why"][lang].to_string();
    assert!(why("en").contains("c4c5 wins at once"), "{judged}");
    assert!(why("fr").contains("c4c5 gagne aussitôt"), "{judged}");
}
