//! The files of the workspace, and Cargo's view of it.

#![allow(dead_code, reason = "each test uses some of these functions")]

mod paths;

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

pub(crate) use paths::{absolute, module_of, paths};

/// The root of the repository.
pub(crate) fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// All files below a folder whose name ends in `ending`, without those that Cargo builds.
pub(crate) fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let path = entry.expect("a readable entry").path();
        if path.is_dir() {
            if !path.ends_with("target") {
                found.extend(files(&path, ending));
            }
        } else if path.to_string_lossy().ends_with(ending) {
            found.push(path);
        }
    }
    found
}

/// The path of a file from the root of the repository, with slashes.
pub(crate) fn name(path: &Path) -> String {
    path.strip_prefix(root()).expect("a file of the repository").to_string_lossy().replace('\\', "/")
}

/// A source without the tests at its end.
pub(crate) fn without_tests(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default().to_owned()
}

/// A source without comments and without the tests at its end.
pub(crate) fn code(path: &Path) -> String {
    without_tests(path)
        .lines()
        .map(|line| line.split("//").next().unwrap_or_default())
        .collect::<Vec<_>>()
        .join("\n")
}

/// The output of Cargo in this workspace.
pub(crate) fn cargo(args: &[&str]) -> String {
    let output = Command::new(env!("CARGO")).args(args).current_dir(root()).output().expect("cargo starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("cargo prints UTF-8")
}
