use mekong_core::{Player, Variants};

use crate::{
    board::{Direction, Piece, Square},
    error::Problem,
};

/// Indices into the game's list of variants.
pub(crate) const OPENING: usize = 0;
pub(crate) const SINGLE_EXIT: usize = 1;
pub(crate) const CHAIN: usize = 2;

/// The number of plies in which the variant `opening` applies.
pub(crate) const OPENING_PLIES: u32 = 4;

/// Animals each player has, on the board and in reserve.
pub(crate) const ANIMAL_COUNT: u32 = 5;

/// The number of rocks in an unfinished game.
pub(crate) const ROCKS: u32 = 3;

/// A position of Siam.
///
/// Invariants: the sets are disjoint; every animal has exactly one facing and nothing else has; each player has
/// at most five animals on the board; three rocks, or two and a winner.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// Where each player's animals stand.
    pub(crate) animals: [u32; 2],
    /// By direction, the squares of the animals of either player that face it.
    pub(crate) facing: [u32; 4],
    pub(crate) rocks: u32,
    pub(crate) ply: u32,
    pub(crate) turn: Player,
    pub(crate) winner: Option<Player>,
    /// Exits left to each player under `single-exit`; 0 and unused without it.
    pub(crate) exits: [u8; 2],
    pub(crate) variants: Variants,
}

/// The parts of a position, not yet validated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The pieces on the board.
    pub pieces: Vec<(Square, Piece)>,
    /// The player to move.
    pub turn: Player,
    /// Plies played so far.
    pub ply: u32,
    /// Exits left to each player, if `single-exit` is played.
    pub exits: Option<[u8; 2]>,
    /// The variant rules, in the order of the game's list.
    pub variants: Variants,
}

impl Position {
    /// The largest ply count. Beyond it plies are no longer counted, so that every position can be written and
    /// read back.
    pub const MAX_PLY: u32 = 999_999_999;

    /// The start of a game.
    #[must_use]
    pub fn start(variants: Variants) -> Position {
        Position {
            animals: [0; 2],
            facing: [0; 4],
            rocks: 0b01110 << 10,
            ply: 0,
            turn: Player::P1,
            winner: None,
            exits: if variants.has(SINGLE_EXIT) { [1; 2] } else { [0; 2] },
            variants,
        }
    }

    /// What stands on a square.
    #[must_use]
    pub fn piece(&self, square: Square) -> Option<Piece> {
        let bit = square.bit();
        if self.rocks & bit != 0 {
            return Some(Piece::Rock);
        }
        let owner = Player::BOTH.into_iter().find(|p| self.animals[p.index()] & bit != 0)?;
        Some(Piece::Animal(owner, self.facing_of(square)))
    }

    /// How the animal on a square faces.
    #[inline]
    pub(crate) const fn facing_of(&self, square: Square) -> Direction {
        // North, east, south, west are 0 to 3: the low bit says east or west, the high one south or west.
        let [_, east, south, west] = self.facing;
        let low = (east | west) & square.bit() != 0;
        let high = (south | west) & square.bit() != 0;
        Direction::ALL[low as usize | (high as usize) << 1]
    }

    /// How many animals a player has in reserve.
    #[must_use]
    pub const fn reserve(&self, player: Player) -> u32 {
        ANIMAL_COUNT - self.animals[player.index()].count_ones()
    }

    /// Plies played so far, up to [`Position::MAX_PLY`].
    #[must_use]
    pub const fn ply(&self) -> u32 {
        self.ply
    }

    /// Exits left to a player, if `single-exit` is played.
    #[must_use]
    pub const fn exits_left(&self, player: Player) -> Option<u8> {
        if self.variants.has(SINGLE_EXIT) { Some(self.exits[player.index()]) } else { None }
    }

    /// Everything but the ply count and the variant in one number: five sets of 25 bits, one bit and twice one bit.
    #[inline]
    pub(crate) fn packed(&self) -> u128 {
        let [_, east, south, west] = self.facing;
        let sets = [self.rocks, self.animals[0], self.animals[1], east | west, south | west];
        let key = sets.into_iter().fold(0, |key, set| key << 25 | u128::from(set));
        key << 3 | (self.turn as u128) << 2 | u128::from(self.exits[0]) << 1 | u128::from(self.exits[1])
    }

    #[inline]
    pub(crate) const fn occupied(&self) -> u32 {
        self.animals[0] | self.animals[1] | self.rocks
    }
}

impl TryFrom<Setup> for Position {
    type Error = Vec<Problem>;

    /// Validates a setup, which must be an unfinished position, and lists every problem.
    fn try_from(setup: Setup) -> Result<Position, Vec<Problem>> {
        let mut problems = Vec::new();
        let mut position =
            Position { rocks: 0, turn: setup.turn, ply: setup.ply, ..Position::start(setup.variants) };
        for (square, piece) in setup.pieces {
            if position.occupied() & square.bit() != 0 {
                problems.push(Problem::TwoPieces { square });
                continue;
            }
            match piece {
                Piece::Rock => position.rocks |= square.bit(),
                Piece::Animal(owner, facing) => {
                    position.animals[owner.index()] |= square.bit();
                    position.facing[facing as usize] |= square.bit();
                }
            }
        }
        for player in Player::BOTH {
            let found = position.animals[player.index()].count_ones();
            if found > ANIMAL_COUNT {
                problems.push(Problem::TooManyAnimals { player, found });
            }
        }
        match position.rocks.count_ones() {
            ROCKS => {}
            2 => problems.push(Problem::GameOver),
            found => problems.push(Problem::Rocks { found }),
        }
        if setup.ply > Position::MAX_PLY {
            problems.push(Problem::Ply { found: setup.ply });
        }
        match (setup.exits, setup.variants.has(SINGLE_EXIT)) {
            (Some(exits), true) => {
                if exits.iter().any(|&left| left > 1) {
                    problems.push(Problem::Exits { found: exits });
                }
                position.exits = exits;
            }
            (None, false) => {}
            (Some(_), false) => problems.push(Problem::ExitsWithoutVariant),
            (None, true) => problems.push(Problem::ExitsMissing),
        }
        if problems.is_empty() { Ok(position) } else { Err(problems) }
    }
}
