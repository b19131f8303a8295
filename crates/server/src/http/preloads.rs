//! The scripts and styles of a page, named in the head of the entry page: a browser requests them together with the first
//! script instead of after it.

use std::collections::HashMap;

use serde::Deserialize;

use crate::config::Pages;

/// The list that the build of the pages writes (`web/build/preloads.ts`).
const LIST: &str = "preloads.json";

#[derive(Default, Deserialize)]
struct List {
    /// Files by the first part of an address.
    pages: HashMap<String, Vec<String>>,
    /// Files by the id of a game.
    games: HashMap<String, Vec<String>>,
}

/// The files that one page loads at once.
pub(super) struct Preloads(Vec<String>);

impl Preloads {
    /// The files of the page at a path; none if the pages have no list or do not know the path.
    pub(super) fn of(pages: Pages, path: &str) -> Preloads {
        let list = pages.find(LIST).and_then(|file| serde_json::from_slice(&file.data).ok());
        Preloads(list.map_or_else(Vec::new, |list| files(list, path)))
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Inserts the links into the entry page.
    pub(super) fn insert(&self, html: &str) -> String {
        let links: String = self.0.iter().map(|file| link(file)).collect();
        html.replacen("</head>", &format!("{links}</head>"), 1)
    }
}

fn files(mut list: List, path: &str) -> Vec<String> {
    let mut parts = path.split('/').filter(|part| !part.is_empty());
    let Some(mut files) = parts.next().and_then(|page| list.pages.remove(page)) else { return Vec::new() };
    for file in parts.next().and_then(|game| list.games.remove(game)).unwrap_or_default() {
        if !files.contains(&file) {
            files.push(file);
        }
    }
    files
}

fn link(file: &str) -> String {
    let kind = if file.ends_with(".css") { "rel=\"preload\" as=\"style\"" } else { "rel=\"modulepreload\"" };
    format!("    <link {kind} crossorigin href=\"/{file}\" />\n")
}

#[cfg(test)]
mod tests {
    use super::{List, Preloads, files};

    fn list() -> List {
        let text = r#"{"pages": {"play": ["a.js", "b.css"]}, "games": {"siam": ["c.js", "a.js"]}}"#;
        serde_json::from_str(text).expect("a list")
    }

    #[test]
    fn page_of_a_game_names_the_files_of_both_once() {
        assert_eq!(files(list(), "/play/siam"), ["a.js", "b.css", "c.js"]);
        assert_eq!(files(list(), "/play"), ["a.js", "b.css"]);
        assert_eq!(files(list(), "/play/chess/x"), ["a.js", "b.css"]);
    }

    #[test]
    fn other_pages_name_none() {
        assert!(files(list(), "/").is_empty());
        assert!(files(list(), "/siam").is_empty());
        assert!(files(list(), "/pages/siam").is_empty());
    }

    #[test]
    fn links_stand_at_the_end_of_the_head() {
        let html = Preloads(files(list(), "/play")).insert("<head><title>t</title></head><body></head>");
        let links = "    <link rel=\"modulepreload\" crossorigin href=\"/a.js\" />\n    \
                     <link rel=\"preload\" as=\"style\" crossorigin href=\"/b.css\" />\n";
        assert_eq!(html, format!("<head><title>t</title>{links}</head><body></head>"));
    }
}
