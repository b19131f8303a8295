//! Everything in the help with values that nobody would give: each is taken or refused in a sentence.

mod common;

use std::{fs, path::Path, time::Duration};

use common::{Answer, answer, directory, mekong, run};

/// What each command needs so that only the option under test can be wrong. The servers that are named are not there.
fn bases(folder: &Path) -> Vec<Vec<String>> {
    let data = folder.join("no-database").display().to_string();
    let lines: [&[&str]; 23] = [
        &["games"],
        &["play", "siam", "--level", "1"],
        &["show", "siam"],
        &["serve", "--database", "sqlite:game.pgn/no/place"],
        &["admin", "backup", "copy.ndjson", "--data", &data],
        &["admin", "restore", "game.pgn", "--database", "sqlite:game.pgn/no/place"],
        &["admin", "check", "--data", &data],
        &["admin", "users", "--data", &data],
        &["admin", "reports", "--data", &data],
        &["admin", "reset-password", "Ann", "--data", &data],
        &["replay", "game.pgn"],
        &["analyse", "game.pgn", "--nodes", "50"],
        &["diagram", "siam"],
        &["random", "siam", "--games", "1"],
        &["match", "siam", "--first", "random", "--second", "random", "--games", "2"],
        &["perft", "siam", "1"],
        &["solve", "siam"],
        &["verify", "siam", "game.pgn"],
        &["probe", "siam"],
        &["probe", "palam", "--nodes", "50"],
        &["stats", "siam"],
        &["bench", "--depth", "1"],
        &["ugi", "siam"],
    ];
    lines.iter().map(|line| line.iter().map(|word| (*word).to_owned()).collect()).collect()
}

/// The options of a command that take a value, as its help lists them.
fn options(base: &[String]) -> Vec<String> {
    let words = if base[0] == "admin" { &base[..2] } else { &base[..1] };
    let mut args: Vec<&str> = words.iter().map(String::as_str).collect();
    args.extend(["--help", "--lang", "en"]);
    let help = run(&args).out;
    let options =
        help.lines().filter_map(|line| line.trim_start().strip_prefix("--").or(line.split(", --").nth(1)));
    let named = options.filter_map(|option| option.split_once(" <")).map(|(name, _)| format!("--{name}"));
    named.collect()
}

/// Runs a command line in which one option was replaced or added.
fn run_with(base: &[String], option: &str, value: &str, lang: &str, folder: &Path) -> Answer {
    let mut line = base.to_vec();
    match line.iter().position(|word| word == option) {
        Some(place) => line[place + 1] = value.to_owned(),
        None => line.extend([option.to_owned(), value.to_owned()]),
    }
    let mut args: Vec<&str> = line.iter().map(String::as_str).collect();
    if option != "--lang" {
        args.splice(0..0, ["--lang", lang]);
    }
    let mut command = mekong(&args);
    command.current_dir(folder).env("XDG_CACHE_HOME", folder.join("cache"));
    answer(command.write_stdin("").timeout(Duration::from_secs(300)))
}

/// What is wrong with an answer: it is a sentence of at most a few lines, with nothing in it that only a program would say.
fn faults(said: &Answer, line: &str) -> Vec<String> {
    let mut faults = Vec::new();
    if ![0, 1, 2].contains(&said.code) || said.code != 0 && said.err.is_empty() {
        faults.push(format!("status {}", said.code));
    }
    let err = said.err.replace("''", "\"\"");
    let bad = ["panicked", "os error", "\"\"", "« »", "«  »", ": :", "  is ", "\u{1b}", "\u{202e}"];
    faults.extend(bad.into_iter().filter(|bad| err.contains(bad)).map(|bad| format!("{bad:?}")));
    if err.chars().count() > 2_000 {
        faults.push("too long".to_owned());
    }
    let start: String = said.err.chars().take(300).collect();
    faults.into_iter().map(|fault| format!("{line}: {fault} in {start:?}")).collect()
}

#[test]
fn every_option_bears_every_value() {
    let folder = directory("hostile");
    fs::write(folder.join("game.pgn"), "[Game \"siam\"]\n\n1. @c1N @c5S *\n").unwrap();
    fs::create_dir(folder.join("a-folder")).unwrap();
    let long = "x".repeat(50_000);
    let values = [
        "",
        "-5",
        "a-folder",
        "no/such/file.pgn",
        "é\u{202e}\u{1b}[2J",
        long.as_str(),
        "99999999999999999999",
    ];
    let (mut tried, mut wrong) = (0, Vec::new());
    for base in bases(&folder) {
        let options = options(&base);
        assert!(options.iter().any(|option| option == "--color"), "{base:?}: {options:?}");
        // The options of all commands are tried once.
        let own = options
            .iter()
            .filter(|option| base[0] == "games" || !["--lang", "--color"].contains(&option.as_str()));
        for option in own {
            for (index, value) in values.iter().enumerate() {
                // The languages take turns.
                let lang = ["en", "fr"][(index + tried) % 2];
                let said = run_with(&base, option, value, lang, &folder);
                let shown: String = value.chars().take(30).collect();
                wrong.extend(faults(&said, &format!("{} {option} {shown:?} ({lang})", base.join(" "))));
                tried += 1;
            }
        }
    }
    assert!(tried > 500, "{tried}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_argument_bears_every_value() {
    let folder = directory("hostile-arguments");
    let mut wrong = Vec::new();
    let long = "x".repeat(50_000);
    for command in [
        &["show"][..],
        &["replay"],
        &["analyse"],
        &["help"],
        &["completions"],
        &["perft", "siam"],
        &["verify", "saigon"],
        &["stats", "saigon"],
        &["admin"],
        &["admin", "backup"],
        &["admin", "restore"],
        &["admin", "reset-password"],
        &[],
    ] {
        for value in
            ["", " ", "-5", ".", "no/such/file", "/dev/null", "é\u{1b}[2J", "\u{202e}", long.as_str()]
        {
            for lang in ["en", "fr"] {
                let mut command_line = mekong(&["--lang", lang]);
                command_line.args(command).arg(value).current_dir(&folder);
                command_line
                    .env("XDG_CACHE_HOME", folder.join("cache"))
                    .env("XDG_DATA_HOME", folder.join("data"));
                let said = answer(command_line.write_stdin("").timeout(Duration::from_secs(300)));
                let shown: String = value.chars().take(30).collect();
                wrong.extend(faults(&said, &format!("{command:?} {shown:?} ({lang})")));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_written_is_told() {
    for args in [&["--help"][..], &["show", "--help"], &["--version"], &["help"]] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("a full disk");
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_mekong"));
        let output = command.env_clear().args(args).stdout(full).output().expect("it starts");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{args:?}: {said}");
        assert_eq!(said, "mekong: cannot write the output: the disk is full\n", "{args:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn more_memory_than_there_is_is_refused() {
    let folder = directory("hostile-memory");
    fs::write(folder.join("game.pgn"), "[Game \"siam\"]\n\n1. @c1N @c5S *\n").unwrap();
    for args in [
        "analyse game.pgn --hash 65536",
        "analyse --json --hash 65536",
        "match siam --first nodes:5,hash=65536 --second random --games 2",
    ] {
        // Wherever the tests run, the program gets less than it asks for.
        let script = format!("ulimit -v 8000000; exec {} {args}", env!("CARGO_BIN_EXE_mekong"));
        let mut command = std::process::Command::new("sh");
        let output =
            command.env_clear().current_dir(&folder).args(["-c", &script]).output().expect("a shell");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{args}: {said}");
        assert!(said.starts_with("mekong: not enough memory for "), "{args}: {said}");
    }
}
