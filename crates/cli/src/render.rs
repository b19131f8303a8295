//! Pictures on a terminal.

use std::io::{self, Write};

use mekong_core::{Ink, Picture};

use crate::context::Context;

/// Writes a picture, each line indented by two, in colour if the terminal wants it.
pub(crate) fn picture(out: &mut impl Write, picture: &Picture, context: &Context) -> io::Result<()> {
    for runs in picture.runs() {
        if !runs.is_empty() {
            write!(out, "  ")?;
        }
        for (run, ink) in runs {
            match escape(ink).filter(|_| context.color) {
                Some(code) => write!(out, "\x1b[{code}m{run}\x1b[0m")?,
                None => write!(out, "{run}")?,
            }
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Colours that read on light and on dark grounds, from the sixteen that every terminal has.
const fn escape(ink: Ink) -> Option<&'static str> {
    match ink {
        Ink::Plain => None,
        Ink::Faint => Some("2"),
        Ink::P1 => Some("1;34"),
        Ink::P2 => Some("1;31"),
        Ink::Neutral => Some("33"),
        Ink::Accent => Some("1;32"),
    }
}

/// French sets spaces inside quotation marks and before some signs, where no line may end.
const FRENCH_SPACES: [&str; 7] = ["« ", " »", " :", " ;", " ?", " !", " %"];

/// The text with those spaces as ones that do not break.
pub(crate) fn glue(text: &str) -> String {
    FRENCH_SPACES.iter().fold(text.to_owned(), |text, sign| text.replace(sign, &sign.replace(' ', "\u{a0}")))
}

/// A text broken into lines of at most `width` characters, where its words allow it.
pub(crate) fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in glue(text).split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    // Ordinary spaces are kinder to those who search the output.
    lines.iter().map(|line| line.replace('\u{a0}', " ")).collect()
}

/// Words set in columns that fit a line of `width` characters.
pub(crate) fn columns(words: &[String], width: usize) -> String {
    let longest = words.iter().map(|word| word.chars().count()).max().unwrap_or(0);
    let per_line = (width / (longest + 2)).max(1);
    let mut out = String::new();
    for line in words.chunks(per_line) {
        let cells: Vec<String> = line.iter().map(|word| format!("{word:<longest$}")).collect();
        out.push_str("  ");
        out.push_str(cells.join("  ").trim_end());
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{columns, wrap};

    #[test]
    fn lines_break_between_words() {
        assert_eq!(wrap("un deux trois", 7), ["un deux", "trois"]);
        assert_eq!(wrap("anticonstitutionnellement dit", 5), ["anticonstitutionnellement", "dit"]);
        assert_eq!(wrap("", 5), [""]);
        assert_eq!(wrap("dire « oui » : bien", 10), ["dire", "« oui » :", "bien"]);
    }

    #[test]
    fn columns_are_as_wide_as_the_longest_word() {
        let words = ["a1", "a1b2", "c3"].map(str::to_owned);
        assert_eq!(columns(&words, 12), "  a1    a1b2\n  c3\n");
        assert_eq!(columns(&[], 12), "");
    }
}
