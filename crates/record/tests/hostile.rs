//! Hostile inputs of several megabytes. Parsing must be linear; quadratic parsing would make these tests run for hours.

use mekong_record::{
    Games, MAX_DEPTH, Record, RecordErrorKind, read_json, read_pgn, read_pgn_bytes, write_pgn,
};

const MEGA: usize = 1 << 20;

#[test]
fn megabyte_of_one_character_is_handled() {
    for ch in "([{;%*!?$.\"\\a1-/}]) \n\r\t\0é\u{feff}".chars() {
        for before in ["", "1. a ", "[Event \"", "{", "["] {
            let text = format!("{before}{}", ch.to_string().repeat(MEGA));
            for game in Games::new(&text) {
                match game {
                    Ok(record) => assert!(record.plies.len() <= MEGA),
                    Err(error) => assert!(error.to_string().len() < 500, "an error is a sentence"),
                }
            }
            let _ = read_json(&text);
        }
    }
}

#[test]
fn megabyte_of_one_mistake_is_handled() {
    for piece in [
        "a (",
        "a {",
        "[",
        "[A",
        "[A \"",
        "[A \"b\"",
        "[A \"b\"]",
        "[A \"b\"]\n",
        "[A \"b\"]\n\n",
        "[A \"b\"]\n{\n",
        "{\n[A \"b\"]\n",
        "[A \"b\"]\na (\n",
        "[A \"b\"]\na ({\n",
        "a ) \n",
        "(a)",
        "a(b)",
        "* {",
        "* }",
        "; {\n",
        "{[%clk ",
        "{}",
        "1-0 ",
        "[%clk ",
        "a $",
        "1. ",
        "1 ",
        "\r",
        "%\n",
        "\\",
        "1.\u{a0}",
    ] {
        let text = piece.repeat(MEGA / piece.len());
        let errors = Games::new(&text).filter(Result::is_err).count();
        // With one brace at the end that closes them all, too.
        let errors_closed = Games::new(&format!("{text}}}")).filter(Result::is_err).count();
        assert!(errors + errors_closed <= 2 * text.len());
        let _ = read_json(&text);
    }
}

#[test]
fn comment_with_many_commands_is_handled() {
    for piece in ["[%clk ", "[%eval 1", "[%clk 0:00:01]", "[%eval x] ", "\n", "\n\n", " \n "] {
        let record: Record = format!("a {{{}}} *", piece.repeat(MEGA / 8)).parse().unwrap();
        assert_eq!(record.to_pgn().parse::<Record>().unwrap(), record);
    }
}

#[test]
fn hundred_thousand_tags_are_handled() {
    let text: String = (0..100_000).map(|n| format!("[T{n} \"x\"]\n")).collect();
    let record: Record = format!("{text}\n*").parse().unwrap();
    assert_eq!(record.tags().len(), 100_000);
    assert_eq!(read_json(&record.to_json()).unwrap(), [record]);
}

#[test]
fn variation_depth_is_limited() {
    let nested = |depth: usize| format!("a {}{}*\n", "(b ".repeat(depth), ")".repeat(depth));
    let records = read_pgn(&nested(MAX_DEPTH)).unwrap();
    assert_eq!(read_pgn(&write_pgn(&records)).unwrap(), records);
    assert_eq!(read_json(&records[0].to_json()).unwrap(), records);

    let error = read_pgn(&nested(MAX_DEPTH + 1)).unwrap_err();
    assert_eq!((error.kind, error.column), (RecordErrorKind::TooDeep, 3 + 3 * MAX_DEPTH));

    let json = records[0].to_json().replace(r#"{"move":"b"}"#, r#"{"move":"b","variations":[{"moves":[]}]}"#);
    assert_eq!(read_json(&json).unwrap_err().kind, RecordErrorKind::TooDeep);
    for open in ["[", "{\"a\":", r#"{"moves":[{"variations":["#] {
        assert!(matches!(
            read_json(&open.repeat(MEGA)).unwrap_err().kind,
            RecordErrorKind::TooDeep | RecordErrorKind::JsonShape { .. }
        ));
    }
}

#[test]
fn any_byte_at_any_offset_is_handled() {
    let file = b"[Game \"siam\"]\n\n1. a $1 {b} (1. c) 1... d *\n";
    for at in 0..file.len() {
        for byte in 0..=255 {
            let mut bytes = file.to_vec();
            bytes[at] = byte;
            let _ = read_pgn_bytes(&bytes);
            let _ = read_pgn_bytes(&bytes[..at]);
        }
    }
}
