//! The board as an SVG picture: seen from above, animals drawn facing north and turned.

use mekong_core::{Diagram, Game as _, Lang, Notation as _, Player, Position as _, say, svg, svg::PAPER};

use crate::{
    Siam,
    board::{Direction, GRID, Piece, Square, squares},
    position::Position,
};

const CELL: f64 = 64.0;
/// Room for coordinates on the left and below.
const MARGIN: f64 = 28.0;
/// Room beside the board for the reserves.
const RESERVE: f64 = 78.0;
const BOARD: f64 = 5.0 * CELL;

const WIDTH: f64 = MARGIN + BOARD + RESERVE + 18.0;
const HEIGHT: f64 = BOARD + 2.0 * MARGIN;

const INK: &str = "#4a3520";

impl Diagram for Position {
    fn diagram(&self, lang: Lang) -> String {
        let text = self.position_text();
        let title = say!(lang, "Siam board", "Plateau de Siam");
        let mut doc = svg::Document::new(WIDTH, HEIGHT, &title, &text);
        draw_board(&mut doc);
        for square in squares(self.crossed_out()) {
            draw_cross(&mut doc, center(square));
        }
        for square in Square::all() {
            if let Some(piece) = self.piece(square) {
                draw_piece(&mut doc, center(square), 1.0, piece);
            }
        }
        for player in Player::BOTH {
            self.draw_seat(&mut doc, player, lang);
        }
        doc.finish()
    }
}

impl Position {
    /// A player's name, on a dark plate if it is their turn, and their reserve, beside their own edge.
    fn draw_seat(&self, doc: &mut svg::Document, player: Player, lang: Lang) {
        let x = MARGIN + BOARD + 12.0 + RESERVE / 2.0;
        // `inward` leads from the player's edge to the middle of the board.
        let (edge, inward, facing) = match player {
            Player::P1 => (MARGIN + BOARD, -1.0, Direction::N),
            Player::P2 => (MARGIN, 1.0, Direction::S),
        };
        let to_move = self.outcome().is_none() && self.turn() == player;
        let mut y = edge + 4.0 * inward;
        if to_move {
            doc.rect([x - RESERVE / 2.0, y - 10.0, RESERVE, 20.0], 10.0, &[("fill", INK)]);
        }
        let name = Siam::INFO.seats[player.index()].get(lang);
        doc.label((x, y + 4.0), 12, if to_move { PAPER } else { INK }, name);
        if let Some(exits) = self.exits_left(player) {
            y += 16.0 * inward;
            let text = say!(lang, "exits left: {exits}", "sorties : {exits}");
            doc.label((x, y + 4.0), 11, INK, &text);
        }
        for index in 0..self.reserve(player) {
            let y = y + inward * (24.0 + 26.0 * f64::from(index));
            draw_piece(doc, (x, y), 0.42, Piece::Animal(player, facing));
        }
    }
}

fn center(square: Square) -> (f64, f64) {
    let x = MARGIN + CELL * (f64::from(square.column()) + 0.5);
    let y = MARGIN + CELL * (f64::from(GRID.rows - square.row()) - 0.5);
    (x, y)
}

fn draw_board(doc: &mut svg::Document) {
    doc.rect([MARGIN - 8.0, MARGIN - 8.0, BOARD + 16.0, BOARD + 16.0], 10.0, &[("fill", "#8a5a2b")]);
    for square in Square::all() {
        let (x, y) = center(square);
        let light = (square.column() + square.row()) % 2 == 0;
        let corner = [x - CELL / 2.0 + 1.0, y - CELL / 2.0 + 1.0];
        let fill = if light { "#e6cd9d" } else { "#dcbf88" };
        doc.rect([corner[0], corner[1], CELL - 2.0, CELL - 2.0], 4.0, &[("fill", fill)]);
    }
    for index in 0..GRID.columns {
        let along = CELL * (f64::from(index) + 0.5);
        let column = GRID.column_letter(index).to_string();
        let colour = "#7a5c3a";
        doc.label((MARGIN + along, MARGIN + BOARD + 22.0), 14, colour, &column);
        doc.label((10.0, MARGIN + BOARD - along + 5.0), 14, colour, &(index + 1).to_string());
    }
}

/// The cross on a square that `opening` keeps free.
fn draw_cross(doc: &mut svg::Document, (x, y): (f64, f64)) {
    let n = svg::number;
    doc.open("g", &[("transform", &format!("translate({} {})", n(x), n(y)))]);
    for d in ["M -16 -16 L 16 16", "M -16 16 L 16 -16"] {
        doc.shape(
            "path",
            &[("d", d), ("stroke", "#a8672f"), ("stroke-width", "5"), ("stroke-linecap", "round")],
        );
    }
    doc.close("g");
}

