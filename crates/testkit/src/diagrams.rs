//! The diagrams of a game's rule pages: listed in a text file, drawn by the program, committed beside the pages.
//!
//! `diagrams/list.txt` has one line per diagram, `name ; variants ; position`; it is drawn as `name.svg` in English and
//! `name.fr.svg` in French.

use std::{fs, path::Path};

use mekong_core::{Diagram as _, Game, Lang, Notation as _};

/// Checks that the committed diagrams are up to date. With `UPDATE_DIAGRAMS` in the environment it writes them instead.
/// Returns how many there are.
#[must_use = "assert that the count is not zero"]
pub fn check<G: Game>(folder: &Path) -> usize {
    let list = fs::read_to_string(folder.join("list.txt")).expect("the list of diagrams");
    let update = std::env::var_os("UPDATE_DIAGRAMS").is_some();
    let mut count = 0;
    for line in list.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let fields: Vec<&str> = line.split(';').map(str::trim).collect();
        let [name, variants, position] = fields[..] else {
            panic!("a line has three fields: {line}");
        };
        let names = variants.split(',').filter(|name| *name != "-");
        let variants = G::INFO.parse_variants(names).expect(line);
        let position = G::Position::parse_position(position, variants).expect(line);
        for lang in Lang::ALL {
            let file = folder.join(match lang {
                Lang::En => format!("{name}.svg"),
                Lang::Fr => format!("{name}.fr.svg"),
            });
            let svg = position.diagram(lang);
            if update {
                fs::write(&file, svg).expect("writing a diagram");
            } else {
                let committed = fs::read_to_string(&file).unwrap_or_default();
                assert!(committed == svg, "{} is out of date: run make diagrams", file.display());
            }
            count += 1;
        }
    }
    count
}
