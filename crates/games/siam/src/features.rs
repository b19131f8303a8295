//! The features of the evaluation. The weights are fitted to games by `cargo xtask tune siam`.
//!
//! A line is a rock and a direction in which it can be pushed. For each line and each player it counts whether the
//! player could push now and win by it, has an animal there that is held by too much weight, could push by coming in
//! from outside, or could step or come in behind the rock next; each by the pushes the rock still needs to fall.
//! Features are counted separately for the player to move, who needs one turn less, and for the opponent. The
//! opponent's count negative, so that a weight is positive if the feature is good for its owner.

use crate::{
    board::{BORDER, Direction, Square, run_ahead, squares},
    position::Position,
};

/// By pushes to fall, for the player to move and then for the opponent: 1 to 4 if an animal stands behind the rock, up
/// to 5 if one enters.
const STEPS: usize = 4;
const READY: usize = 0;
const ENTERING: usize = READY + 2 * STEPS;
const HELD: usize = ENTERING + 2 * (STEPS + 1);
const NEXT: usize = HELD + 2 * STEPS;

/// Lines that are ready with one animal more than they need: no single animal can hold them.
const STRONG: usize = NEXT + 2 * STEPS;

/// One to five animals on the board.
const ANIMALS_ON_BOARD: usize = STRONG + 2;

/// Where animals stand.
const PLACES: usize = ANIMALS_ON_BOARD + 5;
const PLACE_MASKS: [u32; 5] = [
    // The middle.
    1 << 12,
    // Beside the middle.
    1 << 7 | 1 << 11 | 1 << 13 | 1 << 17,
    // The corners of the inner square.
    1 << 6 | 1 << 8 | 1 << 16 | 1 << 18,
    // The corners of the board.
    1 | 1 << 4 | 1 << 20 | 1 << 24,
    // The middles of the borders; the last class is the remaining border squares.
    1 << 2 | 1 << 10 | 1 << 14 | 1 << 22,
];

const FACING_OUT: usize = PLACES + PLACE_MASKS.len();
const ROOM: usize = FACING_OUT + 1;
const SHOVES: usize = ROOM + 1;
const TEMPO: usize = SHOVES + 2;
const TEMPO_BY_ROCKS: usize = TEMPO + 1;

/// How many features there are.
pub(crate) const COUNT: usize = TEMPO_BY_ROCKS + 2;

/// What each feature counts.
pub(crate) const NAMES: [&str; COUNT] = [
    "ready, 1 push",
    "ready, 2",
    "ready, 3",
    "ready, 4",
    "opponent ready, 1 push",
    "opponent ready, 2",
    "opponent ready, 3",
    "opponent ready, 4",
    "entering push, 1",
    "entering push, 2",
    "entering push, 3",
    "entering push, 4",
    "entering push, 5",
    "opponent's entering push, 1",
    "opponent's, 2",
    "opponent's, 3",
    "opponent's, 4",
    "opponent's, 5",
    "held, 1 push",
    "held, 2",
    "held, 3",
    "held, 4",
    "opponent held, 1 push",
    "opponent held, 2",
    "opponent held, 3",
    "opponent held, 4",
    "next to a line, 1 push",
    "next, 2",
    "next, 3",
    "next, 4",
    "opponent next to a line, 1",
    "opponent next, 2",
    "opponent next, 3",
    "opponent next, 4",
    "strong line",
    "opponent's strong line",
    "one animal on the board",
    "two animals",
    "three animals",
    "four animals",
    "five animals",
    "animal in the middle",
    "beside the middle",
    "inner corner",
    "corner of the board",
    "middle of a border",
    "facing off the board",
    "free neighbouring squares",
    "animal to shove off",
    "opponent's animal to shove off",
    "tempo",
    "tempo, per rock on the border",
    "tempo, per other rock",
];

/// How often a rock must be pushed until it falls.
const fn pushes_to_fall(rock: Square, direction: Direction) -> usize {
    let left = match direction {
        Direction::N => 4 - rock.row(),
        Direction::E => 4 - rock.column(),
        Direction::S => rock.row(),
        Direction::W => rock.column(),
    };
    left as usize + 1
}

/// A set and all squares next to it.
const fn spread(set: u32) -> u32 {
    set | Direction::N.shift(set)
        | Direction::E.shift(set)
        | Direction::S.shift(set)
        | Direction::W.shift(set)
}

impl Position {
    /// Calls `count` with every feature that occurs and how often, for the player to move.
    #[inline]
    pub(crate) fn for_each_feature(&self, mut count: impl FnMut(usize, i32)) {
        let (me, you) = (self.turn.index(), self.turn.other().index());
        let mut on_border = 0;
        for rock in squares(self.rocks) {
            on_border += i32::from(rock.is_border());
            for direction in Direction::ALL {
                self.count_line(rock, direction, &mut count);
            }
        }
        count(TEMPO, 1);
        count(TEMPO_BY_ROCKS, on_border);
        count(TEMPO_BY_ROCKS + 1, self.rocks.count_ones() as i32 - on_border);
        for (player, sign) in [(me, 1), (you, -1)] {
            self.count_animals(player, sign, &mut count);
        }
        count(SHOVES, self.shoves(me, you));
        count(SHOVES + 1, -self.shoves(you, me));
    }

