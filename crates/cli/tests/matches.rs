//! `match`: short matches between real players.

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
    thread,
    time::Duration,
};

use crate::common::{Output, folder, mekong, output_of, run};
use serde_json::Value;

fn json(args: &[&str]) -> Value {
    let answer = run(args);
    // On a slow machine there may be progress lines; only errors start with the name of the program.
    assert!(answer.code == 0 && !answer.err.contains("mekong:"), "{args:?}: {}", answer.err);
    serde_json::from_str(&answer.out).expect("one JSON object")
}

fn numbers(value: &Value) -> Vec<u64> {
    value.as_array().unwrap().iter().map(|number| number.as_u64().unwrap()).collect()
}

/// A short match of Sam Liam.
const SMALL: [&str; 10] =
    ["match", "samliam", "--first", "depth:2", "--second", "random", "--games", "10", "--seed", "1"];

#[test]
fn report_is_consistent_and_the_stronger_player_wins() {
    let report = json(&[&SMALL[..], &["--json"]].concat());
    assert_eq!(report["games"], 10);
    let [won, drawn, lost] = ["won", "drawn", "lost"].map(|key| report[key].as_u64().unwrap());
    assert_eq!(won + drawn + lost, 10);
    let pairs = numbers(&report["pairs"]);
    assert_eq!(pairs.iter().sum::<u64>(), 5);
    let half_points: u64 = (0..).zip(&pairs).map(|(points, count)| points * count).sum();
    assert_eq!(half_points, 2 * won + drawn);
    assert_eq!(report["score"].as_f64(), Some(half_points as f64 / 20.0));
    assert!(won >= 9, "{report}");
    assert!(report["elo"]["lower"].as_f64().unwrap() > 0.0);
    assert_eq!((&report["first"], &report["second"]), (&"depth:2".into(), &"random".into()));
    assert_eq!(numbers(&report["forfeits"]), [0, 0]);
}

#[test]
fn results_depend_on_the_seed_but_not_on_threads() {
    let play = |seed, threads| {
        let players = ["--first", "level:2", "--second", "mcts:30", "--games", "8"];
        run(&[&["match", "palam", "--json", "--seed", seed, "--concurrency", threads], &players[..]].concat())
            .out
    };
    assert_eq!(play("3", "1"), play("3", "3"));
    let (three, four) = (play("3", "2"), play("4", "2"));
    assert_ne!(three, four);
    // Without a seed, the report contains the one that was used.
    let report = json(&[&SMALL[..8], &["--json"]].concat());
    let again = json(&[&SMALL[..8], &["--json", "--seed", &report["seed"].to_string()]].concat());
    assert_eq!(again, report);
}

#[test]
fn written_games_can_be_replayed() {
    let folder = folder("match-pgn");
    for game in crate::common::games() {
        let path = folder.join(format!("{game}.pgn"));
        let path = path.to_str().unwrap();
        let players = ["--first", "nodes:300", "--second", "random", "--games", "4", "--seed", "2"];
        let report =
            json(&[&["match", game, "--json", "--pgn", path, "--max-plies", "60"], &players[..]].concat());
        let replayed = run(&["replay", path, "--to", "json"]);
        assert_eq!((replayed.err.as_str(), replayed.code), ("", 0));
        let games: Value = serde_json::from_str(&replayed.out).unwrap();
        let games = games.as_array().unwrap();
        assert_eq!(games.len(), 4);
        let mut half_points = 0;
        for (index, game) in games.iter().enumerate() {
            let tags = game["tags"].to_string();
            let first_has_white = index % 2 == 0;
            let white = if first_has_white { "nodes:300" } else { "random" };
            assert!(tags.contains(white), "{tags}");
            let text = fs::read_to_string(path).unwrap();
            let header = text.split("[Event ").nth(index + 1).unwrap();
            assert!(header.contains(&format!("[White \"{white}\"]")), "{header}");
            let result = header.lines().find(|line| line.starts_with("[Result")).unwrap();
            half_points += match (result, first_has_white) {
                ("[Result \"1-0\"]", true) | ("[Result \"0-1\"]", false) => 2,
                ("[Result \"1/2-1/2\"]", _) => 1,
                _ => 0,
            };
            assert!(header.contains("[%eval "), "evaluations are kept");
        }
        assert_eq!(report["score"].as_f64(), Some(f64::from(half_points) / 8.0), "{game}");
    }
}

