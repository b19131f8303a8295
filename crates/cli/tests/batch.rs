//! `show --batch`: one response per line of input.

use crate::common::{DEAL, feed, run};
use serde_json::Value;

const GOOD: &str = r#"{"game":"saigon","position":"-/LD/LD/LDDD L"}"#;

/// The responses to some lines, and the exit status.
fn batch(lines: &str) -> (Vec<Value>, i32) {
    let answer = feed(&["show", "--batch"], lines);
    assert_eq!(answer.err, "");
    let values = answer.out.lines().map(|line| serde_json::from_str(line).expect("every line is JSON"));
    (values.collect(), answer.code)
}

#[test]
fn documented_session_is_correct() {
    let page = include_str!("../../../docs/formats.md");
    let session = page.split("```text\nmekong show --batch\n").nth(1).expect("the page has a session");
    let session = session.split("```").next().unwrap();
    let marked = |mark| session.lines().filter_map(move |line| line.strip_prefix(mark));
    let (asked, answered): (Vec<&str>, Vec<&str>) = (marked("> ").collect(), marked("< ").collect());
    let answer = feed(&["show", "--batch"], asked.join("\n"));
    assert_eq!(answer.out.lines().collect::<Vec<_>>(), answered);
    let values: Vec<Value> = answered.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    let shows = |case: fn(&Value) -> bool| assert!(values.iter().any(case), "there is at least one example");
    shows(|answer| answer.get("outcome") == Some(&Value::Null));
    shows(|answer| answer["outcome"]["winner"].is_string());
    shows(|answer| answer["outcome"].is_object() && answer["outcome"]["winner"].is_null());
    shows(|answer| answer["error"].is_string());
    // The page documents the reason of every result, for a game in development its rules do.
    for game in crate::common::games() {
        let rules = format!("{}/../games/{game}/README.md", env!("CARGO_MANIFEST_DIR"));
        let documented = page.to_owned() + &std::fs::read_to_string(rules).unwrap();
        let played = run(&["random", game, "--games", "200", "--seed", "3", "--json"]).out;
        let report: Value = serde_json::from_str(&played).unwrap();
        for result in report["results"].as_array().unwrap() {
            let reason = result["reason"].as_str().unwrap();
            assert!(documented.contains(&format!("`{reason}`")), "{game}: {reason}");
        }
    }
}

#[test]
fn empty_input_has_no_output() {
    assert_eq!(batch(""), (vec![], 0));
}

#[test]
fn response_equals_the_output_of_show_json() {
    let (answers, code) = batch(&format!("{GOOD}\n"));
    let single = run(&["show", "saigon", "--position", "-/LD/LD/LDDD L", "--json"]).out;
    assert_eq!((answers[0].clone(), code), (serde_json::from_str(&single).unwrap(), 0));
    assert_eq!(feed(&["show", "--batch"], GOOD).out, single, "without a line feed, byte by byte");
    assert_eq!(feed(&["show", "--batch"], format!("  {GOOD} \r\n")).out, single, "with surrounding spaces");
}

#[test]
fn invalid_lines_are_explained_and_skipped() {
    let lines = [
        GOOD,
        "",
        "   ",
        "hello",
        "{",
        r#"{"game":"siam"}}"#,
        r#"{"game":"siam",}"#,
        "3",
        "null",
        r#"["siam",[],null,[],null]"#,
        "{}",
        r#"{"game":null}"#,
        r#"{"game":3}"#,
        r#"{"game":"siam","variant":{}}"#,
        r#"{"game":"siam","variant":[1]}"#,
        r#"{"game":"siam","position":[]}"#,
        r#"{"game":"siam","moves":"@c1N"}"#,
        r#"{"game":"siam","moves":[null]}"#,
        r#"{"game":"palam","seed":-1}"#,
        r#"{"game":"palam","seed":1.5}"#,
        r#"{"game":"siam","game":"siam"}"#,
        r#"{"game":"go"}"#,
        r#"{"game":"Siam"}"#,
        r#"{"game":"siam","variant":["flat"]}"#,
        r#"{"game":"siam","variant":["chain","chain"]}"#,
        r#"{"game":"samliam","variant":["flat"]}"#,
        r#"{"game":"siam","position":"5/5/1ooo1/5/5"}"#,
        r#"{"game":"siam","variant":["single-exit"],"position":"5/5/1ooo1/5/5 E 0 -"}"#,
        r#"{"game":"samliam","position":"6/6/6/6/6/6/6 R -"}"#,
        r#"{"game":"saigon","position":"LLLL/-/LLLL/DDDD L"}"#,
        r#"{"game":"palam","position":"é"}"#,
        r#"{"game":"siam","moves":["@c1N","north"]}"#,
        r#"{"game":"siam","moves":["@c1S","@c1N"]}"#,
        r#"{"game":"samliam","moves":["a1nw","a1ne"]}"#,
        r#"{"game":"saigon","moves":["2-1x1"]}"#,
        r#"{"game":"palam","seed":1,"moves":["a3"]}"#,
        r#"{"game":"saigon","position":"LL/LLLL/DL/LD L","moves":["pr"]}"#,
        GOOD,
    ];
    for lang in ["en", "fr"] {
        let answer = feed(&["show", "--batch", "--lang", lang], lines.join("\n"));
        assert_eq!((answer.err.as_str(), answer.code), ("", 1));
        let answers: Vec<&str> = answer.out.lines().collect();
        assert_eq!(answers.len(), lines.len());
        let pairs: Vec<String> =
            lines.iter().zip(&answers).map(|(line, output)| format!("> {line}\n{output}\n")).collect();
        let output = pairs.join("");
        insta::assert_snapshot!(format!("bad_lines_{lang}"), output);
    }
}

