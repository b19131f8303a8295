use std::fmt;

use mekong_core::{Explain, Lang, say};

/// A place in a text: what an editor shows at the foot of its window.
///
/// Lines end with a line feed, a carriage return, or both together. Columns count characters, not bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
}

/// The beginning of a sentence about what is there: `line 3, column 14`.
impl Explain for Place {
    fn explain(&self, lang: Lang) -> String {
        let Place { line, column } = self;
        say!(lang, "line {line}, column {column}", "ligne {line}, colonne {column}")
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.explain(Lang::En))
    }
}
