//! The commands, outputs, links and figures of the READMEs are correct.

use std::{fs, path::Path};

use crate::common::run;
use serde_json::Value;

const PAGES: [&str; 2] = ["README.md", "README.fr.md"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the crate is in crates/cli")
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The spans between backticks outside code blocks.
fn code_spans(text: &str) -> Vec<String> {
    let prose: String = text.split("```").step_by(2).collect();
    prose.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Splits a command as a shell would, as far as the READMEs need it.
fn words(command: &str) -> Vec<&str> {
    let parts = command.split('"').enumerate();
    parts
        .flat_map(|(index, part)| if index % 2 == 1 { vec![part] } else { part.split_whitespace().collect() })
        .collect()
}

#[test]
fn examples_show_the_real_output() {
    for page in PAGES {
        let text = read(page);
        let mut commands = 0;
        for block in text.split("```console\n").skip(1) {
            let block = block.split("```").next().expect("the code block ends");
            for example in block.split("$ mekong ").skip(1) {
                let (command, shown) = example.split_once('\n').expect("a command followed by its output");
                let answer = run(&words(command));
                let printed = format!("{}{}", answer.out, answer.err);
                if let Some(beginning) = shown.strip_suffix("…\n") {
                    assert!(printed.starts_with(beginning), "{page}: {command}\n{printed}");
                } else {
                    assert_eq!(printed, shown, "{page}: {command}");
                }
                commands += 1;
            }
        }
        assert!(commands >= 4, "{page}");
    }
}

#[test]
fn commands_and_options_exist() {
    for page in PAGES {
        let spans = code_spans(&read(page));
        let commands: Vec<&str> = spans.iter().filter_map(|span| span.strip_prefix("mekong ")).collect();
        assert!(commands.len() > 10, "{page}");
        for command in commands {
            let mut words = command.split_whitespace();
            let name = words.next().expect("a command follows");
            // `mekong COMMAND --help` is a pattern for any command.
            if name.chars().all(char::is_uppercase) {
                continue;
            }
            // A separate program, which may not be built.
            if name == "bot" {
                assert!(run(&["--help"]).out.contains("\n  bot "), "{page}");
                continue;
            }
            let help = run(&["help", name]);
            assert_eq!(help.code, 0, "{page}: mekong {command}: {}", help.err);
            for option in words.filter(|word| word.starts_with("--")) {
                assert!(help.out.contains(option), "{page}: mekong {command}: {option}");
            }
        }
    }
}

#[test]
fn make_targets_exist() {
    let makefile = read("Makefile");
    for page in ["README.md", "README.fr.md", "CONTRIBUTING.md"] {
        let spans = code_spans(&read(page));
        let targets: Vec<&str> = spans.iter().filter_map(|span| span.strip_prefix("make ")).collect();
        assert!(targets.len() >= 3, "{page}");
        for target in targets {
            assert!(
                makefile.lines().any(|line| line.starts_with(&format!("{target}:"))),
                "{page}: make {target}"
            );
        }
    }
}

#[test]
fn linked_files_exist() {
    for page in ["README.md", "README.fr.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md"] {
        let text = read(page);
        let links = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        for file in links.filter(|link| !link.starts_with("https://") && !link.starts_with('#')) {
            let file = file.split('#').next().unwrap_or_default();
            assert!(root().join(file).exists(), "{page}: {file}");
        }
    }
}

#[test]
fn readmes_are_short_and_their_picture_is_small() {
    for page in PAGES {
        let text = read(page);
        assert!(text.lines().count() < 120, "{page}");
        assert!(text.contains("(docs/images/mekong.jpg)"), "{page}");
    }
    let picture = fs::metadata(root().join("docs/images/mekong.jpg")).expect("the picture can be read");
    assert!(picture.len() <= 200_000, "{} bytes", picture.len());
}

/// Whether a game is in released programs: games in development are optional dependencies of the catalog.
fn is_released(id: &Value) -> bool {
    let dependency = format!("mekong-{} = ", id.as_str().expect("an id"));
    let manifest = read("crates/catalog/Cargo.toml");
    let line =
        manifest.lines().find(|line| line.starts_with(&dependency)).expect("a dependency of the catalog");
    !line.contains("optional = true")
}

#[test]
fn game_table_matches_the_catalog() {
    let games: Vec<Value> = serde_json::from_str(&run(&["games", "--json", "--lang", "en"]).out)
        .expect("the page has a table of games");
    for page in PAGES {
        let text = read(page);
        let rows: Vec<&str> = text.lines().filter(|line| line.contains("(crates/games/")).collect();
        let intro = text.lines().find(|line| line.contains("**")).expect("a line names the games");
        for game in games.iter().filter(|game| is_released(&game["id"])) {
            let title = game["title"].as_str().expect("a title");
            assert!(rows.iter().any(|row| row.starts_with(&format!("| {title} |"))), "{page}: {title}");
            assert!(intro.contains(&format!("**{title}**")), "{page}: {title}");
        }
        for row in rows {
            let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
            let game = games.iter().find(|game| game["title"] == cells[0]).expect("a game of the catalog");
            assert_eq!(game["author"], cells[1], "{page}");
            if let Some(publisher) = game["publisher"].as_str() {
                assert!(cells[2].contains(publisher), "{page}: {row}");
            }
            if let Some(year) = game["year"].as_u64() {
                assert!(cells[2].contains(&year.to_string()), "{page}: {row}");
            }
            let id = game["id"].as_str().expect("a game id in backticks");
            assert!(cells[3].contains(&format!("crates/games/{id}/README.md")), "{page}: {row}");
        }
    }
}

#[test]
fn figures_match_their_sources() {
    let results = read("docs/results/saigon.md");
    let positions = results
        .lines()
        .find(|line| line.starts_with("| positions |"))
        .expect("the page has the number of positions");
    let start = results
        .lines()
        .find(|line| line.starts_with("| the start"))
        .expect("the page has the value of the initial position");
    assert_eq!(mekong_players::Level::all().count(), 10);
    for (page, million, plies, levels) in [
        ("README.md", " million", " plies", "ten levels"),
        ("README.fr.md", " millions", " demi-coups", "dix niveaux"),
    ] {
        let text = read(page);
        let number_before = |unit: &str| {
            let (before, _) = text.split_once(unit).unwrap_or_else(|| panic!("{page}:{unit}"));
            before.rsplit(' ').next().unwrap_or_default().to_owned()
        };
        assert!(positions.contains(&format!("| {},", number_before(million))), "{page}");
        assert!(start.contains(&format!("| win in {} |", number_before(plies))), "{page}");
        assert!(text.contains(levels), "{page}");
    }
    let node = "20.19";
    assert!(
        read("web/package-lock.json").contains(&format!("\"node\": \"^{node}.0")),
        "the version of Node.js"
    );
    assert!(PAGES.iter().all(|page| read(page).contains(&format!("(https://nodejs.org) {node}"))));
}
