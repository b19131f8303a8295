//! `puzzles` and `book`: seeded, and continued after an interruption.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::common::{Output, folder, mekong, output_of};
use serde_json::Value;

fn run_in(folder: &Path, args: &[&str]) -> Output {
    output_of(mekong(args).current_dir(folder).env("XDG_CACHE_HOME", folder.join("cache")))
}

fn lines(path: &Path) -> Vec<Value> {
    let text = fs::read_to_string(path).expect("the file is written");
    text.lines().map(|line| serde_json::from_str(line).expect("one JSON object per line")).collect()
}

/// Runs a command that succeeds, and returns the path of its file.
fn generated(folder: &Path, args: &[&str], name: &str) -> PathBuf {
    let output = run_in(folder, &[args, &["--out", name]].concat());
    assert_eq!((output.code, output.err.as_str()), (0, ""), "{args:?}");
    let path = folder.join(name);
    let count = lines(&path).len();
    assert!(output.out.starts_with(&format!("{name}: ")), "{}", output.out);
    assert!(count > 0, "{args:?}");
    path
}

const PUZZLES: [&str; 6] = ["puzzles", "samliam", "--seed", "3", "--count", "4"];

#[test]
fn puzzles_continue_where_they_were_interrupted() {
    let folder = folder("generation-puzzles");
    let whole = generated(&folder, &PUZZLES, "whole.jsonl");
    let all = lines(&whole);
    assert_eq!(all.len(), 4);
    for puzzle in &all {
        assert_eq!((&puzzle["game"], &puzzle["proof"]), (&"samliam".into(), &"search".into()));
        assert!(puzzle["difficulty"]["level"].is_u64(), "{puzzle}");
    }
    // A limit of games ends a run between two games, as an interruption does.
    let limited = [&PUZZLES[..], &["--games", "2"]].concat();
    generated(&folder, &limited, "parts.jsonl");
    let steps = |name: &str| lines(&folder.join(name))[0]["steps"].as_u64().expect("a number");
    assert!(steps("parts.jsonl.progress") < steps("whole.jsonl.progress"));
    let parts = generated(&folder, &PUZZLES, "parts.jsonl");
    assert_eq!(fs::read(parts).unwrap(), fs::read(&whole).unwrap());
    // A complete file stays as it is; another seed is refused.
    let before = fs::read(&whole).unwrap();
    generated(&folder, &PUZZLES, "whole.jsonl");
    assert_eq!(fs::read(&whole).unwrap(), before);
    let other = ["puzzles", "samliam", "--seed", "4", "--out", "whole.jsonl"];
    let refused = run_in(&folder, &other);
    assert_eq!(refused.code, 1, "{}", refused.out);
    assert!(refused.err.contains("started with samliam --seed 3"), "{}", refused.err);
}

const BOOK: [&str; 14] = [
    "book",
    "siam",
    "--games",
    "8",
    "--nodes",
    "40",
    "--value-nodes",
    "60",
    "--plies",
    "3",
    "--min-games",
    "2",
    "--seed",
    "9",
];

#[test]
fn book_is_reproducible_and_states_its_settings() {
    let folder = folder("generation-books");
    let first = generated(&folder, &BOOK, "first.jsonl");
    let all = lines(&first);
    let settings = serde_json::json!({
        "game": "siam", "games": 8, "nodes": 40, "value_nodes": 60, "plies": 3, "min_games": 2, "seed": 9,
    });
    assert_eq!(all[0], settings);
    let total: u64 = all[1]["moves"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|mv| ["p1", "p2", "draws"].map(|result| mv[result].as_u64().unwrap()))
        .sum();
    assert_eq!(total, 8, "every game starts from the first position: {}", all[1]);
    let second = generated(&folder, &BOOK, "second.jsonl");
    assert_eq!(fs::read(&second).unwrap(), fs::read(&first).unwrap());
    // As if it had been interrupted after three games.
    let progress = fs::read_to_string(folder.join("second.jsonl.progress")).unwrap();
    let started: String = progress.lines().take(4).map(|line| format!("{line}\n")).collect();
    fs::write(folder.join("second.jsonl.progress"), started).unwrap();
    fs::remove_file(&second).unwrap();
    generated(&folder, &BOOK, "second.jsonl");
    assert_eq!(fs::read(&second).unwrap(), fs::read(&first).unwrap());
    let other = run_in(&folder, &["book", "siam", "--seed", "2", "--out", "first.jsonl"]);
    assert!(other.code == 1 && other.err.contains("started with other options"), "{}", other.err);
    let deals = run_in(&folder, &["book", "siam", "--deals", "2", "--out", "third.jsonl"]);
    assert!(deals.code == 1 && deals.err.contains("only for games with a deal"), "{}", deals.err);
}

/// A signal ends the work after it has been saved.
#[cfg(unix)]
#[test]
fn interrupted_books_continue() {
    use std::{
        process::{Command, Stdio},
        thread,
    };

    use nix::sys::signal::Signal;

    use crate::common::signals::{Watchdog, restore_signals, send};

    restore_signals();
    let folder = folder("generation-interrupted");
    let args = [
        "book",
        "siam",
        "--games",
        "1000",
        "--nodes",
        "40",
        "--value-nodes",
        "60",
        "--plies",
        "2",
        "--min-games",
        "2",
    ];
    let mut command = Command::new(env!("CARGO_BIN_EXE_mekong"));
    command.env_clear().current_dir(&folder).args(args).args(["--out", "book.jsonl"]);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program starts");
    let watchdog = Watchdog::new(&child);
    while !folder.join("book.jsonl.progress").exists() {
        assert_eq!(child.try_wait().expect("the program runs"), None, "it has ended without progress");
        thread::yield_now();
    }
    send(&child, Signal::SIGINT);
    let status = child.wait().expect("the program ends");
    drop(watchdog);
    assert_eq!(status.code(), Some(130));
    assert!(!folder.join("book.jsonl").exists());
    let saved = lines(&folder.join("book.jsonl.progress")).len();
    assert!((2..1000).contains(&saved), "{saved} lines");
    let continued = generated(&folder, &args, "book.jsonl");
    let whole = generated(&folder, &args, "whole.jsonl");
    assert_eq!(fs::read(continued).unwrap(), fs::read(whole).unwrap());
}
