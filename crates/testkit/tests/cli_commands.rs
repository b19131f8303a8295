//! Commands of the program share code through `mekong-terminal` and do not use each other.

use std::collections::BTreeSet;

use crate::common::{absolute, files, module_of, paths, root, without_tests};

/// The commands other than its own that a module uses. `module` is its path below `cmd`.
fn foreign_commands(module: &[String], source: &str, commands: &BTreeSet<String>) -> BTreeSet<String> {
    let place = [&["cmd".to_owned()][..], module].concat();
    let used = paths(source).into_iter().filter_map(|path| absolute(&place, &path));
    used.filter(|path| path.first().is_some_and(|first| first == "cmd"))
        .filter_map(|path| path.into_iter().nth(1))
        .filter(|name| commands.contains(name) && module.first() != Some(name))
        .collect()
}

#[test]
fn commands_do_not_use_each_other() {
    let folder = root().join("crates/cli/src/cmd");
    let sources = files(&folder, ".rs");
    let commands: BTreeSet<String> =
        sources.iter().filter_map(|path| module_of(path, &folder).into_iter().next()).collect();
    assert!(commands.contains("play") && commands.contains("serve") && commands.len() > 15, "{commands:?}");
    for path in sources {
        let module = module_of(&path, &folder);
        if module.is_empty() {
            continue;
        }
        let foreign = foreign_commands(&module, &without_tests(&path), &commands);
        assert!(foreign.is_empty(), "{} uses {foreign:?}: move the code to mekong-terminal", path.display());
    }
}

#[test]
fn imports_and_paths_of_other_commands_are_found() {
    let commands = ["play", "show", "games"].map(str::to_owned).into();
    let [play, input] = [&["play"][..], &["play", "input"]]
        .map(|module| module.iter().map(|&part| part.to_owned()).collect::<Vec<String>>());
    let show = BTreeSet::from(["show".to_owned()]);
    for source in [
        "use super::show;",
        "use super::{show, x};",
        "use crate::{cmd::{play::a, show::{b, c}}, x};",
        "fn f() { crate::cmd::show::run() }",
        "fn f() { super::show::run() }",
    ] {
        assert_eq!(foreign_commands(&play, source, &commands), show, "{source}");
    }
    assert_eq!(foreign_commands(&input, "use super::super::show;", &commands), show);
    for source in ["use super::{games, show};", "use crate::cmd::play::x;", "use mekong_terminal::show;"] {
        assert_eq!(foreign_commands(&input, source, &commands), BTreeSet::new(), "{source}");
    }
}
