//! `analyse`: annotated games, and positions as JSON lines.

use std::{fs, io::Write as _, process::Stdio};

use crate::common::{Output, feed, folder, mekong, output_of};
use serde_json::Value;

/// White misses the threat of a square, and Black completes it.
const GAME: &str = "[Event \"Coupe\"]
[White \"Lise\"]
[Black \"Zoé\"]
[Result \"1-0\"]
[Game \"samliam\"]
[FEN \"6/6/6/6/6/AB4/6 B -\"]
[SetUp \"1\"]

1. a1sw { as in the book } f7ne $4 { [%eval 9.99] } 2. b1se 1-0
";

/// The last two duels of Palam. They are solved exactly, so the result does not depend on the version of the engine.
const END: &str = "[Game \"palam\"]
[FEN \"-,-,-,-,-,-/e6,s4,-,-,-,-/-,-,-,-,-,e5/k3,-,-,-,-,- A - x 30-30\"]
[SetUp \"1\"]

1. b3 a1 2. f2 a3 1-0
";

fn analyse(args: &[&str], input: &str) -> Output {
    let words = [&["analyse", "-", "--depth", "4", "--hash", "1"], args].concat();
    let answer = feed(&words, input);
    assert_eq!((answer.code, answer.err.as_str()), (0, ""), "{words:?}");
    answer
}

#[test]
fn a_report_names_the_blunder_in_both_languages() {
    let report = analyse(&[], GAME).out;
    assert!(report.starts_with("Sam Liam, Lise – Zoé\n"), "{report}");
    assert!(
        report.contains("f7ne ??") && report.contains("blunder (estimated), loss in 2 plies\n"),
        "{report}"
    );
    assert!(report.contains("better: b1ne, White places a triangle on b1"), "{report}");
    assert!(
        report.contains("it allows a reply that wins at once: Black places a triangle on b1"),
        "{report}"
    );
    let french = analyse(&["--lang", "fr"], GAME).out;
    assert!(french.contains("gaffe (estimé), perte en 2 demi-coups\n"), "{french}");
    assert!(french.contains("\nMoments clés\n") && french.contains("\ngains manqués"), "{french}");
    assert!(!analyse(&["--ascii"], GAME).out.contains('█'));
}

#[test]
fn report_of_proven_evaluations_is_readable() {
    let output = Value::from_iter(["en", "fr"].map(|lang| (lang, analyse(&["--lang", lang], END).out)));
    let output = format!("{}\n{}", output["en"].as_str().unwrap(), output["fr"].as_str().unwrap());
    insta::assert_snapshot!(output);
}

#[test]
fn annotated_games_can_be_replayed_and_keep_comments() {
    let games = format!("{GAME}\n{END}");
    let pgn = analyse(&["--format", "pgn"], &games).out;
    // Line breaks depend on the width of the text.
    let text = pgn.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(pgn.contains("{ as in the book }"), "{pgn}");
    assert!(!pgn.contains("9.99"), "the old evaluation is replaced: {pgn}");
    assert!(text.contains("1... f7ne $4 { [%eval #1,4] blunder (estimated): better is b1"), "{pgn}");
    assert!(text.contains("} (1... b1"), "{pgn}");
    assert!(pgn.contains("[Annotator \"Mekong\"]") && pgn.contains("[BlackAccuracy \""), "{pgn}");
    let replayed = feed(&["replay", "-"], pgn.as_str());
    assert_eq!((replayed.code, replayed.err.as_str()), (0, ""));
    assert_eq!(analyse(&["--format", "pgn"], &pgn).out, pgn, "annotating twice has no effect");
    let french = analyse(&["--format", "pgn", "--lang", "fr"], &games).out;
    let text = french.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("gaffe (estimé) :") && text.contains("gaffe (prouvé) :"), "{french}");
}

#[test]
fn json_has_a_line_for_each_game() {
    let games = format!("{GAME}\n{END}");
    let json = analyse(&["--format", "json"], &games).out;
    let lines: Vec<Value> = json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 2);
    let first = &lines[0];
    assert_eq!(first["tags"]["White"], "Lise");
    assert_eq!((&first["game"], &first["limits"]["depth"]), (&"samliam".into(), &4.into()));
    assert_eq!(first["moves"][1]["label"], "blunder");
    assert_eq!(first["moves"][1]["after"]["score"]["mate"], -2);
    assert_eq!(first["moves"][1]["p1_win_chance"], 1.0);
    assert_eq!(first["players"]["p2"]["blunders"], 1);
    assert_eq!(first["turning_points"], serde_json::json!([2]));
    // JSON records written by `replay` are accepted.
    let record = feed(&["replay", "-", "--to", "json"], games.as_str()).out;
    assert_eq!(analyse(&["--format", "json"], &record).out, json);
}

#[test]
fn file_extension_selects_the_output_format() {
    let folder = folder("analyse-files");
    fs::write(folder.join("games.pgn"), format!("{GAME}\n{END}")).unwrap();
    let args = ["analyse", "games.pgn", "--depth", "2", "--out", "out.pgn", "--plot", "plot.svg"];
    let done = output_of(mekong(&args).current_dir(&folder));
    assert_eq!((done.out.as_str(), done.err.as_str(), done.code), ("", "", 0));
    let mut names: Vec<_> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, ["games.pgn", "out.pgn", "plot-2.svg", "plot.svg"]);
    assert!(fs::read_to_string(folder.join("out.pgn")).unwrap().contains("%eval"));
    let svg = fs::read_to_string(folder.join("plot.svg")).unwrap();
    assert!(svg.starts_with("<svg ") && svg.contains("<title>Sam Liam, Lise – Zoé</title>"), "{svg}");

    let args = ["analyse", "games.pgn", "--depth", "1", "--out", "no/such/folder.pgn", "--lang", "fr"];
    let refused = output_of(mekong(&args).current_dir(&folder));
    assert_eq!(refused.code, 1);
    assert!(refused.err.contains("no/such/folder.pgn : fichier ou dossier introuvable"), "{}", refused.err);
}

#[test]
fn invalid_files_are_rejected_as_by_replay() {
    for bad in ["", "1. pr *\n", "[Game \"siam\"]\n\n1. @c1N hello *\n", "{\"hello\": 3}"] {
        for lang in ["en", "fr"] {
            let ours = feed(&["analyse", "-", "--lang", lang], bad);
            let theirs = feed(&["replay", "-", "--lang", lang], bad);
            assert_eq!((ours.err, ours.out, ours.code), (theirs.err, theirs.out, theirs.code));
        }
    }
    for args in [
        &["analyse"][..],
        &["analyse", "-", "--time", "soon"],
        &["analyse", "-", "--nodes", "0"],
        &["analyse", "-", "--json"],
        &["analyse", "-", "--concurrency", "2"],
    ] {
        assert_eq!(feed(args, "").code, 2, "{args:?}");
    }
    let french = feed(&["analyse", "-", "--time", "1h", "--lang", "fr"], "").err;
    assert!(french.contains("il faut une durée comme 1s, 250ms ou 0.5"), "{french}");
}

/// The responses to JSON lines, in the order of their ids.
fn served(args: &[&str], lines: &[&str]) -> (Vec<Value>, i32) {
    let answer = feed(&[&["analyse", "--json", "--no-table"], args].concat(), lines.join("\n"));
    assert_eq!(answer.err, "");
    let mut answers: Vec<Value> =
        answer.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    answers.sort_by_key(|answer| answer["id"].to_string());
    (answers, answer.code)
}

#[test]
fn positions_of_all_games_are_analysed_concurrently() {
    let (answers, code) = served(
        &["--concurrency", "3", "--hash", "1"],
        &[
            r#"{"id":1,"game":"siam","position":"2o2/2o2/2n2/2n2/4o R 11 -","depth":4,"lines":2}"#,
            "",
            r#"{"id":2,"game":"samliam","position":"6/6/6/6/6/AB4/D5 B -","nodes":5000}"#,
            r#"{"id":3,"game":"saigon","position":"L/LD/L/DD L","depth":3,"lines":50}"#,
            r#"{"id":4,"game":"palam","position":"-,-,-,-,-,-/e6,s4,-,-,-,-/-,-,-,-,-,e5/k3,-,-,-,-,- A - x 30-30","time_ms":10000}"#,
            r#"{"id":5,"game":"samliam","position":"6/6/6/6/6/AB4/D5 B -","moves":["b1se"]}"#,
            r#"{"id":6,"game":"siam","variant":["chain"],"nodes":1}"#,
        ],
    );
    assert_eq!((answers.len(), code), (6, 0));
    assert_eq!((&answers[0]["best"], &answers[0]["score"]["mate"]), (&"c2c3".into(), &1.into()));
    assert_eq!(answers[0]["lines"].as_array().unwrap().len(), 2);
    assert_eq!((&answers[0]["turn"], &answers[0]["win_chance"]), (&"p2".into(), &1.0.into()));
    assert_eq!((&answers[0]["proven"], &answers[0]["lines"][0]["proven"]), (&true.into(), &true.into()));
    // In games scored by points there is a margin instead of a number of plies.
    assert_eq!(
        (&answers[3]["proven"], &answers[3]["points_margin"]),
        (&true.into(), &answers[3]["lines"][0]["points_margin"])
    );
    assert!(answers[3]["points_margin"].is_i64() && answers[3]["score"]["mate"].is_null(), "{}", answers[3]);
    assert_eq!((&answers[5]["proven"], &answers[4]["proven"]), (&false.into(), &Value::Null));
    assert_eq!(answers[1]["lines"][0]["moves"], serde_json::json!(["b1se"]));
    assert_eq!((&answers[2]["best"], &answers[2]["source"]), (&"pl".into(), &"search".into()));
    assert_eq!(answers[3]["best"], "a3");
    assert_eq!(answers[4]["outcome"]["winner"], "p1");
    assert_eq!((&answers[4]["turn"], &answers[4]["score"]), (&Value::Null, &Value::Null));
    assert!(answers[5]["best"].is_string(), "the limit is too small for a move: {}", answers[5]);
}

#[test]
fn responses_do_not_depend_on_other_requests() {
    let question = r#"{"id":"q","game":"siam","nodes":4000}"#;
    let others: Vec<String> =
        (0..8).map(|id| format!(r#"{{"id":{id},"game":"siam","moves":["@c1N"],"nodes":3000}}"#)).collect();
    let mut lines: Vec<&str> = others.iter().map(String::as_str).collect();
    lines.push(question);
    let find = |(answers, _): (Vec<Value>, i32)| {
        let mut found = answers.into_iter().find(|answer| answer["id"] == "q").unwrap();
        found["time_ms"] = Value::Null;
        found
    };
    let args = ["--concurrency", "2", "--hash", "1"];
    assert_eq!(find(served(&args, &[question])), find(served(&args, &lines)));
}

#[test]
fn invalid_lines_do_not_affect_others() {
    let long = format!(r#"{{"id":"long","game":"siam","note":"{}"}}"#, "x".repeat(1 << 20));
    let lines = [
        "not json",
        "[1]",
        r#"{"id":"a"}"#,
        r#"{"id":"b","game":"go"}"#,
        r#"{"id":"c","game":"siam","moves":["c1c2"]}"#,
        r#"{"id":"d","game":"siam","nodes":0}"#,
        r#"{"id":"e","game":"siam","stream":1}"#,
        r#"{"id":[1],"game":"siam"}"#,
        r#"{"cancel":{}}"#,
        r#"{"cancel":"nobody"}"#,
        r#"{"id":"f","game":"siam","node":500}"#,
        r#"{"cancel":"good","when":"now"}"#,
        &long,
        r#"{"id":"good","game":"siam","depth":1}"#,
    ];
    for lang in ["en", "fr"] {
        let (answers, code) = served(&["--lang", lang, "--concurrency", "1"], &lines);
        assert_eq!((answers.len(), code), (lines.len(), 1));
        let good = answers.iter().find(|answer| answer["id"] == "good" && answer["error"].is_null()).unwrap();
        assert!(good["best"].is_string(), "{good}");
        let nobody = answers.iter().find(|answer| answer["id"] == "nobody").unwrap();
        assert_eq!(nobody["cancelled"], false);
        let errors: Vec<String> =
            answers.iter().filter(|answer| answer["error"].is_string()).map(Value::to_string).collect();
        insta::assert_snapshot!(format!("refusals_{lang}"), errors.join("\n"));
    }
}

#[test]
fn unknown_fields_are_rejected_by_name() {
    // Each field without its first or last letter, as after a typing mistake, and fields of other programs.
    let known = [
        "id", "game", "variant", "position", "moves", "seed", "depth", "nodes", "time_ms", "infinite",
        "lines", "stream",
    ];
    let slips = known.iter().flat_map(|name| [&name[1..], &name[..name.len() - 1]]);
    for name in slips.chain(["time", "movetime", "multipv", "fen", "Nodes"]) {
        let line = format!(r#"{{"game":"siam","depth":1,"{name}":null}}"#);
        let (answers, code) = served(&["--concurrency", "1"], &[&line]);
        let error = answers[0]["error"].as_str().unwrap_or_default();
        assert!(error.starts_with(&format!("{name}: unknown field")), "{line}: {}", answers[0]);
        assert_eq!(code, 1);
    }
    // Variants are a list or a text, under either name.
    let variants_of = |variants: &str| {
        let line = format!(r#"{{"game":"siam","depth":1,{variants}}}"#);
        served(&["--concurrency", "1"], &[&line]).0.remove(0)["variant"].clone()
    };
    for variants in
        [r#""variant":["chain"]"#, r#""variant":"chain""#, r#""variants":["chain"]"#, r#""variants":"chain""#]
    {
        assert_eq!(variants_of(variants), serde_json::json!(["chain"]), "{variants}");
    }
    // The documentation names every field.
    let page = include_str!("../../../docs/analysis.md");
    for name in known {
        assert!(page.contains(&format!("`{name}`")), "{name}");
    }
}

#[test]
fn infinite_requests_report_progress_and_end_with_the_input() {
    let (answers, code) = served(
        &["--concurrency", "1"],
        &[
            r#"{"id":1,"game":"siam","infinite":true}"#,
            r#"{"id":2,"game":"siam","depth":3,"stream":true}"#,
            r#"{"id":2,"game":"siam","depth":3}"#,
        ],
    );
    assert_eq!(code, 1, "a duplicate id");
    let of = |id: i32| answers.iter().filter(|answer| answer["id"] == id).collect::<Vec<_>>();
    // If the input ends before the first move is searched, there is still one response.
    assert!(of(1).len() == 1 && of(1)[0]["cancelled"].is_null(), "{:?}", of(1));
    let stream = of(2);
    let interim = stream.iter().filter(|answer| answer["interim"] == true).count();
    assert_eq!(interim, 3, "{stream:?}");
    assert!(stream.iter().any(|answer| answer["error"].is_string()), "{stream:?}");
}

#[test]
fn one_request_can_be_cancelled_while_another_waits() {
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_mekong"))
        .args(["analyse", "--json", "--concurrency", "1"])
        .env_clear()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut lines = std::io::BufRead::lines(std::io::BufReader::new(child.stdout.take().unwrap()));
    let mut next = || -> Value { serde_json::from_str(&lines.next().unwrap().unwrap()).unwrap() };
    writeln!(input, r#"{{"id":"endless","game":"siam","infinite":true,"stream":true}}"#).unwrap();
    assert_eq!(next()["interim"], true, "the first request is running");
    // The only searcher is busy, so this request waits and is cancelled before it starts.
    writeln!(input, r#"{{"id":"waiting","game":"siam","depth":2}}"#).unwrap();
    writeln!(input, r#"{{"cancel":"waiting"}}"#).unwrap();
    writeln!(input, r#"{{"id":"last","game":"siam","depth":2}}"#).unwrap();
    writeln!(input, r#"{{"cancel":"endless"}}"#).unwrap();
    let mut ended = Vec::new();
    while ended.len() < 3 {
        let answer = next();
        if answer["interim"].is_null() {
            ended.push(answer);
        }
    }
    assert_eq!((&ended[0]["id"], &ended[0]["cancelled"]), (&"waiting".into(), &true.into()));
    assert_eq!(ended[0]["lines"], serde_json::json!([]));
    assert_eq!((&ended[1]["id"], &ended[1]["cancelled"]), (&"endless".into(), &true.into()));
    assert!(ended[1]["best"].is_string(), "the best result so far");
    assert_eq!(ended[2]["id"], "last");
    drop(input);
    assert!(child.wait().unwrap().success());
}

#[cfg(target_os = "linux")]
#[test]
fn closed_output_and_ctrl_c_end_it_without_an_error() {
    use crate::common::signals::{Watchdog, restore_signals, send};
    use nix::sys::signal::Signal;

    restore_signals();
    // The input stays open: only the closed output can end the program.
    let start = |args: &[&str]| {
        std::process::Command::new(env!("CARGO_BIN_EXE_mekong"))
            .args(args)
            .env_clear()
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    };
    let mut child = start(&["analyse", "--json"]);
    let _watchdog = Watchdog::new(&child);
    let mut input = child.stdin.take().unwrap();
    drop(child.stdout.take());
    writeln!(input, r#"{{"game":"siam","infinite":true,"stream":true}}"#).unwrap();
    let status = child.wait().unwrap();
    assert!(status.success(), "{status}");

    for args in [&["analyse", "--json"][..], &["analyse", "-", "--time", "1000s"]] {
        let mut child = start(args);
        let _watchdog = Watchdog::new(&child);
        let mut input = child.stdin.take().unwrap();
        if args[1] == "-" {
            input.write_all(GAME.as_bytes()).unwrap();
            drop(input);
        } else {
            writeln!(input, r#"{{"game":"siam","infinite":true}}"#).unwrap();
            std::mem::forget(input);
        }
        // Waits until the program has installed a handler of SIGINT.
        let path = format!("/proc/{}/status", child.id());
        let caught = || {
            let status = fs::read_to_string(&path).unwrap_or_default();
            let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap_or("0").trim();
            u64::from_str_radix(mask, 16).unwrap_or(0) & 2 != 0
        };
        while !caught() {
            assert_eq!(child.try_wait().unwrap(), None, "the program exited before it was interrupted");
            std::thread::yield_now();
        }
        send(&child, Signal::SIGINT);
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130), "{args:?}");
        assert_eq!((output.stdout.as_slice(), output.stderr.as_slice()), (&b""[..], &b""[..]));
    }
}
