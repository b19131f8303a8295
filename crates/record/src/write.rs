//! Writing game files. Output is canonical: reading a written file and writing it again gives the same bytes.

use std::fmt;

use crate::{Comment, Numbering, Ply, Record, Variation};

/// The maximum line length, if the line can be wrapped.
const WIDTH: usize = 80;

/// Writes games into one file, separated by empty lines. [`read_pgn`](crate::read_pgn) reads it back.
#[must_use]
pub fn write_pgn(records: &[Record]) -> String {
    records.iter().map(Record::to_pgn).collect::<Vec<_>>().join("\n")
}

impl Record {
    /// The record as a game file, ended by a line feed.
    ///
    /// Tags keep their order. Lines of moves and comments are wrapped at 80 characters where possible.
    #[must_use]
    pub fn to_pgn(&self) -> String {
        let mut out = String::new();
        for (name, value) in self.tags().iter() {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            out.push_str(&format!("[{name} \"{value}\"]\n"));
        }
        if !self.tags().is_empty() {
            out.push('\n');
        }
        let mut page = Page { out, ..Page::default() };
        page.comments(&self.before);
        page.plies(&self.plies, self.first);
        if self.plies.is_empty() && self.first != Numbering::default() {
            page.unit(&self.first.to_string());
        }
        page.unit(self.result().code());
        page.end_line();
        page.out
    }
}

impl fmt::Display for Record {
    /// The record as a game file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_pgn())
    }
}

/// A line writer that wraps between units.
#[derive(Default)]
struct Page {
    out: String,
    /// Characters in the last line of `out`.
    column: usize,
    /// The current unit.
    unit: String,
    /// Whether the next unit must follow on the same line.
    glued: bool,
}

impl Page {
    fn plies(&mut self, plies: &[Ply], start: Numbering) {
        let mut interrupted = true;
        for (index, ply) in plies.iter().enumerate() {
            let numbering = start.after(index);
            if interrupted || !numbering.second {
                self.unit(&format!("{numbering} {}", ply.mv()));
            } else {
                self.unit(ply.mv());
            }
            for nag in &ply.nags {
                self.unit(&format!("${nag}"));
            }
            self.comments(&ply.comments);
            for variation in &ply.variations {
                self.variation(variation, numbering);
            }
            interrupted = !ply.comments.is_empty() || !ply.variations.is_empty();
        }
    }

    fn variation(&mut self, variation: &Variation, start: Numbering) {
        self.unit("(");
        self.glued = true;
        self.comments(&variation.before);
        self.plies(&variation.plies, start);
        self.unit.push(')');
        self.glued = false;
    }

    fn comments(&mut self, comments: &[Comment]) {
        for comment in comments {
            if comment.text().contains('}') {
                self.unit(&format!("; {comment}"));
                self.end_line();
            } else {
                self.brace_comment(comment);
            }
        }
    }

    /// A comment in braces, which are never alone at the start or end of a line.
    fn brace_comment(&mut self, comment: &Comment) {
        let commands = comment.commands();
        self.unit("{");
        for part in [commands.as_str(), comment.text()] {
            if part.is_empty() {
                continue;
            }
            self.unit.push(' ');
            self.glued = true;
            for (index, paragraph) in part.split('\n').enumerate() {
                if index > 0 {
                    self.break_paragraph();
                }
                for words in pieces(paragraph) {
                    self.unit(words);
                }
            }
        }
        self.unit.push_str(" }");
    }

    /// A line break of the text: an empty line, or if there is one already, another.
    fn break_paragraph(&mut self) {
        self.flush();
        self.out.push_str(if self.out.ends_with("\n\n") { "\n" } else { "\n\n" });
        self.column = 0;
    }

    /// Adds a unit, at the start of a line or behind a space.
    fn unit(&mut self, text: &str) {
        if !std::mem::take(&mut self.glued) {
            self.flush();
        }
        self.unit.push_str(text);
    }

    fn flush(&mut self) {
        if self.unit.is_empty() {
            return;
        }
        let width = self.unit.chars().count();
        if self.column > 0 {
            if self.column + 1 + width > WIDTH {
                self.out.push('\n');
                self.column = 0;
            } else {
                self.out.push(' ');
                self.column += 1;
            }
        }
        self.out.push_str(&self.unit);
        self.column += width;
        self.unit.clear();
    }

    fn end_line(&mut self) {
        self.flush();
        self.out.push('\n');
        self.column = 0;
    }
}

/// A paragraph cut where a line may end: at a single space between words that is not inside a `[%command]`. A line must
/// not begin with `%` or `[`, which have a special meaning.
fn pieces(paragraph: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut start = 0;
    let mut command = false;
    let mut before = ' ';
    let mut chars = paragraph.char_indices().peekable();
    while let Some((at, ch)) = chars.next() {
        let next = chars.peek().map_or(' ', |&(_, next)| next);
        match ch {
            '[' if next == '%' => command = true,
            ']' => command = false,
            ' ' if !command && !before.is_whitespace() && !next.is_whitespace() && !"%[".contains(next) => {
                pieces.push(&paragraph[start..at]);
                start = at + 1;
            }
            _ => {}
        }
        before = ch;
    }
    pieces.push(&paragraph[start..]);
    pieces
}

#[cfg(test)]
mod tests {
    use super::pieces;

    #[test]
    fn lines_wrap_between_tokens() {
        assert_eq!(pieces("a b"), ["a", "b"]);
        assert_eq!(pieces(" a  b c "), [" a  b", "c "]);
        assert_eq!(pieces("a %b [c d"), ["a %b [c", "d"]);
        assert_eq!(pieces("a [%csl Ra1 Rb2] b"), ["a [%csl Ra1 Rb2]", "b"]);
        assert_eq!(pieces(""), [""]);
    }
}
