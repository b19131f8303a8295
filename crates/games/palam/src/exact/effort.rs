//! How much work seems to be missing to a proof. Guesses all of it: nothing here decides what is found.

use crate::{
    eval::{POINT, estimate},
    exact::state::State,
    terms::Terms,
};

/// More than any effort.
pub(super) const INFINITE: u32 = u32::MAX;

/// The efforts to prove and to refute that a player reaches a goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Effort {
    pub(super) prove: u32,
    pub(super) refute: u32,
}

impl Effort {
    pub(super) const PROVEN: Effort = Effort { prove: 0, refute: INFINITE };
    pub(super) const REFUTED: Effort = Effort { prove: INFINITE, refute: 0 };

    pub(super) const fn of(proven: bool) -> Effort {
        if proven { Effort::PROVEN } else { Effort::REFUTED }
    }

    /// For the opponent, whose goal is that the goal is not reached.
    pub(super) const fn of_opponent(self) -> Effort {
        Effort { prove: self.refute, refute: self.prove }
    }

    pub(super) const fn is_solved(self) -> bool {
        self.prove == 0 || self.refute == 0
    }

    /// Whether this is later news than another effort for the same question: an answer, or more work done.
    pub(super) const fn is_beyond(self, other: Effort) -> bool {
        let is_other = self.prove == other.prove && self.refute == other.refute;
        let is_more = self.prove >= other.prove && self.refute >= other.refute;
        !is_other && (is_more || self.is_solved())
    }

    /// What a thread that works on a question tells the others: more than it is, so that they try something else.
    pub(super) const fn while_busy(self) -> Effort {
        Effort { prove: busy(self.prove), refute: busy(self.refute) }
    }

    /// That all of several goals are reached: the proofs add up, one refutation is enough.
    #[inline]
    pub(super) fn all(efforts: impl Iterator<Item = Effort>) -> Effort {
        let (mut prove, mut refute) = (0_u64, INFINITE);
        for effort in efforts {
            prove += u64::from(effort.prove);
            refute = refute.min(effort.refute);
        }
        if refute == 0 {
            return Effort::REFUTED;
        }
        Effort { prove: prove.min(u64::from(INFINITE - 1)) as u32, refute }
    }
}

const fn busy(effort: u32) -> u32 {
    let more = effort.saturating_add(effort / 4 + 1);
    if more == INFINITE { INFINITE - 1 } else { more }
}

/// A limit a little above an effort, so that the search does not go to and fro between two of nearly the same.
pub(super) const fn with_margin(effort: u32) -> u32 {
    effort.saturating_add(effort / 8 + 1)
}

/// 2 to the power of 0, ⅕ … ⅘, times 256.
const FIFTHS: [u64; 5] = [256, 294, 338, 388, 446];

/// The efforts for a state that nothing is known about: the more points are needed beyond what is likely, the harder is
/// the proof (doubling every 2½ points); to refute means to refute every action; a duel more doubles both. Of the
/// estimate 6 parts in 10 are believed, which solves whole deals soonest.
pub(super) fn guess(state: &State, need: i32) -> Effort {
    let terms = Terms::of_camps(&state.camps, state.turn, state.may_swap, false);
    let likely = estimate(&terms, state.left.into()) * 6 / (10 * POINT);
    let beyond = 2 * need - state.rest() - likely;
    let tilt = |fifths: i32| {
        (FIFTHS[fifths.rem_euclid(5) as usize] << 24) >> (20 - fifths.div_euclid(5)).clamp(0, 40)
    };
    let left = u64::from(state.left);
    let swaps = if state.may_swap { left * (left - 1) / 2 } else { 0 };
    let duels = 1 << left.saturating_sub(6);
    let scaled = |factor: u64, fifths| ((duels * factor * tilt(fifths)) >> 12).clamp(1, 1 << 20) as u32;
    Effort { prove: scaled(16, beyond), refute: scaled(8 * (left + swaps), -beyond) }
}
