//! The static evaluation, for a search without the tablebase, and the move indices used by the search.

use mekong_core::{Evaluate, Player, mix};

use crate::{
    board::{Direction, Slot, Stack},
    moves::Move,
    position::{FLAT, Position},
};

/// A pallet out, by how many of its colour are out: the last ones are worth the most.
const OUT: [i32; 7] = [0, 60, 130, 210, 300, 420, 600];

/// A pallet on the rail itself in a slot, by its distance from the nearer end: these go out next.
const BOTTOM: [i32; 2] = [24, 10];

/// A pallet on top of a stack: only its owner can move it.
const TOP: i32 = 8;

/// The right to move.
const TEMPO: i32 = 6;

impl Position {
    fn evaluate_player(&self, player: Player) -> i32 {
        let mut sum = OUT[usize::from(self.out(player))];
        for slot in Slot::ALL {
            let stack = self.stack(slot);
            if stack.pallet(0) == Some(player) {
                sum += BOTTOM[usize::from(!slot.is_end())];
            }
            if stack.height() > 1 && stack.top() == Some(player) {
                sum += TOP;
            }
        }
        sum
    }
}

impl Evaluate for Position {
    const MOVE_INDEX_COUNT: usize = 3 + 16 * (Stack::MAX as usize + 2);

    /// Pushes and the pass are 0 to 2; then blocks by source, destination and count.
    #[inline]
    fn move_index(mv: Move) -> usize {
        match mv {
            Move::Push { direction: Direction::Right } => 0,
            Move::Push { direction: Direction::Left } => 1,
            Move::Pass => 2,
            Move::Shift { from, to, count } => 3 + 16 * usize::from(count) + 4 * from.index() + to.index(),
        }
    }

    #[inline]
    fn search_key(&self) -> u64 {
        let rule = if self.variants.has(FLAT) { 0x9e37_79b9 } else { 0 };
        mix(self.rail.bits() ^ mix(self.turn as u64 ^ rule))
    }

    fn evaluate(&self) -> i32 {
        TEMPO + self.evaluate_player(self.turn) - self.evaluate_player(self.turn.other())
    }
}
