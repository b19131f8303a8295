//! A game is one folder and one line in the catalog: no other file lists the games, and games in development are not
//! shipped.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use crate::common::{cargo, root};

/// The ids of the games: the folders of `crates/games`.
fn games() -> Vec<String> {
    let folders = fs::read_dir(root().join("crates/games")).expect("the games");
    folders.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

/// Files that may name several games close together, and why.
const ALLOWED: &[(&str, &str)] = &[
    ("Cargo.toml", "optimised rules in debug builds"),
    ("crates/bench/Cargo.toml", "games with benchmarks of their own"),
    ("crates/bench/benches/rules.rs", "a perft depth for each game"),
    ("crates/catalog/Cargo.toml", "the dependencies of the catalog"),
    ("crates/catalog/tests/json.rs", "requests of games with their own fields"),
    ("crates/catalog/tests/records.rs", "mistakes in records"),
    ("crates/catalog/tests/sessions.rs", "an illegal move of each game"),
    ("crates/cli/src/cmd/book.rs", "examples in the help"),
    ("crates/cli/src/cmd/play/mod.rs", "examples in the help"),
    ("crates/cli/src/cmd/puzzles.rs", "examples in the help"),
    ("crates/cli/src/cmd/show.rs", "examples in the help"),
    ("crates/cli/tests/batch.rs", "positions of each game"),
    ("crates/cli/tests/language.rs", "mistakes in commands"),
    ("crates/cli/tests/pipes.rs", "one command of each kind"),
    ("crates/cli/tests/play.rs", "games with variants and deals"),
    ("crates/cli/tests/ugi.rs", "games with variants"),
    ("crates/engine/Cargo.toml", "games with positions of known values"),
    ("crates/engine/tests/claims.rs", "positions with known values"),
    ("crates/engine/tests/games.rs", "positions with known values"),
    ("crates/py/Cargo.toml", "optimised rules in test builds"),
    ("crates/py/pyproject.toml", "keywords of the package"),
    ("crates/py/python/mekong/__init__.py", "what the package contains"),
    ("crates/py/python/mekong/open_spiel.py", "the names under which games are registered"),
    ("crates/py/src/game.rs", "the list of games, as a tested example"),
    ("crates/py/tests/test_open_spiel.py", "games by their names in OpenSpiel"),
    ("crates/py/tests/test_rules.py", "perft counts of each game"),
    ("crates/server/tests/browse/imports.rs", "games with each kind of clock"),
    ("crates/server/tests/browse/puzzles.rs", "puzzles of one game and moves of another"),
    ("docs/benchmarks.md", "measurements of each game"),
    ("docs/formats.md", "proofs of puzzles by game"),
    ("docs/python.md", "encodings and measurements of each game"),
    ("docs/strength.md", "measurements of each game"),
];

/// Characters within which three games count as a list.
const WINDOW: usize = 160;

fn sources(folder: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).expect("a folder of the sources") {
        let path = entry.unwrap().path();
        let name = path.strip_prefix(root()).unwrap().to_str().unwrap().replace('\\', "/");
        let may_list_games = ["crates/games", "crates/catalog/src"].contains(&name.as_str());
        let is_built = ["target", "dist", "node_modules"].iter().any(|folder| path.ends_with(folder));
        if path.is_dir() && !may_list_games && !is_built {
            sources(&path, found);
        } else if is_source(&name) {
            found.push(name);
        }
    }
}

/// Whether a file is read by a compiler, a shell, a build tool, or a reader of the documentation.
fn is_source(name: &str) -> bool {
    if name.ends_with(".md") {
        return name.starts_with("docs/");
    }
    let extensions = [
        ".rs",
        ".toml",
        ".sh",
        ".ts",
        ".mjs",
        ".py",
        ".pyi",
        ".ipynb",
        ".yml",
        ".yaml",
        "Makefile",
        "Dockerfile",
    ];
    extensions.iter().any(|extension| name.ends_with(extension))
}

/// The text of a file; of a program, without its comments but with the examples in them, which are code as well.
fn read(name: &str) -> String {
    let text = fs::read_to_string(root().join(name)).unwrap();
    // The documentation of the Python module is its docstrings, whose examples are tests.
    let is_documented = name.starts_with("crates/py/src/");
    if name.ends_with(".md") || is_documented { text } else { without_comments(&text) }
}

fn without_comments(text: &str) -> String {
    let is_comment = |line: &str| ["//", "#", "/*", "*"].iter().any(|sign| line.starts_with(sign));
    let mut is_example = false;
    let is_code = |line: &&str| {
        let line = line.trim_start();
        let documentation = line.strip_prefix("///").or_else(|| line.strip_prefix("//!"));
        if documentation.is_some_and(|text| text.trim_start().starts_with("```")) {
            is_example = !is_example;
        }
        !is_comment(line) || is_example && documentation.is_some()
    };
    text.lines().filter(is_code).collect::<Vec<_>>().join("\n")
}

