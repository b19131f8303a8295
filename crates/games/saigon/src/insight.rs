//! Board annotations: what a push slides, holds and takes out; what keeps a block from being taken.
//!
//! Places are slots (`3`) and pallets (`3.0`: slot 3, the lowest).

use mekong_core::{BoardMarks, Insight, Lang, Mark, MarkKind, Player, Position as _, say};

use crate::{
    board::{Direction, Slot},
    error::{Illegal, colour},
    moves::Move,
    narrate::side,
    position::{GOAL, Position},
};

const SLIDES: MarkKind = MarkKind::Custom("slides");
/// Stays in place.
const HELD: MarkKind = MarkKind::Custom("held");

pub(crate) fn pallet(slot: Slot, level: u32) -> String {
    format!("{slot}.{level}")
}

/// The slots in the order in which a push passes through them.
fn along(direction: Direction) -> [Slot; 4] {
    let mut slots = Slot::ALL;
    if direction == Direction::Left {
        slots.reverse();
    }
    slots
}

impl Position {
    /// The pallet that a push takes out: the lowest at the far end.
    pub(crate) fn leaving(&self, direction: Direction) -> Option<(Slot, Player)> {
        let [.., last] = along(direction);
        self.stack(last).pallet(0).map(|owner| (last, owner))
    }

    fn push(&self, direction: Direction, lang: Lang) -> BoardMarks {
        let Some((last, owner)) = self.leaving(direction) else { return BoardMarks::default() };
        let mut after = *self;
        after.play_unchecked(Move::Push { direction });
        let mut marks = Vec::new();
        // Pallets neither come nor go between the ends: what a slot has passed on follows from the heights.
        let mut passed = 0;
        let (mut slide, mut held) = (0, 0);
        for slot in along(direction) {
            let height = self.stack(slot).height();
            passed = height + passed - after.stack(slot).height();
            for level in 0..height {
                let sign = match level {
                    0 if slot == last => MarkKind::Leaving,
                    _ if level < passed => SLIDES,
                    _ => HELD,
                };
                slide += u32::from(sign == SLIDES);
                held += u32::from(sign == HELD);
                marks.push(Mark::new(pallet(slot, level), sign));
            }
        }
        let (colour, name) = (colour(owner, false, lang), side(owner).get(lang));
        let text = if after.outcome().is_some() {
            say!(
                lang,
                "the sixth {colour} pallet falls out, and {name} wins",
                "le sixième palet {colour} tombe, et {name} gagnent",
            )
        } else {
            let sliding = match slide {
                1 => say!(lang, "1 slides", "1 glisse"),
                _ => say!(lang, "{slide} slide", "{slide} glissent"),
            };
            let staying = match held {
                0 => say!(lang, "none is held", "aucun n’est retenu"),
                1 => say!(lang, "1 is held", "1 est retenu"),
                _ => say!(lang, "{held} are held", "{held} sont retenus"),
            };
            say!(
                lang,
                "a {colour} pallet falls out, {sliding}, {staying}",
                "un palet {colour} tombe, {sliding}, {staying}",
            )
        };
        BoardMarks { marks, text }
    }

    fn refused(&self, mv: Move, illegal: Illegal) -> Vec<Mark> {
        match (illegal, mv) {
            (
                Illegal::GapFirst { gap } | Illegal::MustPass { gap } | Illegal::PassInsteadOfFilling { gap },
                _,
            ) => vec![Mark::new(gap, MarkKind::Alternative)],
            (
                Illegal::SameSlot { slot } | Illegal::EmptySlot { slot } | Illegal::NotThatMany { slot, .. },
                _,
            ) => {
                vec![Mark::new(slot, MarkKind::Blocking)]
            }
            (Illegal::OneStays { slot }, _) => vec![Mark::new(pallet(slot, 0), HELD)],
            (Illegal::TopNotYours { slot, .. }, _) => {
                vec![Mark::new(pallet(slot, self.stack(slot).height() - 1), MarkKind::Blocking)]
            }
            (Illegal::BottomNotYours { .. }, Move::Shift { from, count, .. }) => {
                let level = self.stack(from).height().saturating_sub(u32::from(count));
                vec![Mark::new(pallet(from, level), MarkKind::Blocking)]
            }
            _ => Vec::new(),
        }
    }
}

impl Insight for Position {
    fn preview(&self, mv: Move, lang: Lang) -> BoardMarks {
        match (self.check(mv), mv) {
            (Err(illegal), _) => BoardMarks { marks: self.refused(mv, illegal), text: String::new() },
            (Ok(()), Move::Push { direction }) => self.push(direction, lang),
            (Ok(()), Move::Shift { .. } | Move::Pass) => BoardMarks::default(),
        }
    }

    /// Pushes that take a sixth pallet out; while a slot is empty, that slot.
    fn threats(&self, lang: Lang) -> BoardMarks {
        let mut result = BoardMarks::default();
        if self.outcome().is_some() {
            return result;
        }
        if let Some(gap) = self.gap() {
            return BoardMarks { marks: vec![Mark::new(gap, MarkKind::Alternative)], text: String::new() };
        }
        let mut sentences = Vec::new();
        for direction in Direction::BOTH {
            let Some((slot, owner)) = self.leaving(direction) else { continue };
            if self.out(owner) + 1 < GOAL {
                continue;
            }
            result.marks.push(Mark::new(pallet(slot, 0), MarkKind::Threat).of(owner));
            let name = side(owner).get(lang);
            sentences.push(match direction {
                Direction::Right => {
                    say!(
                        lang,
                        "a push to the right wins for {name}",
                        "pousser vers la droite fait gagner {name}"
                    )
                }
                Direction::Left => {
                    say!(
                        lang,
                        "a push to the left wins for {name}",
                        "pousser vers la gauche fait gagner {name}"
                    )
                }
            });
        }
        result.text = sentences.join(&say!(lang, "; ", " ; "));
        result
    }
}
