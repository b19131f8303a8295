//! The wood of the boards in diagrams: the frame, the field and the light of the pages, in cells of 100 units.
//!
//! Light falls from the upper left. The same seed gives the same grain.

use super::svg::{self, Document, number};
use crate::SplitMix64;

/// Dark text beside the board.
pub const INK: &str = "#4a3520";
/// Text on the frame.
pub const FRAME_INK: &str = "#f6dfb8";
/// The wood of the frame, its lit and its dark edge.
pub const FRAME: [&str; 3] = ["#7c4a22", "#b27a45", "#4a2810"];
/// The wood of the field, and of every other cell.
pub const FIELD: [&str; 2] = ["#e6c896", "#d9b67d"];
/// The trays beside a board.
pub const TRAY: &str = "#cfae7b";
/// What decided a game.
pub const HIGHLIGHT: &str = "#ffd166";
/// The dark line under marks.
pub const KEYLINE: &str = "#2a1404";

const GROOVE: &str = "#8a5a28";
const GRAIN: &str = "#7a4a1c";

/// The gradients of light and shadow; a document that draws wood defines them once.
const LIGHT: &str = r##"<defs>
<radialGradient id="lamp" cx=".3" cy=".22" r="1"><stop offset="0" stop-color="#fff" stop-opacity=".22"/><stop offset=".45" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#1c0d02" stop-opacity=".26"/></radialGradient>
<linearGradient id="deep" x2="0" y2="1"><stop offset="0" stop-color="#1c0d02" stop-opacity=".46"/><stop offset="1" stop-color="#1c0d02" stop-opacity="0"/></linearGradient>
<linearGradient id="side"><stop offset="0" stop-color="#1c0d02" stop-opacity=".4"/><stop offset="1" stop-color="#1c0d02" stop-opacity="0"/></linearGradient>
</defs>
"##;

/// A document in cells of 100 units, shown at a scale, with the gradients of the wood and the artwork of a game: a file
/// with one `<defs>` element.
#[must_use]
pub fn document(size: [f64; 2], scale: f64, texts: [&str; 2], artwork: &'static str) -> Document {
    let [title, description] = texts;
    let mut doc = Document::new(size[0] * scale, size[1] * scale, title, description);
    doc.raw(LIGHT);
    doc.raw(definitions(artwork));
    doc.open("g", &[("transform", &format!("scale({scale})"))]);
    doc
}

