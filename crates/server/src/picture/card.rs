use mekong_core::drawing::svg::{Document, PAPER, number};

/// Size of a card in pixels, the usual one of link previews.
pub const CARD_WIDTH: u32 = 1200;
/// Height of a card.
pub const CARD_HEIGHT: u32 = 630;

const PANEL: [f64; 4] = [600.0, 40.0, 560.0, 550.0];
const LEFT: f64 = 64.0;
/// Width of the column of text.
const COLUMN: f64 = 500.0;

const INK: &str = "#2b2118";
const QUIET: &str = "#6d5a45";
const RIVER: &str = "#1f5a5e";
const SUN: &str = "#e0963e";
const SAND: &str = "#e6cd9d";
/// The paper of diagrams.
const PANEL_FILL: &str = PAPER;

/// The longest text in one line.
const MAX_LINE_LEN: usize = 40;

/// A card for a link preview: a text on the left, a diagram on the right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Card {
    /// Above the title: the game.
    pub heading: String,
    /// One or two large lines: the players, or what the page is.
    pub title: Vec<String>,
    /// Some words below: the result, or a summary.
    pub note: String,
    /// The diagram, an SVG document.
    pub diagram: String,
}

impl Card {
    /// The card as an SVG document.
    #[must_use]
    pub fn svg(&self) -> String {
        let (width, height) = (f64::from(CARD_WIDTH), f64::from(CARD_HEIGHT));
        let title = self.title.iter().map(|line| printable(line)).collect::<Vec<_>>().join(", ");
        let mut doc = Document::new(width, height, &title, &printable(&self.note));
        doc.rect([0.0, 0.0, width, height], 0.0, &[("fill", "#f4ecdd")]);
        doc.rect([0.0, 0.0, 16.0, height], 0.0, &[("fill", RIVER)]);
        doc.rect(PANEL, 24.0, &[("fill", PANEL_FILL), ("stroke", "#e2d3b8"), ("stroke-width", "2")]);
        write_text(&mut doc, 118.0, 30.0, RIVER, &shortened(&self.heading));
        let mut y = 190.0;
        let size = title_size(&self.title);
        for line in &self.title {
            write_text(&mut doc, y, size, INK, &shortened(line));
            y += size * 1.25;
        }
        y += 12.0;
        for line in wrapped(&printable(&self.note)) {
            write_text(&mut doc, y, 28.0, QUIET, &line);
            y += 40.0;
        }
        draw_logo(&mut doc);
        let document = doc.finish();
        // The diagram is a complete document: its prologue has its size.
        let end = document.rfind("</svg>").unwrap_or(document.len());
        format!("{}{}{}", &document[..end], placed(&self.diagram), &document[end..])
    }
}

/// The diagram, scaled to fit into the panel.
fn placed(diagram: &str) -> String {
    let Some([width, height]) = view_box(diagram) else { return String::new() };
    let [x, y, w, h] = PANEL;
    let scale = ((w - 32.0) / width).min((h - 32.0) / height);
    let (x, y) = (x + (w - scale * width) / 2.0, y + (h - scale * height) / 2.0);
    let [x, y] = [x, y].map(number);
    format!("<g transform=\"translate({x} {y}) scale({scale:.4})\">\n{diagram}</g>\n")
}

/// Width and height of a diagram.
fn view_box(diagram: &str) -> Option<[f64; 2]> {
    let (_, rest) = diagram.split_once("viewBox=\"0 0 ")?;
    let (width, height) = rest.split_once('"')?.0.split_once(' ')?;
    Some([width.parse().ok()?, height.parse().ok()?])
}

fn write_text(doc: &mut Document, y: f64, size: f64, fill: &str, text: &str) {
    doc.text((LEFT, y), "start", size as u32, fill, text);
}

