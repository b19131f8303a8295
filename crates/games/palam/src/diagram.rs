//! The board as an SVG picture: Anubis above with cut corners, Isis below with round ones, the duels between them.

use mekong_core::{Diagram, Lang, Notation as _, Player, Position as _, say, svg};

use crate::{
    artwork::{define_signs, draw_emblem, draw_piece, draw_tile},
    board::{COLUMNS, Cell, Column, Piece},
    draw::points_text,
    error::seat,
    position::Position,
};

const INK: &str = "#4a3520";
const COORDINATE: &str = "#7a5c3a";

const CELL: f64 = 58.0;
/// Room for row numbers on the left and column letters above and below.
const MARGIN: f64 = 26.0;
/// Room inside the board for each of the signs = and ≠.
const SIGN: f64 = 46.0;
/// Room beside the board for names and points.
const SEAT: f64 = 130.0;
/// The board: six cells and the half one that Anubis is shifted by.
const WIDTH: f64 = 2.0 * SIGN + 6.5 * CELL;
const HEIGHT: f64 = 6.0 * CELL + 12.0;
/// A line of face-up or face-down pieces below the board.
const LIST: f64 = 44.0;

impl Diagram for Position {
    fn diagram(&self, lang: Lang) -> String {
        let text = self.position_text();
        let title = say!(lang, "Palam board", "Plateau de Palam");
        let lists = u8::from(self.is_drafting()) + u8::from(self.face_down != 0);
        let below = if lists == 0 { 0.0 } else { 8.0 + f64::from(lists) * LIST };
        let mut doc = svg::Document::new(MARGIN + WIDTH + SEAT, HEIGHT + 2.0 * MARGIN + below, &title, &text);
        define_signs(&mut doc);
        draw_board(&mut doc);
        for cell in Cell::all() {
            if let Some(piece) = self.piece(cell) {
                draw_piece(&mut doc, center(cell), 1.0, Some(cell.camp()), piece);
            }
        }
        if let Some(engaged) = self.engaged() {
            let owner = self.turn().other();
            let place = (x(owner, engaged.column), duel_y(owner));
            draw_tile(&mut doc, place, CELL / 2.0 - 0.5, Some(owner), &[("fill", "#f0b64a")]);
            draw_piece(&mut doc, place, 1.0, Some(owner), engaged.piece);
        }
        for player in Player::BOTH {
            self.seat_panel(&mut doc, player, lang);
        }
        let mut y = HEIGHT + 2.0 * MARGIN + LIST / 2.0 + 2.0;
        if self.is_drafting() {
            draw_list(&mut doc, y, &say!(lang, "face up", "visibles"), self.face_up(), "1");
            y += LIST;
        }
        if self.face_down != 0 {
            draw_list(&mut doc, y, &say!(lang, "face down", "cachées"), self.face_down(), "0.5");
        }
        doc.finish()
    }
}

impl Position {
    fn seat_panel(&self, doc: &mut svg::Document, player: Player, lang: Lang) {
        let x = MARGIN + WIDTH + SEAT / 2.0 + 4.0;
        let y = match player {
            Player::P1 => MARGIN + HEIGHT - 2.0 * CELL,
            Player::P2 => MARGIN + 14.0,
        };
        let to_act = self.outcome().is_none() && self.turn() == player;
        draw_emblem(doc, (x, y + 16.0), player);
        // The name of the player to act stands on a dark plate.
        if to_act {
            doc.rect([x - 42.0, y + 39.0, 84.0, 21.0], 10.5, &[("fill", INK)]);
        }
        doc.label((x, y + 54.5), 14, if to_act { svg::PAPER } else { INK }, seat(player, lang));
        let points = self.score(player);
        if !self.is_drafting() {
            doc.label((x, y + 74.0), 13, INK, &points_text(points, lang));
        }
        if to_act {
            doc.label((x, y + 92.0), 12, INK, &self.task(lang));
        }
    }
}

