//! Tiny games whose truth is known, to test what is written for any game.

mod nibble;
mod tug;

pub use nibble::Nibble;
pub use tug::Tug;
