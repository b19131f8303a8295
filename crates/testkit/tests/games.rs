//! A game is one folder and one line in the catalog: no other file lists the games, and games in development are not
//! shipped.

use std::{collections::BTreeSet, fs, path::Path, process::Command};

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

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
    ("crates/cli/src/cmd/play/mod.rs", "examples in the help"),
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
    ("crates/server/tests/find/imports.rs", "games with each kind of clock"),
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

/// Whether a file is read by a compiler, a shell or a build tool.
fn is_source(name: &str) -> bool {
    let extensions = [".rs", ".toml", ".sh", ".ts", ".mjs", ".yml", ".yaml", "Makefile", "Dockerfile"];
    extensions.iter().any(|extension| name.ends_with(extension))
}

/// Whether three games are named close together, in any case: in strings, as crates, as types.
fn lists_games(text: &str, games: &[String]) -> bool {
    let is_comment =
        |line: &str| ["//", "#", "/*", "*"].iter().any(|sign| line.trim_start().starts_with(sign));
    let code: Vec<&str> = text.lines().filter(|line| !is_comment(line)).collect();
    let code = code.join("\n").to_ascii_lowercase();
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
    for folder in ["crates", "fuzz", "scripts", "packaging", "web/e2e", "web/build", "web/scripts", ".github"]
    {
        sources(&root().join(folder), &mut files);
    }
    files.extend(["Cargo.toml", "Makefile"].map(str::to_owned));
    assert!(files.len() > 300, "only {} sources", files.len());
    let games = games();
    let mut lists: Vec<&str> = files
        .iter()
        .filter(|name| lists_games(&fs::read_to_string(root().join(name)).unwrap(), &games))
        .map(String::as_str)
        .collect();
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
    assert!(!lists_games(r#"// ["go", "chess", "hex"]"#, &games));
    assert!(!lists_games("gopher chessboard hexagon", &games));
    assert!(!lists_games(&format!(r#""go" "chess" {} "hex""#, " ".repeat(WINDOW)), &games));
}

/// The crates that a package is built from, without dev-dependencies.
fn shipped(package: &str) -> String {
    let args =
        ["tree", "--package", package, "--edges", "no-dev", "--prefix", "none", "--locked", "--offline"];
    let output = Command::new(env!("CARGO")).args(args).current_dir(root()).output().expect("cargo starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("cargo prints UTF-8")
}

#[test]
fn released_programs_have_no_game_in_development() {
    let manifest = std::fs::read_to_string(root().join("crates/catalog/Cargo.toml")).expect("a manifest");
    let feature = manifest.lines().find_map(|line| line.strip_prefix("dev-games = ")).expect("the feature");
    let games: Vec<&str> = feature.split('"').filter_map(|word| word.strip_prefix("dep:")).collect();
    assert!(!games.is_empty(), "{feature}");
    for package in ["mekong", "mekong-bot", "mekong-wasm"] {
        let crates = shipped(package);
        assert!(crates.contains("mekong-catalog"), "{package}: {crates}");
        for game in &games {
            assert!(!crates.contains(game), "{package} ships {game}, a game of the feature dev-games");
        }
    }
}

/// Checks that the file of a folder lists the modules of the folder: files in Rust, and folders with a `mod.rs`.
fn check_modules(folder: &Path, file: &str) {
    let text = fs::read_to_string(folder.join(file)).expect("the file with the list");
    let listed: BTreeSet<_> =
        text.lines().filter_map(|line| line.rsplit_once("mod ")?.1.strip_suffix(';')).collect();
    for entry in fs::read_dir(folder).expect("the folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().and_then(|name| name.to_str()).expect("a name");
        let is_module = match name.strip_suffix(".rs") {
            Some(_) => name != file,
            None => path.join("mod.rs").exists(),
        };
        let module = name.strip_suffix(".rs").unwrap_or(name);
        assert!(!is_module || listed.contains(module), "{} is not in {file}", path.display());
        if is_module && path.is_dir() {
            check_modules(&path, "mod.rs");
        }
    }
}

/// Cargo does not compile a file of such a folder that no `mod` names.
#[test]
fn test_programs_contain_all_files_of_their_folder() {
    let crates =
        ["crates", "crates/games"].map(|folder| fs::read_dir(root().join(folder)).expect("the crates"));
    let mut programs = 0;
    for tests in crates.into_iter().flatten().map(|entry| entry.unwrap().path().join("tests")) {
        if tests.join("main.rs").exists() {
            programs += 1;
            check_modules(&tests, "main.rs");
        }
    }
    assert!(programs >= games().len(), "only {programs} test programs");
}
