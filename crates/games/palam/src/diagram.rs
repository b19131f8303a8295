//! The board as an SVG picture, with the pieces of the pages: Anubis above, Isis below, the area of the duels between
//! them.

use mekong_core::{
    Diagram, Lang, Notation as _, Player, Position as _,
    drawing::{
        svg::{Document, number},
        wood,
    },
    points_text, say,
};

use crate::{
    artwork::{ARTWORK, draw_emblem, draw_piece},
    board::{COLUMNS, Cell, Column},
    error::seat,
    position::Position,
};

const CELL: f64 = 100.0;
/// Beside the camps: the ends of the duel area with = and ≠.
const SIDE: f64 = 82.0;
/// Above and below the camps.
const EDGE: f64 = 42.0;
/// The height of the duel area between the camps.
const DUEL_AREA: f64 = 236.0;
/// The board: six cells and the half one that Anubis is shifted by.
const BOARD: [f64; 2] = [6.5 * CELL + 2.0 * SIDE, 4.0 * CELL + DUEL_AREA + 2.0 * EDGE];
/// Round the board.
const PAD: f64 = 16.0;
/// Beside the board for names and points.
const SEAT: f64 = 190.0;
const SIZE: [f64; 2] = [BOARD[0] + SEAT + 3.0 * PAD, BOARD[1] + 2.0 * PAD];
/// Pixels per unit.
const SCALE: f64 = 0.54;
/// The size of a stone in a cell.
const STONE: f64 = 0.97;
const MIDDLE: f64 = PAD + BOARD[1] / 2.0;

impl Diagram for Position {
    fn diagram(&self, lang: Lang) -> String {
        let title = say!(lang, "Palam board", "Plateau de Palam");
        let mut doc = wood::document(SIZE, SCALE, [&title, &self.position_text()], ARTWORK);
        draw_board(&mut doc);
        for cell in Cell::all() {
            if let Some(piece) = self.piece(cell) {
                draw_piece(&mut doc, center(cell), STONE, piece);
            }
        }
        if let Some(engaged) = self.engaged() {
            let owner = self.turn().other();
            let (x, y) = (column_x(owner, engaged.column), duel_y(owner));
            let glow = [("fill", "#ffb547"), ("opacity", "0.9")];
            doc.rect([x - 54.0, y - 54.0, 108.0, 108.0], 18.0, &glow);
            draw_piece(&mut doc, (x, y), STONE, engaged.piece);
        }
        // The pieces that wait to be placed lie in the duel area.
        if self.is_drafting() {
            for (index, piece) in self.face_up().enumerate() {
                let owner = if index < usize::from(COLUMNS) { Player::P2 } else { Player::P1 };
                let Some(column) = Column::all().nth(index % usize::from(COLUMNS)) else { continue };
                draw_piece(&mut doc, (column_x(owner, column), duel_y(owner)), STONE, piece);
            }
        }
        for player in Player::BOTH {
            self.draw_seat_panel(&mut doc, player, lang);
        }
        let hidden = self.face_down().count();
        if hidden > 0 {
            let x = BOARD[0] + 2.0 * PAD + SEAT / 2.0;
            let text = say!(lang, "{hidden} face down", "{hidden} cachées");
            doc.label((x, MIDDLE + 8.0), 22, wood::INK, &text);
        }
        doc.finish()
    }
}

impl Position {
    /// A player's emblem, name and points, in a tray beside their camp.
    fn draw_seat_panel(&self, doc: &mut Document, player: Player, lang: Lang) {
        let (left, height) = (BOARD[0] + 2.0 * PAD, EDGE + 2.0 * CELL);
        let top = if player == Player::P1 { PAD + BOARD[1] - height } else { PAD };
        wood::draw_tray(doc, [left, top, SEAT, height]);
        let x = left + SEAT / 2.0;
        let is_turn = self.outcome().is_none() && self.turn() == player;
        draw_emblem(doc, (x, top + 54.0), player);
        wood::draw_name(doc, (x, top + 120.0), SEAT - 24.0, is_turn, seat(player, lang));
        if !self.is_drafting() {
            doc.label((x, top + 176.0), 26, wood::INK, &points_text(self.score(player).into(), lang));
        }
        if is_turn {
            let task = match self.engaged() {
                Some(_) => say!(lang, "must answer", "doit répondre"),
                None => self.task(lang),
            };
            doc.label((x, top + 216.0), 20, wood::INK, &task);
        }
    }
}

fn column_x(player: Player, column: Column) -> f64 {
    let shift = if player == Player::P2 { 1.0 } else { 0.5 };
    PAD + SIDE + CELL * (f64::from(column.index()) + shift)
}

