//! Moves as numbers and positions as planes, for learning algorithms.

use mekong_core::{ActionGroup, Encode, Permutation, Plane, Planes, Player, permutations_of};

use crate::{
    board::{Direction, Slot, Stack},
    moves::Move,
    position::{FLAT, GOAL, Position},
};

/// The largest block: one pallet of the highest stack stays.
const MAX_BLOCK: usize = Stack::MAX as usize - 1;

const PASS: usize = 2;
const SHIFT: usize = 3;

const OUT: usize = 2;
const RULES: usize = 4;
const OCCURRENCES: usize = 5;
const TO_MOVE: usize = 6;

const SLOTS: usize = Slot::ALL.len();

impl Encode for Position {
    const ACTION_COUNT: usize = SHIFT + SLOTS * 3 * MAX_BLOCK;

    const ACTIONS: &'static [ActionGroup] = &[
        ActionGroup { count: 2, text: "push: pr, pl" },
        ActionGroup { count: 1, text: "pass" },
        ActionGroup {
            count: SLOTS * 3 * MAX_BLOCK,
            text: "move: from slots 1 to 4, each onto the three others from left to right, each with 1 to 13 pallets",
        },
    ];

    const PLANES: &'static [Plane] = &[
        Plane::bits("own pallets"),
        Plane::bits("opponent's pallets"),
        Plane::number(GOAL, "own pallets out"),
        Plane::number(GOAL, "opponent's pallets out"),
        Plane::number(1, "1 in the variant flat"),
        Plane::number(2, "how often the position occurred before, at most 2"),
        Plane::number(1, "1 if the viewer is to move"),
    ];

    /// A row per level, from the pallets on the rail upwards, and a column per slot.
    const BOARD: [usize; 2] = [Stack::MAX as usize, SLOTS];

    #[inline]
    fn action(mv: Move) -> Option<usize> {
        match mv {
            Move::Push { direction: Direction::Right } => Some(0),
            Move::Push { direction: Direction::Left } => Some(1),
            Move::Pass => Some(PASS),
            Move::Shift { from, to, count } => {
                let count = usize::from(count);
                let (from, to) = (from.index(), to.index());
                let is_possible = from != to && (1..=MAX_BLOCK).contains(&count);
                // Among the other slots `to` is one earlier if it comes after `from`.
                let pair = 3 * from + to - usize::from(to > from);
                is_possible.then_some(SHIFT + MAX_BLOCK * pair + count - 1)
            }
        }
    }

    #[inline]
    fn move_of_action(action: usize) -> Option<Move> {
        match action {
            0 | 1 => Some(Move::Push { direction: Direction::BOTH[action] }),
            PASS => Some(Move::Pass),
            _ if action < Position::ACTION_COUNT => {
                let (pair, count) = ((action - SHIFT) / MAX_BLOCK, (action - SHIFT) % MAX_BLOCK + 1);
                let from = Slot::ALL[pair / 3];
                Some(Move::Shift { from, to: from.others()[pair % 3], count: count as u8 })
            }
            _ => None,
        }
    }

    #[inline]
    fn observe(&self, viewer: Player, occurrences: usize, planes: &mut Planes<'_>) {
        for slot in Slot::ALL {
            for (level, pallet) in self.stack(slot).pallets().enumerate() {
                planes.set(usize::from(pallet != viewer), level * SLOTS + slot.index());
            }
        }
        planes.fill(OUT, self.out(viewer));
        planes.fill(OUT + 1, self.out(viewer.other()));
        planes.fill(RULES, self.variants.has(FLAT).into());
        planes.fill_occurrences(OCCURRENCES, occurrences);
        planes.fill(TO_MOVE, (self.turn == viewer).into());
    }

    fn permutations() -> Vec<Permutation> {
        permutations_of::<Position>(|symmetry, plane, cell| {
            let (level, slot) = (cell / SLOTS, Slot::ALL[cell % SLOTS]);
            (plane, level * SLOTS + symmetry.slot(slot).index())
        })
    }
}
