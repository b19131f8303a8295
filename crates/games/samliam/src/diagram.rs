//! The board as an SVG picture, seen from above: triangles drawn with the right angle at the top left and turned.

use mekong_core::{Diagram, Game as _, Lang, Notation as _, Player, Position as _, say, svg, svg::PAPER};

use crate::{
    SamLiam,
    board::{Cell, Corner, GRID, Pattern, Tile},
    position::Position,
};

const CELL: f64 = 56.0;
/// Room for coordinates on the left and below.
const MARGIN: f64 = 28.0;
/// Room beside the board for the tiles that are left.
const RESERVE: f64 = 78.0;
const BOARD_WIDTH: f64 = 6.0 * CELL;
const BOARD_HEIGHT: f64 = 7.0 * CELL;

const WIDTH: f64 = MARGIN + BOARD_WIDTH + RESERVE + 18.0;
const HEIGHT: f64 = BOARD_HEIGHT + 2.0 * MARGIN;

const INK: &str = "#4a3520";
const ACCENT: &str = "#c2511d";

impl Diagram for Position {
    fn diagram(&self, lang: Lang) -> String {
        let text = self.position_text();
        let title = say!(lang, "Sam Liam board", "Plateau de Sam Liam");
        let mut doc = svg::Document::new(WIDTH, HEIGHT, &title, &text);
        draw_board(&mut doc);
        for cell in Cell::all() {
            for tile in self.tiles(cell) {
                draw_tile(&mut doc, center(cell), 1.0, tile);
            }
        }
        for player in Player::BOTH {
            for pattern in self.completed(player) {
                draw_pattern(&mut doc, pattern);
            }
            self.draw_seat(&mut doc, player, lang);
        }
        doc.finish()
    }
}

impl Position {
    /// A player's name, on a dark plate if it is their turn, and the tiles they have left, beside the board.
    fn draw_seat(&self, doc: &mut svg::Document, player: Player, lang: Lang) {
        let x = MARGIN + BOARD_WIDTH + 12.0 + RESERVE / 2.0;
        // `inward` leads from the player's end to the middle of the board.
        let (edge, inward) = match player {
            Player::P1 => (MARGIN + BOARD_HEIGHT, -1.0),
            Player::P2 => (MARGIN, 1.0),
        };
        let to_move = self.outcome().is_none() && self.turn() == player;
        let y = edge + 4.0 * inward;
        if to_move {
            doc.rect([x - RESERVE / 2.0, y - 10.0, RESERVE, 20.0], 10.0, &[("fill", INK)]);
        }
        let name = SamLiam::INFO.seats[player.index()].get(lang);
        doc.label((x, y + 4.0), 12, if to_move { PAPER } else { INK }, name);
        let left = [
            (Tile::Triangle(player, Corner::Nw), self.triangles_left(player)),
            (Tile::Square(player), self.squares_left(player)),
        ];
        for (step, (tile, count)) in [34.0, 74.0].into_iter().zip(left) {
            let y = y + inward * step;
            // The square tiles light up when they may be placed.
            if to_move && matches!(tile, Tile::Square(_)) && self.may_place_square() {
                let ring = [("fill", "none"), ("stroke", ACCENT), ("stroke-width", "3")];
                doc.rect([x - 37.0, y - 20.0, 40.0, 40.0], 8.0, &ring);
            }
            draw_tile(doc, (x - 17.0, y), 0.56, tile);
            doc.label((x + 20.0, y + 5.0), 14, INK, &format!("× {count}"));
        }
    }
}

fn center(cell: Cell) -> (f64, f64) {
    let x = MARGIN + CELL * (f64::from(cell.column()) + 0.5);
    let y = MARGIN + CELL * (f64::from(GRID.rows - cell.row()) - 0.5);
    (x, y)
}

fn draw_board(doc: &mut svg::Document) {
    let frame = [MARGIN - 8.0, MARGIN - 8.0, BOARD_WIDTH + 16.0, BOARD_HEIGHT + 16.0];
    doc.rect(frame, 10.0, &[("fill", "#8a5a2b")]);
    for cell in Cell::all() {
        let (x, y) = center(cell);
        let light = (cell.column() + cell.row()) % 2 == 0;
        let fill = if light { "#e6cd9d" } else { "#dcbf88" };
        let half = CELL / 2.0 - 1.0;
        doc.rect([x - half, y - half, 2.0 * half, 2.0 * half], 4.0, &[("fill", fill)]);
    }
    let colour = "#7a5c3a";
    for index in 0..GRID.columns {
        let along = CELL * (f64::from(index) + 0.5);
        let column = GRID.column_letter(index).to_string();
        doc.label((MARGIN + along, MARGIN + BOARD_HEIGHT + 22.0), 14, colour, &column);
    }
    for index in 0..GRID.rows {
        let along = CELL * (f64::from(index) + 0.5);
        doc.label((10.0, MARGIN + BOARD_HEIGHT - along + 5.0), 14, colour, &(index + 1).to_string());
    }
}

