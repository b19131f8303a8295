//! Files that are missing, folders in their place, and places where nothing can be written.

mod common;

use std::{fs, path::Path, time::Duration};

use common::{Answer, answer, directory, mekong};

/// Runs the program in a folder; what takes minutes has begun work that it should not have begun.
fn run_in(folder: &Path, args: &[&str]) -> Answer {
    let mut command = mekong(args);
    command.current_dir(folder).env("XDG_CACHE_HOME", folder.join("cache"));
    answer(command.timeout(Duration::from_secs(300)))
}

/// Commands that work for hours before they write a file, each with its option last.
const LONG_WORK: [&[&str]; 3] = [
    &["match", "siam", "--first", "time:1s", "--second", "time:1s", "--games", "1000000", "--pgn"],
    &["analyse", "game.pgn", "--time", "86400s", "--out"],
    &["analyse", "game.pgn", "--time", "86400s", "--plot"],
];

#[test]
fn a_file_that_cannot_be_written_is_told_before_the_work() {
    let folder = directory("files-early");
    fs::write(folder.join("game.pgn"), "[Game \"siam\"]\n\n1. @c1N @c5S *\n").unwrap();
    fs::create_dir(folder.join("folder")).unwrap();
    for args in LONG_WORK {
        for (path, en, fr) in [
            ("no/such/file", "no such file or folder", "fichier ou dossier introuvable"),
            ("", "the file name is missing", "le nom du fichier manque"),
            (
                "game.pgn/file",
                "a part of the path is not a folder",
                "une partie du chemin n'est pas un dossier",
            ),
            ("folder", "is a folder", "est un dossier"),
        ] {
            for (lang, why) in [("en", en), ("fr", fr)] {
                let said = run_in(&folder, &[args, &[path, "--lang", lang]].concat());
                // The parser of arguments itself refuses some empty names.
                if path.is_empty() && said.code == 2 {
                    continue;
                }
                assert_eq!((said.out.as_str(), said.code), ("", 1), "{args:?} {path}: {}", said.err);
                assert!(said.err.trim_end().ends_with(why), "{args:?} {path}: {}", said.err);
                assert_eq!(said.err.lines().count(), 1, "{}", said.err);
            }
        }
    }
    let left: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left.len(), 2, "nothing is left behind: {left:?}");
}

#[test]
fn a_picture_is_not_written_under_the_name_of_another_format() {
    let folder = directory("files-pictures");
    fs::write(folder.join("game.pgn"), "[Game \"siam\"]\n\n1. @c1N @c5S *\n").unwrap();
    for args in [&["diagram", "siam", "-o"][..], &["analyse", "game.pgn", "--nodes", "50", "--plot"]] {
        for name in ["a.png", "A.PDF", "b.pgn", "c.json"] {
            let said = run_in(&folder, &[args, &[name]].concat());
            assert_eq!(
                said.err,
                format!("mekong: {name}: pictures are SVG files: choose a name that ends in .svg\n")
            );
            assert!(said.code == 1 && !folder.join(name).exists(), "{name}");
        }
        for name in ["a.svg", "B.SVG", "plain", "a.svg.part"] {
            let said = run_in(&folder, &[args, &[name]].concat());
            assert_eq!((said.err.as_str(), said.code), ("", 0));
            assert!(fs::read_to_string(folder.join(name)).unwrap().starts_with("<svg"), "{name}");
        }
    }
}
