//! The card of link previews: a diagram with names and a status, as SVG. No I/O.

mod card;

pub use card::{CARD_HEIGHT, CARD_WIDTH, Card};
