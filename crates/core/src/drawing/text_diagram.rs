use super::svg;
use crate::{Lang, Player};

/// A position that can be drawn with characters.
pub trait TextDiagram {
    /// What a game implements for [`TextDiagram::text_diagram`]: the board uses only characters of `charset`; text may use any.
    fn canvas(&self, charset: Charset, lang: Lang) -> TextCanvas;

    /// The board with coordinates, reserves, score and side to move, in the characters of `charset` only.
    fn text_diagram(&self, charset: Charset, lang: Lang) -> TextCanvas {
        let canvas = self.canvas(charset, lang);
        match charset {
            Charset::Unicode => canvas,
            Charset::Ascii => canvas.to_ascii(),
        }
    }
}

/// A position that can be drawn as SVG.
pub trait Diagram: TextDiagram {
    /// A complete SVG document with title and description in `lang`. By default the characters of [`TextDiagram::text_diagram`].
    fn diagram(&self, lang: Lang) -> String {
        self.text_diagram(Charset::Unicode, lang).to_svg()
    }
}

/// The characters that a text diagram may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Charset {
    /// Box drawing, arrows and symbols.
    Unicode,
    /// Printable ASCII only, for old terminals and plain logs.
    Ascii,
}

/// The role of a character, from which a terminal chooses a colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ink {
    /// Ordinary text.
    #[default]
    Plain,
    /// Grid lines, coordinates and other background.
    Faint,
    /// Pieces of the first player.
    P1,
    /// Pieces of the second player.
    P2,
    /// Neutral things: rocks, signs.
    Neutral,
    /// Highlighted.
    Accent,
}

impl Ink {
    /// The colour of a player.
    #[must_use]
    pub const fn of(player: Player) -> Ink {
        match player {
            Player::P1 => Ink::P1,
            Player::P2 => Ink::P2,
        }
    }
}

/// A drawing made of characters, each with an [`Ink`]; independent of colours and escape codes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TextCanvas {
    lines: Vec<Vec<(char, Ink)>>,
}

impl TextCanvas {
    /// An empty canvas.
    #[must_use]
    pub fn new() -> TextCanvas {
        TextCanvas::default()
    }

    /// Writes text at a column and line, both from 0; the canvas grows as needed.
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

