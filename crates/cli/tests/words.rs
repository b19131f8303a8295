//! Consistent terminology in the sources and documents.

use std::{
    fs,
    path::{Path, PathBuf},
};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the crate is in crates/cli")
}

/// The text files below a folder, without build output and tests.
fn files_below(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("the entry can be read").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            if !["node_modules", "target", "dist", "tests", "e2e"].contains(&name.as_str()) {
                files_below(&path, found);
            }
        } else if [".rs", ".md", ".ts", ".svelte", ".html", ".txt", ".sh"]
            .iter()
            .any(|end| name.ends_with(end))
        {
            found.push(path);
        }
    }
}

/// All files with texts for readers: sources, rule pages, documents, scripts.
fn files() -> Vec<PathBuf> {
    let mut found = Vec::new();
    for folder in ["crates", "docs", "scripts", "web/src"] {
        files_below(&root().join(folder), &mut found);
    }
    let pages = ["README.md", "README.fr.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"];
    found.extend(pages.map(|page| root().join(page)));
    assert!(found.len() > 300, "{}", found.len());
    found
}

/// Words to avoid, their replacement, and identifiers and terms that may contain them.
const OTHER_WORDS: [(&str, &str, &[&str]); 2] = [
    (
        "director",
        "folder",
        &[
            "HYPOTHESIS_STORAGE_DIRECTORY",
            "IsADirectory",
            "NotADirectory",
            "isDirectory",
            "TemporaryDirectory",
            "root directory",
            "unix_socket_directories",
            "data_directory",
        ],
    ),
    ("répertoire", "dossier", &[]),
];

#[test]
fn folder_is_preferred_to_directory() {
    let mut wrong = Vec::new();
    for path in files() {
        let text = fs::read_to_string(&path).expect("the file is UTF-8");
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