#[test]
fn json_extension_selects_json() {
    let folder = folder("match-json");
    let write = |name: &str| {
        let path = folder.join(name);
        let players = ["--first", "random", "--second", "random", "--games", "2", "--seed", "2"];
        let played = run(&[&["match", "saigon", "--pgn", path.to_str().unwrap()], &players[..]].concat());
        assert_eq!((played.err.as_str(), played.code), ("", 0));
        let shown = run(&["replay", path.to_str().unwrap()]).out;
        (fs::read_to_string(path).unwrap(), shown)
    };
    let ((pgn, shown), (json, again)) = (write("a.pgn"), write("a.json"));
    assert!(pgn.starts_with("[Event "), "{pgn}");
    assert_eq!(serde_json::from_str::<Value>(&json).unwrap().as_array().map(Vec::len), Some(2));
    assert_eq!(again, shown);
}

#[test]
fn games_over_the_length_limit_are_drawn() {
    let players = ["--first", "random", "--second", "random", "--games", "4", "--seed", "1"];
    let report = json(&[&["match", "siam", "--json", "--max-plies", "10"], &players[..]].concat());
    assert_eq!((report["drawn"].as_u64(), report["score"].as_f64()), (Some(4), Some(0.5)));
}

#[test]
fn sprt_stops_the_match_once_decided() {
    let play = |first, second| {
        let players = ["--first", first, "--second", second, "--seed", "1"];
        json(&[&["match", "samliam", "--json", "--sprt", "-100,100,0.1,0.1"], &players[..]].concat())
    };
    let better = play("level:3", "random");
    let worse = play("random", "level:3");
    assert_eq!(better["sprt"]["verdict"], "accepted");
    assert_eq!(worse["sprt"]["verdict"], "refused");
    for report in [better, worse] {
        assert!(report["games"].as_u64().unwrap() < 60, "{report}");
        let [llr, lower, upper] = ["llr", "lower", "upper"].map(|key| report["sprt"][key].as_f64().unwrap());
        assert!(llr >= upper || llr <= lower);
        assert!((upper - 9_f64.ln()).abs() < 1e-9 && (lower + 9_f64.ln()).abs() < 1e-9);
    }
}

/// A match of a few seconds with a state file.
fn long_match(state: &Path) -> Vec<&str> {
    let players = ["--first", "nodes:2000", "--second", "nodes:1000", "--games", "30", "--seed", "5"];
    [&["match", "samliam", "--json", "--concurrency", "2", "--state", state.to_str().unwrap()], &players[..]]
        .concat()
}

/// Starts the command, waits until some pairs are finished, and calls `end`.
fn interrupted(
    args: &[&str],
    state: &Path,
    end: impl FnOnce(&mut std::process::Child),
) -> std::process::Output {
    #[cfg(unix)]
    crate::common::signals::restore_signals();
    let mut child = Command::new(env!("CARGO_BIN_EXE_mekong"))
        .env_clear()
        .args(args)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    #[cfg(unix)]
    let _watchdog = crate::common::signals::Watchdog::new(&child);
    while fs::read_to_string(state).map_or(0, |text| text.lines().count()) < 4 {
        assert_eq!(child.try_wait().unwrap(), None, "the program exited before it was interrupted");
        thread::sleep(Duration::from_millis(1));
    }
    end(&mut child);
    child.wait_with_output().unwrap()
}