#[test]
fn invalid_utf8_is_an_invalid_line() {
    let mut lines = b"\xff\xfe\n{\"game\":\"sa\xffigon\"}\n".to_vec();
    lines.extend(GOOD.as_bytes());
    let answer = feed(&["show", "--batch"], lines);
    let output: Vec<&str> = answer.out.lines().collect();
    assert_eq!(output[0], r#"{"error":"column 1: not UTF-8 text"}"#);
    assert_eq!(output[1], r#"{"error":"column 12: not UTF-8 text"}"#);
    assert!(output[2].starts_with(r#"{"game":"saigon""#));
    assert_eq!(answer.code, 1);
}

#[test]
fn optional_fields_may_be_null() {
    let (answers, code) = batch(
        r#"{"game":"siam","variant":null,"position":null,"moves":null,"seed":null,"remark":"mine"}
{"game":"siam"}"#,
    );
    assert_eq!(answers[0], answers[1]);
    assert_eq!(code, 0);
}

#[test]
fn deals_are_determined_by_their_seed() {
    let line = r#"{"game":"palam","seed":18446744073709551615}"#;
    let (answers, _) = batch(&format!("{line}\n{line}\n{{\"game\":\"palam\"}}\n{{\"game\":\"palam\"}}"));
    assert_eq!(answers[0], answers[1]);
    assert_eq!(answers[0]["seed"], u64::MAX);
    assert_ne!(answers[2]["position"], answers[3]["position"], "without a seed each deal is random");
    let (answers, _) = batch(&format!(r#"{{"game":"palam","position":"{DEAL}"}}"#));
    assert_eq!(answers[0].get("seed"), None, "a position has no seed");
}

#[test]
fn responses_keep_the_order_of_requests() {
    let lines: Vec<String> = (0..300)
        .map(|n| match n % 3 {
            0 => format!(r#"{{"game":"siam","position":"5/5/1ooo1/5/5 E {n} -"}}"#),
            1 => format!(r#"{{"game":"palam","seed":{n}}}"#),
            _ => format!(r#"{{"game":"none{n}"}}"#),
        })
        .collect();
    let (answers, code) = batch(&lines.join("\n"));
    assert_eq!((answers.len(), code), (300, 1));
    for (n, answer) in answers.iter().enumerate() {
        match n % 3 {
            0 => assert_eq!(answer["position"], format!("5/5/1ooo1/5/5 E {n} -")),
            1 => assert_eq!(answer["seed"], n),
            _ => assert!(answer["error"].as_str().unwrap().contains(&format!("none{n}"))),
        }
    }
}

#[test]
fn errors_about_long_lines_are_short() {
    let long = "x".repeat(1_000_000);
    for line in [
        format!(r#"{{"game":"{long}"}}"#),
        format!(r#"{{"game":"siam","variant":["{long}"]}}"#),
        format!(r#"{{"game":"siam","position":"{long}"}}"#),
        format!(r#"{{"game":"siam","moves":["{long}"]}}"#),
        format!(r#"{{"game":"samliam","moves":["{long}"]}}"#),
        format!(r#"{{"game":"saigon","moves":["{long}"]}}"#),
        format!(r#"{{"game":"palam","moves":["{long}"]}}"#),
        long.clone(),
        "[".repeat(1_000_000),
        format!(r#"{{"game":{}"#, "[".repeat(1_000_000)),
    ] {
        let answer = feed(&["show", "--batch"], line.as_str());
        assert_eq!(answer.code, 1);
        assert!(answer.out.starts_with(r#"{"error":""#) && answer.out.len() < 500, "{:.600}", answer.out);
    }
    let remark = format!(r#"{{"remark":"{long}","game":"saigon","position":"-/LD/LD/LDDD L"}}"#);
    assert_eq!(feed(&["show", "--batch"], remark).code, 0);
}

#[test]
fn line_beyond_the_maximum_length_is_skipped() {
    let lines = format!("{{\"remark\":\"{}\"}}\n{{\"game\":\"saigon\"}}\n", "x".repeat(2_000_000));
    let answer = feed(&["show", "--batch"], lines.as_str());
    assert_eq!(answer.code, 1);
    let answers: Vec<&str> = answer.out.lines().collect();
    assert_eq!(answers[0], r#"{"error":"the line is longer than 1048576 bytes"}"#);
    assert!(answers.len() == 2 && answers[1].contains(r#""game":"saigon""#), "{answers:?}");
}
