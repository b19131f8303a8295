//! The JSON of `mekong show`: requests and responses, byte for byte.

use std::collections::BTreeSet;

use mekong_catalog::{FieldType, GAMES, OpenError, PositionRequest, RequestError, SessionSnapshot};
use mekong_core::{Explain as _, Lang};

/// The answer to a request, with seed 1 where a deal needs one.
fn answer(request: &str) -> String {
    let request =
        PositionRequest::from_json(request.as_bytes()).unwrap_or_else(|error| panic!("{request}: {error}"));
    let (session, seed) = request.open(|| 1).unwrap_or_else(|error| panic!("{error}"));
    serde_json::to_string(&SessionSnapshot::of(&session, seed)).unwrap()
}

#[test]
fn a_snapshot_has_the_fields_of_the_contract_in_order() {
    assert_eq!(
        answer(r#"{"game":"saigon","variant":["flat"],"position":"-/L/D/LDLD D"}"#),
        r#"{"game":"saigon","variant":["flat"],"position":"-/L/D/LDLD D","turn":"p2","legal":["4-1x1","4-1x3"],"outcome":null}"#,
    );
}

#[test]
fn a_finished_game_has_no_turn_and_no_moves() {
    assert_eq!(
        answer(r#"{"game":"saigon","position":"LL/LLLL/DL/DLD L","moves":["pr"]}"#),
        r#"{"game":"saigon","variant":[],"position":"L/LLLL/LL/DLD D","turn":null,"legal":[],"outcome":{"winner":"p2","reason":"pallets"}}"#,
    );
    let cycle = r#""1-2x1","4-3x1","2-1x1","3-4x1""#;
    assert_eq!(
        answer(&format!(r#"{{"game":"saigon","moves":[{cycle},{cycle}]}}"#)),
        r#"{"game":"saigon","variant":[],"position":"LLLL/DDDD/LLLL/DDDD L","turn":null,"legal":[],"outcome":{"winner":null,"reason":"repetition"}}"#,
    );
}

#[test]
fn variants_are_listed_in_the_order_of_the_game() {
    let text = answer(r#"{"game":"siam","variant":["chain","opening"]}"#);
    assert!(
        text.starts_with(r#"{"game":"siam","variant":["opening","chain"],"position":"5/5/1ooo1/5/5 E 0 -","#)
    );
}

#[test]
fn variants_are_a_list_or_a_text() {
    let listed = answer(r#"{"game":"siam","variant":["opening","chain"]}"#);
    for variants in [
        r#""variant":"opening,chain""#,
        r#""variant":" Chain, OPENING ""#,
        r#""variant":"opening chain""#,
        r#""variant":["opening,chain"]"#,
        r#""variant":["chain","","opening"]"#,
        r#""variants":["opening","chain"]"#,
        r#""variants":"opening,chain""#,
    ] {
        assert_eq!(answer(&format!(r#"{{"game":"siam",{variants}}}"#)), listed, "{variants}");
    }
    let plain = answer(r#"{"game":"siam"}"#);
    for variants in [r#""""#, r#""plain""#, r#"["plain"]"#, r#"[""]"#, "[]", "null", r#"" , ""#] {
        assert_eq!(answer(&format!(r#"{{"game":"siam","variant":{variants}}}"#)), plain, "{variants}");
    }
}

#[test]
fn only_dealt_games_report_a_seed() {
    let dealt = answer(r#"{"game":"palam"}"#);
    assert!(dealt.ends_with(r#","outcome":null,"seed":1}"#), "{dealt}");
    assert_eq!(answer(r#"{"game":"palam","seed":1}"#), dealt);
    let set_up = answer(
        r#"{"game":"palam","seed":7,"position":"-,-,-,-,-,-/e6,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,- A fe5 s 40-22"}"#,
    );
    assert!(set_up.ends_with(r#""turn":"p2","legal":["a3"],"outcome":null}"#), "{set_up}");
    assert!(!answer(r#"{"game":"siam","seed":7}"#).contains("seed"));
}

#[test]
fn fields_may_be_missing_null_unknown_and_in_any_order() {
    let plain = answer(r#"{"game":"siam"}"#);
    assert_eq!(
        answer(r#" {"seed":null,"moves":[],"position":null,"variant":[],"x":{"y":[1]},"game":"siam"} "#),
        plain
    );
}

#[test]
fn invalid_requests_are_rejected_with_specific_reasons() {
    let refused = |line: &[u8]| PositionRequest::from_json(line).unwrap_err();
    let field = |name, expected| RequestError::Field { name, expected };
    for (line, why) in [
        ("", RequestError::Empty),
        (" \t\r\n", RequestError::Empty),
        ("é", RequestError::NotJson { column: 1 }),
        (r#"{"é":1 "x"}"#, RequestError::NotJson { column: 8 }),
        (r#"{"game":"siam"} {}"#, RequestError::NotJson { column: 17 }),
        (r#"{"game":"siam"#, RequestError::Truncated),
        (r#"{"game":3,"#, RequestError::Truncated),
        ("[]", RequestError::NotAnObject),
        (r#"["siam",null,null,null,null]"#, RequestError::NotAnObject),
        (r#""siam""#, RequestError::NotAnObject),
        ("{}", RequestError::NoGame),
        (r#"{"Game":"siam"}"#, RequestError::NoGame),
        (r#"{"game":null}"#, field("game", FieldType::String)),
        (r#"{"game":"siam","variant":{}}"#, field("variant", FieldType::Names)),
        (r#"{"game":"siam","variant":["chain",null]}"#, field("variant", FieldType::Names)),
        (r#"{"game":"siam","variants":7}"#, field("variants", FieldType::Names)),
        (r#"{"game":"siam","variant":[],"variants":[]}"#, RequestError::DuplicateField),
        (r#"{"game":"siam","position":5}"#, field("position", FieldType::String)),
        (r#"{"game":"siam","moves":"@c1N"}"#, field("moves", FieldType::Strings)),
        (r#"{"game":"siam","seed":"1"}"#, field("seed", FieldType::Number)),
        (r#"{"game":"siam","seed":1e3}"#, field("seed", FieldType::Number)),
        (r#"{"game":"siam","seed":18446744073709551616}"#, field("seed", FieldType::Number)),
        (r#"{"game":"siam","moves":[],"moves":[]}"#, RequestError::DuplicateField),
    ] {
        assert_eq!(refused(line.as_bytes()), why, "{line}");
    }
    assert_eq!(refused(b"{\"game\":\"\xc3\xa9\xff\"}"), RequestError::NotUtf8 { column: 11 });
}

#[test]
fn invalid_request_names_the_field() {
    let refused = |line: &str| {
        let error: OpenError = PositionRequest::from_json(line.as_bytes()).unwrap().open(|| 1).unwrap_err();
        (error.explain(Lang::En), error.explain(Lang::Fr))
    };
    for (line, en, fr) in [
        (r#"{"game":"go"}"#, "game: ", "jeu : "),
        (r#"{"game":""}"#, "game: the name is missing", "jeu : il manque le nom"),
        (r#"{"game":"siam","variant":["flat"]}"#, "variant: ", "variante : "),
        (r#"{"game":"siam","variant":"chain,flat"}"#, "variant: ", "variante : "),
        (r#"{"game":"siam","variant":"chain,chain"}"#, "variant: ", "variante : "),
        (r#"{"game":"siam","position":"5"}"#, "position: ", "position : "),
        (r#"{"game":"siam","moves":["@c1N","x"]}"#, "move 2 (x): ", "coup 2 (x) : "),
        (r#"{"game":"saigon","moves":["pass"]}"#, "move 1 (pass): ", "coup 1 (pass) : "),
    ] {
        let text = refused(line);
        assert!(text.0.starts_with(en) && text.1.starts_with(fr), "{text:?}");
    }
}

#[test]
fn errors_quote_long_positions_briefly() {
    for entry in GAMES {
        for variants in entry.info().all_variants() {
            let text = entry.start(variants, 1).position_text();
            // Characters of the notation reach later stages of the parser.
            let letters: BTreeSet<char> = text.chars().chain("é9-+".chars()).collect();
            for (at, ch) in (0..=text.len()).flat_map(|at| letters.iter().map(move |ch| (at, ch))) {
                let long = [&text[..at], &ch.to_string().repeat(20_000), &text[at..]].concat();
                let request = PositionRequest {
                    game: entry.info().id.to_owned(),
                    variants: Some(
                        entry.info().variant_ids(variants).into_iter().map(str::to_owned).collect(),
                    ),
                    position: Some(long),
                    ..PositionRequest::default()
                };
                let error = request.open(|| 1).expect_err("too long");
                for text in Lang::ALL.map(|lang| error.explain(lang)) {
                    assert!(text.chars().count() < 400, "{text}");
                }
            }
        }
    }
}

#[test]
fn errors_quote_only_the_start_of_long_texts() {
    let long = "é".repeat(100_000);
    for line in [
        format!(r#"{{"game":"{long}"}}"#),
        format!(r#"{{"game":"siam","variant":["{long}"]}}"#),
        format!(r#"{{"game":"siam","moves":["{long}"]}}"#),
        format!(r#"{{"game":"palam","moves":["{long}"]}}"#),
        format!(r#"{{"game":"siam","position":"5/5/1ooo1/5/5 {long} 0 -"}}"#),
        format!(r#"{{"game":"siam","position":"5/5/1ooo1/5/5 E {long} -"}}"#),
        format!(r#"{{"game":"samliam","position":"6/6/6/6/6/6/6 B {long}"}}"#),
        format!(r#"{{"game":"saigon","position":"LLLL/DDDD/LLLL/DDDD {long}"}}"#),
        format!(r#"{{"game":"palam","position":"{long},-,-,-,-,-/a/b/c I - s 0-0"}}"#),
    ] {
        let error = PositionRequest::from_json(line.as_bytes()).unwrap().open(|| 1).unwrap_err();
        for lang in Lang::ALL {
            assert!(error.explain(lang).chars().count() < 400, "{}", error.explain(lang));
        }
    }
}
