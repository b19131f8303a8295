//! Commands share code through `mekong-terminal` and do not use each other.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// `a::{b, c::d}` as `a::b` and `a::c::d`.
fn expand(tree: &str) -> Vec<String> {
    let tree = tree.trim();
    let Some(open) = tree.find('{') else { return vec![tree.to_owned()] };
    let (prefix, inner) = (&tree[..open], &tree[open + 1..tree.rfind('}').expect("braces are balanced")]);
    let mut depth = 0;
    let parts = inner.split(|char| {
        depth += i32::from(char == '{') - i32::from(char == '}');
        char == ',' && depth == 0
    });
    let parts = parts.filter(|part| !part.trim().is_empty());
    parts.flat_map(|part| expand(&format!("{prefix}{}", part.trim()))).collect()
}

/// All paths that a source mentions: in `use` items and in expressions.
fn paths(source: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (at, keyword) in source.match_indices("use ") {
        let before = source[..at].rsplit('\n').next().unwrap_or_default().trim();
        if before.is_empty() || before.starts_with("pub") {
            found.extend(expand(source[at + keyword.len()..].split(';').next().unwrap_or_default()));
        }
    }
    let words = source.split(|char: char| !(char.is_alphanumeric() || char == '_' || char == ':'));
    found.extend(words.filter(|word| word.contains("::")).map(str::to_owned));
    found
}

/// The commands other than its own that a module uses. `module` is its path below `cmd`, `mod.rs` left out.
fn foreign_commands(module: &[&str], source: &str, commands: &BTreeSet<String>) -> BTreeSet<String> {
    let absolute = |path: String| -> Option<Vec<String>> {
        let mut parts = path.split("::").map(str::to_owned).peekable();
        let mut place: Vec<String> =
            std::iter::once("cmd").chain(module.iter().copied()).map(str::to_owned).collect();
        match parts.peek().map(String::as_str) {
            Some("crate") => {
                parts.next();
                return Some(parts.collect());
            }
            Some("super") => {}
            _ => return None,
        }
        while parts.next_if(|part| part == "super").is_some() {
            place.pop();
        }
        place.extend(parts);
        Some(place)
    };
    let used = paths(source).into_iter().filter_map(absolute);
    let used = used.filter(|path| path.first().is_some_and(|first| first == "cmd"));
    used.filter_map(|path| path.into_iter().nth(1))
        .filter(|name| commands.contains(name) && module.first() != Some(&name.as_str()))
        .collect()
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for item in fs::read_dir(folder).expect("the folder exists") {
        let path = item.expect("the sources can be listed").path();
        if path.is_dir() { sources(&path, found) } else { found.push(path) }
    }
}

#[test]
fn commands_do_not_use_each_other() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/cmd");
    let mut files = Vec::new();
    sources(&root, &mut files);
    let module = |path: &Path| -> Vec<String> {
        let below = path.strip_prefix(&root).expect("a file below cmd").with_extension("");
        let parts = below.iter().map(|part| part.to_string_lossy().into_owned());
        parts.filter(|part| part != "mod").collect()
    };
    let commands: BTreeSet<String> =
        files.iter().filter_map(|path| module(path).into_iter().next()).collect();
    assert!(commands.contains("play") && commands.contains("serve") && commands.len() > 15, "{commands:?}");
    for path in files {
        let module = module(&path);
        let module: Vec<&str> = module.iter().map(String::as_str).collect();
        if module.is_empty() {
            continue;
        }
        let source = fs::read_to_string(&path).expect("the source is UTF-8");
        let foreign = foreign_commands(&module, &source, &commands);
        assert!(foreign.is_empty(), "{} uses {foreign:?}: move the code to mekong-terminal", path.display());
    }
}

#[test]
fn imports_and_paths_of_other_commands_are_found() {
    let commands = ["play", "show", "games"].map(str::to_owned).into();
    let found = |module: &[&str], source: &str| foreign_commands(module, source, &commands);
    let show = BTreeSet::from(["show".to_owned()]);
    for source in [
        "use super::show;",
        "use super::{show, x};",
        "use crate::{cmd::{play::a, show::{b, c}}, x};",
        "fn f() { crate::cmd::show::run() }",
        "fn f() { super::show::run() }",
    ] {
        assert_eq!(found(&["play"], source), show, "{source}");
    }
    assert_eq!(found(&["play", "input"], "use super::super::show;"), show);
    for source in ["use super::{games, show};", "use crate::cmd::play::x;", "use mekong_terminal::show;"] {
        assert_eq!(found(&["play", "input"], source), BTreeSet::new(), "{source}");
    }
}
