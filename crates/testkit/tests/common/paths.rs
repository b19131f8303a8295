//! The paths that a source names.

use std::{collections::BTreeSet, path::Path};

use proc_macro2::{TokenStream, TokenTree};

/// All paths of a source, in `use` declarations and elsewhere, with braces expanded.
pub(crate) fn paths(source: &str) -> BTreeSet<String> {
    let tokens: TokenStream = source.parse().unwrap_or_else(|error| panic!("{error}: {source}"));
    let mut found = BTreeSet::new();
    collect("", tokens, &mut found);
    found
}

/// Collects the paths of some tokens. `prefix` is the path before the braces they are in; it is empty or ends in `::`.
fn collect(prefix: &str, tokens: TokenStream, found: &mut BTreeSet<String>) {
    let mut path = prefix.to_owned();
    for token in tokens {
        match token {
            TokenTree::Ident(ident) => {
                if !path.is_empty() && !path.ends_with("::") {
                    add(&mut path, found);
                }
                path.push_str(&ident.to_string());
            }
            TokenTree::Punct(punct) if punct.as_char() == ':' => path.push(':'),
            TokenTree::Group(group) if path.ends_with("::") => {
                collect(&path, group.stream(), found);
                path.clear();
            }
            TokenTree::Group(group) => {
                add(&mut path, found);
                collect("", group.stream(), found);
            }
            TokenTree::Punct(punct) => {
                add(&mut path, found);
                if punct.as_char() == ',' {
                    prefix.clone_into(&mut path);
                }
            }
            TokenTree::Literal(_) => add(&mut path, found),
        }
    }
    add(&mut path, found);
}

/// Adds a path that has ended.
fn add(path: &mut String, found: &mut BTreeSet<String>) {
    let ended = path.trim_matches(':');
    if !ended.is_empty() {
        found.insert(ended.to_owned());
    }
    path.clear();
}

/// The module of a file below a folder of modules, without `mod.rs`: `games/clocks.rs` is `games`, `clocks`.
pub(crate) fn module_of(file: &Path, folder: &Path) -> Vec<String> {
    let below = file.strip_prefix(folder).expect("the file is in the folder").with_extension("");
    let parts = below.iter().map(|part| part.to_string_lossy().into_owned());
    parts.filter(|part| part != "mod").collect()
}

/// A path as seen from the root of its crate, if it begins with `crate` or `super`; `module` is where it is used.
pub(crate) fn absolute(module: &[String], path: &str) -> Option<Vec<String>> {
    let mut parts = path.split("::").map(str::to_owned).peekable();
    let mut place = match parts.peek()?.as_str() {
        "crate" => Vec::new(),
        "super" => module.to_vec(),
        _ => return None,
    };
    parts.next_if(|part| part == "crate");
    while parts.next_if(|part| part == "super").is_some() {
        place.pop();
    }
    place.extend(parts);
    Some(place)
}

#[test]
fn paths_are_expanded() {
    let source = r#"
        use crate::{live::{Room, bus::{A, B as C}}, time::now};
        // use crate::comment;
        fn f(x: crate::people::Name) { super::super::show::run("crate::text") }
    "#;
    let found = paths(source);
    let expected = [
        "crate::live::Room",
        "crate::live::bus::A",
        "crate::live::bus::B",
        "crate::time::now",
        "crate::people::Name",
        "super::super::show::run",
    ];
    for path in expected {
        assert!(found.contains(path), "{path} is not in {found:?}");
    }
    assert!(!found.iter().any(|path| path.contains("comment") || path.contains("text")), "{found:?}");
}

#[test]
fn paths_are_resolved_from_the_root() {
    let module = ["cmd", "play"].map(str::to_owned);
    let resolved = |path| absolute(&module, path).map(|parts| parts.join("::"));
    assert_eq!(resolved("crate::time::now").as_deref(), Some("time::now"));
    assert_eq!(resolved("super::show").as_deref(), Some("cmd::show"));
    assert_eq!(resolved("super::super::main").as_deref(), Some("main"));
    assert_eq!(resolved("std::fs"), None);
}