fn center(cell: Cell) -> (f64, f64) {
    let top = PAD + EDGE;
    let y = match cell.row() {
        3 => top + 0.5 * CELL,
        2 => top + 1.5 * CELL,
        1 => top + DUEL_AREA + 2.5 * CELL,
        _ => top + DUEL_AREA + 3.5 * CELL,
    };
    (column_x(cell.camp(), cell.column()), y)
}

fn duel_y(player: Player) -> f64 {
    match player {
        Player::P1 => MIDDLE + 61.0,
        Player::P2 => MIDDLE - 61.0,
    }
}

/// Two camps sunk into the wood, and the duel area between = and ≠.
fn draw_board(doc: &mut Document) {
    let [_, lit, dark] = wood::FRAME;
    let [width, height] = BOARD;
    wood::draw_frame(doc, [PAD, PAD, width, height], 11);
    doc.rect([PAD, PAD, width, height], 20.0, &[("fill", "url(#lamp)")]);
    for player in Player::BOTH {
        let left = PAD + SIDE - 6.0 + if player == Player::P2 { CELL / 2.0 } else { 0.0 };
        let top = if player == Player::P2 { PAD + EDGE } else { PAD + EDGE + 2.0 * CELL + DUEL_AREA } - 6.0;
        let (w, h) = (6.0 * CELL + 12.0, 2.0 * CELL + 12.0);
        doc.rect([left, top, w, h], 12.0, &[("fill", dark)]);
        let field = [left + 3.0, top + 5.0, w - 4.0, h - 6.0];
        doc.rect(field, 10.0, &[("fill", wood::FIELD[0])]);
        wood::draw_grain(doc, field, 3 + player.index() as u64, "#7a4a1c");
        doc.line(
            [left + 12.0, top + h, left + w - 12.0, top + h],
            &[("stroke", lit), ("stroke-width", "2.4")],
        );
    }
    let hollows: String = Cell::all()
        .map(|cell| {
            let (x, y) = center(cell);
            format!(
                "M{} {}h62q12 0 12 12v62q0 12 -12 12h-62q-12 0 -12 -12v-62q0 -12 12 -12z",
                number(x - 30.0),
                number(y - 41.0)
            )
        })
        .collect();
    doc.shape("path", &[("d", &*hollows), ("fill", "#2a1404"), ("opacity", "0.14")]);
    draw_duel_area(doc);
    for column in Column::all() {
        let letter = column.to_string();
        wood::draw_label(doc, (column_x(Player::P2, column), PAD + 18.0), &letter);
        wood::draw_label(doc, (column_x(Player::P1, column), PAD + height - 18.0), &letter);
    }
    for cell in Cell::all().filter(|cell| cell.column().index() == 0) {
        let x = match cell.camp() {
            Player::P1 => PAD + SIDE - 30.0,
            Player::P2 => PAD + width - SIDE + 30.0,
        };
        wood::draw_label(doc, (x, center(cell).1), &(cell.row() + 1).to_string());
    }
}

fn draw_duel_area(doc: &mut Document) {
    let ([width, _], height) = (BOARD, DUEL_AREA - 24.0);
    let (top, radius) = (MIDDLE - height / 2.0, height / 2.0);
    doc.rect([PAD + 8.0, top, width - 16.0, height], radius, &[("fill", wood::FRAME[2])]);
    let water = [PAD + 11.0, top + 6.0, width - 20.0, height - 8.0];
    doc.rect(water, radius - 4.0, &[("fill", "#2f696b")]);
    doc.rect(water, radius - 4.0, &[("fill", "url(#deep)"), ("opacity", "0.7")]);
    let waves = "M130 42q24-10 48 0t48 0t48 0M470 58q24-10 48 0t48 0t48 0M170 104q24-10 48 0t48 0\
        M210 166q24-10 48 0t48 0t48 0M530 170q24-10 48 0t48 0t48 0";
    let line = [("fill", "none"), ("stroke-linecap", "round")];
    let place = format!("translate({} {})", number(PAD), number(top));
    let look = [("stroke", "#8ec5bf"), ("stroke-width", "3"), ("opacity", "0.24")];
    doc.shape("path", &[&[("d", waves), ("transform", &*place)], &line[..], &look].concat());
    let middle = format!("M{} {}h{}", number(PAD + 140.0), number(MIDDLE), number(width - 280.0));
    let look =
        [("stroke", "#cfe7e0"), ("stroke-width", "2.5"), ("stroke-dasharray", "2 12"), ("opacity", "0.55")];
    doc.shape("path", &[&[("d", &*middle)], &line[..], &look].concat());
    for (sign, x) in [("#palam-even", PAD + 48.0), ("#palam-odd", PAD + width - 48.0)] {
        let place = format!("translate({} {}) scale(0.84)", number(x), number(MIDDLE));
        doc.shape("use", &[("href", sign), ("transform", &place)]);
    }
}
