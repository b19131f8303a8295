//! The rail as an SVG picture, seen from the side: end walls with a slit at the bottom, a pusher at each end, and
//! below it a rack of six for the pallets of each player that are out.

use mekong_core::{Diagram, Game as _, Lang, Notation as _, Player, Position as _, say, svg, svg::PAPER};

use crate::{
    Saigon,
    board::Slot,
    position::{GOAL, Position},
};

const INK: &str = "#4a3520";
const WOOD: &str = "#8a5a2b";
const WOOD_EDGE: &str = "#5f3c1a";
const SAND: &str = "#e6cd9d";

/// A pallet, from the side.
const WIDTH: f64 = 80.0;
const HEIGHT: f64 = 22.0;
/// From one slot, and from one level, to the next.
const STEP: f64 = 92.0;
const LEVEL: f64 = HEIGHT + 1.5;
/// Room at each end for the pusher.
const PUSHER: f64 = 52.0;
const WALL: f64 = 14.0;
/// Where the rail begins between the walls, and how long it is.
const LEFT: f64 = PUSHER + WALL;
const LENGTH: f64 = 4.0 * STEP;
const TOTAL: f64 = 2.0 * LEFT + LENGTH;
const TOP: f64 = 10.0;
const RAIL: f64 = 26.0;
const RACK: f64 = 56.0;
/// The plate behind the name of the player to move.
const PLATE: f64 = 84.0;
/// Levels that the walls have at least, so that pictures of one game have one size for the most part.
const MIN_LEVELS: u32 = 5;

impl Diagram for Position {
    fn diagram(&self, lang: Lang) -> String {
        let highest = self.stacks().iter().map(|stack| stack.height()).max().unwrap_or(0);
        let floor = TOP + LEVEL * f64::from(highest.max(MIN_LEVELS));
        let title = say!(lang, "Saigon rail", "Rail de Saigon");
        let mut doc = svg::Document::new(TOTAL, floor + RAIL + 12.0 + RACK, &title, &self.position_text());
        draw_frame(&mut doc, floor);
        for slot in Slot::ALL {
            let x = LEFT + STEP * (slot.index() as f64 + 0.5);
            for (level, pallet) in (1..).zip(self.stack(slot).pallets()) {
                draw_pallet(&mut doc, (x, floor - LEVEL * f64::from(level)), 1.0, pallet);
            }
        }
        if let Some(gap) = self.gap() {
            draw_gap(&mut doc, LEFT + STEP * (gap.index() as f64 + 0.5), floor);
        }
        for player in Player::BOTH {
            self.draw_rack(&mut doc, player, floor + RAIL + 12.0, lang);
        }
        doc.finish()
    }
}

impl Position {
    /// The player's name, on a dark plate if it is their turn, over six places for the pallets that are out.
    fn draw_rack(&self, doc: &mut svg::Document, player: Player, top: f64, lang: Lang) {
        let width = TOTAL / 2.0 - 12.0;
        let left = if player == Player::P1 { 6.0 } else { TOTAL - 6.0 - width };
        let out = self.out(player);
        let to_move = self.outcome().is_none() && self.turn() == player;
        if to_move {
            rect(doc, [left, top - 3.0, PLATE, 20.0], 10.0, INK, "none");
        }
        let name = Saigon::INFO.seats[player.index()].get(lang);
        let fill = if to_move { PAPER } else { INK };
        doc.label((left + PLATE / 2.0, top + 12.0), 14, fill, name);
        let [x, y] = [left + width - 4.0, top + 12.0].map(svg::number);
        let look = [("x", &*x), ("y", &y), ("font-size", "14"), ("text-anchor", "end"), ("fill", INK)];
        doc.leaf("text", &look, &format!("{out} / {GOAL}"));
        rect(doc, [left, top + 20.0, width, 26.0], 5.0, WOOD, WOOD_EDGE);
        let place = (width - 8.0) / f64::from(GOAL);
        for index in 0..GOAL {
            let x = left + 4.0 + place * (f64::from(index) + 0.5);
            rect(doc, [x - place / 2.0 + 1.5, top + 24.0, place - 3.0, 18.0], 3.0, "#c79a5b", "none");
            if index < out {
                draw_pallet(doc, (x, top + 28.0), (place - 7.0) / WIDTH, player);
            }
        }
    }
}

