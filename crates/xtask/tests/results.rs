//! The committed pages about the solved game are up to date.

use std::{collections::BTreeSet, ffi::OsString, fs, path::Path};

use crate::common::{folder, output_of, run, xtask};

fn names(folder: &Path) -> BTreeSet<OsString> {
    let files = fs::read_dir(folder).expect("the folder can be read");
    files.map(|file| file.expect("the entry can be read").file_name()).collect()
}

/// Solves and verifies both push rules, which is slow.
#[test]
fn committed_pages_are_up_to_date() {
    let committed = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/results");
    let (cache, out) = (folder("results-cache"), folder("results"));
    let mut command = xtask(&["results", "saigon", "--out"]);
    let written = output_of(command.arg(&out).env("XDG_CACHE_HOME", &cache));
    assert_eq!((written.err.as_str(), written.code), ("", 0));
    assert_eq!(names(&out), names(&committed));
    assert_eq!(written.out.lines().count(), names(&out).len(), "every file is printed");
    for name in names(&out) {
        let [new, old] = [&out, &committed].map(|folder| fs::read_to_string(folder.join(&name)).unwrap());
        assert!(new == old, "{name:?} has changed: run \"make results\" and read the difference");
    }
}

#[test]
fn unsolved_game_has_no_pages() {
    let refused = run(&["results", "siam", "--out", "nowhere"]);
    assert_eq!(refused.err, "xtask: Siam is not solved: there are no results to write\n");
    assert_eq!((refused.out.as_str(), refused.code), ("", 1));
    assert!(!Path::new("nowhere").exists());
    let refused = run(&["results", "palam", "--out", "nowhere", "--lang", "fr"]);
    assert_eq!(refused.err, "xtask : Palam n’est pas résolu : il n’y a pas de résultats à écrire\n");
}
