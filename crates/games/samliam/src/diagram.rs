//! The board as an SVG picture, seen from above.

use mekong_core::{Diagram, Lang, Notation as _, say, svg};

use crate::position::Position;

impl Diagram for Position {
    fn diagram(&self, lang: Lang) -> String {
        let title = say!(lang, "Sam Liam board", "Plateau de Sam Liam");
        svg::Document::new(100.0, 100.0, &title, &self.position_text()).finish()
    }
}
