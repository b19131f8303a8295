use mekong_core::{Player, Variants};

use crate::{
    board::{Rail, Slot, Stack},
    error::Problem,
};

/// Index into the game's list of variants.
pub(crate) const FLAT: usize = 0;

/// Pallets each player has.
pub(crate) const PALLETS: u8 = 8;

/// Pallets of a colour that must be out for its player to win.
pub(crate) const GOAL: u8 = 6;

/// A position of Saigon, in 16 bytes.
///
/// Invariants: at most one slot is empty, and then slot 1 or 4; `on_rail` counts the pallets on the rail and is 2 to 8
/// for each colour, 2 for at most one of them, who has won.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    pub(crate) rail: Rail,
    /// Pallets of each colour on the rail: redundant, but read at every leaf of a search.
    pub(crate) on_rail: [u8; 2],
    pub(crate) turn: Player,
    pub(crate) variants: Variants,
}

// Search and tables hold many positions.
const _: () = assert!(size_of::<Position>() == 16);

/// The parts of a position, not yet validated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The stacks on slots 1 to 4.
    pub stacks: [Stack; 4],
    /// The player to move.
    pub turn: Player,
    /// The variant rules, in the order of the game's list.
    pub variants: Variants,
}

impl Position {
    /// The start of a game.
    #[must_use]
    pub const fn start(variants: Variants) -> Position {
        let [light, dark] = Stack::FOURS;
        Position {
            rail: Rail::new([light, dark, light, dark]),
            on_rail: [PALLETS; 2],
            turn: Player::P1,
            variants,
        }
    }

    /// The stack on a slot.
    #[must_use]
    #[inline]
    pub const fn stack(&self, slot: Slot) -> Stack {
        self.rail.stack(slot)
    }

    /// All four stacks from left to right.
    #[must_use]
    #[inline]
    pub fn stacks(&self) -> [Stack; 4] {
        Slot::ALL.map(|slot| self.rail.stack(slot))
    }

    /// How many of a player's pallets are on the rail.
    #[must_use]
    #[inline]
    pub const fn on_rail(&self, player: Player) -> u8 {
        self.on_rail[player.index()]
    }

    /// How many of a player's pallets are out.
    #[must_use]
    #[inline]
    pub const fn out(&self, player: Player) -> u8 {
        PALLETS - self.on_rail(player)
    }

    /// The empty slot, which must be filled before anything else is done.
    #[must_use]
    #[inline]
    pub const fn gap(&self) -> Option<Slot> {
        self.rail.gap()
    }
}

impl TryFrom<Setup> for Position {
    type Error = Vec<Problem>;

    /// Validates a setup, which may be a finished position, and lists every problem.
    fn try_from(setup: Setup) -> Result<Position, Vec<Problem>> {
        let mut problems = Vec::new();
        let found =
            Player::BOTH.map(|player| setup.stacks.iter().map(|stack| stack.count(player)).sum::<u32>());
        for player in Player::BOTH {
            let found = found[player.index()];
            if found > u32::from(PALLETS) {
                problems.push(Problem::TooManyPallets { player, found });
            } else if found < u32::from(PALLETS - GOAL) {
                problems.push(Problem::TooManyOut { player, out: u32::from(PALLETS) - found });
            }
        }
        if found.iter().all(|&found| found <= u32::from(PALLETS - GOAL)) {
            problems.push(Problem::BothHaveWon);
        }
        let empty = Slot::ALL.into_iter().filter(|slot| setup.stacks[slot.index()].is_empty());
        problems
            .extend(empty.clone().filter(|slot| !slot.is_end()).map(|slot| Problem::EmptyInside { slot }));
        match empty.count() {
            0 | 1 => {}
            found => problems.push(Problem::ManyEmpty { found }),
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        let on_rail = found.map(|found| found as u8);
        Ok(Position { rail: Rail::new(setup.stacks), on_rail, turn: setup.turn, variants: setup.variants })
    }
}
