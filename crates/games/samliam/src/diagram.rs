//! The board as an SVG picture, seen from above, with the tiles of the pages.

use mekong_core::{
    Diagram, Game as _, Lang, Notation as _, Player, Position as _,
    drawing::{
        svg::{Document, number},
        wood::{self, Panel},
    },
    say,
};

use crate::{
    SamLiam,
    board::{Cell, Corner, GRID, Pattern, Tile},
    position::Position,
};

/// The tiles in a box of 100 units.
const ARTWORK: &str = include_str!("../artwork/pieces.svg");

const CELL: f64 = 100.0;
/// The width of the frame.
const MARGIN: f64 = 38.0;
const BOARD: [f64; 2] = [6.0 * CELL + 2.0 * MARGIN, 7.0 * CELL + 2.0 * MARGIN];
/// Round the board and the trays.
const PAD: f64 = 16.0;
/// The width of the trays.
const TRAY: f64 = 150.0;
const SIZE: [f64; 2] = [BOARD[0] + TRAY + 3.0 * PAD, BOARD[1] + 2.0 * PAD];
/// Pixels per unit.
const SCALE: f64 = 0.54;

const ACCENT: &str = "#a5420d";

impl Diagram for Position {
    fn diagram(&self, lang: Lang) -> String {
        let title = say!(lang, "Sam Liam board", "Plateau de Sam Liam");
        let mut doc = wood::document(SIZE, SCALE, [&title, &self.position_text()], ARTWORK);
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
            self.draw_tray(&mut doc, player, lang);
        }
        doc.finish()
    }
}

impl Position {
    /// A player's name and the tiles they have left, in a tray beside the board.
    fn draw_tray(&self, doc: &mut Document, player: Player, lang: Lang) {
        let (left, height) = (BOARD[0] + 2.0 * PAD, 260.0);
        // `inward` leads from the player's end to the middle of the board.
        let (top, inward) = match player {
            Player::P1 => (PAD + BOARD[1] - height, -1.0),
            Player::P2 => (PAD, 1.0),
        };
        wood::draw_tray(doc, [left, top, TRAY, height]);
        let (x, edge) = (left + TRAY / 2.0, if inward > 0.0 { top } else { top + height });
        let is_turn = self.outcome().is_none() && self.turn() == player;
        let name = SamLiam::INFO.seats[player.index()].get(lang);
        wood::draw_name(doc, (x, edge + 30.0 * inward), TRAY - 14.0, is_turn, name);
        let left = [
            (Tile::Triangle(player, Corner::Nw), self.triangles_left(player)),
            (Tile::Square(player), self.squares_left(player)),
        ];
        for (step, (tile, count)) in [104.0, 200.0].into_iter().zip(left) {
            let y = edge + inward * step;
            // The square tiles light up when they may be placed.
            if is_turn && matches!(tile, Tile::Square(_)) && self.may_place_square() {
                let ring = [("fill", "#ffb547"), ("stroke", ACCENT), ("stroke-width", "5")];
                doc.rect([x - 74.0, y - 43.0, 86.0, 86.0], 12.0, &ring);
            }
            draw_tile(doc, (x - 32.0, y), 0.76, tile);
            doc.label((x + 40.0, y + 8.0), 23, wood::INK, &format!("× {count}"));
        }
    }
}

fn center(cell: Cell) -> (f64, f64) {
    let x = PAD + MARGIN + CELL * (f64::from(cell.column()) + 0.5);
    let y = PAD + MARGIN + CELL * (f64::from(GRID.rows - cell.row()) - 0.5);
    (x, y)
}

fn draw_board(doc: &mut Document) {
    let [width, height] = BOARD;
    let field = [PAD + MARGIN, PAD + MARGIN, width - 2.0 * MARGIN, height - 2.0 * MARGIN];
    let frame = [PAD, PAD, width, height];
    Panel { frame, field, grid: [GRID.columns, GRID.rows], checker: false, seed: 11 }.draw(doc);
    let crosses: String = Cell::all()
        .map(|cell| {
            let (x, y) = center(cell);
            format!("M{} {}l12 12m0 -12l-12 12", number(x - 6.0), number(y - 6.0))
        })
        .collect();
    let look = [("stroke", "#8a5a28"), ("stroke-width", "1.6"), ("opacity", "0.4"), ("fill", "none")];
    doc.shape("path", &[&[("d", &*crosses)], &look[..]].concat());
    let middle = MARGIN / 2.0;
    for index in 0..GRID.columns {
        let along = PAD + MARGIN + CELL * (f64::from(index) + 0.5);
        wood::draw_label(doc, (along, PAD + height - middle), &GRID.column_letter(index).to_string());
    }
    for index in 0..GRID.rows {
        let along = MARGIN + CELL * (f64::from(index) + 0.5);
        wood::draw_label(doc, (PAD + middle, PAD + height - along), &(index + 1).to_string());
    }
}

/// A completed square: a line through its four right angles and a dot in each.
fn draw_pattern(doc: &mut Document, pattern: Pattern) {
    let points = pattern.corners().map(|(cell, corner)| {
        let (x, y) = center(cell);
        let (right, down) = match corner {
            Corner::Nw => (-1.0, -1.0),
            Corner::Ne => (1.0, -1.0),
            Corner::Se => (1.0, 1.0),
            Corner::Sw => (-1.0, 1.0),
        };
        (x + 44.0 * right, y + 44.0 * down)
    });
    let line: Vec<String> = points.iter().map(|&(x, y)| format!("{} {}", number(x), number(y))).collect();
    let line = format!("M{}Z", line.join("L"));
    for (stroke, width, opacity) in [(wood::KEYLINE, "11", "0.55"), (wood::HIGHLIGHT, "7", "1")] {
        let look = [("fill", "none"), ("stroke", stroke), ("stroke-width", width), ("opacity", opacity)];
        doc.shape("path", &[&[("d", &*line), ("stroke-linejoin", "round")], &look[..]].concat());
    }
    for (x, y) in points {
        let look = [("fill", wood::HIGHLIGHT), ("stroke", wood::KEYLINE), ("stroke-width", "3")];
        doc.shape("circle", &[&[("cx", &*number(x)), ("cy", &number(y)), ("r", "13")], &look[..]].concat());
    }
}

fn draw_tile(doc: &mut Document, (x, y): (f64, f64), scale: f64, tile: Tile) {
    let (player, shape) = match tile {
        Tile::Triangle(player, corner) => (player, ["nw", "ne", "se", "sw"][corner as usize]),
        Tile::Square(player) => (player, "q"),
    };
    let [left, top] = [x - 50.0 * scale, y - 50.0 * scale].map(number);
    let place = format!("translate({left} {top}) scale({})", number(scale));
    doc.shape("use", &[("href", &*format!("#sam-{}-{shape}", player.code())), ("transform", &place)]);
}