fn draw_frame(doc: &mut svg::Document, floor: f64) {
    let n = svg::number;
    // Sand behind the stacks, so that they stand out on any page.
    rect(doc, [LEFT - 4.0, TOP, LENGTH + 8.0, floor - TOP], 0.0, "#f6ecd6", "none");
    for slot in Slot::ALL {
        let x = LEFT + STEP * slot.index() as f64;
        rect(doc, [x + 3.0, TOP, STEP - 6.0, floor - TOP], 0.0, "#efdfbd", "none");
    }
    // The walls end a pallet's height above the rail: the slits.
    let slit = floor - LEVEL - 2.0;
    for x in [PUSHER, TOTAL - PUSHER - WALL] {
        rect(doc, [x, TOP - 4.0, WALL, slit - TOP + 4.0], 3.0, WOOD, WOOD_EDGE);
    }
    rect(doc, [PUSHER - 14.0, floor, TOTAL - 2.0 * PUSHER + 28.0, RAIL], 6.0, WOOD, WOOD_EDGE);
    for slot in Slot::ALL {
        let x = LEFT + STEP * (slot.index() as f64 + 0.5);
        doc.label((x, floor + 18.0), 14, SAND, &slot.to_string());
        if slot != Slot::ALL[0] {
            let x = n(x - STEP / 2.0);
            let [from, to] = [n(floor + 4.0), n(floor + RAIL - 4.0)];
            let line = [("x1", &*x), ("y1", &from), ("x2", &x), ("y2", &to), ("stroke", WOOD_EDGE)];
            doc.shape("line", &line);
        }
    }
    draw_pusher(doc, "scale(1 1)", floor);
    draw_pusher(doc, &format!("translate({} 0) scale(-1 1)", n(TOTAL)), floor);
    doc.label((22.0, floor + 18.0), 14, "#7a5c3a", "pr");
    doc.label((TOTAL - 22.0, floor + 18.0), 14, "#7a5c3a", "pl");
}

/// The left pusher: a knob, a rod, and an arrow-shaped head that fits the slit.
fn draw_pusher(doc: &mut svg::Document, transform: &str, floor: f64) {
    let y = floor - LEVEL / 2.0;
    doc.open("g", &[("transform", transform)]);
    rect(doc, [12.0, y - 3.5, 30.0, 7.0], 1.0, "#c79a5b", WOOD_EDGE);
    rect(doc, [4.0, y - 11.0, 10.0, 22.0], 4.0, WOOD, WOOD_EDGE);
    let [x1, x2, x3] = [38.0, 50.0, 62.0].map(svg::number);
    let [up, mid, down] = [y - 8.0, y, y + 8.0].map(svg::number);
    let head = format!("M {x1} {up} L {x2} {up} L {x3} {mid} L {x2} {down} L {x1} {down} Z");
    let look = [("fill", WOOD), ("stroke", WOOD_EDGE), ("stroke-width", "1.5"), ("stroke-linejoin", "round")];
    doc.shape("path", &[&[("d", head.as_str())], &look[..]].concat());
    doc.close("g");
}

/// The outline of a pallet where a slot is empty and has to be filled.
fn draw_gap(doc: &mut svg::Document, x: f64, floor: f64) {
    let place = [x - WIDTH / 2.0 + 1.0, floor - HEIGHT - 0.5, WIDTH - 2.0, HEIGHT - 1.0];
    let look = [("fill", "none"), ("stroke", WOOD), ("stroke-width", "1.5"), ("stroke-dasharray", "5 4")];
    doc.rect(place, 6.0, &look);
}

/// A pallet with the middle of its upper side at a place. Light ones are round at the ends and have the grain of
/// pale wood; dark ones are cut square and have three studs: they differ without their colours too.
fn draw_pallet(doc: &mut svg::Document, (x, y): (f64, f64), scale: f64, player: Player) {
    let n = svg::number;
    doc.open("g", &[("transform", &format!("translate({} {}) scale({})", n(x), n(y), n(scale)))]);
    let left = -WIDTH / 2.0;
    match player {
        Player::P1 => {
            rect(doc, [left, 0.0, WIDTH, HEIGHT], 10.0, "#fbf3df", "#7a5326");
            for d in ["M -28 8 Q -8 5 8 8 T 30 7", "M -30 14 Q -12 17 6 14 T 28 15"] {
                let look = [("d", d), ("fill", "none"), ("stroke", "#c9a468"), ("stroke-width", "1.4")];
                doc.shape("path", &look);
            }
        }
        Player::P2 => {
            rect(doc, [left, 0.0, WIDTH, HEIGHT], 2.0, INK, "#1f140a");
            for x in [-24.0, 0.0, 24.0] {
                doc.shape("circle", &[("cx", &n(x)), ("cy", "11"), ("r", "3.6"), ("fill", "#d9b777")]);
            }
        }
    }
    doc.close("g");
}

/// A rectangle with an edge, given by its left side, upper side, width and height.
fn rect(doc: &mut svg::Document, place: [f64; 4], radius: f64, fill: &str, stroke: &str) {
    doc.rect(place, radius, &[("fill", fill), ("stroke", stroke), ("stroke-width", "1.5")]);
}
