//! Closed pipes, full disks and signals.

#![cfg(unix)]

use std::{
    fs::File,
    io::{self, BufRead as _, BufReader, Read as _, Write as _},
    os::unix::process::ExitStatusExt as _,
    process::{Child, Command, Stdio},
};

use crate::common::{
    Output, games,
    signals::{Watchdog, restore_signals, send},
};
use nix::sys::signal::Signal;

fn program(args: &[&str]) -> Command {
    restore_signals();
    let mut command = Command::new(env!("CARGO_BIN_EXE_mekong"));
    command.env_clear().args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// The write end of a pipe whose read end is closed.
fn closed_pipe() -> io::PipeWriter {
    let (reader, writer) = io::pipe().expect("the pipe is created");
    drop(reader);
    writer
}

fn finish(child: Child) -> Output {
    let _watchdog = Watchdog::new(&child);
    let output = child.wait_with_output().expect("the program exits");
    Output {
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
        code: output.status.code().unwrap_or_else(|| 1000 + output.status.signal().unwrap()),
    }
}

const COMMANDS: &[&[&str]] = &[
    &["--help"],
    &["--version"],
    &["help", "show"],
    &["games"],
    &["games", "--json"],
    &["show", "palam"],
    &["show", "samliam", "--json"],
    &["diagram", "siam"],
    &["perft", "saigon", "3", "--divide"],
    &["random", "palam", "--games", "2"],
    &["completions", "bash"],
    &["play", "siam"],
];

#[test]
fn closed_output_is_not_an_error() {
    for args in COMMANDS {
        let answer = finish(program(args).stdout(closed_pipe()).spawn().unwrap());
        assert_eq!((answer.err.as_str(), answer.code), ("", 0), "{args:?}");
    }
}

#[test]
fn closed_standard_error_does_not_change_the_exit_status() {
    for lang in ["en", "fr"] {
        for (args, code) in [
            (&["show", "go"][..], 1),
            (&["shwo"], 2),
            (&["help", "x"], 2),
            (&["show", "siam", "--seed", "1"], 0),
        ] {
            let mut command = program(args);
            let answer = finish(command.env("LANG", lang).stderr(closed_pipe()).spawn().unwrap());
            assert_eq!(answer.code, code, "{args:?}");
        }
    }
}

#[test]
fn batch_stops_when_its_output_is_closed() {
    let mut child = program(&["show", "--batch"]).stdin(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    // As in `mekong show --batch | head -1`: each response is flushed before the next request.
    writeln!(input, "{{\"game\":\"siam\"}}").unwrap();
    let mut line = String::new();
    output.read_line(&mut line).unwrap();
    assert!(line.starts_with("{\"game\":\"siam\""));
    drop(output);
    // The program exits at its next response, so the loop ends before the pipe is full.
    while writeln!(input, "{{\"game\":\"siam\"}}").is_ok() {}
    let answer = finish(child);
    assert_eq!((answer.err.as_str(), answer.code), ("", 0));
}

#[cfg(target_os = "linux")]
#[test]
fn full_disk_is_reported() {
    for args in COMMANDS.iter().filter(|args| !args[0].starts_with("--")) {
        let full = || File::options().write(true).open("/dev/full").unwrap();
        let answer = finish(program(args).stdout(full()).spawn().unwrap());
        assert_eq!(answer.err, "mekong: cannot write the output: the disk is full\n", "{args:?}");
        assert_eq!(answer.code, 1, "{args:?}");
        let french = finish(program(args).env("LANG", "fr").stdout(full()).spawn().unwrap());
        assert_eq!(french.err, "mekong : impossible d’écrire la sortie : le disque est plein\n", "{args:?}");
    }
}

fn interrupt(child: &Child) {
    send(child, Signal::SIGINT);
}

/// Waits until the program has installed a handler of SIGINT.
#[cfg(target_os = "linux")]
fn wait_for_handler(child: &Child) {
    let handles_sigint = || {
        let status =
            std::fs::read_to_string(format!("/proc/{}/status", child.id())).expect("the program runs");
        let caught =
            status.lines().find_map(|line| line.strip_prefix("SigCgt:")).expect("a hexadecimal mask");
        u64::from_str_radix(caught.trim(), 16).unwrap() & 1 << (Signal::SIGINT as u32 - 1) != 0
    };
    let _watchdog = Watchdog::new(child);
    while !handles_sigint() {
        std::thread::yield_now();
    }
}

#[cfg(target_os = "linux")]
#[test]
fn interrupted_random_games_are_reported() {
    for game in games() {
        let args = ["random", game, "--games", "1000000000", "--seed", "1", "--json"];
        let child = program(&args).spawn().unwrap();
        wait_for_handler(&child);
        interrupt(&child);
        let answer = finish(child);
        assert_eq!((answer.err.as_str(), answer.code), ("", 130));
        let report: serde_json::Value = serde_json::from_str(&answer.out).expect("the report is valid JSON");
        assert_eq!(report["game"], game);
        assert!(report["games"].as_u64().unwrap() < 1_000_000_000);
    }
}

#[test]
fn ctrl_c_kills_commands_without_a_report() {
    let killed = 1000 + Signal::SIGINT as i32;
    let child = program(&["perft", "siam", "60"]).spawn().unwrap();
    interrupt(&child);
    assert_eq!(finish(child).code, killed);

    for args in [&["show", "--batch"][..], &["replay", "-"], &["play", "siam"]] {
        let mut child = program(args).stdin(Stdio::piped()).spawn().unwrap();
        let _watchdog = Watchdog::new(&child);
        let input = child.stdin.take();
        interrupt(&child);
        let mut error = String::new();
        child.stderr.take().unwrap().read_to_string(&mut error).unwrap();
        assert_eq!((error.as_str(), finish(child).code), ("", killed), "{args:?}");
        drop(input);
    }
}
