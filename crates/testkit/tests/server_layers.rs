//! The layers of the server, as `ARCHITECTURE.md` describes them: a module uses only modules below it.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use crate::common::{code, files, root};

/// The modules of the server, from bottom to top.
const LAYERS: [&str; 19] = [
    "time", "secrets", "config", "fd_limit", "limits", "people", "glicko", "picture", "engine", "table",
    "store", "protocol", "live", "services", "app", "metrics", "http", "serve", "lib",
];

/// The services, each using only those before it.
const SERVICES: [&str; 11] = [
    "Views",
    "Notifications",
    "Revocations",
    "Pictures",
    "Moderation",
    "Analyses",
    "Records",
    "Games",
    "Lobby",
    "Accounts",
    "Previews",
];

/// What `protocol` may use of the store: enums without queries.
const STORE_TYPES_IN_PROTOCOL: [&str; 4] = ["ChallengeKind", "ChallengeState", "Side", "UserKind"];

fn source() -> PathBuf {
    root().join("crates/server/src")
}

/// The paths after each `crate::`, with the braces of `use` declarations expanded.
fn crate_paths(code: &str) -> BTreeSet<String> {
    paths_after("crate::", code)
}

fn paths_after(prefix: &str, code: &str) -> BTreeSet<String> {
    let mut paths = BTreeSet::new();
    for rest in code.split(prefix).skip(1) {
        expand("", rest, &mut paths);
    }
    paths
}

fn expand(prefix: &str, text: &str, paths: &mut BTreeSet<String>) {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_' && c != ':').unwrap_or(text.len());
    let path = format!("{prefix}{}", &text[..end]);
    if !text[end..].starts_with('{') {
        paths.insert(path);
        return;
    }
    let (mut depth, mut begin) = (0, end + 1);
    for (index, c) in text[end..].char_indices().map(|(index, c)| (end + index, c)) {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if (c == ',' && depth == 1) || depth == 0 {
            let item = text[begin..index].trim();
            if !item.is_empty() {
                expand(&path, item, paths);
            }
            begin = index + 1;
        }
        if depth == 0 {
            return;
        }
    }
}

fn layer(path: &Path) -> String {
    let inside = path.strip_prefix(source()).expect("the file is in the folder");
    let first = inside.components().next().expect("the path is not empty").as_os_str().to_string_lossy();
    first.trim_end_matches(".rs").to_owned()
}

fn height(module: &str) -> usize {
    LAYERS
        .iter()
        .position(|layer| *layer == module)
        .unwrap_or_else(|| panic!("`{module}` has no place among the layers of the server"))
}

#[test]
fn server_modules_use_only_lower_layers() {
    let sources = files(&source(), ".rs");
    assert!(sources.len() > 100, "{} files", sources.len());
    let mut upwards = Vec::new();
    for file in &sources {
        let own = layer(file);
        for path in crate_paths(&code(file)) {
            let used = path.split("::").next().unwrap_or_default();
            if used != own && height(used) > height(&own) {
                upwards.push(format!("{}: crate::{path}", file.display()));
            }
        }
    }
    assert!(upwards.is_empty(), "{upwards:#?}");
}

#[test]
fn services_use_only_services_before_them() {
    let services = source().join("services");
    let mut used = 0;
    for file in files(&services, ".rs") {
        let inside = file.strip_prefix(&services).expect("the file is in the folder");
        let module = inside.components().next().expect("the path is not empty").as_os_str().to_string_lossy();
        if module == "mod.rs" {
            continue;
        }
        let own = SERVICES
            .iter()
            .position(|name| name.to_lowercase() == module.trim_end_matches(".rs"))
            .unwrap_or_else(|| panic!("{} is not in the list of services", inside.display()));
        for path in paths_after("super::", &code(&file)) {
            let Some(other) = SERVICES.iter().position(|name| *name == path) else { continue };
            assert!(other <= own, "{} uses {path}", inside.display());
            used += 1;
        }
    }
    assert!(used >= 8, "{used} uses");
}

#[test]
fn http_reads_from_the_store_and_services_write() {
    let writes = ["add_", "delete_", "remove_", "end_", "mark_", "set_", "record_", "commit"];
    for file in files(&source().join("http"), ".rs") {
        let code = code(&file);
        for write in writes {
            assert!(!code.contains(&format!("store.{write}")), "{} calls store.{write}…", file.display());
        }
    }
}

#[test]
fn protocol_uses_only_plain_types_of_the_store() {
    for file in files(&source().join("protocol"), ".rs") {
        for path in crate_paths(&code(&file)) {
            if let Some(name) = path.strip_prefix("store::") {
                assert!(STORE_TYPES_IN_PROTOCOL.contains(&name), "{}: {path}", file.display());
            }
        }
    }
}

#[test]
fn use_declarations_are_expanded() {
    let code =
        "use crate::{\n    live::{Room, bus::{A, B}},\n    time::now,\n};\nfn f() { crate::people::start() }";
    let expected = ["live::Room", "live::bus::A", "live::bus::B", "people::start", "time::now"];
    assert_eq!(crate_paths(code), expected.map(str::to_owned).into());
}

/// Paths in backticks in `ARCHITECTURE.md` that begin at the root of the repository.
#[test]
fn files_named_in_architecture_exist() {
    let page = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("the page is there");
    let mut checked = 0;
    for name in page.split('`').skip(1).step_by(2) {
        let is_path =
            ["crates/", "web/", "docs/", "scripts/", "fuzz/"].iter().any(|top| name.starts_with(top));
        // A placeholder, or a file that the build generates.
        if !is_path || name.contains('<') || name.contains('*') || name == "web/src/net/schema.ts" {
            continue;
        }
        assert!(root().join(name).exists(), "ARCHITECTURE.md names `{name}`");
        checked += 1;
    }
    assert!(checked > 30, "{checked} paths");
}
