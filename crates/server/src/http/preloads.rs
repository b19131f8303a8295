//! The scripts and styles of a page, named in the head of the entry page: a browser requests them together with the first
//! script instead of after it.

use std::collections::HashMap;

use serde::Deserialize;

use crate::config::Pages;

/// The list that the build of the pages writes (`web/build/preloads.ts`).
const LIST: &str = "preloads.json";

/// The files that pages load at once.
#[derive(Default, Deserialize)]
pub(super) struct Preloads {
    /// Files by the first part of an address.
    pages: HashMap<String, Vec<String>>,
    /// Files by the id of a game.
    games: HashMap<String, Vec<String>>,
}

impl Preloads {
    /// The list of the pages; empty if they have none.
    pub(super) fn read(pages: Pages) -> Preloads {
        pages.find(LIST).and_then(|file| serde_json::from_slice(&file.data).ok()).unwrap_or_default()
    }

    /// The links to the files of the page at a path; empty if the list does not contain it.
    pub(super) fn links(&self, path: &str) -> String {
        self.files(path).into_iter().map(link).collect()
    }

    fn files(&self, path: &str) -> Vec<&str> {
        let mut parts = path.split('/').filter(|part| !part.is_empty());
        let Some(page) = parts.next().and_then(|page| self.pages.get(page)) else { return Vec::new() };
        let game = parts.next().and_then(|game| self.games.get(game));
        let more = game.into_iter().flatten().filter(|file| !page.contains(file));
        page.iter().chain(more).map(String::as_str).collect()
    }
}

/// Inserts links into the entry page.
pub(super) fn insert(links: &str, html: &str) -> String {
    html.replacen("</head>", &format!("{links}</head>"), 1)
}

fn link(file: &str) -> String {
    let kind = if file.ends_with(".css") { "rel=\"preload\" as=\"style\"" } else { "rel=\"modulepreload\"" };
    format!("    <link {kind} crossorigin href=\"/{file}\" />\n")
}

#[cfg(test)]
mod tests {
    use super::{Preloads, insert};

    fn list() -> Preloads {
        let text = r#"{"pages": {"play": ["a.js", "b.css"]}, "games": {"siam": ["c.js", "a.js"]}}"#;
        serde_json::from_str(text).expect("a list")
    }

    #[test]
    fn page_of_a_game_names_the_files_of_both_once() {
        assert_eq!(list().files("/play/siam"), ["a.js", "b.css", "c.js"]);
        assert_eq!(list().files("/play"), ["a.js", "b.css"]);
        assert_eq!(list().files("/play/chess/x"), ["a.js", "b.css"]);
    }

    #[test]
    fn other_pages_name_none() {
        assert!(list().files("/").is_empty());
        assert!(list().files("/siam").is_empty());
        assert!(list().files("/pages/siam").is_empty());
    }

    #[test]
    fn links_stand_at_the_end_of_the_head() {
        let html = insert(&list().links("/play"), "<head><title>t</title></head><body></head>");
        let links = "    <link rel=\"modulepreload\" crossorigin href=\"/a.js\" />\n    \
                     <link rel=\"preload\" as=\"style\" crossorigin href=\"/b.css\" />\n";
        assert_eq!(html, format!("<head><title>t</title>{links}</head><body></head>"));
    }
}
