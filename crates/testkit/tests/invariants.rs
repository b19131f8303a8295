//! Invariants of `ARCHITECTURE.md` that show in the sources.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use crate::common::{code, files, name, root};

/// The crates that neither read nor write anything.
const PURE: [&str; 12] = [
    "core", "record", "games", "engine", "solver", "catalog", "players", "picture", "puzzles", "book",
    "analysis", "arrays",
];

/// Paths and macros of the standard library that read, write or ask the system for something.
const IO: [&str; 9] =
    ["fs::", "net::", "process::", "env::", "stdin(", "stdout(", "stderr(", "println!", "print!("];

/// The files of pure crates that start threads, as many as the caller asks for.
const THREADS: [&str; 5] = [
    "crates/arrays/src/typed.rs",
    "crates/engine/src/engine.rs",
    "crates/engine/src/tune/play.rs",
    "crates/players/src/endgame/mod.rs",
    "crates/solver/src/parallel.rs",
];

/// The sources of a crate, or of all games.
fn sources(folder: &str) -> Vec<PathBuf> {
    let is_source = |path: &Path| name(path).contains("/src/");
    files(&root().join("crates").join(folder), ".rs").into_iter().filter(|path| is_source(path)).collect()
}

/// The sources of pure crates that contain one of some words.
fn with_any(folders: &[&str], words: &[&str]) -> BTreeSet<String> {
    let all: Vec<PathBuf> = folders.iter().flat_map(|folder| sources(folder)).collect();
    assert!(all.len() >= 9 * folders.len(), "only {} sources", all.len());
    let has_one = |path: &PathBuf| words.iter().any(|word| code(path).contains(word));
    all.iter().filter(|path| has_one(path)).map(|path| name(path)).collect()
}

#[test]
fn rules_engine_and_players_do_no_io() {
    assert_eq!(with_any(&PURE, &IO), BTreeSet::new());
}

#[test]
fn rules_read_no_clock() {
    assert_eq!(
        with_any(&["core", "record", "games", "catalog", "arrays"], &["Instant", "SystemTime"]),
        BTreeSet::new()
    );
}

#[test]
fn threads_start_in_few_places() {
    assert_eq!(with_any(&PURE, &["thread::"]), THREADS.map(str::to_owned).into());
}

#[test]
fn rules_use_no_notation_pictures_explanations_or_search() {
    let others = [
        "notation",
        "text_diagram",
        "diagram",
        "artwork",
        "encode",
        "index",
        "eval",
        "features",
        "weights",
        "exact",
        "endgame",
        "players",
        "insight",
        "narrate",
        "themes",
    ];
    let mut checked = 0;
    for path in sources("games").iter().filter(|path| path.ends_with("rules.rs")) {
        let code = code(path);
        for module in others {
            assert!(!code.contains(&format!("{module}::")), "{} uses {module}", name(path));
        }
        checked += 1;
    }
    assert!(checked >= 4, "{checked} games");
}

/// The tablebase with its codes is what it verifies, and `parallel` distributes any work.
#[test]
fn verifier_uses_none_of_the_solving_code() {
    let code = code(&root().join("crates/solver/src/verify.rs"));
    for module in ["choice", "cycle", "file", "group", "reach", "retrograde"] {
        assert!(!code.contains(&format!("{module}::")), "verify uses {module}");
    }
    assert!(!code.contains("solve("), "verify calls the solver");
}

#[test]
fn unsafe_code_is_denied_except_in_the_exports_of_the_wasm_module() {
    let allowed: Vec<String> = files(&root().join("crates"), ".rs")
        .iter()
        .filter(|path| !path.ends_with("invariants.rs") && code(path).contains("unsafe_code"))
        .map(|path| name(path))
        .collect();
    assert_eq!(allowed, ["crates/wasm/src/exports.rs"]);
    for manifest in files(&root().join("crates"), "Cargo.toml") {
        let text = fs::read_to_string(&manifest).expect("a manifest");
        assert!(text.contains("[lints]\nworkspace = true"), "{} has lints of its own", name(&manifest));
    }
}

/// The Python package is a workspace of its own and repeats these tables.
#[test]
fn the_python_package_has_the_lints_and_the_version_of_the_workspace() {
    let table = |text: &str, name: &str| -> BTreeSet<String> {
        let (_, rest) = text.split_once(&format!("[{name}]\n")).unwrap_or_else(|| panic!("no table {name}"));
        rest.lines().take_while(|line| !line.is_empty()).map(str::to_owned).collect()
    };
    let [root_manifest, manifest] = ["Cargo.toml", "crates/py/Cargo.toml"]
        .map(|path| fs::read_to_string(root().join(path)).expect("a manifest"));
    for name in ["workspace.lints.rust", "workspace.lints.clippy"] {
        assert_eq!(table(&root_manifest, name), table(&manifest, name), "{name}");
    }
    let (facts, repeated) =
        (table(&root_manifest, "workspace.package"), table(&manifest, "workspace.package"));
    assert!(repeated.is_subset(&facts), "{repeated:?}");
    assert!(repeated.iter().any(|line| line.starts_with("version")));
}
