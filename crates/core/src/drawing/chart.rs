//! Charts: the frame of a plot, into which its data are drawn.

use super::{svg::Document, wood};

const TITLE_SIZE: u32 = 18;
const FONT_SIZE: u32 = 14;

/// The frame of an SVG chart: title, legend, grid lines and labels of the axes.
#[derive(Clone, Debug)]
pub struct Chart {
    doc: Document,
    area: PlotArea,
    height: f64,
}

/// The place of the plotted data within a chart, in pixels from the upper left corner.
#[derive(Clone, Copy, Debug)]
pub struct PlotArea {
    /// The left edge.
    pub left: f64,
    /// The right edge.
    pub right: f64,
    /// The upper edge.
    pub top: f64,
    /// The lower edge.
    pub bottom: f64,
}

impl Chart {
    /// The colour of lines and texts.
    pub const INK: &str = wood::INK;

    const GRID: &str = "#dcc9a3";

    /// A chart of the given width and height, with a description for screen readers.
    #[must_use]
    pub fn new((width, height): (f64, f64), area: PlotArea, title: &str, description: &str) -> Chart {
        let mut doc = Document::new(width, height, title, description);
        doc.text((16.0, 30.0), "start", TITLE_SIZE, Chart::INK, title);
        Chart { doc, area, height }
    }

    /// The document, to draw the data.
    pub const fn doc(&mut self) -> &mut Document {
        &mut self.doc
    }

    /// Defines a hatched fill, used as `url(#ID)`.
    pub fn define_hatching(&mut self, id: &str, background: &str) {
        self.doc.open("defs", &[]);
        let frame = [("id", id), ("width", "6"), ("height", "6"), ("patternUnits", "userSpaceOnUse")];
        self.doc.open("pattern", &frame);
        self.doc.rect([0.0, 0.0, 6.0, 6.0], 0.0, &[("fill", background)]);
        let strokes = "M -1 1 L 1 -1 M 0 6 L 6 0 M 5 7 L 7 5";
        self.doc.shape("path", &[("d", strokes), ("stroke", Chart::INK), ("stroke-width", "0.9")]);
        self.doc.close("pattern");
        self.doc.close("defs");
    }

    /// Draws a sample of a fill and its meaning below the title.
    pub fn legend(&mut self, x: f64, fill: &str, text: &str) {
        self.doc.rect([x, 48.0, 26.0, 16.0], 0.0, &[("fill", fill), ("stroke", Chart::INK)]);
        self.doc.text((x + 34.0, 61.0), "start", FONT_SIZE, Chart::INK, text);
    }

    /// Draws a dashed horizontal line with a label on its left.
    pub fn grid_line(&mut self, y: f64, label: &str) {
        self.horizontal(y, Chart::GRID, "4 4");
        self.doc.text((self.area.left - 8.0, y + 5.0), "end", FONT_SIZE, Chart::INK, label);
    }

    /// Draws a solid horizontal line.
    pub fn base_line(&mut self, y: f64) {
        self.horizontal(y, Chart::INK, "none");
    }

    fn horizontal(&mut self, y: f64, stroke: &str, dashes: &str) {
        let ends = [self.area.left, y, self.area.right, y];
        self.doc.line(ends, &[("stroke", stroke), ("stroke-dasharray", dashes)]);
    }

    /// Writes a value below the plot area.
    pub fn x_label(&mut self, x: f64, label: &str) {
        self.doc.text((x, self.height - 40.0), "middle", FONT_SIZE, Chart::INK, label);
    }

    /// Writes the meaning of the values below them.
    pub fn x_title(&mut self, title: &str) {
        let middle = f64::midpoint(self.area.left, self.area.right);
        self.doc.text((middle, self.height - 14.0), "middle", FONT_SIZE, Chart::INK, title);
    }

    /// Writes the meaning of the labels of the grid lines above them.
    pub fn y_title(&mut self, title: &str) {
        self.doc.text((16.0, self.area.top - 14.0), "start", FONT_SIZE, Chart::INK, title);
    }

    /// The SVG document.
    #[must_use]
    pub fn finish(self) -> String {
        self.doc.finish()
    }
}

/// The distance between grid lines for values up to `max`: the smallest of 1, 2, 5, 10, 20, 50 … that gives at most `lines`.
#[must_use]
pub fn grid_step(max: u64, lines: u64) -> u64 {
    let steps = (0..19).flat_map(|zeros| [1, 2, 5].map(|digit| digit * 10_u64.pow(zeros)));
    steps.into_iter().find(|step| max / step <= lines).unwrap_or(max)
}

#[cfg(test)]
mod tests {
    use super::grid_step;

    #[test]
    fn grid_lines_are_at_round_numbers() {
        assert_eq!(grid_step(1_700_000, 6), 500_000);
        assert_eq!(grid_step(600, 6), 100);
        assert_eq!(grid_step(6, 6), 1);
        assert_eq!(grid_step(1, 6), 1);
    }
}