#[test]
fn killed_match_resumes_from_its_state_file() {
    let folder = folder("match-kill");
    let undisturbed = folder.join("undisturbed.jsonl");
    let expected = run(&long_match(&undisturbed));
    assert_eq!(expected.code, 0, "{}", expected.err);
    let state = folder.join("killed.jsonl");
    let args = long_match(&state);
    interrupted(&args, &state, |child| child.kill().unwrap());
    let mut kept = fs::read(&state).unwrap();
    let whole = String::from_utf8_lossy(&kept).matches('\n').count() - 1;
    assert!((3..15).contains(&whole), "{whole} pairs");
    // An incomplete line, as after a power failure.
    kept.extend_from_slice(br#"{"pair":14,"half_points":[2,"#);
    fs::write(&state, &kept).unwrap();
    let resumed = run(&args);
    assert_eq!((resumed.code, &resumed.out), (0, &expected.out), "{}", resumed.err);
    assert_eq!(fs::read_to_string(&state).unwrap().lines().count(), 16);
    // The match is complete: the report is the same.
    assert_eq!(run(&args).out, expected.out);
    // The seed may be omitted, and the number of games increased.
    let without_seed = &args[..args.len() - 2];
    assert_eq!(run(without_seed).out, expected.out);
    let more: Vec<&str> = args.iter().map(|&word| if word == "30" { "32" } else { word }).collect();
    assert_eq!(json(&more)["games"], 32);
}

#[cfg(unix)]
#[test]
fn ctrl_c_reports_the_finished_games() {
    use nix::sys::signal::Signal;
    let folder = folder("match-ctrl-c");
    let state = folder.join("match.jsonl");
    // Long enough that the match cannot end before the signal, even on a loaded machine.
    let endless = |word| if word == "30" { "100000" } else { word };
    let args: Vec<&str> = long_match(&state).into_iter().map(endless).collect();
    let output = interrupted(&args, &state, |child| {
        crate::common::signals::send(child, Signal::SIGINT);
    });
    assert_eq!(output.status.code(), Some(130));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!((2..100_000).contains(&report["games"].as_u64().unwrap()), "{report}");
}

#[test]
fn state_file_of_another_match_is_rejected_unchanged() {
    let folder = folder("match-other");
    let state = folder.join("match.jsonl");
    let path = state.to_str().unwrap();
    assert_eq!(run(&[&SMALL[..], &["--state", path]].concat()).code, 0);
    let before = fs::read(&state).unwrap();
    let other: Vec<&str> =
        SMALL.iter().map(|&word| if word == "depth:2" { "depth:1" } else { word }).collect();
    let refused = run(&[&other[..], &["--state", path]].concat());
    assert_eq!(refused.code, 1);
    assert!(refused.err.contains("another match: first differs"), "{}", refused.err);
    let refused = run(&[&other[..], &["--state", path, "--lang", "fr"]].concat());
    assert!(refused.err.contains("autre match : first diffère"), "{}", refused.err);
    assert_eq!(fs::read(&state).unwrap(), before);
    fs::write(&state, "my diary\n").unwrap();
    let refused = run(&[&SMALL[..], &["--state", path]].concat());
    assert!(
        refused.code == 1 && refused.err.contains("line 1 is not part of a saved match"),
        "{}",
        refused.err
    );
    assert_eq!(fs::read(&state).unwrap(), b"my diary\n");
    let refused = run(&[&SMALL[..], &["--state", "/no/such/folder/x"]].concat());
    assert!(refused.code == 1 && refused.err.contains("no such file"), "{}", refused.err);
}

#[test]
fn invalid_arguments_are_explained() {
    let with = |name: &str, value: &str, lang: &str| {
        let mut args: Vec<&str> = SMALL.to_vec();
        let at = args.iter().position(|&word| word == name);
        match at {
            Some(at) => args[at + 1] = value,
            None => args.extend([name, value]),
        }
        args.extend(["--lang", lang]);
        run(&args)
    };
    for (name, value, en, fr) in [
        ("--first", "stockfish", "unknown player \"stockfish\"", "joueur inconnu « stockfish »"),
        ("--first", "level:11", "a whole number from 1 to 10", "un nombre entier de 1 à 10"),
        ("--second", "time:fast", "such as 1s or 250ms", "comme 1s ou 250ms"),
        ("--second", "nodes:5,speed=9", "unknown setting", "réglage inconnu"),
        ("--games", "7", "an even number", "un nombre pair"),
        ("--games", "0", "an even number", "un nombre pair"),
        ("--sprt", "5,0", "elo0 must be less than elo1", "elo0 doit être inférieur"),
        ("--sprt", "five", "expected elo0,elo1", "il faut elo0,elo1 ou elo0,elo1,alpha,bêta"),
        ("--concurrency", "0", "from 1 to 1024", "de 1 à 1024"),
        ("--seed", "-1", "a whole number", "un nombre entier"),
    ] {
        let output = [with(name, value, "en"), with(name, value, "fr")];
        for (answer, words) in output.iter().zip([en, fr]) {
            assert_eq!((answer.code, answer.out.as_str()), (2, ""), "{name} {value}");
            assert!(answer.err.contains(words), "{}", answer.err);
        }
    }
    for (args, words) in [
        (&["match", "chess", "--first", "random", "--second", "random"][..], "game: \"chess\" is unknown"),
        (&["match", "siam", "--first", "table", "--second", "random"], "Siam has no tablebase"),
        (&["match", "siam", "--variant", "x", "--first", "random", "--second", "random"], "no variant"),
        (&["match", "siam", "--first", "ugi:/no/such/program", "--second", "random"], "no such program"),
        (&["match", "siam", "--first", "ugi:true", "--second", "random"], "exited before sending ugiok"),
    ] {
        let refused = output_of(mekong(args).env("PATH", "/usr/bin:/bin"));
        assert_eq!((refused.code, refused.out.as_str()), (1, ""), "{args:?}");
        assert!(refused.err.contains(words), "{}", refused.err);
    }
}

/// A match of the player `command` against a search of 400 nodes.
fn against(command: &str, games: &str) -> Output {
    let args = [
        "match",
        "samliam",
        "--first",
        command,
        "--second",
        "nodes:400",
        "--games",
        games,
        "--seed",
        "1",
        "--json",
    ];
    output_of(mekong(&args).env("PATH", "/usr/bin:/bin"))
}

#[test]
fn ugi_player_equals_the_builtin_player() {
    let command = format!("ugi:nodes=400:\"{}\" ugi samliam", env!("CARGO_BIN_EXE_mekong"));
    let output = against(&command, "6");
    assert!(output.code == 0 && !output.err.contains("mekong:"), "{}", output.err);
    let report: Value = serde_json::from_str(&output.out).unwrap();
    // Both players search alike, so each opening has the same winner whichever player moves first.
    assert_eq!(numbers(&report["pairs"]), [0, 0, 3, 0, 0], "{report}");
    assert_eq!(numbers(&report["forfeits"]), [0, 0]);
}

#[cfg(unix)]
#[test]
fn failing_ugi_program_loses_the_game() {
    let folder = folder("match-broken");
    let script = |name: &str, answer: &str| {
        let path = folder.join(name);
        let text = format!(
            "while read -r word rest; do case $word in ugi) echo ugiok;; isready) echo readyok;; go) {answer};; esac; done\n"
        );
        fs::write(&path, text).unwrap();
        format!("ugi:time=50ms:sh {}", path.display())
    };
    for (name, reply, words) in [
        ("illegal", "echo bestmove z9z9", "\"z9z9\" is not a legal move"),
        ("dies", "echo help me >&2; exit 3", "help me"),
        ("mumbles", "echo bestmove", "invalid response"),
    ] {
        let output = against(&script(name, reply), "2");
        assert_eq!(output.code, 0, "{}", output.err);
        assert!(output.err.contains(words), "{}", output.err);
        let report: Value = serde_json::from_str(&output.out).unwrap();
        assert_eq!(report["lost"], 2, "{report}");
        assert_eq!(numbers(&report["forfeits"]), [2, 0]);
    }
}

#[test]
fn table_player_wins_won_games() {
    let cache = folder("match-table");
    let args = [
        "match",
        "saigon",
        "--first",
        "table",
        "--second",
        "nodes:300",
        "--games",
        "8",
        "--seed",
        "1",
        "--json",
    ];
    let output = output_of(mekong(&args).env("XDG_CACHE_HOME", &cache));
    assert_eq!(output.code, 0, "{}", output.err);
    let report: Value = serde_json::from_str(&output.out).unwrap();
    let pairs = numbers(&report["pairs"]);
    // A perfect player wins at least one of two games from the same decided position.
    assert_eq!(pairs[..2], [0, 0], "{report}");
}

#[test]
fn results_are_printed_in_both_languages() {
    let english = run(&[&SMALL[..], &["--sprt", "0,400", "--games", "10"]].concat()[..]);
    // A repeated option is an error.
    assert_eq!(english.code, 2);
    let args = [&SMALL[..], &["--sprt", "0,400"]].concat();
    let english = run(&args);
    for words in [
        "games ",
        "result ",
        "pairs ",
        "score ",
        "Elo ",
        "likelihood that the first",
        "SPRT  ",
        "rather than 0",
    ] {
        assert!(english.out.contains(words), "{words}: {}", english.out);
    }
    let french = run(&[&args[..], &["--lang", "fr"]].concat());
    for words in ["parties ", "gagnées", "paires ", "de probabilité que le premier", "plutôt que de 0", " %"]
    {
        assert!(french.out.contains(words), "{words}: {}", french.out);
    }
    assert!(french.out.lines().next().unwrap().contains("depth:2 – random"));
}
