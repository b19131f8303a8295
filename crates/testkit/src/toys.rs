//! Toy games with known values, for tests of generic code.

mod nibble;
mod tug;

use mekong_core::{Explain, Lang, explained_error, say};

pub use nibble::Nibble;
pub use tug::Tug;

/// Why a move of a toy game is illegal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IllegalToyMove;

impl Explain for IllegalToyMove {
    fn explain(&self, lang: Lang) -> String {
        say!(lang, "that move is not legal here", "ce coup n’est pas légal ici")
    }
}
explained_error!(IllegalToyMove);
