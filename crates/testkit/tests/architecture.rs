//! The dependency table in `ARCHITECTURE.md` matches Cargo's metadata, and the files it names exist.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use crate::common::{cargo, root};
use serde::Deserialize;

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    manifest_path: String,
    dependencies: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    /// `dev`, `build`, or nothing for a normal dependency.
    kind: Option<String>,
    /// The folder of a crate of the workspace.
    path: Option<String>,
}

/// The direct dependencies of a crate on crates of the workspace.
#[derive(Default, PartialEq, Eq, Debug)]
struct Arrows {
    normal: BTreeSet<String>,
    dev: BTreeSet<String>,
}

type Graph = BTreeMap<String, Arrows>;

/// The name of a crate in the table: its folder, or `games/*` for every game.
fn name(folder: &Path) -> String {
    let last =
        |path: &Path| path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let is_game = folder.parent().is_some_and(|parent| last(parent) == "games");
    if is_game { "games/*".to_owned() } else { last(folder) }
}

/// The packages of the workspace, and the Python package, which is a workspace of its own.
fn packages() -> impl Iterator<Item = Package> {
    let manifests = ["Cargo.toml", "crates/py/Cargo.toml"];
    manifests.into_iter().flat_map(|manifest| {
        let arguments =
            ["metadata", "--format-version=1", "--no-deps", "--locked", "--offline", "--manifest-path"];
        let text = cargo(&[&arguments[..], &[manifest]].concat());
        serde_json::from_str::<Metadata>(&text).expect("the JSON of cargo metadata").packages
    })
}

fn by_cargo() -> Graph {
    let mut graph = Graph::new();
    for package in packages() {
        let folder = Path::new(&package.manifest_path).parent().expect("a manifest is in a folder");
        let arrows = graph.entry(name(folder)).or_default();
        for Dependency { kind, path } in package.dependencies {
            let Some(path) = path else { continue };
            let list = if kind.as_deref() == Some("dev") { &mut arrows.dev } else { &mut arrows.normal };
            list.insert(name(Path::new(&path)));
        }
    }
    // A dev-dependency on a normal dependency only enables other features.
    graph.values_mut().for_each(|Arrows { normal, dev }| dev.retain(|name| !normal.contains(name)));
    graph
}

fn by_the_page() -> Graph {
    let page = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("ARCHITECTURE.md");
    let (_, table) = page.split_once("| crate | uses | only in tests |\n|---|---|---|\n").expect("the table");
    let names = |cell: &str| {
        cell.split(',')
            .map(|name| name.trim().trim_matches('`').to_owned())
            .filter(|name| !name.is_empty())
            .collect()
    };
    let rows = table.lines().take_while(|line| line.starts_with('|'));
    rows.map(|row| {
        let cells: Vec<&str> = row.trim_matches('|').split('|').collect();
        assert_eq!(cells.len(), 3, "{row}");
        let crate_name = cells[0].trim().trim_matches('`').to_owned();
        (crate_name, Arrows { normal: names(cells[1]), dev: names(cells[2]) })
    })
    .collect()
}

#[test]
fn dependency_table_matches_cargo() {
    let (cargo, page) = (by_cargo(), by_the_page());
    assert!(cargo.len() > 10, "{cargo:?}");
    for (name, arrows) in &cargo {
        assert_eq!(page.get(name), Some(arrows), "the row of `{name}` in ARCHITECTURE.md");
    }
    let unknown: Vec<&String> = page.keys().filter(|name| !cargo.contains_key(*name)).collect();
    assert!(unknown.is_empty(), "ARCHITECTURE.md names crates that do not exist: {unknown:?}");
}

/// The steps of "The path of a move": in each the files it names, and the other names in backticks.
fn move_path(page: &str) -> Vec<(Vec<&str>, Vec<&str>)> {
    let (_, rest) = page.split_once("### The path of a move").expect("the section");
    let section = rest.split("\n## ").next().unwrap_or_default();
    let is_numbered =
        |line: &str| line.split_once(". ").is_some_and(|(number, _)| number.parse::<u32>().is_ok());
    let mut steps: Vec<(Vec<&str>, Vec<&str>)> = Vec::new();
    for line in section.lines() {
        if is_numbered(line) {
            steps.push((Vec::new(), Vec::new()));
        }
        let Some((files, names)) = steps.last_mut() else { continue };
        for name in line.split('`').skip(1).step_by(2) {
            if name.contains('/') { files.push(name) } else { names.push(name) }
        }
    }
    steps
}

