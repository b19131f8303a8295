//! Output files that cannot be written, and file names with the wrong extension.

use std::{fs, path::Path, time::Duration};

use crate::common::{Output, folder, mekong, output_of};

/// Runs the program in a folder. The timeout fails commands that start their work before they check the file.
fn run_in(folder: &Path, args: &[&str]) -> Output {
    let mut command = mekong(args);
    command.current_dir(folder).env("XDG_CACHE_HOME", folder.join("cache"));
    output_of(command.timeout(Duration::from_secs(300)))
}

/// Commands that run for hours before they write a file; the option with the file comes last.
const LONG_WORK: [&[&str]; 3] = [
    &["match", "siam", "--first", "time:1s", "--second", "time:1s", "--games", "1000000", "--pgn"],
    &["analyse", "game.pgn", "--time", "86400s", "--out"],
    &["analyse", "game.pgn", "--time", "86400s", "--plot"],
];

#[test]
fn unwritable_files_are_rejected_before_the_work() {
    let folder = folder("files-early");
    fs::write(folder.join("game.pgn"), "[Game \"siam\"]\n\n1. @c1N @c5S *\n").unwrap();
    fs::create_dir(folder.join("folder")).unwrap();
    for args in LONG_WORK {
        for (path, en, fr) in [
            ("no/such/file", "no such file or folder", "fichier ou dossier introuvable"),
            ("", "missing file name", "il manque le nom du fichier"),
            (
                "game.pgn/file",
                "a part of the path is not a folder",
                "une partie du chemin n’est pas un dossier",
            ),
            ("folder", "is a folder", "est un dossier"),
        ] {
            for (lang, why) in [("en", en), ("fr", fr)] {
                let output = run_in(&folder, &[args, &[path, "--lang", lang]].concat());
                // clap itself refuses some empty names.
                if path.is_empty() && output.code == 2 {
                    continue;
                }
                assert_eq!((output.out.as_str(), output.code), ("", 1), "{args:?} {path}: {}", output.err);
                assert!(output.err.trim_end().ends_with(why), "{args:?} {path}: {}", output.err);
                assert_eq!(output.err.lines().count(), 1, "{}", output.err);
            }
        }
    }
    let left: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left.len(), 2, "files are left: {left:?}");
}

#[test]
fn images_need_the_extension_svg() {
    let folder = folder("files-pictures");
    fs::write(folder.join("game.pgn"), "[Game \"siam\"]\n\n1. @c1N @c5S *\n").unwrap();
    for args in [&["diagram", "siam", "-o"][..], &["analyse", "game.pgn", "--nodes", "50", "--plot"]] {
        for name in ["a.png", "A.PDF", "b.pgn", "c.json"] {
            let output = run_in(&folder, &[args, &[name]].concat());
            assert_eq!(
                output.err,
                format!("mekong: {name}: images are SVG files, whose names end in .svg\n")
            );
            assert!(output.code == 1 && !folder.join(name).exists(), "{name}");
        }
        for name in ["a.svg", "B.SVG", "plain", "a.svg.part"] {
            let output = run_in(&folder, &[args, &[name]].concat());
            assert_eq!((output.err.as_str(), output.code), ("", 0));
            assert!(fs::read_to_string(folder.join(name)).unwrap().starts_with("<svg"), "{name}");
        }
    }
}
