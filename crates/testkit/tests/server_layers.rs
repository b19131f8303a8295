//! The layers of the server, as `ARCHITECTURE.md` describes them: a module uses only modules below it.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use crate::common::{absolute, code, files, module_of, paths, root, without_tests};

/// The modules of the server, from bottom to top.
const LAYERS: [&str; 23] = [
    "text_enum",
    "localized_text",
    "time",
    "secrets",
    "trace",
    "config",
    "fd_limit",
    "limits",
    "people",
    "glicko",
    "picture",
    "engine_pool",
    "table",
    "store",
    "protocol",
    "live",
    "work",
    "services",
    "app",
    "metrics",
    "http",
    "serve",
    "lib",
];

/// The services, each using only those before it.
const SERVICES: [&str; 15] = [
    "views",
    "notifications",
    "revocations",
    "pictures",
    "moderation",
    "analyses",
    "positions",
    "records",
    "games",
    "lobby",
    "accounts",
    "nodes",
    "previews",
    "puzzles",
    "studies",
];

/// What the tests of services share; it uses all of them.
const TEST_SUPPORT: &str = "test_support";

fn source() -> PathBuf {
    root().join("crates/server/src")
}

fn height(module: &str) -> usize {
    LAYERS
        .iter()
        .position(|layer| *layer == module)
        .unwrap_or_else(|| panic!("`{module}` has no place among the layers of the server"))
}

/// The paths within the server that a file uses, from the root of the crate, with the module of the file. Its unit tests are
/// part of it.
fn uses(file: &Path) -> (Vec<String>, Vec<Vec<String>>) {
    let module = module_of(file, &source());
    let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let code = without_tests(file);
    let in_code = paths(&code);
    let in_code = in_code.iter().filter_map(|path| absolute(&module, path));
    let tests = [&module[..], &["tests".to_owned()]].concat();
    let in_tests = paths(&text[code.len()..]);
    let in_tests = in_tests.iter().filter_map(|path| absolute(&tests, path));
    let used = in_code.chain(in_tests).collect();
    (module, used)
}

#[test]
fn server_modules_use_only_lower_layers() {
    let sources = files(&source(), ".rs");
    assert!(sources.len() > 100, "{} files", sources.len());
    let mut upwards = Vec::new();
    for file in &sources {
        let (module, used) = uses(file);
        let own = module.first().expect("the root is lib.rs");
        for path in used {
            let Some(first) = path.first() else { continue };
            if first != own && height(first) > height(own) {
                upwards.push(format!("{}: crate::{}", file.display(), path.join("::")));
            }
        }
    }
    assert!(upwards.is_empty(), "{upwards:#?}");
}

fn service(module: &str) -> usize {
    let place = SERVICES.iter().position(|name| *name == module);
    place.unwrap_or_else(|| panic!("{module} is not in the list of services"))
}

#[test]
fn services_use_only_services_before_them() {
    let services = source().join("services");
    // What `mod.rs` exports, by name, with the service that defines it.
    let exported: BTreeMap<String, String> = paths(&without_tests(&services.join("mod.rs")))
        .iter()
        .filter_map(|path| path.split_once("::"))
        .map(|(module, item)| (item.to_owned(), module.to_owned()))
        .collect();
    assert!(exported.len() > 20, "{exported:?}");
    let mut found = BTreeSet::new();
    for file in files(&services, ".rs") {
        let (module, used) = uses(&file);
        let Some(own) = module.get(1).filter(|own| *own != TEST_SUPPORT) else { continue };
        for path in used.iter().filter(|path| path.first().is_some_and(|first| first == "services")) {
            let Some(name) = path.get(1).filter(|name| *name != TEST_SUPPORT) else { continue };
            let other = exported.get(name).unwrap_or(name);
            if other != own {
                assert!(service(other) < service(own), "{} uses {}", file.display(), path.join("::"));
                found.insert((own.clone(), other.clone()));
            }
        }
    }
    for (own, other) in [("lobby", "games"), ("accounts", "revocations"), ("records", "views")] {
        assert!(found.contains(&(own.to_owned(), other.to_owned())), "{own} uses {other}, but {found:?}");
    }
}

#[test]
fn order_of_layers_is_that_of_the_page() {
    let page = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("ARCHITECTURE.md");
    let mut rows = page.lines().skip_while(|line| !line.starts_with("| layer |")).skip(2);
    let mut below: Vec<&str> = LAYERS.into_iter().filter(|layer| *layer != "lib").collect();
    // Top to bottom; the modules of a row are in any order.
    while let Some(row) = rows.next().filter(|line| line.starts_with('|')) {
        let names = row.split('|').nth(1).unwrap_or_default();
        let names: BTreeSet<&str> = names.split('`').skip(1).step_by(2).collect();
        let expected = below.split_off(below.len().saturating_sub(names.len()));
        assert_eq!(names, expected.into_iter().collect::<BTreeSet<_>>(), "{row}");
    }
    assert!(below.is_empty(), "ARCHITECTURE.md does not list {below:?}");
}

#[test]
fn order_of_services_is_that_of_the_page() {
    let page = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("ARCHITECTURE.md");
    let row = page.lines().find(|line| line.starts_with("| `services` |")).expect("the row of services");
    let (_, list) = row.split_once("in this order: ").expect("the order");
    let list = list.split('.').next().unwrap_or_default();
    let names: Vec<String> = list.split('`').skip(1).step_by(2).map(str::to_lowercase).collect();
    assert_eq!(names, SERVICES);
}

/// The methods of the store that write: they commit a transaction, or call a method that does.
fn writing_methods() -> BTreeSet<String> {
    let mut bodies: BTreeMap<String, String> = BTreeMap::new();
    for file in files(&source().join("store"), ".rs") {
        let code = code(&file);
        for part in code.split("async fn ").skip(1) {
            let name: String =
                part.chars().take_while(|char| char.is_alphanumeric() || *char == '_').collect();
            bodies.entry(name).or_default().push_str(part);
        }
    }
    let mut writing: BTreeSet<String> = ["commit".to_owned()].into();
    loop {
        let calls_one = |body: &String| writing.iter().any(|name| body.contains(&format!("self.{name}(")));
        let more: BTreeSet<String> =
            bodies.iter().filter(|(_, body)| calls_one(body)).map(|(name, _)| name.clone()).collect();
        if more.is_subset(&writing) {
            return writing;
        }
        writing.extend(more);
    }
}

#[test]
fn http_reads_from_the_store_and_services_write() {
    let mut writing = writing_methods();
    for known in ["add_guest", "set_password", "mute", "end_challenge", "create_account"] {
        assert!(writing.contains(known), "{known} is not in {writing:?}");
    }
    assert!(!writing.contains("user") && !writing.contains("challenge"), "{writing:?}");
    // The check of the health writes a probe and deletes it again.
    writing.remove("ready");
    for file in files(&source().join("http"), ".rs") {
        // A call may be on a line of its own.
        let code: String = code(&file).split_whitespace().collect();
        for method in &writing {
            assert!(!code.contains(&format!("store.{method}(")), "{} calls store.{method}", file.display());
        }
    }
}
