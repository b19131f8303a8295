//! Every option and argument with hostile values: each is accepted or refused with a message.

use std::{fs, time::Duration};

use crate::common::{folder, hostile, mekong, output_of};

/// A game file that `replay` accepts.
const GAME: &str = "[Game \"siam\"]\n\n1. @c1N @c5S *\n";

#[test]
fn options_accept_or_refuse_hostile_values() {
    let folder = folder("hostile");
    fs::write(folder.join("game.pgn"), GAME).unwrap();
    let data = folder.join("no-database").display().to_string();
    // One command line per command. The servers do not exist.
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
    let tried = hostile::check_options(env!("CARGO_BIN_EXE_mekong"), &folder, &lines);
    assert!(tried > 500, "{tried}");
}

#[test]
fn arguments_accept_or_refuse_hostile_values() {
    let folder = folder("hostile-arguments");
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
                let output = output_of(command_line.write_stdin("").timeout(Duration::from_secs(300)));
                let shown: String = value.chars().take(30).collect();
                let line = format!("{command:?} {shown:?} ({lang})");
                wrong.extend(hostile::problems(output.code, &output.err, &line));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[cfg(target_os = "linux")]
#[test]
fn unwritable_help_is_an_error() {
    for args in [&["--help"][..], &["show", "--help"], &["--version"], &["help"]] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("/dev/full can be opened");
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_mekong"));
        let output = command.env_clear().args(args).stdout(full).output().expect("the program starts");
        let err = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{args:?}: {err}");
        assert_eq!(err, "mekong: cannot write the output: the disk is full\n", "{args:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn hash_tables_larger_than_memory_are_rejected() {
    let folder = folder("hostile-memory");
    fs::write(folder.join("game.pgn"), GAME).unwrap();
    for args in [
        "analyse game.pgn --hash 65536",
        "analyse --json --hash 65536",
        "match siam --first nodes:5,hash=65536 --second random --games 2",
    ] {
        // Limits the memory, so that the test does not depend on the machine.
        let script = format!("ulimit -v 8000000; exec {} {args}", env!("CARGO_BIN_EXE_mekong"));
        let mut command = std::process::Command::new("sh");
        let output = command
            .env_clear()
            .current_dir(&folder)
            .args(["-c", &script])
            .output()
            .expect("the shell starts");
        let err = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{args}: {err}");
        assert!(err.starts_with("mekong: not enough memory for "), "{args}: {err}");
    }
}