/// The `<defs>` element of a file of drawings.
fn definitions(artwork: &'static str) -> &'static str {
    let (Some(start), Some(end)) = (artwork.find("<defs>"), artwork.rfind("</defs>")) else { return "" };
    artwork.get(start..end + "</defs>\n".len()).unwrap_or_default()
}

/// A board: a mitred frame round a sunken field.
#[derive(Clone, Copy, Debug)]
pub struct Panel {
    /// The left and upper edge, the width and the height of the frame.
    pub frame: [f64; 4],
    /// The same of the field.
    pub field: [f64; 4],
    /// The number of columns and rows.
    pub grid: [u8; 2],
    /// Whether every other cell is tinted.
    pub checker: bool,
    /// The grain.
    pub seed: u64,
}

impl Panel {
    /// Draws the wood without texts.
    pub fn draw(&self, doc: &mut Document) {
        let [x, y, width, height] = self.frame;
        let [left, top, w, h] = self.field;
        let [right, bottom] = [left + w, top + h];
        draw_frame(doc, self.frame, self.seed + 1);
        // Corners of the frame are round: its sides begin where the curve is.
        let [a, b, c, d] = [x + 6.0, y + 6.0, x + width - 6.0, y + height - 6.0];
        let sides = [
            ([[a, b], [c, b], [right, top], [left, top]], "#fff", "0.1"),
            ([[a, b], [left, top], [left, bottom], [a, d]], "#fff", "0.05"),
            ([[c, b], [c, d], [right, bottom], [right, top]], "#000", "0.12"),
            ([[a, d], [c, d], [right, bottom], [left, bottom]], "#000", "0.2"),
        ];
        for (points, fill, opacity) in sides {
            let points = points.map(|point| point.map(number).join(",")).join(" ");
            doc.shape("polygon", &[("points", &points), ("fill", fill), ("opacity", opacity)]);
        }
        doc.rect([left - 4.0, top - 4.0, w + 8.0, h + 8.0], 5.0, &[("fill", FRAME[2])]);
        doc.rect(self.field, 0.0, &[("fill", FIELD[0])]);
        self.draw_cells(doc);
        draw_grain(doc, self.field, self.seed, GRAIN);
        doc.rect(self.field, 0.0, &[("fill", "url(#lamp)")]);
        let grooves = self.grooves();
        let look = |stroke, width, opacity| {
            [("d", &*grooves), ("stroke", stroke), ("stroke-width", width), ("opacity", opacity)]
        };
        doc.shape("path", &look(GROOVE, "2.6", "0.75"));
        let glint = look("#fff", "1.4", "0.33");
        doc.shape("path", &[&glint[..], &[("transform", "translate(1.9 1.9)")]].concat());
        doc.rect([left, top, w, 18.0], 0.0, &[("fill", "url(#deep)")]);
        doc.rect([left, top, 16.0, h], 0.0, &[("fill", "url(#side)")]);
    }

    fn draw_cells(&self, doc: &mut Document) {
        if !self.checker {
            return;
        }
        let ([left, top, w, h], [columns, rows]) = (self.field, self.grid.map(f64::from));
        let (w, h) = (w / columns, h / rows);
        let mut tint = String::new();
        for row in 0..self.grid[1] {
            for column in (0..self.grid[0]).filter(|column| (column + row) % 2 == 1) {
                let [x, y] = [left + f64::from(column) * w, top + f64::from(row) * h].map(number);
                tint += &format!("M{x} {y}h{0}v{1}h-{0}z", number(w), number(h));
            }
        }
        doc.shape("path", &[("d", &tint), ("fill", FIELD[1]), ("opacity", "0.85")]);
    }

    fn grooves(&self) -> String {
        let ([left, top, w, h], [columns, rows]) = (self.field, self.grid);
        let vertical = (1..columns).map(|column| {
            let x = left + w * f64::from(column) / f64::from(columns);
            format!("M{} {}v{}", number(x), number(top), number(h))
        });
        let horizontal = (1..rows).map(|row| {
            let y = top + h * f64::from(row) / f64::from(rows);
            format!("M{} {}h{}", number(left), number(y), number(w))
        });
        vertical.chain(horizontal).collect()
    }
}

/// A block of the dark wood of frames, with a lit and a dark edge.
pub fn draw_frame(doc: &mut Document, place: [f64; 4], seed: u64) {
    let [x, y, width, height] = place;
    doc.rect([x + 5.0, y + 9.0, width, height], 20.0, &[("fill", "#1b0f06"), ("opacity", "0.22")]);
    let edge = [("fill", FRAME[0]), ("stroke", FRAME[2]), ("stroke-width", "2")];
    doc.rect(place, 20.0, &edge);
    draw_grain(doc, [x + 8.0, y + 8.0, width - 16.0, height - 16.0], seed, FRAME[2]);
    let [from, up, along, to] = [x + 18.0, y + 2.5, width - 36.0, y + height - 2.0].map(number);
    let line = |y: &str, stroke, opacity| {
        let d = format!("M{from} {y}h{along}");
        (d, [("stroke", stroke), ("stroke-width", "3"), ("opacity", opacity)])
    };
    for (d, look) in [line(&up, FRAME[1], "1"), line(&to, "#000", "0.45")] {
        doc.shape("path", &[&[("d", &*d)], &look[..]].concat());
    }
}

/// A shallow tray of light wood.
pub fn draw_tray(doc: &mut Document, place: [f64; 4]) {
    let [x, y, width, height] = place;
    doc.rect(place, 14.0, &[("fill", "#a9854f")]);
    doc.rect([x + 2.0, y + 4.0, width - 3.0, height - 5.0], 13.0, &[("fill", TRAY)]);
}

/// Lines of grain on a panel.
pub fn draw_grain(doc: &mut Document, [left, top, width, height]: [f64; 4], seed: u64, stroke: &str) {
    let mut random = SplitMix64::new(seed);
    let mut below = |bound: usize| random.below(bound) as i32;
    let (width, height) = (width as i32, height as i32);
    let [mut fine, mut dark] = [String::new(), String::new()];
    let mut y = below(16) + 6;
    while y < height - 6 {
        let from = if below(4) == 0 { below(width as usize / 3 + 1) } else { 0 };
        let length = if below(4) == 0 { width * 2 / 3 - from } else { width - from };
        let bend = below(11) - 5;
        let line = format!("M{from} {y}q{} {bend} {} 0t{} 0", length / 4, length / 2, length / 2);
        if below(2) == 0 { &mut fine } else { &mut dark }.push_str(&line);
        y += 10 + below(30);
    }
    let place = format!("translate({} {})", number(left), number(top));
    doc.open("g", &[("transform", &place), ("fill", "none"), ("stroke", stroke)]);
    doc.shape("path", &[("d", &fine), ("opacity", "0.14")]);
    doc.shape("path", &[("d", &dark), ("opacity", "0.22"), ("stroke-width", "1.6")]);
    doc.close("g");
}

/// Writes a text on the frame, centred at a place.
pub fn draw_label(doc: &mut Document, (x, y): (f64, f64), text: &str) {
    let (x, y) = (number(x), number(y + 8.0));
    let look = [
        ("x", &*x),
        ("y", &y),
        ("font-size", "24"),
        ("font-weight", "700"),
        ("text-anchor", "middle"),
        ("fill", FRAME_INK),
    ];
    doc.leaf("text", &look, text);
}

/// Writes the name of a player, centred at a place: on a dark plate of this width if it is their turn.
pub fn draw_name(doc: &mut Document, (x, y): (f64, f64), width: f64, is_turn: bool, name: &str) {
    if is_turn {
        doc.rect([x - width / 2.0, y - 18.0, width, 36.0], 18.0, &[("fill", INK)]);
    }
    doc.label((x, y + 7.5), 21, if is_turn { svg::PAPER } else { INK }, name);
}

#[cfg(test)]
mod tests {
    use super::{Panel, definitions, document, draw_grain};

    #[test]
    fn same_seed_gives_same_wood() {
        let draw = |seed| {
            let mut doc = document([100.0, 100.0], 0.5, ["", ""], "");
            Panel {
                frame: [0.0, 0.0, 100.0, 100.0],
                field: [20.0, 20.0, 60.0, 60.0],
                grid: [3, 3],
                checker: true,
                seed,
            }
            .draw(&mut doc);
            doc.finish()
        };
        assert_eq!(draw(1), draw(1));
        assert_ne!(draw(1), draw(2));
        assert!(draw(1).contains("viewBox=\"0 0 50 50\""), "{}", draw(1));
    }

    #[test]
    fn tiny_panels_have_no_grain() {
        let mut doc = document([1.0, 1.0], 1.0, ["", ""], "");
        draw_grain(&mut doc, [0.0, 0.0, 1.0, 1.0], 3, "#000");
        assert!(!doc.finish().contains("M0"));
    }

    #[test]
    fn definitions_are_taken_from_the_file() {
        assert_eq!(definitions("<svg>\n<defs>\n<a/>\n</defs>\n</svg>\n"), "<defs>\n<a/>\n</defs>\n");
        assert_eq!(definitions(""), "");
    }
}
