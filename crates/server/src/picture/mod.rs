//! Pictures for link previews: a diagram on a card, and its rendering as PNG. No I/O.

mod card;

pub use card::{CARD_HEIGHT, CARD_WIDTH, Card};
pub use mekong_picture::{RenderError, png};
