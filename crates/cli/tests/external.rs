//! `mekong bot` runs the program `mekong-bot`.
#![cfg(unix)]

mod common;

use std::{
    fs,
    os::unix::fs::PermissionsExt as _,
    path::Path,
    process::Command,
    sync::{Mutex, MutexGuard, PoisonError},
};

use common::directory;

/// One test at a time: a file cannot be executed while a process that another test forks still has it open for writing.
fn one_at_a_time() -> MutexGuard<'static, ()> {
    static LOCK: Mutex<()> = Mutex::new(());
    LOCK.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A program that prints its name and its arguments, and fails.
fn install(folder: &Path, name: &str) {
    fs::create_dir_all(folder).expect("a folder");
    let path = folder.join("mekong-bot");
    fs::write(&path, format!("#!/bin/sh\necho {name} \"$@\"\nexit 7\n")).expect("a script");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("an executable");
}

/// What `mekong` prints if it is installed in `folder`, and its exit status.
fn run(folder: &Path, path: &Path, args: &[&str]) -> (String, String, Option<i32>) {
    fs::create_dir_all(folder).expect("a folder");
    let program = folder.join("mekong");
    if !program.exists() {
        fs::hard_link(env!("CARGO_BIN_EXE_mekong"), &program).expect("a link to the program");
    }
    let output = Command::new(program).env_clear().env("PATH", path).args(args).output().expect("it starts");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (text(output.stdout), text(output.stderr), output.status.code())
}

#[test]
fn the_program_beside_mekong_comes_before_the_one_in_path() {
    let _lock = one_at_a_time();
    let root = directory("external");
    let (alone, both, elsewhere) = (root.join("alone"), root.join("both"), root.join("path"));
    install(&elsewhere, "by-path");
    install(&both, "beside");
    let printed = |folder: &Path| run(folder, &elsewhere, &["bot"]);
    assert_eq!(printed(&alone), ("by-path\n".to_owned(), String::new(), Some(7)));
    assert_eq!(printed(&both), ("beside\n".to_owned(), String::new(), Some(7)));
}

#[test]
fn arguments_and_global_options_are_passed_on() {
    let _lock = one_at_a_time();
    let folder = directory("external-arguments");
    install(&folder, "bot");
    for (args, passed) in [
        (&["bot", "--server", "http://x", "--games", "2"][..], "--server http://x --games 2"),
        (&["bot", "--help"], "--help"),
        (&["bot", "-h"], "-h"),
        (&["bot", "--version"], "--version"),
        (&["help", "bot"], "--help"),
        (&["--lang", "fr", "--ascii", "help", "bot"], "--lang fr --ascii --help"),
        (&["--color=never", "bot", "--server", "x"], "--color never --server x"),
        (&["bot", "--lang", "fr", "--server", "x"], "--lang fr --server x"),
        (&["--lang", "fr", "bot", "--server", "x", "--lang=en"], "--server x --lang=en"),
        (&["bot", "--unknown", "-5", "--", "é"], "--unknown -5 -- é"),
    ] {
        let (out, err, code) = run(&folder, Path::new(""), args);
        assert_eq!(
            (out.trim_end(), err.as_str(), code),
            (format!("bot {passed}").as_str(), "", Some(7)),
            "{args:?}"
        );
    }
}

#[test]
fn a_missing_program_is_explained_in_both_languages() {
    let _lock = one_at_a_time();
    let folder = directory("external-missing");
    let (out, err, code) = run(&folder, Path::new(""), &["bot", "--server", "x"]);
    assert_eq!((out.as_str(), code), ("", Some(1)));
    assert!(err.starts_with("mekong: \"mekong bot\" needs the program mekong-bot"), "{err}");
    let (_, err, code) = run(&folder, Path::new(""), &["help", "bot", "--lang", "fr"]);
    assert_eq!(code, Some(1));
    assert!(err.starts_with("mekong : « mekong bot » a besoin du programme mekong-bot"), "{err}");
}

/// A server is built without an HTTP client and TLS.
#[test]
fn the_program_contains_no_http_client() {
    let _lock = one_at_a_time();
    let cargo = std::env::var_os("CARGO").expect("cargo runs the tests");
    let mut command = Command::new(cargo);
    command.args([
        "tree",
        "--package",
        "mekong",
        "--edges",
        "normal",
        "--prefix",
        "none",
        "--offline",
        "--locked",
    ]);
    let output = command.current_dir(env!("CARGO_MANIFEST_DIR")).output().expect("cargo tree");
    let tree = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(tree.contains("mekong-server v"), "{tree}{}", String::from_utf8_lossy(&output.stderr));
    let names: Vec<&str> = tree.lines().filter_map(|line| line.split(' ').next()).collect();
    for name in ["reqwest", "rustls", "ring", "native-tls", "tokio-rustls"] {
        assert!(!names.contains(&name), "{name} is a dependency of mekong");
    }
}
