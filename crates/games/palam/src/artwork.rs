//! Pieces and emblems, as on the pages.

use mekong_core::{
    Player,
    drawing::{
        svg::{Document, number},
        wood,
    },
};

use crate::board::{Piece, Sign};

/// Stones, signs and medallions around (0, 0), for cells of 100 units.
pub(crate) const ARTWORK: &str = include_str!("../artwork/pieces.svg");

/// The scale and the places of the signs on a piece: like a die, and six as two rows of three that leave the middle free,
/// so that it is not mistaken for five.
const fn pips(count: u8) -> (f64, &'static [(f64, f64)]) {
    match count {
        1 => (2.25, &[(0.0, 0.0)]),
        2 => (1.4, &[(-17.0, -17.0), (17.0, 17.0)]),
        3 => (1.08, &[(-23.0, -23.0), (0.0, 0.0), (23.0, 23.0)]),
        4 => (1.2, &[(-18.0, -18.0), (18.0, -18.0), (-18.0, 18.0), (18.0, 18.0)]),
        5 => (0.98, &[(-21.0, -21.0), (21.0, -21.0), (0.0, 0.0), (-21.0, 21.0), (21.0, 21.0)]),
        _ => (0.87, &[(-17.0, -26.0), (17.0, -26.0), (-17.0, 0.0), (17.0, 0.0), (-17.0, 26.0), (17.0, 26.0)]),
    }
}

/// A stone tile with one sign per unit of its number.
pub(crate) fn draw_piece(doc: &mut Document, (x, y): (f64, f64), scale: f64, piece: Piece) {
    let place = format!("translate({} {}) scale({})", number(x), number(y), number(scale));
    doc.open("g", &[("transform", &place)]);
    doc.shape("use", &[("href", if piece.is_light() { "#palam-light" } else { "#palam-stone" })]);
    let (size, places) = pips(piece.number());
    // Within the double rim there is a little less room.
    let spread = if piece.is_light() { 0.9 } else { 1.0 };
    let sign = sign_id(piece.sign());
    for (x, y) in places {
        let [x, y, size] = [x * spread, y * spread - 2.0, size * spread].map(number);
        let place = format!("translate({x} {y}) scale({size})");
        doc.shape("use", &[("href", sign), ("transform", &place)]);
    }
    doc.close("g");
}

const fn sign_id(sign: Sign) -> &'static str {
    match sign {
        Sign::Sun => "#palam-s",
        Sign::Water => "#palam-w",
        Sign::Eye => "#palam-e",
        Sign::Ankh => "#palam-k",
    }
}

/// The sun disc between two horns for Isis, a jackal's head for Anubis.
pub(crate) fn draw_emblem(doc: &mut Document, (x, y): (f64, f64), player: Player) {
    let place = format!("translate({} {}) scale(1.7)", number(x), number(y));
    doc.open("g", &[("transform", &place), ("stroke-linejoin", "round")]);
    let mut path = |d: &str, fill: &str| {
        doc.shape("path", &[("d", d), ("fill", fill), ("stroke", wood::INK), ("stroke-width", "1.8")]);
    };
    match player {
        Player::P1 => {
            path(
                "M -17 -15 Q -22 10 -4 14 L -5 19 L 5 19 L 4 14 Q 22 10 17 -15 Q 15 6 0 6 Q -15 6 -17 -15 Z",
                "#6b4426",
            );
            path("M -9 -4 a 9 9 0 1 0 18 0 a 9 9 0 1 0 -18 0 Z", "#f0b64a");
        }
        Player::P2 => {
            path(
                "M -12 19 L -10 2 L -14 -19 L -4 -7 L 2 -9 L 6 -20 L 10 -4 L 22 6 L 21 11 L 8 11 Q 6 15 8 19 Z",
                "#6b4426",
            );
            path("M 4 0 L 9 1 L 4 2 Z", "#f0b64a");
        }
    }
    doc.close("g");
}
