//! Reading, writing and analysing game files.

use serde_json::{Value, json};

fn send(request: &Value) -> Value {
    let response = mekong_wasm::handle_request(&request.to_string(), &mut |_| {});
    serde_json::from_str(&response).expect("a response is JSON")
}

const FILE: &str = "[Event \"?\"]\n[White \"Lise\"]\n[Result \"0-1\"]\n[Game \"saigon\"]\n\n1. pl (1. pr 4-2x1 {calm}) 4-2x2 0-1\n";

#[test]
fn variations_survive_reading_and_writing() {
    let read = send(&json!({ "do": "read", "pgn": FILE }));
    assert_eq!(read["moves"], json!(["pl", "4-2x2"]));
    assert_eq!(read["record"]["moves"][0]["variations"][0]["moves"][1]["move"], "4-2x1");
    let written = send(&json!({ "do": "write", "record": read["record"] }));
    let pgn = written["pgn"].as_str().unwrap_or_default();
    assert!(pgn.starts_with("[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n"), "{pgn}");
    let again = send(&json!({ "do": "read", "pgn": written["pgn"] }));
    assert_eq!(again["record"]["moves"], read["record"]["moves"]);
    assert_eq!(again["record"]["tags"]["White"], "Lise");
}

#[test]
fn continued_record_gets_the_result_of_its_last_position() {
    let mut record = send(&json!({ "do": "read", "pgn": FILE }))["record"].clone();
    record["moves"] = json!([{ "move": "pr" }]);
    record["tags"]["FEN"] = json!("LL/D/LDL/DL L");
    record["tags"]["SetUp"] = json!("1");
    let pgn = send(&json!({ "do": "write", "record": record }))["pgn"].clone();
    assert!(pgn.as_str().is_some_and(|pgn| pgn.contains("[Result \"0-1\"]")), "{pgn}");
    record["moves"] = json!([{ "move": "pl" }]);
    record["tags"]["FEN"] = json!("LL/DL/D/D L");
    let pgn = send(&json!({ "do": "write", "record": record }))["pgn"].clone();
    assert!(pgn.as_str().is_some_and(|pgn| pgn.ends_with("1-0\n")), "{pgn}");
}

#[test]
fn json_files_are_read() {
    let read = send(&json!({ "do": "read", "pgn": FILE }));
    for text in [read["record"].to_string(), format!("[\n{}\n]\n", read["record"])] {
        let again = send(&json!({ "do": "read", "pgn": text }));
        assert_eq!(again["moves"], json!(["pl", "4-2x2"]));
        assert_eq!(again["record"]["moves"], read["record"]["moves"]);
    }
    let cut_off = send(&json!({ "do": "read", "lang": "fr", "pgn": "{\"moves\": [\n" }));
    assert_eq!(
        cut_off["error"],
        "ligne 2, colonne 1 : ce n’est pas du JSON : le texte s’arrête au milieu d’un tableau"
    );
}

#[test]
fn unreadable_file_is_rejected_with_location() {
    let refused = |request: Value| send(&request)["error"].as_str().unwrap_or_default().to_owned();
    let pgn = "[Game \"saigon\"]\n\n1. pl 1-1x9 *";
    let answer = refused(json!({ "do": "read", "lang": "fr", "pgn": pgn }));
    assert!(answer.starts_with("ligne 3, colonne 7 : "), "{answer}");
    assert_eq!(refused(json!({ "do": "read", "pgn": "" })), "there is no game here");
    assert!(refused(json!({ "do": "write", "record": { "moves": 1 } })).starts_with("line 1"));
}

#[test]
fn analysis_explains_moves_in_both_languages() {
    let request = json!({
        "do": "analyse", "game": "siam", "position": "2o2/2N2/5/o4/4o E 9 -", "moves": ["c4N"], "nodes": 2000,
    });
    // Turning an animal to the direction it already faces is illegal.
    assert!(send(&request)["error"].is_string());
    let request = json!({
        "do": "analyse", "game": "siam", "position": "2o2/2N2/5/o4/4o E 9 -", "moves": ["c4E"], "nodes": 2000,
    });
    let analysed = &send(&request)["moves"][0];
    assert_eq!(analysed["best"], "c4c5");
    let why = |lang: &str| analysed["why"][lang].to_string();
    assert!(why("en").contains("wins at once: the elephant on c4 pushes north"), "{analysed}");
    assert!(why("fr").contains("l’éléphant en c4 pousse vers le nord"), "{analysed}");
}