/// The logo and the name, at the bottom of the column.
fn draw_logo(doc: &mut Document) {
    doc.open("g", &[("transform", &format!("translate({} 512)", number(LEFT)))]);
    doc.rect([0.0, 0.0, 64.0, 64.0], 14.0, &[("fill", RIVER)]);
    let wave = |d: &'static str, width: &'static str, opacity: &'static str| {
        [
            ("d", d),
            ("fill", "none"),
            ("stroke", SAND),
            ("stroke-width", width),
            ("stroke-linecap", "round"),
            ("opacity", opacity),
        ]
    };
    doc.shape("path", &wave("M8 40c8-8 16-8 24 0s16 8 24 0", "5", "1"));
    doc.shape("path", &wave("M8 51c8-8 16-8 24 0s16 8 24 0", "4", ".6"));
    doc.shape("circle", &[("cx", "32"), ("cy", "21"), ("r", "10"), ("fill", SUN)]);
    doc.text((84.0, 45.0), "start", 36, INK, "Mekong");
    doc.close("g");
}

/// The size at which the longest line fits into the column.
fn title_size(lines: &[String]) -> f64 {
    let longest = lines.iter().map(|line| shortened(line).chars().count()).max().unwrap_or(1);
    (COLUMN / (0.6 * longest.max(1) as f64)).clamp(22.0, 60.0).floor()
}

/// A text without characters that XML does not allow or the font does not have.
fn printable(text: &str) -> String {
    let kept = |letter: char| match letter {
        '\u{202f}' => '\u{a0}',
        other if other.is_control() || matches!(other, '\u{fffe}' | '\u{ffff}') => ' ',
        other => other,
    };
    text.chars().map(kept).collect()
}

/// A text that fits into one line.
fn shortened(text: &str) -> String {
    let text = printable(text);
    if text.chars().count() <= MAX_LINE_LEN {
        return text;
    }
    let start: String = text.chars().take(MAX_LINE_LEN - 1).collect();
    format!("{}…", start.trim_end())
}

/// At most four lines of a text, broken at spaces.
fn wrapped(text: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_ascii_whitespace() {
        let word = shortened(word);
        let line = lines.last_mut().expect("there is a line");
        if line.is_empty() {
            *line = word;
        } else if line.chars().count() + 1 + word.chars().count() <= 32 {
            line.push(' ');
            line.push_str(&word);
        } else {
            lines.push(word);
        }
    }
    if lines.len() > 4 {
        lines.truncate(4);
        lines[3].push('…');
    }
    lines
}

#[cfg(test)]
mod tests {
    use mekong_catalog::{GAMES, find};
    use mekong_core::{Lang, Variants};
    use mekong_picture::png;

    use super::{CARD_WIDTH, Card, shortened, wrapped};

    fn card(names: [&str; 2], note: &str) -> Card {
        let diagram = find("siam").unwrap().start(Variants::NONE, 0).diagram(Lang::En);
        Card {
            heading: "Siam".to_owned(),
            title: names.map(str::to_owned).to_vec(),
            note: note.to_owned(),
            diagram,
        }
    }

    #[test]
    fn hostile_names_are_text() {
        let long = "W".repeat(300);
        for name in ["</svg><script>", "\"'&<>]]>", "a\u{1}b\u{ffff}\0", &long, "", "مرحبا", "\u{202e}nnA"]
        {
            let svg = card([name, "Bob"], name).svg();
            assert!(!svg.contains("<script"), "{svg}");
            png(&svg, CARD_WIDTH / 10).unwrap();
        }
    }

    #[test]
    fn goals_of_the_games_fit() {
        for info in GAMES.iter().map(mekong_catalog::Entry::info) {
            for lang in [Lang::En, Lang::Fr] {
                let lines = wrapped(info.goal.get(lang));
                assert!(!lines.concat().ends_with('…'), "{}: {lines:?}", info.id);
            }
        }
    }

    #[test]
    fn texts_are_shortened_and_wrapped() {
        assert_eq!(shortened("Ann"), "Ann");
        assert_eq!(shortened(&"x".repeat(90)).chars().count(), 40);
        assert_eq!(wrapped("one two"), ["one two"]);
        let lines = wrapped(&"word ".repeat(90));
        assert_eq!(lines.len(), 4);
        assert!(lines[3].ends_with('…') && lines.iter().all(|line| line.chars().count() <= 33), "{lines:?}");
    }
}
