//! One word for one thing, in every text of the project.

use std::{
    fs,
    path::{Path, PathBuf},
};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the crate lies in crates/cli")
}

/// The files below a folder, without what was made or fetched.
fn files_below(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            if !["node_modules", "target", "dist", "tests", "e2e"].contains(&name.as_str()) {
                files_below(&path, found);
            }
        } else if [".rs", ".md", ".ts", ".svelte", ".html", ".txt"].iter().any(|end| name.ends_with(end)) {
            found.push(path);
        }
    }
}

/// Every file with texts for people: sources, rule pages, documents.
fn files() -> Vec<PathBuf> {
    let mut found = Vec::new();
    for folder in ["crates", "docs", "web/src"] {
        files_below(&root().join(folder), &mut found);
    }
    let pages = ["README.md", "README.fr.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"];
    found.extend(pages.map(|page| root().join(page)));
    assert!(found.len() > 300, "{}", found.len());
    found
}

/// Words that have another in their place, and the names of the language and of other programs in which they may stand.
const OTHER_WORDS: [(&str, &str, &[&str]); 2] = [
    ("director", "folder", &["IsADirectory", "NotADirectory", "isDirectory"]),
    ("répertoire", "dossier", &[]),
];

#[test]
fn a_folder_is_called_a_folder() {
    let mut wrong = Vec::new();
    for path in files() {
        let text = fs::read_to_string(&path).expect("a text");
        for (number, line) in (1..).zip(text.lines()) {
            for (word, better, names) in OTHER_WORDS {
                let line = names.iter().fold(line.to_owned(), |line, name| line.replace(name, ""));
                if line.to_lowercase().contains(word) {
                    wrong.push(format!("{}:{number}: {word}…, better: {better}", path.display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