fn x(player: Player, column: Column) -> f64 {
    let shift = if player == Player::P2 { 0.5 } else { 0.0 };
    MARGIN + SIGN + CELL * (f64::from(column.index()) + 0.5 + shift)
}

fn center(cell: Cell) -> (f64, f64) {
    let from_edge = CELL * 0.5;
    let y = match cell.row() {
        3 => MARGIN + from_edge,
        2 => MARGIN + CELL + from_edge,
        1 => MARGIN + HEIGHT - CELL - from_edge,
        _ => MARGIN + HEIGHT - from_edge,
    };
    (x(cell.camp(), cell.column()), y)
}

const MIDDLE: f64 = MARGIN + HEIGHT / 2.0;

fn duel_y(player: Player) -> f64 {
    match player {
        Player::P1 => MIDDLE + CELL / 2.0 + 1.0,
        Player::P2 => MIDDLE - CELL / 2.0 - 1.0,
    }
}

fn draw_board(doc: &mut svg::Document) {
    doc.rect([MARGIN, MARGIN - 6.0, WIDTH, HEIGHT + 12.0], 12.0, &[("fill", "#8a5a2b")]);
    for cell in Cell::all() {
        let fill = if cell.is_front() { "#e6cd9d" } else { "#dcbf88" };
        draw_tile(doc, center(cell), CELL / 2.0 - 1.5, Some(cell.camp()), &[("fill", fill)]);
    }
    for player in Player::BOTH {
        for column in Column::all() {
            let style = [("fill", "#7a4c22"), ("stroke", "#b98d57"), ("stroke-dasharray", "3 3")];
            draw_tile(doc, (x(player, column), duel_y(player)), CELL / 2.0 - 3.0, Some(player), &style);
        }
    }
    draw_signs(doc);
    for column in Column::all() {
        let letter = column.to_string();
        doc.label((x(Player::P2, column), MARGIN - 11.0), 14, COORDINATE, &letter);
        doc.label((x(Player::P1, column), MARGIN + HEIGHT + 21.0), 14, COORDINATE, &letter);
    }
    for cell in Cell::all().filter(|cell| cell.column().index() == 0) {
        doc.label((12.0, center(cell).1 + 5.0), 14, COORDINATE, &(cell.row() + 1).to_string());
    }
}

/// = and ≠ at the ends of the duel rows, on round plates.
fn draw_signs(doc: &mut svg::Document) {
    let n = svg::number;
    let ends = [(MARGIN + SIGN / 2.0, false), (MARGIN + WIDTH - SIGN / 2.0, true)];
    for (x, odd) in ends {
        let [cx, cy] = [n(x), n(MIDDLE)];
        doc.shape("circle", &[("cx", &cx), ("cy", &cy), ("r", "17"), ("fill", "#f4e4c1")]);
        let mut d = format!("M {} {} h 18 m 0 9 h -18", n(x - 9.0), n(MIDDLE - 4.5));
        if odd {
            d.push_str(&format!(
                " M {} {} L {} {}",
                n(x - 6.0),
                n(MIDDLE + 11.0),
                n(x + 6.0),
                n(MIDDLE - 11.0)
            ));
        }
        let style = [("d", &*d), ("fill", "none"), ("stroke", INK), ("stroke-width", "3.4")];
        doc.shape("path", &style);
    }
}

fn draw_list(
    doc: &mut svg::Document,
    y: f64,
    name: &str,
    pieces: impl Iterator<Item = Piece>,
    opacity: &str,
) {
    let step = CELL * 0.66;
    doc.label((MARGIN + 18.0, y + 5.0), 13, INK, name);
    doc.open("g", &[("opacity", opacity)]);
    for (index, piece) in (0..2 * COLUMNS).zip(pieces) {
        let x = MARGIN + 76.0 + step * f64::from(index);
        draw_piece(doc, (x, y), 0.62, None, piece);
    }
    doc.close("g");
}