/// Whether three games are named close together, in any case: in strings, as crates, as types.
fn lists_games(text: &str, games: &[String]) -> bool {
    let code = text.to_ascii_lowercase();
    let is_word = |at: usize, len: usize| {
        let [before, after] = [code[..at].chars().next_back(), code[at + len..].chars().next()];
        ![before, after].into_iter().flatten().any(|ch| ch.is_ascii_lowercase())
    };
    let mut places: Vec<(usize, &str)> = Vec::new();
    for game in games {
        let found = code.match_indices(game.as_str()).filter(|(at, name)| is_word(*at, name.len()));
        places.extend(found.map(|(at, _)| (at, game.as_str())));
    }
    places.sort_unstable();
    places.iter().enumerate().any(|(index, (first, _))| {
        let near = places[index..].iter().take_while(|(at, _)| at - first < WINDOW);
        near.map(|(_, game)| game).collect::<BTreeSet<_>>().len() >= 3
    })
}

#[test]
fn no_source_outside_the_catalog_lists_the_games() {
    let mut files = Vec::new();
    for folder in
        ["crates", "fuzz", "scripts", "packaging", "web/e2e", "web/build", "web/scripts", ".github", "docs"]
    {
        sources(&root().join(folder), &mut files);
    }
    files.extend(["Cargo.toml", "Makefile"].map(str::to_owned));
    assert!(files.len() > 300, "only {} sources", files.len());
    let games = games();
    let mut lists: Vec<&str> =
        files.iter().filter(|name| lists_games(&read(name), &games)).map(String::as_str).collect();
    lists.sort_unstable();
    let allowed: Vec<&str> = ALLOWED.iter().map(|(name, _)| *name).collect();
    assert_eq!(lists, allowed, "iterate over mekong_catalog::GAMES, or say why not");
}

#[test]
fn lists_are_found_and_mentions_are_not() {
    let games: Vec<String> = ["go", "chess", "hex"].map(str::to_owned).to_vec();
    assert!(lists_games(r#"for game in ["go", "chess", "hex"] {"#, &games));
    assert!(lists_games(r#".help("One of go, chess or hex")"#, &games));
    assert!(lists_games("for game in go chess hex; do", &games));
    assert!(lists_games("use mekong_go::Go;\nuse mekong_chess::Chess;\nuse mekong_hex::Hex;", &games));
    assert!(!lists_games(r#"let game = find("go"); let other = find("chess");"#, &games));
    assert!(!lists_games(&without_comments(r#"// ["go", "chess", "hex"]"#), &games));
    assert!(!lists_games(&without_comments(r#"/// For go, chess and hex."#), &games));
    assert!(lists_games(
        &without_comments("/// ```\n/// play([\"go\", \"chess\", \"hex\"]);\n/// ```"),
        &games
    ));
    assert!(!lists_games("gopher chessboard hexagon", &games));
    assert!(!lists_games(&format!(r#""go" "chess" {} "hex""#, " ".repeat(WINDOW)), &games));
}

/// The crates that a package is built from, without dev-dependencies.
fn shipped(package: &str) -> String {
    cargo(&["tree", "--package", package, "--edges", "no-dev", "--prefix", "none", "--locked", "--offline"])
}

/// The packages of the games in development, from the feature `dev-games` of the catalog.
fn dev_games() -> Vec<String> {
    let manifest = fs::read_to_string(root().join("crates/catalog/Cargo.toml")).expect("a manifest");
    let feature = manifest.lines().find_map(|line| line.strip_prefix("dev-games = ")).expect("the feature");
    let games: Vec<String> =
        feature.split('"').filter_map(|word| word.strip_prefix("dep:")).map(str::to_owned).collect();
    assert!(!games.is_empty(), "{feature}");
    games
}

/// The ids of the games that are released.
fn released_games() -> Vec<String> {
    let dev = dev_games();
    games().into_iter().filter(|game| !dev.contains(&format!("mekong-{game}"))).collect()
}

#[test]
fn released_programs_have_no_game_in_development() {
    let games = dev_games();
    for package in ["mekong", "mekong-bot", "mekong-wasm"] {
        let crates = shipped(package);
        assert!(crates.contains("mekong-catalog"), "{package}: {crates}");
        for game in &games {
            assert!(
                !crates.contains(game.as_str()),
                "{package} ships {game}, a game of the feature dev-games"
            );
        }
    }
}

#[test]
fn rules_of_released_games_are_optimised() {
    for (file, profiles) in
        [("Cargo.toml", &["serve", "dist", "dev"][..]), ("crates/py/Cargo.toml", &["dev"])]
    {
        let manifest = fs::read_to_string(root().join(file)).expect("the manifest of a workspace");
        let manifest: toml::Table = manifest.parse().expect("TOML");
        for profile in profiles {
            let packages = &manifest["profile"][profile]["package"];
            for game in released_games() {
                let level =
                    packages.get(format!("mekong-{game}")).and_then(|package| package.get("opt-level"));
                assert!(level.is_some(), "{file}: mekong-{game} has no line in [profile.{profile}.package]");
            }
        }
    }
}

#[test]
fn readmes_have_a_row_for_each_released_game() {
    let games: BTreeSet<String> = released_games().into_iter().collect();
    for page in ["README.md", "README.fr.md"] {
        let text = fs::read_to_string(root().join(page)).expect("a README");
        let mut rows: BTreeMap<String, usize> = BTreeMap::new();
        for row in text.lines().filter(|line| line.starts_with('|')) {
            let Some((_, link)) = row.split_once("crates/games/") else { continue };
            *rows.entry(link.split('/').next().unwrap_or_default().to_owned()).or_default() += 1;
        }
        assert_eq!(rows.keys().cloned().collect::<BTreeSet<_>>(), games, "the table of {page}");
        assert!(rows.values().all(|count| *count == 1), "{page}: {rows:?}");
    }
}
