//! The pages about the solved game are what the program writes.

mod common;

use std::{collections::BTreeSet, ffi::OsString, fs, path::Path};

use common::{answer, directory, run, xtask};

fn names(folder: &Path) -> BTreeSet<OsString> {
    let files = fs::read_dir(folder).expect("a directory");
    files.map(|file| file.expect("a file").file_name()).collect()
}

/// Solves and verifies both push rules, which takes its time.
#[test]
fn the_pages_in_the_repository_are_what_the_program_writes() {
    let committed = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/results");
    let (cache, out) = (directory("results-cache"), directory("results"));
    let mut command = xtask(&["results", "saigon", "--out"]);
    let written = answer(command.arg(&out).env("XDG_CACHE_HOME", &cache));
    assert_eq!((written.err.as_str(), written.code), ("", 0));
    assert_eq!(names(&out), names(&committed));
    assert_eq!(written.out.lines().count(), names(&out).len(), "every file is named");
    for name in names(&out) {
        let [new, old] = [&out, &committed].map(|folder| fs::read_to_string(folder.join(&name)).unwrap());
        assert!(new == old, "{name:?} has changed: run \"make results\" and read the difference");
    }
}

#[test]
fn a_game_that_is_not_solved_has_no_pages() {
    let refused = run(&["results", "siam", "--out", "nowhere"]);
    assert_eq!(refused.err, "xtask: Siam is not solved, so there is nothing to write about it\n");
    assert_eq!((refused.out.as_str(), refused.code), ("", 1));
    assert!(!Path::new("nowhere").exists());
    let refused = run(&["results", "palam", "--out", "nowhere", "--lang", "fr"]);
    assert_eq!(refused.err, "xtask : Palam n'est pas résolu : il n'y a rien à en écrire\n");
}