#[test]
fn files_of_the_path_contain_what_is_named_with_them() {
    let page = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("ARCHITECTURE.md");
    let steps = move_path(&page);
    assert!(steps.len() > 10, "{} steps", steps.len());
    for (files, names) in &steps {
        let sources: Vec<String> =
            files.iter().filter_map(|file| fs::read_to_string(root().join(file)).ok()).collect();
        let words: BTreeSet<&str> = sources
            .iter()
            .flat_map(|source| source.split(|char: char| !(char.is_alphanumeric() || char == '_')))
            .collect();
        for name in names {
            let last = name.rsplit([':', '.']).next().unwrap_or_default();
            assert!(words.contains(last), "{files:?} do not contain `{name}`");
        }
    }
}

/// Lower layers do not depend on higher ones, independently of the table.
#[test]
fn layers_are_ordered() {
    let cargo = by_cargo();
    let layers: [&[&str]; 7] = [
        &["core"],
        &["games/*", "record", "engine", "solver", "testkit", "picture"],
        &["catalog"],
        &["players", "arrays"],
        &["analysis", "puzzles", "book", "dataset"],
        &["ugi", "arena", "server", "wasm", "terminal", "pages"],
        &["cli", "bot", "xtask", "bench", "py"],
    ];
    for (height, layer) in layers.iter().enumerate() {
        for name in *layer {
            let above = layers[height + 1..].iter().copied().flatten();
            let normal = &cargo.get(*name).unwrap_or_else(|| panic!("no crate {name}")).normal;
            let upwards: Vec<&&str> = above.filter(|other| normal.contains(**other)).collect();
            assert!(upwards.is_empty(), "{name} uses {upwards:?}");
        }
    }
}

/// The places that a table of `ARCHITECTURE.md` has a row for.
fn places(page: &str, head: &str) -> BTreeSet<String> {
    let (_, table) = page.split_once(&format!("{head}\n|---|---|\n")).expect(head);
    let rows = table.lines().map_while(|line| line.strip_prefix("| ")?.split(" | ").next());
    let names = rows.flat_map(|cell| cell.split('`').skip(1).step_by(2));
    names.map(|name| name.replace("<game>", "*")).collect()
}

#[test]
fn code_map_has_a_row_for_each_crate_and_folder_of_the_pages() {
    let page = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("ARCHITECTURE.md");
    let crates: BTreeSet<String> = by_cargo().keys().map(|name| format!("crates/{name}")).collect();
    let mut mapped = places(&page, "| place | what it is |");
    mapped.retain(|place| place.starts_with("crates/"));
    assert_eq!(mapped, crates);
    let entries =
        fs::read_dir(root().join("web/src")).expect("web/src").map(|entry| entry.expect("an entry"));
    let folders = entries.filter(|entry| entry.path().is_dir());
    let folders: BTreeSet<String> =
        folders.map(|entry| format!("web/src/{}", entry.file_name().to_string_lossy())).collect();
    assert_eq!(places(&page, "| folder | what is in it |"), folders);
}

/// Paths in backticks in `ARCHITECTURE.md` that begin at the root of the repository.
#[test]
fn files_named_in_architecture_exist() {
    let page = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("ARCHITECTURE.md");
    let mut checked = 0;
    for name in page.split('`').skip(1).step_by(2) {
        let is_path = ["crates/", "web/", "docs/", "scripts/", "packaging/", "fuzz/"]
            .iter()
            .any(|top| name.starts_with(top));
        // A placeholder, or a file that the build generates.
        if !is_path || name.contains('<') || name.contains('*') || name == "web/src/net/schema.ts" {
            continue;
        }
        assert!(root().join(name).exists(), "ARCHITECTURE.md names `{name}`");
        checked += 1;
    }
    assert!(checked > 30, "{checked} paths");
}
