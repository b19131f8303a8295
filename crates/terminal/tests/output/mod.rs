//! The output of a process, and folders for files, for the tests of each program.

#![allow(dead_code, reason = "each test program uses a part of it")]

use std::{fs, path::PathBuf};

/// The output of a process and its exit status.
pub(crate) struct Output {
    pub(crate) out: String,
    pub(crate) err: String,
    pub(crate) code: i32,
}

impl From<std::process::Output> for Output {
    fn from(output: std::process::Output) -> Output {
        Output {
            out: String::from_utf8(output.stdout).expect("standard output is UTF-8"),
            err: String::from_utf8(output.stderr).expect("standard error is UTF-8"),
            code: output.status.code().expect("no signal ended the process"),
        }
    }
}

impl Output {
    pub(crate) fn last_line(&self) -> &str {
        self.out.lines().last().unwrap_or_default()
    }
}

/// An empty folder for one test.
pub(crate) fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("the folder for temporary files can be written");
    path
}
