//! The rail as an SVG picture, seen from the side, with the pieces of the pages: posts with a slit at the bottom, a pusher
//! at each end, and below it a rack of six for the pallets of each player that are out.

use mekong_core::{
    Diagram, Game as _, Lang, Notation as _, Player, Position as _,
    drawing::{
        svg::{Document, number},
        wood,
    },
    say,
};

use crate::{
    Saigon,
    board::Slot,
    position::{GOAL, Position},
};

/// The pallets and the pusher, around (0, 0).
const ARTWORK: &str = include_str!("../artwork/pieces.svg");

const PAD: f64 = 16.0;
/// The distance between slots.
const SLOT: f64 = 134.0;
/// The room at each end for the pusher.
const END: f64 = 84.0;
const WIDTH: f64 = 4.0 * SLOT + 2.0 * END;
/// The upper edge of the back wall.
const TOP: f64 = PAD + 24.0;
/// The surface of the rail, and the lower edge of the picture of it.
const RAIL: f64 = TOP + 330.0;
const TABLE: f64 = RAIL + 84.0;
/// The racks below.
const RACK: f64 = TABLE + 16.0;
const RACK_HEIGHT: f64 = 106.0;
const SIZE: [f64; 2] = [WIDTH + 2.0 * PAD, RACK + RACK_HEIGHT + PAD];
/// Pixels per unit.
const SCALE: f64 = 0.72;

/// The height of a pallet, and of the drawing of one.
const PALLET: f64 = 56.0;

impl Diagram for Position {
    fn diagram(&self, lang: Lang) -> String {
        let title = say!(lang, "Saigon rail", "Rail de Saigon");
        let mut doc = wood::document(SIZE, SCALE, [&title, &self.position_text()], ARTWORK);
        // Pallets are thinner where a stack would not fit.
        let highest = self.stacks().iter().map(|stack| stack.height()).max().unwrap_or(0);
        let height = ((RAIL - TOP - 26.0) / f64::from(highest.max(1))).min(PALLET);
        draw_rail(&mut doc, height);
        for slot in Slot::ALL {
            for (level, owner) in (0..).zip(self.stack(slot).pallets()) {
                let y = RAIL - height * (f64::from(level) + 0.5);
                draw_pallet(&mut doc, (slot_x(slot), y), [1.0, height / PALLET], owner);
            }
        }
        if let Some(gap) = self.gap() {
            draw_gap(&mut doc, slot_x(gap), height);
        }
        for player in Player::BOTH {
            self.draw_rack(&mut doc, player, lang);
        }
        doc.finish()
    }
}

impl Position {
    /// The player's name over six places for the pallets that are out.
    fn draw_rack(&self, doc: &mut Document, player: Player, lang: Lang) {
        let width = (WIDTH - PAD) / 2.0;
        let left = if player == Player::P1 { PAD } else { PAD + WIDTH - width };
        wood::draw_tray(doc, [left, RACK, width, RACK_HEIGHT]);
        let out = self.out(player);
        let is_turn = self.outcome().is_none() && self.turn() == player;
        let name = Saigon::INFO.seats[player.index()].get(lang);
        wood::draw_name(doc, (left + 76.0, RACK + 30.0), 124.0, is_turn, name);
        doc.text((left + width - 16.0, RACK + 38.0), "end", 22, wood::INK, &format!("{out} / {GOAL}"));
        let place = (width - 20.0) / f64::from(GOAL);
        for index in 0..GOAL {
            let x = left + 10.0 + place * (f64::from(index) + 0.5);
            let hollow = [("fill", "#3c1e00"), ("opacity", "0.14")];
            doc.rect([x - place / 2.0 + 2.0, RACK + 58.0, place - 4.0, 36.0], 6.0, &hollow);
            if index < out {
                let size = (place - 8.0) / 126.0;
                draw_pallet(doc, (x, RACK + 76.0), [size, size * 1.2], player);
            }
        }
        // The pallet that decided the game.
        if out == GOAL {
            let x = left + 10.0 + place * (f64::from(GOAL) - 0.5);
            for (stroke, width) in [(wood::KEYLINE, "8"), (wood::HIGHLIGHT, "5")] {
                let ring = [("fill", "none"), ("stroke", stroke), ("stroke-width", width)];
                doc.rect([x - place / 2.0 + 1.0, RACK + 57.0, place - 2.0, 38.0], 8.0, &ring);
            }
        }
    }
}

fn slot_x(slot: Slot) -> f64 {
    PAD + END + SLOT * (slot.index() as f64 + 0.5)
}

