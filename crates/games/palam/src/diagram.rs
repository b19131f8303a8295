//! The board as an SVG picture.
use crate::position::Position;
use mekong_core::{Diagram, Lang, Notation as _, svg};
impl Diagram for Position {
    fn diagram(&self, _lang: Lang) -> String {
        svg::Document::new(10.0, 10.0, "Palam", &self.position_text()).finish()
    }
}