    fn count_animals(&self, player: usize, sign: i32, count: &mut impl FnMut(usize, i32)) {
        let own = self.animals[player];
        let herd = own.count_ones() as usize;
        if herd == 0 {
            return;
        }
        count(ANIMALS_ON_BOARD + herd - 1, sign);
        for (place, mask) in PLACE_MASKS.into_iter().enumerate() {
            count(PLACES + place, sign * (own & mask).count_ones() as i32);
        }
        let free = !self.occupied();
        let (mut out, mut room) = (0, 0);
        for direction in Direction::ALL {
            out += (own & self.facing[direction as usize] & direction.opposite().entry_edge()).count_ones();
            room += (direction.shift(own) & free).count_ones();
        }
        count(FACING_OUT, sign * out as i32);
        count(ROOM, sign * room as i32);
    }

    /// How many of the other player's animals on the border have an animal behind them that faces them, and do not face it
    /// themselves.
    fn shoves(&self, player: usize, other: usize) -> i32 {
        let mut shoves = 0;
        for direction in Direction::ALL {
            let pushers = self.animals[player] & self.facing[direction as usize];
            let victims = self.animals[other]
                & direction.opposite().entry_edge()
                & !self.facing[direction.opposite() as usize];
            shoves += (direction.shift(pushers) & victims).count_ones();
        }
        shoves as i32
    }

    /// Counts the features of one rock and direction.
    #[inline]
    fn count_line(&self, rock: Square, direction: Direction, count: &mut impl FnMut(usize, i32)) {
        let occupied = self.occupied();
        let behind = run_ahead(occupied, rock, direction.opposite());
        let step = pushes_to_fall(rock, direction) - 1;
        let mut add = |feature: usize, player: usize| {
            let steps = if feature == ENTERING { STEPS + 1 } else { STEPS };
            let (offset, sign) = if player == self.turn.index() { (0, 1) } else { (steps, -1) };
            count(feature + offset + step, sign);
        };
        let pushers = behind & self.facing[direction as usize];
        // Where the row ends behind the rock: on the border, or at a free square.
        let last = if behind == 0 { rock } else { Square::nearest(behind, direction) };
        let is_at_edge = direction.entry_edge() & last.bit() != 0;
        if pushers != 0 {
            // The first animal behind the rock that faces this way wins.
            let decider = Square::nearest(pushers, direction.opposite());
            let owner = usize::from(self.animals[0] & decider.bit() == 0);
            // Of the owner's animals in the row the last one has the most behind it.
            let hindmost = Square::nearest(pushers & self.animals[owner], direction);
            let can_push = |from: Square| self.push_succeeds(run_ahead(occupied, from, direction), direction);
            if can_push(hindmost) || hindmost != decider && can_push(decider) {
                add(READY, owner);
                if self.surplus(hindmost, direction) > 0 {
                    let (offset, sign) = if owner == self.turn.index() { (0, 1) } else { (1, -1) };
                    count(STRONG + offset, sign);
                }
            } else if is_at_edge && self.has_reserve(owner) && self.enters(last, direction) {
                add(ENTERING, owner);
            } else {
                add(HELD, owner);
            }
            return;
        }
        if is_at_edge {
            if self.enters(last, direction) {
                (0..2).filter(|&player| self.has_reserve(player)).for_each(|player| add(ENTERING, player));
            }
            return;
        }
        if behind != 0 {
            return;
        }
        // The square behind the rock is free: who can be there next, where one animal is enough to push?
        let place = direction.opposite().shift(rock.bit());
        let ahead = run_ahead(occupied, rock, direction) | rock.bit();
        if !self.push_succeeds(ahead, direction) {
            return;
        }
        let near = spread(place);
        let is_border = place & BORDER != 0;
        for player in 0..2 {
            if near & self.animals[player] != 0 || is_border && self.has_reserve(player) {
                add(NEXT, player);
            }
        }
    }

    /// How many animals more than needed push the row in front of an animal.
    fn surplus(&self, from: Square, direction: Direction) -> i32 {
        let row = run_ahead(self.occupied(), from, direction);
        let count = |set: u32| (row & set).count_ones() as i32;
        let forward = 1 + count(self.facing[direction as usize]);
        let against = count(self.facing[direction.opposite() as usize]);
        forward - against - count(self.rocks).max(1)
    }

    pub(crate) const fn has_reserve(&self, player: usize) -> bool {
        self.animals[player].count_ones() < crate::position::ANIMAL_COUNT
    }

    /// Whether an animal that enters on an occupied border square moves the row there.
    pub(crate) fn enters(&self, to: Square, direction: Direction) -> bool {
        self.push_succeeds(Position::run_from_outside(self.occupied(), to, direction), direction)
    }
}
