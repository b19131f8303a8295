use crate::Lang;

/// A position that can be drawn with characters.
pub trait Draw {
    /// The board with coordinates and everything beside it that matters (reserves, score, whose turn).
    fn draw(&self, charset: Charset, lang: Lang) -> Picture;
}

/// A position that can be drawn as a vector picture.
pub trait Diagram {
    /// A complete SVG document of our own artwork. `lang` is the language of its title and description.
    fn diagram(&self, lang: Lang) -> String;
}

/// Which characters a picture may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Charset {
    /// Box drawing, arrows and symbols.
    Unicode,
    /// Printable ASCII only, for old terminals and plain logs.
    Ascii,
}

/// What a character stands for, so that a terminal can choose a colour for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ink {
    /// Ordinary text.
    #[default]
    Plain,
    /// Grid lines, coordinates and other things in the background.
    Faint,
    /// What belongs to the first player.
    P1,
    /// What belongs to the second player.
    P2,
    /// What belongs to nobody: rocks, signs.
    Neutral,
    /// What matters now.
    Accent,
}

/// A drawing made of characters, each with its ink. It says nothing about colours or escape codes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Picture {
    lines: Vec<Vec<(char, Ink)>>,
}

impl Picture {
    /// An empty sheet.
    #[must_use]
    pub fn new() -> Picture {
        Picture::default()
    }

    /// Writes text at a column and line, both from 0; the sheet grows as needed.
    pub fn put(&mut self, column: usize, line: usize, text: &str, ink: Ink) {
        while self.lines.len() <= line {
            self.lines.push(Vec::new());
        }
        let row = &mut self.lines[line];
        let end = column + text.chars().count();
        if row.len() < end {
            row.resize(end, (' ', Ink::Plain));
        }
        for (place, ch) in row[column..end].iter_mut().zip(text.chars()) {
            *place = (ch, ink);
        }
    }

    /// The number of lines.
    #[must_use]
    pub fn height(&self) -> usize {
        self.lines.len()
    }

    /// The length of the longest line.
    #[must_use]
    pub fn width(&self) -> usize {
        self.lines.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// The lines, each as runs of text in one ink, without trailing spaces.
    pub fn runs(&self) -> impl Iterator<Item = Vec<(String, Ink)>> {
        self.lines.iter().map(|line| {
            let end = line.iter().rposition(|&(ch, _)| ch != ' ').map_or(0, |last| last + 1);
            let mut runs: Vec<(String, Ink)> = Vec::new();
            for &(ch, ink) in &line[..end] {
                match runs.last_mut() {
                    Some((run, last)) if *last == ink => run.push(ch),
                    _ => runs.push((ch.to_string(), ink)),
                }
            }
            runs
        })
    }
}

impl std::fmt::Display for Picture {
    /// The picture without colours, each line ended by a newline.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for runs in self.runs() {
            for (run, _) in runs {
                f.write_str(&run)?;
            }
            f.write_str("\n")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Ink, Picture};

    #[test]
    fn a_picture_grows_and_keeps_its_inks() {
        let mut picture = Picture::new();
        picture.put(2, 1, "ab", Ink::P1);
        picture.put(4, 1, "c  ", Ink::P2);
        assert_eq!(picture.to_string(), "\n  abc\n");
        assert_eq!(picture.height(), 2);
        assert_eq!(picture.width(), 7);
        let runs: Vec<_> = picture.runs().collect();
        assert_eq!(runs[1], [("  ".into(), Ink::Plain), ("ab".into(), Ink::P1), ("c".into(), Ink::P2)]);
    }
}
