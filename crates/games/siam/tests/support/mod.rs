//! Helpers for the rules tests.

use std::collections::BTreeSet;

use mekong_core::{Game as _, Notation as _, Position as _};
use mekong_siam::{Illegal, Position, Siam, Square};

/// A position of some variants.
pub(crate) fn with(variants: &[&str], text: &str) -> Position {
    let variants = Siam::INFO.parse_variants(variants).unwrap();
    Position::parse_position(text, variants).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// A position of the plain game.
pub(crate) fn board(text: &str) -> Position {
    with(&[], text)
}

/// Whether the move is legal, with the check, the move list and the count compared.
pub(crate) fn check(position: Position, mv: &str) -> Result<(), Illegal> {
    let verdict = position.check(Position::parse_move(mv).unwrap());
    let listed = legal(position, "");
    assert_eq!(listed.contains(mv), verdict.is_ok(), "{mv}: {verdict:?}");
    assert_eq!(listed.len(), position.count_moves());
    verdict
}

/// The position after a legal move.
pub(crate) fn play(mut position: Position, mv: &str) -> Position {
    check(position, mv).unwrap_or_else(|illegal| panic!("{mv}: {illegal}"));
    position.play_unchecked(Position::parse_move(mv).unwrap());
    position
}

/// The legal moves whose texts begin as given.
pub(crate) fn legal(position: Position, beginning: &str) -> BTreeSet<String> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves.into_iter().map(Position::move_text).filter(|text| text.starts_with(beginning)).collect()
}

/// A set of texts.
pub(crate) fn set<const N: usize>(texts: [&str; N]) -> BTreeSet<String> {
    texts.into_iter().map(str::to_owned).collect()
}

/// The square of a name.
pub(crate) fn square(name: &str) -> Square {
    Square::all().find(|square| square.to_string() == name).unwrap()
}
