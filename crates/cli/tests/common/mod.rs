//! Runs the program as a person or a script would, and writes down what was said.

#![allow(dead_code, reason = "every test file uses another part")]

#[cfg(unix)]
pub(crate) mod signals;

use std::{fmt::Write as _, fs, path::PathBuf, time::Duration};

use assert_cmd::Command;

pub(crate) const GAMES: [&str; 4] = ["siam", "samliam", "saigon", "palam"];

/// A deal of Palam with a duel in sight, from the rule page.
pub(crate) const DEAL: &str =
    "s1,w6,k2,e1,W3,k6/e6,s4,w1,k4,s6,K5/w2,e2,S2,k1,s3,e5/k3,w4,s5,E4,e3,w5 I - s 0-0";

/// The program in an empty environment: whoever runs the tests may speak French and like no colours.
pub(crate) fn mekong(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mekong"));
    command.env_clear().args(args);
    command
}

/// What the program printed, and its exit status.
pub(crate) struct Answer {
    pub(crate) out: String,
    pub(crate) err: String,
    pub(crate) code: i32,
}

impl Answer {
    pub(crate) fn last_line(&self) -> &str {
        self.out.lines().last().unwrap_or_default()
    }
}

/// Runs the command to its end.
pub(crate) fn answer(command: &mut Command) -> Answer {
    // No test waits forever.
    let output = command.timeout(Duration::from_secs(600)).output().expect("the program starts");
    Answer {
        out: String::from_utf8(output.stdout).expect("standard output is UTF-8"),
        err: String::from_utf8(output.stderr).expect("standard error is UTF-8"),
        code: output.status.code().expect("no signal ended the program"),
    }
}

/// Runs the program with these arguments.
pub(crate) fn run(args: &[&str]) -> Answer {
    answer(&mut mekong(args))
}

/// Runs the program with a text on its standard input.
pub(crate) fn feed(args: &[&str], input: impl Into<Vec<u8>>) -> Answer {
    answer(mekong(args).write_stdin(input.into()))
}

/// What a terminal would show of several commands one after the other.
pub(crate) fn transcript(commands: &[&[&str]]) -> String {
    let mut text = String::new();
    for args in commands {
        write_down(&mut text, args, &run(args));
    }
    text
}

/// Appends a command and its answer.
pub(crate) fn write_down(text: &mut String, args: &[&str], answer: &Answer) {
    let words: Vec<String> = args.iter().map(|word| quote(word)).collect();
    writeln!(text, "$ mekong {}", words.join(" ")).unwrap();
    text.push_str(&answer.out);
    for line in answer.err.lines() {
        writeln!(text, "stderr: {line}").unwrap();
    }
    if answer.code != 0 {
        writeln!(text, "status: {}", answer.code).unwrap();
    }
    text.push('\n');
}

fn quote(word: &str) -> String {
    if word.is_empty() || word.contains([' ', '"', '#']) { format!("'{word}'") } else { word.to_owned() }
}

/// An empty directory for one test.
pub(crate) fn directory(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("the directory for temporary files can be written");
    path
}
