//! Moves as actions and positions as planes, for learning algorithms.

use mekong_core::{
    ActionGroup, ActionSet, Encode, Permutation, Plane, Planes, Player, Position as _, permutations_of,
    spread_by_four,
};

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

/// The action of the move of one pallet between two different slots; moves of more pallets follow.
#[inline]
const fn first_shift(from: Slot, to: Slot) -> usize {
    let (from, to) = (from.index(), to.index());
    // Among the other slots `to` is one earlier if it comes after `from`.
    let pair = 3 * from + to - (to > from) as usize;
    SHIFT + MAX_BLOCK * pair
}

impl Encode for Position {
    const ACTION_COUNT: usize = SHIFT + SLOTS * 3 * MAX_BLOCK;

    const ACTIONS: &'static [ActionGroup] = &[
        ActionGroup { count: 2, description: "push: pr, pl" },
        ActionGroup { count: 1, description: "pass" },
        ActionGroup {
            count: SLOTS * 3 * MAX_BLOCK,
            description: "move: from slots 1 to 4, each onto the three others from left to right, each with 1 to 13 pallets",
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
                let is_possible = from != to && (1..=MAX_BLOCK).contains(&count);
                is_possible.then(|| first_shift(from, to) + count - 1)
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

    /// A run of actions for the blocks of a stack: their sizes are the places of the bits.
    #[inline]
    fn legal_actions(&self, actions: &mut ActionSet<'_>) {
        if self.outcome().is_some() {
            return;
        }
        let blocks = self.blocks();
        let sizes = |from: Slot| blocks >> (16 * from.index()) & 0xffff;
        match self.gap() {
            None => {
                actions.insert_run(0, 0b11);
                for from in Slot::ALL {
                    for to in from.others() {
                        actions.insert_run(first_shift(from, to), sizes(from));
                    }
                }
            }
            Some(_) if blocks == 0 => actions.insert(PASS),
            Some(to) => {
                for from in to.others() {
                    actions.insert_run(first_shift(from, to), sizes(from));
                }
            }
        }
    }

    #[inline(always)]
    fn observe(&self, viewer: Player, occurrences: usize, planes: &mut Planes<'_>) {
        // Cells are numbered level by level, with four slots each.
        let mut pallets = [0; 2];
        for slot in Slot::ALL {
            for (set, levels) in pallets.iter_mut().zip(self.stack(slot).levels()) {
                *set |= spread_by_four(levels) << slot.index();
            }
        }
        planes.set_bits(0, pallets[viewer.index()]);
        planes.set_bits(1, pallets[viewer.other().index()]);
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