    /// The canvas in printable ASCII: accents are dropped, symbols are replaced by similar characters or `?`.
    #[must_use]
    pub fn to_ascii(&self) -> TextCanvas {
        let fold = |line: &Vec<(char, Ink)>| {
            line.iter()
                .flat_map(|&(ch, ink)| ascii(ch).chars().map(move |ch| (ch, ink)).collect::<Vec<_>>())
                .collect()
        };
        TextCanvas { lines: self.lines.iter().map(fold).collect() }
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

    /// The canvas as an SVG document of characters.
    fn to_svg(&self) -> String {
        /// Width and height of a character.
        const CELL: (f64, f64) = (8.4, 17.0);
        const MARGIN: f64 = 12.0;
        let (width, height) = (self.width() as f64 * CELL.0, self.height() as f64 * CELL.1);
        let text = self.to_string();
        let mut doc = svg::Document::new(width + 2.0 * MARGIN, height + 2.0 * MARGIN, "Position", &text);
        for (line, text) in text.lines().enumerate() {
            let (x, y) = (svg::number(MARGIN), svg::number(MARGIN + (line as f64 + 0.8) * CELL.1));
            let place = [("x", x.as_str()), ("y", y.as_str())];
            let font = [("font-family", "monospace"), ("font-size", "14"), ("xml:space", "preserve")];
            doc.leaf("text", &[place.as_slice(), font.as_slice()].concat(), text);
        }
        doc.finish()
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

impl std::fmt::Display for TextCanvas {
    /// The canvas without colours, each line ended by a newline.
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

/// The closest printable ASCII for a character.
fn ascii(ch: char) -> String {
    let near = match ch {
        ' '..='~' => return ch.to_string(),
        'À' | 'Â' | 'Ä' => "A",
        'à' | 'â' | 'ä' => "a",
        'Æ' => "AE",
        'æ' => "ae",
        'Ç' => "C",
        'ç' => "c",
        'È' | 'É' | 'Ê' | 'Ë' => "E",
        'è' | 'é' | 'ê' | 'ë' => "e",
        'Î' | 'Ï' => "I",
        'î' | 'ï' => "i",
        'Ô' | 'Ö' => "O",
        'ô' | 'ö' => "o",
        'Œ' => "OE",
        'œ' => "oe",
        'Ù' | 'Û' | 'Ü' => "U",
        'ù' | 'û' | 'ü' => "u",
        'Ÿ' => "Y",
        'ÿ' => "y",
        '×' => "x",
        '≠' => "!=",
        '‐' | '‑' | '–' | '—' | '−' => "-",
        '…' => "...",
        '·' => ".",
        '«' | '»' | '“' | '”' => "\"",
        '‘' | '’' => "'",
        '\u{a0}' | '\u{202f}' => " ",
        _ => "?",
    };
    near.to_owned()
}

#[cfg(test)]
mod tests {
    use super::{Charset, Ink, TextCanvas, TextDiagram};
    use crate::Lang;

    /// A sheet with words in two inks.
    struct Words(&'static str, &'static str);

    impl TextDiagram for Words {
        fn canvas(&self, _charset: Charset, _lang: Lang) -> TextCanvas {
            let mut canvas = TextCanvas::new();
            canvas.put(0, 0, self.0, Ink::P1);
            canvas.put(self.0.chars().count(), 0, self.1, Ink::P2);
            canvas
        }
    }

    #[test]
    fn ascii_canvas_keeps_its_colours() {
        let words = Words("réserve ×", " – où…");
        let unicode = words.text_diagram(Charset::Unicode, Lang::Fr);
        assert_eq!(unicode.to_string(), "réserve × – où…\n");
        let ascii = words.text_diagram(Charset::Ascii, Lang::Fr);
        let runs: Vec<_> = ascii.runs().collect();
        assert_eq!(runs, [[("reserve x".into(), Ink::P1), (" - ou...".into(), Ink::P2)]]);
        assert_eq!(ascii.to_ascii(), ascii);
    }

    #[test]
    fn every_used_character_has_an_ascii_replacement() {
        let cases = [
            ("ÀÂÄàâäÆæÇç", "AAAaaaAEaeCc"),
            ("ÈÉÊËèéêëÎÏîï", "EEEEeeeeIIii"),
            ("ÔÖôöŒœÙÛÜùûüŸÿ", "OOooOEoeUUUuuuYy"),
            ("×≠‐‑–—−…·", "x!=-----...."),
            ("«\u{a0}a\u{202f}» “a” ‘a’", "\" a \" \"a\" 'a'"),
            ("▓♞\t\u{7f}", "????"),
            (" !\"09AZaz~", " !\"09AZaz~"),
        ];
        for (text, folded) in cases {
            let ascii = Words(text, "").text_diagram(Charset::Ascii, Lang::Fr);
            assert_eq!(ascii.to_string(), format!("{folded}\n"));
        }
    }

    #[test]
    fn canvas_grows_and_keeps_its_colours() {
        let mut canvas = TextCanvas::new();
        canvas.put(2, 1, "ab", Ink::P1);
        canvas.put(4, 1, "c  ", Ink::P2);
        assert_eq!(canvas.to_string(), "\n  abc\n");
        assert_eq!(canvas.height(), 2);
        assert_eq!(canvas.width(), 7);
        let runs: Vec<_> = canvas.runs().collect();
        assert_eq!(runs[1], [("  ".into(), Ink::Plain), ("ab".into(), Ink::P1), ("c".into(), Ink::P2)]);
    }
}
