//! The READMEs show what the program really prints, and link to what is really there.

mod common;

use std::{fs, path::Path};

use common::run;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the crate lies in crates/cli")
}

/// Splits a command as a shell would, as far as the READMEs need it.
fn words(command: &str) -> Vec<&str> {
    let parts = command.split('"').enumerate();
    parts
        .flat_map(|(index, part)| if index % 2 == 1 { vec![part] } else { part.split_whitespace().collect() })
        .collect()
}

#[test]
fn the_readmes_show_real_output() {
    for page in ["README.md", "README.fr.md"] {
        let text = fs::read_to_string(root().join(page)).expect("the README");
        let mut commands = 0;
        for block in text.split("```console\n").skip(1) {
            let block = block.split("```").next().expect("the end of the block");
            for example in block.split("$ mekong ").skip(1) {
                let (command, shown) = example.split_once('\n').expect("a command and its output");
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
fn the_links_of_the_readmes_lead_somewhere() {
    for page in ["README.md", "README.fr.md"] {
        let text = fs::read_to_string(root().join(page)).expect("the README");
        let links = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        let files: Vec<&str> = links.filter(|link| !link.starts_with("https://")).collect();
        assert!(files.len() > 12, "{page}");
        for file in files {
            assert!(root().join(file).exists(), "{page}: {file}");
        }
        assert!(text.lines().count() < 120, "{page} stays short");
    }
}
