//! What can be pointed at: what a push slides, holds and takes out; what keeps a block from being taken.
//!
//! Places are slots (`3`) and pallets (`3.0`: slot 3, the lowest).

use mekong_core::{Insight, Lang, Mark, Player, Position as _, Sight, Sign, say};

use crate::{
    board::{Direction, Slot},
    error::{Illegal, colour},
    moves::Move,
    position::{GOAL, Position},
};

fn pallet(slot: Slot, level: u32) -> String {
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
    fn leaving(&self, direction: Direction) -> Option<(Slot, Player)> {
        let [.., last] = along(direction);
        self.stack(last).pallet(0).map(|owner| (last, owner))
    }

    fn push(&self, direction: Direction, lang: Lang) -> Sight {
        let Some((last, owner)) = self.leaving(direction) else { return Sight::default() };
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
                    0 if slot == last => Sign::Falls,
                    _ if level < passed => Sign::Slides,
                    _ => Sign::Held,
                };
                slide += u32::from(sign == Sign::Slides);
                held += u32::from(sign == Sign::Held);
                marks.push(Mark::new(pallet(slot, level), sign));
            }
        }
        let colour = colour(owner, false, lang);
        let mut text = say!(
            lang,
            "a {colour} pallet falls out, {slide} slide, {held} are held",
            "un palet {colour} tombe, {slide} glissent, {held} sont retenus",
        );
        if after.outcome().is_some() {
            text = say!(
                lang,
                "{text}: the sixth, and {colour} wins",
                "{text} : le sixième, les {colour}s gagnent"
            );
        }
        Sight { marks, text }
    }

    fn refused(&self, mv: Move, illegal: Illegal) -> Vec<Mark> {
        match (illegal, mv) {
            (
                Illegal::GapFirst { gap } | Illegal::MustPass { gap } | Illegal::PassInsteadOfFilling { gap },
                _,
            ) => vec![Mark::new(gap, Sign::Open)],
            (
                Illegal::SameSlot { slot } | Illegal::EmptySlot { slot } | Illegal::NotThatMany { slot, .. },
                _,
            ) => {
                vec![Mark::new(slot, Sign::Forbids)]
            }
            (Illegal::OneStays { slot }, _) => vec![Mark::new(pallet(slot, 0), Sign::Held)],
            (Illegal::TopNotYours { slot, .. }, _) => {
                vec![Mark::new(pallet(slot, self.stack(slot).height() - 1), Sign::Forbids)]
            }
            (Illegal::BottomNotYours { .. }, Move::Shift { from, count, .. }) => {
                let level = self.stack(from).height().saturating_sub(u32::from(count));
                vec![Mark::new(pallet(from, level), Sign::Forbids)]
            }
            _ => Vec::new(),
        }
    }
}

impl Insight for Position {
    fn look(&self, mv: Move, lang: Lang) -> Sight {
        match (self.check(mv), mv) {
            (Err(illegal), _) => Sight { marks: self.refused(mv, illegal), text: String::new() },
            (Ok(()), Move::Push { direction }) => self.push(direction, lang),
            (Ok(()), Move::Shift { .. } | Move::Pass) => Sight::default(),
        }
    }

    /// Pushes that take a sixth pallet out.
    fn threats(&self, lang: Lang) -> Sight {
        let mut sight = Sight::default();
        if self.outcome().is_some() || self.gap().is_some() {
            return sight;
        }
        let mut said = Vec::new();
        for direction in Direction::BOTH {
            let Some((slot, owner)) = self.leaving(direction) else { continue };
            if self.out(owner) + 1 < GOAL {
                continue;
            }
            sight.marks.push(Mark::new(pallet(slot, 0), Sign::Threat).of(owner));
            let colour = colour(owner, false, lang);
            said.push(match direction {
                Direction::Right => {
                    say!(
                        lang,
                        "a push to the right wins for {colour}",
                        "pousser vers la droite fait gagner les {colour}s"
                    )
                }
                Direction::Left => {
                    say!(
                        lang,
                        "a push to the left wins for {colour}",
                        "pousser vers la gauche fait gagner les {colour}s"
                    )
                }
            });
        }
        sight.text = said.join(&say!(lang, "; ", " ; "));
        sight
    }
}
