//! A small writer of SVG documents: enough for board diagrams, with every attribute and text escaped.
//!
//! Attributes are written in the order given and numbers with at most two decimals, so that the same position
//! always gives the same bytes and a committed diagram changes only when the drawing does.
//!
//! ```
//! use mekong_core::drawing::svg::Document;
//!
//! let mut doc = Document::new(40.0, 20.0, "Two & two", "A rock");
//! doc.open("g", &[("fill", "#876")]);
//! doc.shape("circle", &[("cx", "10"), ("cy", "10"), ("r", "8")]);
//! doc.close("g");
//! let svg = doc.finish();
//! assert!(svg.contains("<title>Two &amp; two</title>"));
//! assert!(svg.contains("<rect x=\"0\" y=\"0\" width=\"40\" height=\"20\""));
//! assert!(svg.ends_with("</svg>\n"));
//! ```

use std::fmt::Write as _;

/// The colour of the sheet that every document is drawn on, so that ink can be read on a dark page too.
pub const PAPER: &str = "#fdf6e3";

/// An SVG document being written.
#[derive(Clone, Debug)]
pub struct Document {
    out: String,
    open: Vec<&'static str>,
}

impl Document {
    /// Starts a document of the given size on a sheet of [`PAPER`], with a title and a description for screen readers.
    #[must_use]
    pub fn new(width: f64, height: f64, title: &str, description: &str) -> Document {
        let mut doc = Document { out: String::new(), open: Vec::new() };
        let sheet = [0.0, 0.0, width, height];
        let (width, height) = (number(width), number(height));
        doc.open(
            "svg",
            &[
                ("xmlns", "http://www.w3.org/2000/svg"),
                ("viewBox", &format!("0 0 {width} {height}")),
                ("width", &width),
                ("height", &height),
                ("role", "img"),
                ("font-family", "system-ui, sans-serif"),
            ],
        );
        doc.leaf("title", &[], title);
        doc.leaf("desc", &[], description);
        doc.rect(sheet, 12.0, &[("fill", PAPER)]);
        doc
    }

    /// Opens an element that will contain others.
    pub fn open(&mut self, name: &'static str, attributes: &[(&str, &str)]) {
        self.start(name, attributes);
        self.out.push_str(">\n");
        self.open.push(name);
    }

    /// Closes the element opened last.
    ///
    /// # Panics
    /// If that element has another name, which is a bug in the drawing code.
    pub fn close(&mut self, name: &'static str) {
        assert_eq!(self.open.pop(), Some(name), "elements close in the order they were opened");
        self.indent();
        let _ = writeln!(self.out, "</{name}>");
    }

    /// Writes an element without content.
    pub fn shape(&mut self, name: &'static str, attributes: &[(&str, &str)]) {
        self.start(name, attributes);
        self.out.push_str("/>\n");
    }

    /// Writes an element that contains only text.
    pub fn leaf(&mut self, name: &'static str, attributes: &[(&str, &str)], text: &str) {
        self.start(name, attributes);
        let _ = writeln!(self.out, ">{}</{name}>", escape(text));
    }

    /// Adds markup as it is: artwork of our own, never text of others.
    pub fn raw(&mut self, markup: &'static str) {
        self.out.push_str(markup);
    }

    /// Draws a rectangle `[x, y, width, height]` with rounded corners.
    pub fn rect(&mut self, place: [f64; 4], radius: f64, paint: &[(&str, &str)]) {
        let [x, y, width, height] = place.map(number);
        let radius = number(radius);
        let place = [("x", &*x), ("y", &y), ("width", &width), ("height", &height), ("rx", &radius)];
        self.shape("rect", &[&place, paint].concat());
    }

    /// Draws a path of the artwork: a thin outline with round joins and ends.
    pub fn path(&mut self, d: &str, fill: &str, stroke: &str) {
        let paint = [("d", d), ("fill", fill), ("stroke", stroke), ("stroke-width", "1.6")];
        let round = [("stroke-linejoin", "round"), ("stroke-linecap", "round")];
        self.shape("path", &[&paint[..], &round].concat());
    }

