//! The rail as an SVG picture, seen from the side.

use mekong_core::{Diagram, Lang, Notation as _, say, svg};

use crate::position::Position;

impl Diagram for Position {
    fn diagram(&self, lang: Lang) -> String {
        let title = say!(lang, "Saigon rail", "Rail de Saigon");
        svg::Document::new(10.0, 10.0, &title, &self.position_text()).finish()
    }
}