/// A square that somebody has completed: a line through its four right angles and a dot in each.
fn draw_pattern(doc: &mut svg::Document, pattern: Pattern) {
    let n = svg::number;
    let points = pattern.corners().map(|(cell, corner)| {
        let (x, y) = center(cell);
        let (right, down) = match corner {
            Corner::Nw => (-1.0, -1.0),
            Corner::Ne => (1.0, -1.0),
            Corner::Se => (1.0, 1.0),
            Corner::Sw => (-1.0, 1.0),
        };
        (x + 14.0 * right, y + 14.0 * down)
    });
    let line: Vec<String> = points.iter().map(|&(x, y)| format!("{} {}", n(x), n(y))).collect();
    doc.shape(
        "path",
        &[
            ("d", &format!("M {} Z", line.join(" L "))),
            ("fill", "none"),
            ("stroke", ACCENT),
            ("stroke-width", "3"),
            ("stroke-linejoin", "round"),
        ],
    );
    for (x, y) in points {
        let place = [n(x), n(y)];
        doc.shape(
            "circle",
            &[
                ("cx", &place[0]),
                ("cy", &place[1]),
                ("r", "5.5"),
                ("fill", ACCENT),
                ("stroke", PAPER),
                ("stroke-width", "1.6"),
            ],
        );
    }
}

fn draw_tile(doc: &mut svg::Document, (x, y): (f64, f64), scale: f64, tile: Tile) {
    let turn = match tile {
        Tile::Triangle(_, corner) => 90 * corner as i32,
        Tile::Square(_) => 0,
    };
    let n = svg::number;
    doc.open(
        "g",
        &[("transform", &format!("translate({} {}) rotate({turn}) scale({})", n(x), n(y), n(scale)))],
    );
    match tile {
        Tile::Triangle(Player::P1, _) => draw_black_triangle(doc),
        Tile::Triangle(Player::P2, _) => draw_white_triangle(doc),
        Tile::Square(Player::P1) => draw_black_square(doc),
        Tile::Square(Player::P2) => draw_white_square(doc),
    }
    doc.close("g");
}

const TRIANGLE: &str = "M -25 -25 L 21 -25 L -25 21 Z";
const SQUARE: &str = "M -25 -25 L 25 -25 L 25 25 L -25 25 Z";

/// Black tiles are dark wood with its grain; they would be told from white ones without their tone.
const EBONY: [&str; 3] = ["#3b2b20", "#1d130b", "#8a6d52"];
/// White tiles are smooth, with inlaid points.
const IVORY: [&str; 3] = ["#fbf3df", "#5b4227", "#b59361"];

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

fn draw_black_triangle(doc: &mut svg::Document) {
    let [wood, edge, grain] = EBONY;
    path(doc, TRIANGLE, wood, edge);
    path(doc, "M 9 -19 L -19 9 M -1 -19 L -19 -1 M -11 -19 L -19 -11", "none", grain);
}

fn draw_white_triangle(doc: &mut svg::Document) {
    let [wood, edge, _] = IVORY;
    path(doc, TRIANGLE, wood, edge);
    draw_points(doc, &[(-17.0, -17.0), (-5.0, -17.0), (-17.0, -5.0)]);
}

/// The grain of all four corners, round an empty middle.
fn draw_black_square(doc: &mut svg::Document) {
    let [wood, edge, grain] = EBONY;
    path(doc, SQUARE, wood, edge);
    path(doc, "M 0 -19 L 19 0 L 0 19 L -19 0 Z", "none", grain);
    path(doc, "M -9 -19 L -19 -9 M 9 -19 L 19 -9 M -9 19 L -19 9 M 9 19 L 19 9", "none", grain);
}

fn draw_white_square(doc: &mut svg::Document) {
    let [wood, edge, inlay] = IVORY;
    path(doc, SQUARE, wood, edge);
    path(doc, "M 0 -14 L 14 0 L 0 14 L -14 0 Z", "none", inlay);
    draw_points(doc, &[(-17.0, -17.0), (17.0, -17.0), (17.0, 17.0), (-17.0, 17.0)]);
}

fn draw_points(doc: &mut svg::Document, points: &[(f64, f64)]) {
    let n = svg::number;
    for &(x, y) in points {
        doc.shape("circle", &[("cx", &n(x)), ("cy", &n(y)), ("r", "2.6"), ("fill", IVORY[2])]);
    }
}
