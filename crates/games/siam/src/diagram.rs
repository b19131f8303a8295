//! The board as an SVG picture: seen from above, with the pieces of the pages.

use mekong_core::{
    Diagram, Game as _, Lang, Notation as _, Player, Position as _,
    drawing::{
        svg::{Document, number},
        wood::{self, Panel},
    },
    say,
};

use crate::{
    Siam,
    board::{Direction, GRID, Piece, Square, squares},
    position::Position,
};

/// The pieces, centred on (0, 0) and facing north, for cells of 100 units.
const ARTWORK: &str = include_str!("../artwork/pieces.svg");

const CELL: f64 = 100.0;
/// The width of the frame.
const MARGIN: f64 = 40.0;
const BOARD: f64 = 5.0 * CELL + 2.0 * MARGIN;
/// Round the board and the reserves.
const PAD: f64 = 16.0;
/// The width of the reserves.
const RESERVE: f64 = 132.0;
const SIZE: [f64; 2] = [BOARD + RESERVE + 3.0 * PAD, BOARD + 2.0 * PAD];
/// Pixels per unit.
const SCALE: f64 = 0.62;

impl Diagram for Position {
    fn diagram(&self, lang: Lang) -> String {
        let title = say!(lang, "Siam board", "Plateau de Siam");
        let mut doc = wood::document(SIZE, SCALE, [&title, &self.position_text()], ARTWORK);
        draw_board(&mut doc);
        for square in squares(self.crossed_out()) {
            draw_cross(&mut doc, center(square));
        }
        let mut rocks = 0;
        // By columns, so that a rock rarely changes its look when another one moves.
        for square in
            (0..GRID.columns).flat_map(|column| Square::all().filter(move |at| at.column() == column))
        {
            match self.piece(square) {
                Some(Piece::Rock) => {
                    rocks += 1;
                    draw_rock(&mut doc, center(square), rocks);
                }
                Some(Piece::Animal(player, facing)) => {
                    draw_animal(&mut doc, center(square), 1.0, player, facing);
                }
                None => {}
            }
        }
        for player in Player::BOTH {
            self.draw_reserve(&mut doc, player, lang);
        }
        doc.finish()
    }
}

impl Position {
    /// A player's name and reserve, in a tray beside their own edge.
    fn draw_reserve(&self, doc: &mut Document, player: Player, lang: Lang) {
        let (left, height) = (BOARD + 2.0 * PAD, (BOARD - PAD) / 2.0);
        let (top, facing) = match player {
            Player::P1 => (PAD + BOARD - height, Direction::N),
            Player::P2 => (PAD, Direction::S),
        };
        wood::draw_tray(doc, [left, top, RESERVE, height]);
        let x = left + RESERVE / 2.0;
        // The name stands at the player's edge of the board, the animals towards the middle.
        let (name_y, inward) = match player {
            Player::P1 => (top + height - 28.0, -1.0),
            Player::P2 => (top + 28.0, 1.0),
        };
        let is_turn = self.outcome().is_none() && self.turn() == player;
        wood::draw_name(
            doc,
            (x, name_y),
            RESERVE - 12.0,
            is_turn,
            Siam::INFO.seats[player.index()].get(lang),
        );
        let mut y = name_y + 12.0 * inward;
        if let Some(exits) = self.exits_left(player) {
            y += 22.0 * inward;
            let text = say!(lang, "exits left: {exits}", "sorties : {exits}");
            doc.label((x, y + 6.0), 17, wood::INK, &text);
        }
        for index in 0..self.reserve(player) {
            let (column, row) = (f64::from(index % 2), f64::from(index / 2));
            // The last of an odd number stands in the middle.
            let shift = if index + 1 == self.reserve(player) && index % 2 == 0 { 0.0 } else { column - 0.5 };
            let at = (x + 58.0 * shift, y + inward * (46.0 + 62.0 * row));
            draw_animal(doc, at, 0.58, player, facing);
        }
    }
}

fn center(square: Square) -> (f64, f64) {
    let x = PAD + MARGIN + CELL * (f64::from(square.column()) + 0.5);
    let y = PAD + MARGIN + CELL * (f64::from(GRID.rows - square.row()) - 0.5);
    (x, y)
}

fn draw_board(doc: &mut Document) {
    let field = [PAD + MARGIN, PAD + MARGIN, 5.0 * CELL, 5.0 * CELL];
    let frame = [PAD, PAD, BOARD, BOARD];
    Panel { frame, field, grid: [GRID.columns, GRID.rows], checker: true, seed: 5 }.draw(doc);
    for index in 0..GRID.columns {
        let along = MARGIN + CELL * (f64::from(index) + 0.5);
        let column = GRID.column_letter(index).to_string();
        wood::draw_label(doc, (PAD + along, PAD + BOARD - MARGIN / 2.0), &column);
        wood::draw_label(doc, (PAD + MARGIN / 2.0, PAD + BOARD - along), &(index + 1).to_string());
    }
}

/// The cross on a square that `opening` keeps free.
fn draw_cross(doc: &mut Document, (x, y): (f64, f64)) {
    let (x, y) = (number(x - 24.0), number(y - 24.0));
    let d = format!("M{x} {y}l48 48m0 -48l-48 48");
    let look = [("stroke", "#a8672f"), ("stroke-width", "8"), ("stroke-linecap", "round"), ("fill", "none")];
    doc.shape("path", &[&[("d", &*d)], &look[..]].concat());
}

fn draw_rock(doc: &mut Document, (x, y): (f64, f64), kind: u32) {
    let place = format!("translate({} {}) scale(0.84)", number(x), number(y - 1.0));
    doc.shape("use", &[("href", &*format!("#siam-rock-{}", kind.clamp(1, 3))), ("transform", &place)]);
}

/// An animal as a carved piece in layers: shadow, side, edge, lit edge, top. Only the drawing turns; the light comes from
/// the upper left whichever way the animal looks.
fn draw_animal(doc: &mut Document, (x, y): (f64, f64), scale: f64, player: Player, facing: Direction) {
    let (code, side, lit, size) = match player {
        Player::P1 => ("p1", "#4a3e33", "#fffdf7", 0.9),
        Player::P2 => ("p2", "#2c170c", "#e9ae80", 0.92),
    };
    let turn = 90 * facing as i32;
    let place = format!("translate({} {}) scale({})", number(x), number(y - scale), number(scale * size));
    doc.open("g", &[("transform", &place)]);
    let shape = format!("#siam-{code}-shape");
    for (dx, dy, colour, width, opacity) in [
        (3.7, 7.7, "#1b0f06", "3", "0.28"),
        (1.1, 4.0, side, "4", "1"),
        (0.0, 0.0, side, "4.4", "1"),
        (-0.8, -0.9, lit, "1.6", "1"),
    ] {
        let place = format!("translate({dx} {dy}) rotate({turn})");
        let look = [("fill", colour), ("stroke", colour), ("stroke-width", width), ("opacity", opacity)];
        doc.shape("use", &[&[("href", &*shape), ("transform", &place)], &look[..]].concat());
    }
    let top = format!("#siam-{code}-top");
    doc.shape("use", &[("href", &*top), ("transform", &format!("rotate({turn})"))]);
    doc.close("g");
}
