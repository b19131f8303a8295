//! Runs the tools as a developer would.

#![allow(dead_code, reason = "every test file uses another part")]

use std::{fs, path::PathBuf, process::Command};

/// The tools in an empty environment.
pub(crate) fn xtask(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    command.env_clear().args(args);
    command
}

/// What a tool printed, and its exit status.
pub(crate) struct Answer {
    pub(crate) out: String,
    pub(crate) err: String,
    pub(crate) code: i32,
}

/// Runs a command to its end.
pub(crate) fn answer(command: &mut Command) -> Answer {
    let output = command.output().expect("the program starts");
    Answer {
        out: String::from_utf8(output.stdout).expect("standard output is UTF-8"),
        err: String::from_utf8(output.stderr).expect("standard error is UTF-8"),
        code: output.status.code().expect("no signal ended the program"),
    }
}

/// Runs a tool with these arguments.
pub(crate) fn run(args: &[&str]) -> Answer {
    answer(&mut xtask(args))
}

/// An empty directory for one test.
pub(crate) fn directory(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("the directory for temporary files can be written");
    path
}
