//! `mekong bot` runs the program `mekong-bot`.
#![cfg(unix)]

use std::{
    fs,
    os::unix::fs::PermissionsExt as _,
    path::Path,
    process::Command,
    sync::{Mutex, MutexGuard, PoisonError},
};

use crate::common::folder;

/// Serialises the tests: a file cannot be executed while a process forked by another test has it open for writing.
fn one_at_a_time() -> MutexGuard<'static, ()> {
    static LOCK: Mutex<()> = Mutex::new(());
    LOCK.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Installs a script that prints its name and arguments, and fails.
fn install(folder: &Path, name: &str) {
    fs::create_dir_all(folder).expect("the folder is created");
    let path = folder.join("mekong-bot");
    fs::write(&path, format!("#!/bin/sh\necho {name} \"$@\"\nexit 7\n")).expect("the script is written");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("the permissions are set");
}

/// Output and exit status of `mekong`, installed in `folder`.
fn run(folder: &Path, path: &Path, args: &[&str]) -> (String, String, Option<i32>) {
    fs::create_dir_all(folder).expect("the folder is created");
    let program = folder.join("mekong");
    if !program.exists() {
        fs::hard_link(env!("CARGO_BIN_EXE_mekong"), &program).expect("the link is created");
    }
    let output =
        Command::new(program).env_clear().env("PATH", path).args(args).output().expect("the program starts");
    let text = |bytes| String::from_utf8(bytes).expect("the output is UTF-8");
    (text(output.stdout), text(output.stderr), output.status.code())
}

#[test]
fn program_beside_mekong_has_precedence_over_path() {
    let _lock = one_at_a_time();
    let root = folder("external");
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
    let folder = folder("external-arguments");
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
fn missing_program_is_explained_in_both_languages() {
    let _lock = one_at_a_time();
    let folder = folder("external-missing");
    let (out, err, code) = run(&folder, Path::new(""), &["bot", "--server", "x"]);
    assert_eq!((out.as_str(), code), ("", Some(1)));
    assert!(err.starts_with("mekong: \"mekong bot\" requires the program mekong-bot"), "{err}");
    let (_, err, code) = run(&folder, Path::new(""), &["help", "bot", "--lang", "fr"]);
    assert_eq!(code, Some(1));
    assert!(err.starts_with("mekong : « mekong bot » a besoin du programme mekong-bot"), "{err}");
}

/// The names of the crates that the program is built from.
fn dependencies(options: &[&str]) -> Vec<String> {
    let cargo = std::env::var_os("CARGO").expect("CARGO is set by cargo");
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
    let output =
        command.args(options).current_dir(env!("CARGO_MANIFEST_DIR")).output().expect("cargo starts");
    let tree = String::from_utf8(output.stdout).expect("the output is UTF-8");
    assert!(tree.contains("mekong-server v"), "{tree}{}", String::from_utf8_lossy(&output.stderr));
    tree.lines().filter_map(|line| line.split(' ').next()).map(str::to_owned).collect()
}

/// Servers are built without an HTTP client; the quick build of `make serve`, which cannot use NATS, also without TLS.
#[test]
fn mekong_has_no_http_client() {
    let _lock = one_at_a_time();
    assert!(!dependencies(&[]).iter().any(|name| name == "reqwest"));
    let quick = dependencies(&["--no-default-features"]);
    for absent in ["async-nats", "native-tls", "reqwest", "ring", "rustls", "tokio-rustls"] {
        assert!(!quick.iter().any(|name| name == absent), "{absent} is a dependency of mekong");
    }
}
