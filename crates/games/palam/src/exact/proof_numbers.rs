//! Proof and disproof numbers: estimates of the nodes left to prove or disprove a goal. They guide the search and never
//! affect its result.

use crate::{
    eval::{POINT, estimate},
    exact::state::State,
    features::Features,
};

/// Greater than any finite number.
pub(super) const INFINITE: u32 = u32::MAX;

/// The proof and disproof numbers of the goal of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ProofNumbers {
    pub(super) proof: u32,
    pub(super) disproof: u32,
}

impl ProofNumbers {
    pub(super) const PROVEN: ProofNumbers = ProofNumbers { proof: 0, disproof: INFINITE };
    pub(super) const DISPROVEN: ProofNumbers = ProofNumbers { proof: INFINITE, disproof: 0 };

    pub(super) const fn of(proven: bool) -> ProofNumbers {
        if proven { ProofNumbers::PROVEN } else { ProofNumbers::DISPROVEN }
    }

    /// For the opponent, whose goal is that the goal is not reached.
    pub(super) const fn of_opponent(self) -> ProofNumbers {
        ProofNumbers { proof: self.disproof, disproof: self.proof }
    }

    pub(super) const fn is_solved(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    /// Whether these are more recent than others for the same goal: a result, or more work done.
    pub(super) const fn supersedes(self, other: ProofNumbers) -> bool {
        let is_other = self.proof == other.proof && self.disproof == other.disproof;
        let is_more = self.proof >= other.proof && self.disproof >= other.disproof;
        !is_other && (is_more || self.is_solved())
    }

    /// The numbers stored for other threads while a thread searches a state: higher than the real ones, so that they
    /// choose another (a virtual loss).
    pub(super) const fn while_busy(self) -> ProofNumbers {
        ProofNumbers { proof: busy(self.proof), disproof: busy(self.disproof) }
    }

    /// That all of several goals are reached: proof numbers add up, one disproof is enough.
    #[inline]
    pub(super) fn all(all: impl Iterator<Item = ProofNumbers>) -> ProofNumbers {
        let (mut proof, mut disproof) = (0_u64, INFINITE);
        for numbers in all {
            proof += u64::from(numbers.proof);
            disproof = disproof.min(numbers.disproof);
        }
        if disproof == 0 {
            return ProofNumbers::DISPROVEN;
        }
        ProofNumbers { proof: proof.min(u64::from(INFINITE - 1)) as u32, disproof }
    }
}

const fn busy(number: u32) -> u32 {
    let more = number.saturating_add(number / 4 + 1);
    if more == INFINITE { INFINITE - 1 } else { more }
}

/// A limit slightly above a number, so that the search does not alternate between two nearly equal ones.
pub(super) const fn with_margin(number: u32) -> u32 {
    number.saturating_add(number / 8 + 1)
}

/// 2 to the power of 0, ⅕ … ⅘, times 256.
const FIFTHS: [u64; 5] = [256, 294, 338, 388, 446];

/// The initial numbers of an unknown state. The proof number doubles with every 2½ points needed beyond the
/// estimate; a disproof must disprove every action; each additional duel doubles both. The estimate is weighted by 0.6,
/// which solves whole deals fastest.
pub(super) fn initial_numbers(state: &State, need: i32) -> ProofNumbers {
    let features = Features::of_camps(&state.camps, state.turn, state.may_swap, false);
    let likely = estimate(&features, state.left.into()) * 6 / (10 * POINT);
    let beyond = 2 * need - state.remaining_points() - likely;
    let tilt = |fifths: i32| {
        (FIFTHS[fifths.rem_euclid(5) as usize] << 24) >> (20 - fifths.div_euclid(5)).clamp(0, 40)
    };
    let left = u64::from(state.left);
    let swaps = if state.may_swap { left * (left - 1) / 2 } else { 0 };
    let duels = 1 << left.saturating_sub(6);
    let scaled = |factor: u64, fifths| ((duels * factor * tilt(fifths)) >> 12).clamp(1, 1 << 20) as u32;
    ProofNumbers { proof: scaled(16, beyond), disproof: scaled(8 * (left + swaps), -beyond) }
}
