//! Every file in a folder of tests is compiled: Cargo ignores one that no `mod` names.

use std::{collections::BTreeSet, fs, path::Path};

use crate::common::root;

/// Checks that the file of a folder lists the modules of the folder: files in Rust, and folders with a `mod.rs`.
fn check_modules(folder: &Path, file: &str) {
    let text = fs::read_to_string(folder.join(file)).expect("the file with the list");
    let listed: BTreeSet<_> =
        text.lines().filter_map(|line| line.rsplit_once("mod ")?.1.strip_suffix(';')).collect();
    for entry in fs::read_dir(folder).expect("the folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().and_then(|name| name.to_str()).expect("a name");
        let is_module = match name.strip_suffix(".rs") {
            Some(_) => name != file,
            None => path.join("mod.rs").exists(),
        };
        let module = name.strip_suffix(".rs").unwrap_or(name);
        assert!(!is_module || listed.contains(module), "{} is not in {file}", path.display());
        if is_module && path.is_dir() {
            check_modules(&path, "mod.rs");
        }
    }
}

#[test]
fn test_programs_contain_all_files_of_their_folder() {
    let crates =
        ["crates", "crates/games"].map(|folder| fs::read_dir(root().join(folder)).expect("the crates"));
    let mut programs = 0;
    for tests in crates.into_iter().flatten().map(|entry| entry.unwrap().path().join("tests")) {
        if tests.join("main.rs").exists() {
            programs += 1;
            check_modules(&tests, "main.rs");
        }
    }
    assert!(programs > 5, "only {programs} test programs");
}