    /// Writes a line of text centred at `x` with its baseline at `y`.
    pub fn label(&mut self, (x, y): (f64, f64), size: u32, fill: &str, text: &str) {
        let (x, y, size) = (number(x), number(y), size.to_string());
        let look = [("x", &*x), ("y", &y), ("font-size", &size), ("text-anchor", "middle"), ("fill", fill)];
        self.leaf("text", &look, text);
    }

    /// Writes a line of text with an anchor (`start`, `middle` or `end`) at `x` and its baseline at `y`.
    pub fn text(&mut self, (x, y): (f64, f64), anchor: &str, size: u32, fill: &str, text: &str) {
        let (x, y, size) = (number(x), number(y), size.to_string());
        let attributes =
            [("x", &*x), ("y", &y), ("text-anchor", anchor), ("font-size", &size), ("fill", fill)];
        self.leaf("text", &attributes, text);
    }

    /// Draws a straight line from `[x1, y1]` to `[x2, y2]`.
    pub fn line(&mut self, [x1, y1, x2, y2]: [f64; 4], paint: &[(&str, &str)]) {
        let [x1, y1, x2, y2] = [x1, y1, x2, y2].map(number);
        let ends = [("x1", &*x1), ("y1", &y1), ("x2", &x2), ("y2", &y2)];
        self.shape("line", &[&ends, paint].concat());
    }

    /// Closes all open elements and returns the document.
    #[must_use]
    pub fn finish(mut self) -> String {
        while let Some(&name) = self.open.last() {
            self.close(name);
        }
        self.out
    }

    fn start(&mut self, name: &str, attributes: &[(&str, &str)]) {
        self.indent();
        let _ = write!(self.out, "<{name}");
        for (key, value) in attributes {
            let _ = write!(self.out, " {key}=\"{}\"", escape(value));
        }
    }

    fn indent(&mut self) {
        for _ in &self.open {
            self.out.push_str("  ");
        }
    }
}

/// A number with at most two decimals and no trailing zeros.
#[must_use]
pub fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// Text made safe for element content and quoted attributes.
#[must_use]
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for ch in text.chars() {
        match ch {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            _ => out.push(ch),
        }
    }
    out
}

/// The points of a path: `x y L x y …`.
#[must_use]
pub fn path_points(points: impl Iterator<Item = (f64, f64)>) -> String {
    points.map(|(x, y)| format!("{} {}", number(x), number(y))).collect::<Vec<_>>().join(" L ")
}

#[cfg(test)]
mod tests {
    use super::{Document, escape, number};

    #[test]
    fn numbers_are_short() {
        assert_eq!(number(1.0), "1");
        assert_eq!(number(2.505), "2.5");
        assert_eq!(number(-0.001), "0");
        assert_eq!(number(100.0), "100");
    }

    #[test]
    fn rectangles_and_labels_have_their_attributes_in_order() {
        let mut doc = Document::new(9.0, 9.0, "", "");
        doc.rect([1.0, 2.5, 3.0, 4.0], 0.5, &[("fill", "none"), ("stroke", "#000")]);
        doc.label((4.0, 5.25), 12, "#123", "a < b");
        let svg = doc.finish();
        let lines: Vec<&str> = svg.lines().map(str::trim).collect();
        assert_eq!(
            lines[4..6],
            [
                r##"<rect x="1" y="2.5" width="3" height="4" rx="0.5" fill="none" stroke="#000"/>"##,
                r##"<text x="4" y="5.25" font-size="12" text-anchor="middle" fill="#123">a &lt; b</text>"##,
            ],
        );
    }

    #[test]
    fn markup_in_text_is_escaped() {
        assert_eq!(escape("<a href=\"x\">&"), "&lt;a href=&quot;x&quot;&gt;&amp;");
    }
}
