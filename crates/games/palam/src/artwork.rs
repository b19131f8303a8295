//! Tiles, signs and emblems, drawn by us for this program.

use mekong_core::{Player, svg};

use crate::board::{Piece, Sign};

/// Half the side of a piece at full size.
const HALF: f64 = 24.0;

/// The signs as lines around (0, 0), some 13 units wide.
const SUN: &str = "M -2.6 0 C -2.6 -1.44 -1.44 -2.6 0 -2.6 C 1.44 -2.6 2.6 -1.44 2.6 0 \
    C 2.6 1.44 1.44 2.6 0 2.6 C -1.44 2.6 -2.6 1.44 -2.6 0 Z \
    M 4.3 0 L 6.2 0 M -4.3 0 L -6.2 0 M 0 4.3 L 0 6.2 M 0 -4.3 L 0 -6.2 \
    M 3.1 3.1 L 4.4 4.4 M -3.1 3.1 L -4.4 4.4 M 3.1 -3.1 L 4.4 -4.4 M -3.1 -3.1 L -4.4 -4.4";
const WATER: &str = "M -6 -1 L -4 -3.8 L -2 -1 L 0 -3.8 L 2 -1 L 4 -3.8 L 6 -1 \
    M -6 4 L -4 1.2 L -2 4 L 0 1.2 L 2 4 L 4 1.2 L 6 4";
const EYE: &str = "M -6.2 -0.5 C -3 -4.6 3 -4.6 6.2 -0.5 C 3 2.4 -3 2.4 -6.2 -0.5 Z \
    M -1 -0.9 C -1 -1.5 -0.6 -1.9 0 -1.9 C 0.6 -1.9 1 -1.5 1 -0.9 C 1 -0.3 0.6 0.1 0 0.1 C -0.6 0.1 -1 -0.3 -1 -0.9 Z \
    M -1.6 1.8 L -2.4 5.6 M 1.4 1.8 C 1.8 4.6 4 5.8 6 4.6";
const ANKH: &str =
    "M 0 0 C -4.8 -2.6 -3.8 -6.4 0 -6.4 C 3.8 -6.4 4.8 -2.6 0 0 Z M 0 0 L 0 6.4 M -4.2 0.6 L 4.2 0.6";

/// Where the signs stand on a piece, as on dice, and how large each is drawn.
const fn pips(number: u8) -> (f64, &'static [(f64, f64)]) {
    match number {
        1 => (2.3, &[(0.0, 0.0)]),
        2 => (1.5, &[(-10.0, 10.0), (10.0, -10.0)]),
        3 => (1.15, &[(-13.5, 13.5), (0.0, 0.0), (13.5, -13.5)]),
        4 => (1.3, &[(-11.0, -11.0), (11.0, -11.0), (-11.0, 11.0), (11.0, 11.0)]),
        5 => (1.05, &[(-13.5, -13.5), (13.5, -13.5), (0.0, 0.0), (-13.5, 13.5), (13.5, 13.5)]),
        _ => (1.05, &[(-10.0, -15.0), (10.0, -15.0), (-10.0, 0.0), (10.0, 0.0), (-10.0, 15.0), (10.0, 15.0)]),
    }
}

/// A piece: dark with pale signs, or pale with dark signs and a double rim if its ground is light. Its corners tell
/// whose it is.
pub(crate) fn draw_piece(
    doc: &mut svg::Document,
    (x, y): (f64, f64),
    scale: f64,
    owner: Option<Player>,
    piece: Piece,
) {
    let n = svg::number;
    let (ground, ink) = if piece.is_light() { ("#fff6df", "#4a3520") } else { ("#6b4426", "#fbeccb") };
    doc.open("g", &[("transform", &format!("translate({} {}) scale({})", n(x), n(y), n(scale)))]);
    let rim = [("fill", ground), ("stroke", "#3a2614"), ("stroke-width", "1.6")];
    draw_tile(doc, (0.0, 0.0), HALF, owner, &rim);
    if piece.is_light() {
        let inner = [("fill", "none"), ("stroke", "#a5763c"), ("stroke-width", "1.6")];
        draw_tile(doc, (0.0, 0.0), HALF - 3.2, owner, &inner);
    }
    let (size, places) = pips(piece.number());
    // Within the double rim there is a little less room.
    let spread = if piece.is_light() { 0.86 } else { 1.0 };
    doc.open("g", &[("stroke", ink), ("stroke-width", &n(0.6 + 0.9 / size))]);
    let sign = format!("#{}", sign_id(piece.sign()));
    for (x, y) in places {
        let place = format!("translate({} {}) scale({})", n(x * spread), n(y * spread), n(size * spread));
        doc.shape("use", &[("href", &sign), ("transform", &place)]);
    }
    doc.close("g");
    doc.close("g");
}

const fn sign_id(sign: Sign) -> &'static str {
    match sign {
        Sign::Sun => "palam-sun",
        Sign::Water => "palam-water",
        Sign::Eye => "palam-eye",
        Sign::Ankh => "palam-ankh",
    }
}

/// The signs, to be used by [`draw_piece`]: drawn once here and not 84 times.
pub(crate) fn define_signs(doc: &mut svg::Document) {
    let style = [("fill", "none"), ("stroke-linecap", "round"), ("stroke-linejoin", "round")];
    doc.open("defs", &[]);
    for (sign, d) in Sign::ALL.into_iter().zip([SUN, WATER, EYE, ANKH]) {
        doc.shape("path", &[&[("id", sign_id(sign)), ("d", d)], &style[..]].concat());
    }
    doc.close("defs");
}

/// A square with round corners (Isis), cut corners (Anubis) or nearly sharp ones (nobody's).
pub(crate) fn draw_tile(
    doc: &mut svg::Document,
    (x, y): (f64, f64),
    half: f64,
    owner: Option<Player>,
    style: &[(&str, &str)],
) {
    let n = svg::number;
    if owner == Some(Player::P2) {
        let (near, far) = (half * 0.62, half);
        let corners = [
            (-near, -far),
            (near, -far),
            (far, -near),
            (far, near),
            (near, far),
            (-near, far),
            (-far, near),
            (-far, -near),
        ];
        let points: Vec<String> =
            corners.iter().map(|(dx, dy)| format!("{},{}", n(x + dx), n(y + dy))).collect();
        let points = points.join(" ");
        doc.shape("polygon", &[&[("points", &*points)], style].concat());
        return;
    }
    let radius = if owner.is_some() { half * 0.42 } else { 4.0 };
    doc.rect([x - half, y - half, 2.0 * half, 2.0 * half], radius, style);
}

/// The sun disc between two horns for Isis, a jackal's head for Anubis.
pub(crate) fn draw_emblem(doc: &mut svg::Document, (x, y): (f64, f64), player: Player) {
    let n = svg::number;
    doc.open("g", &[("transform", &format!("translate({} {})", n(x), n(y))), ("stroke-linejoin", "round")]);
    let mut path = |d: &str, fill: &str| {
        doc.shape("path", &[("d", d), ("fill", fill), ("stroke", "#4a3520"), ("stroke-width", "1.8")]);
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