/// What stands still: the wall, the posts with the slits, the rail on its table, the pushers.
fn draw_rail(doc: &mut Document, height: f64) {
    let [frame, lit, dark] = wood::FRAME;
    doc.rect([PAD + 5.0, PAD + 9.0, WIDTH, TABLE - PAD], 20.0, &[("fill", "#1b0f06"), ("opacity", "0.22")]);
    doc.rect([PAD, PAD, WIDTH, TABLE - PAD], 20.0, &[("fill", wood::FIELD[0])]);
    wood::draw_grain(doc, [PAD + 4.0, PAD + 4.0, WIDTH - 8.0, RAIL - PAD], 7, "#7a4a1c");
    let wall = [PAD + END - 8.0, TOP, 4.0 * SLOT + 16.0, RAIL - TOP];
    doc.rect(wall, 6.0, &[("fill", frame), ("opacity", "0.44")]);
    doc.rect([wall[0], TOP, wall[2], 26.0], 6.0, &[("fill", "url(#deep)")]);
    for slot in Slot::ALL {
        let place = [slot_x(slot) - SLOT / 2.0 + 4.0, TOP + 14.0, SLOT - 8.0, RAIL - TOP - 14.0];
        doc.rect(place, 8.0, &[("fill", "#fff"), ("opacity", "0.06")]);
    }
    doc.rect([PAD, PAD, WIDTH, TABLE - PAD], 20.0, &[("fill", "url(#lamp)")]);
    let table = format!(
        "M{} {}h{}v30q0 20 -20 20h-{}q-20 0 -20 -20z",
        number(PAD),
        number(RAIL + 34.0),
        number(WIDTH),
        number(WIDTH - 40.0),
    );
    doc.shape("path", &[("d", &*table), ("fill", frame)]);
    doc.rect([PAD, RAIL + 37.0, WIDTH, 17.0], 0.0, &[("fill", "url(#deep)")]);
    // The posts end a pallet's height above the rail.
    let slit = RAIL - height - 8.0;
    let edge = |fill| [("fill", fill), ("stroke", dark), ("stroke-width", "2")];
    for x in [PAD + END - 27.0, PAD + WIDTH - END + 1.0] {
        let post = [x, TOP + 4.0, 26.0, slit - TOP - 6.0];
        let shadow = [("fill", "#1b0f06"), ("opacity", "0.3")];
        doc.rect([post[0] + 6.0, post[1] + 6.0, post[2], post[3]], 5.0, &shadow);
        doc.rect(post, 5.0, &edge(frame));
        let line = [("stroke", lit), ("stroke-width", "4"), ("stroke-linecap", "round")];
        doc.line([x + 6.0, TOP + 10.0, x + 6.0, slit - 18.0], &line);
        let brass = [("fill", "#c7993d"), ("stroke", "#6d4f14"), ("stroke-width", "2")];
        doc.rect([x - 3.0, slit - 13.0, 32.0, 13.0], 3.0, &brass);
    }
    let shadow = [("fill", "#1b0f06"), ("opacity", "0.3")];
    doc.rect([PAD + 10.0, RAIL + 5.0, WIDTH - 14.0, 42.0], 8.0, &shadow);
    doc.rect([PAD + 6.0, RAIL, WIDTH - 12.0, 38.0], 8.0, &edge(frame));
    doc.rect([PAD + 7.0, RAIL + 1.0, WIDTH - 14.0, 9.0], 4.0, &[("fill", lit)]);
    for slot in Slot::ALL {
        wood::draw_label(doc, (slot_x(slot), RAIL + 23.0), &slot.to_string());
    }
    let y = number(RAIL - height / 2.0);
    let places = [
        format!("translate({} {y})", number(PAD + 38.0)),
        format!("translate({} {y}) scale(-1 1)", number(PAD + WIDTH - 38.0)),
    ];
    for place in &places {
        doc.shape("use", &[("href", "#saigon-pusher"), ("transform", place)]);
    }
}

/// The outline of a pallet where a slot is empty and has to be filled.
fn draw_gap(doc: &mut Document, x: f64, height: f64) {
    let place = [x - 60.0, RAIL - height + 3.0, 120.0, height - 6.0];
    let look = [("fill", "none"), ("stroke", "#fff"), ("stroke-width", "3"), ("stroke-dasharray", "8 7")];
    doc.rect(place, 8.0, &look);
}

/// A pallet with its middle at a place.
fn draw_pallet(doc: &mut Document, (x, y): (f64, f64), scale: [f64; 2], player: Player) {
    let [across, along] = scale.map(number);
    let place = format!("translate({} {}) scale({across} {along})", number(x), number(y));
    doc.shape("use", &[("href", &*format!("#saigon-{}", player.code())), ("transform", &place)]);
}