fn draw_piece(doc: &mut svg::Document, (x, y): (f64, f64), scale: f64, piece: Piece) {
    let turn = match piece {
        Piece::Rock => 0,
        Piece::Animal(_, facing) => 90 * facing as i32,
    };
    let n = svg::number;
    doc.open(
        "g",
        &[("transform", &format!("translate({} {}) rotate({turn}) scale({})", n(x), n(y), n(scale)))],
    );
    match piece {
        Piece::Rock => draw_rock(doc),
        Piece::Animal(Player::P1, _) => draw_elephant(doc),
        Piece::Animal(Player::P2, _) => draw_rhino(doc),
    }
    doc.close("g");
}

fn path(doc: &mut svg::Document, d: &str, fill: &str, stroke: &str) {
    doc.shape(
        "path",
        &[
            ("d", d),
            ("fill", fill),
            ("stroke", stroke),
            ("stroke-width", "1.6"),
            ("stroke-linejoin", "round"),
            ("stroke-linecap", "round"),
        ],
    );
}

fn dot(doc: &mut svg::Document, x: f64, y: f64, r: f64, fill: &str) {
    let n = svg::number;
    doc.shape("circle", &[("cx", &n(x)), ("cy", &n(y)), ("r", &n(r)), ("fill", fill)]);
}

/// From above, head to the north: a broad back, two wide ears, tusks and a long trunk.
fn draw_elephant(doc: &mut svg::Document) {
    let (skin, edge) = ("#8fa5ba", "#2c3e50");
    path(doc, "M -11 25 Q -16 8 -12 -2 Q 0 -8 12 -2 Q 16 8 11 25 Q 0 31 -11 25 Z", skin, edge);
    path(doc, "M -7 -8 Q -25 -16 -23 -2 Q -21 9 -8 2 Z", "#b4c5d4", edge);
    path(doc, "M 7 -8 Q 25 -16 23 -2 Q 21 9 8 2 Z", "#b4c5d4", edge);
    path(doc, "M -5 -13 Q -9 -20 -7 -24", "none", PAPER);
    path(doc, "M 5 -13 Q 9 -20 7 -24", "none", PAPER);
    path(
        doc,
        "M -9 3 Q -11 -10 -4 -15 L -2.5 -28 Q 0 -30 2.5 -28 L 4 -15 Q 11 -10 9 3 Q 0 8 -9 3 Z",
        skin,
        edge,
    );
    path(doc, "M 0 26 L 0 30", "none", edge);
    dot(doc, -4.5, -9.0, 1.6, edge);
    dot(doc, 4.5, -9.0, 1.6, edge);
}

/// From above, head to the north: armour plates, small ears and two horns in line.
fn draw_rhino(doc: &mut svg::Document) {
    let (hide, edge) = ("#9a5a37", "#3d1c0c");
    path(doc, "M -13 24 Q -18 10 -13 -2 L 13 -2 Q 18 10 13 24 Q 0 31 -13 24 Z", hide, edge);
    path(doc, "M -15 5 Q 0 10 15 5", "none", edge);
    path(doc, "M -15 16 Q 0 21 15 16", "none", edge);
    path(doc, "M -8 -4 L -12 -11 L -5 -9 Z", "#bd7c54", edge);
    path(doc, "M 8 -4 L 12 -11 L 5 -9 Z", "#bd7c54", edge);
    path(doc, "M -9 -1 Q -9 -14 -6 -22 Q 0 -27 6 -22 Q 9 -14 9 -1 Q 0 4 -9 -1 Z", hide, edge);
    path(doc, "M -3.5 -19 L 0 -31 L 3.5 -19 Z", PAPER, edge);
    path(doc, "M -2.5 -10 L 0 -17 L 2.5 -10 Z", PAPER, edge);
    dot(doc, -5.5, -13.0, 1.5, edge);
    dot(doc, 5.5, -13.0, 1.5, edge);
}

fn draw_rock(doc: &mut svg::Document) {
    path(doc, "M -25 8 L -20 -14 L -5 -25 L 14 -21 L 26 -3 L 19 19 L -2 26 L -18 21 Z", "#6f6a63", "#33302c");
    path(doc, "M -20 -14 L -5 -25 L 14 -21 L 3 -9 Z", "#97918a", "#33302c");
    path(doc, "M -20 -14 L 3 -9 L -2 26 L -18 21 L -25 8 Z", "#807a73", "#33302c");
}
