use std::fmt;

use mekong_core::{Explain, Lang, say};

/// A line and a column in a text.
///
/// Lines end with a line feed, a carriage return, or both together. Columns count characters, not bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Location {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

/// The prefix of an error message: `line 3, column 14`.
impl Explain for Location {
    fn explain(&self, lang: Lang) -> String {
        let Location { line, column } = self;
        say!(lang, "line {line}, column {column}", "ligne {line}, colonne {column}")
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.explain(Lang::En))
    }
}
