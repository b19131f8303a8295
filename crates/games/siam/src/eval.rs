//! How good a position looks, and what a search wants to know of moves and positions.

use mekong_core::{Evaluate, Player, Position as _, mix};

use crate::{
    board::{BORDER, Direction, Square, run_ahead, squares},
    moves::Move,
    position::Position,
};

/// What it is worth to stand behind a rock, ready to push it, by the pushes it still needs to fall.
const BEHIND: [i32; 6] = [0, 130, 60, 28, 14, 6];

/// The same while the row is still too heavy.
const BEHIND_HELD: [i32; 6] = [0, 45, 22, 11, 6, 2];

/// An animal on the board, one away from the border, and the right to move.
const ON_BOARD: i32 = 6;
const INSIDE: i32 = 4;
const TEMPO: i32 = 10;

impl Position {
    /// What the rocks promise the first player, less what they promise the second.
    fn rock_balance(&self) -> i32 {
        let occupied = self.occupied();
        let mut balance = 0;
        for direction in Direction::ALL {
            let pushers = self.facing[direction as usize];
            for rock in squares(self.rocks) {
                // Walking back from the rock, the first animal that faces this way decides who wins by it.
                let behind = run_ahead(occupied, rock, direction.opposite()) & pushers;
                if behind == 0 {
                    continue;
                }
                let decider = Square::nearest(behind, direction.opposite());
                let owner = if self.animals[0] & decider.bit() != 0 { 1 } else { -1 };
                let ahead = run_ahead(occupied, decider, direction);
                let worth = if self.push_succeeds(ahead, direction) { &BEHIND } else { &BEHIND_HELD };
                balance += owner * worth[pushes_to_fall(rock, direction)];
            }
        }
        balance
    }

    fn presence(&self, player: Player) -> i32 {
        let animals = self.animals[player.index()];
        ON_BOARD * animals.count_ones() as i32 + INSIDE * (animals & !BORDER).count_ones() as i32
    }

    /// Whether playing a push or an entering push wins at once.
    fn wins_at_once(&self, mv: Move) -> bool {
        let mut next = *self;
        next.play_unchecked(mv);
        next.outcome().is_some_and(|outcome| outcome.winner == Some(self.turn))
    }
}

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

impl Evaluate for Position {
    const MOVE_NUMBERS: usize = 725;

    /// Entering 0 to 99, stepping 100 to 499, turning 500 to 599, leaving 600 to 624, pushing 625 to 724.
    #[inline]
    fn move_number(mv: Move) -> usize {
        let way = |from: Square, to: Square| {
            Direction::ALL
                .into_iter()
                .find(|&direction| from.next(direction) == Some(to))
                .map_or(0, |d| d as usize)
        };
        match mv {
            Move::Enter { to, facing } => 4 * to.number() + facing as usize,
            Move::Step { from, to, facing } => 100 + 16 * from.number() + 4 * way(from, to) + facing as usize,
            Move::Turn { at, facing } => 500 + 4 * at.number() + facing as usize,
            Move::Leave { at } => 600 + at.number(),
            Move::Push { from, to } => 625 + 4 * from.number() + way(from, to),
        }
    }

    #[inline]
    fn search_key(&self) -> u64 {
        let key = self.packed();
        mix(key as u64 ^ mix((key >> 64) as u64 ^ 0x5bd1_e995))
    }

    fn evaluate(&self) -> i32 {
        let balance = self.rock_balance() + self.presence(Player::P1) - self.presence(Player::P2);
        TEMPO + if self.turn == Player::P1 { balance } else { -balance }
    }

    /// Pushes that win at once.
    fn forcing_moves(&self, moves: &mut Vec<Move>) {
        let begin = moves.len();
        self.list_pushes(moves);
        let mut index = begin;
        while index < moves.len() {
            if self.wins_at_once(moves[index]) {
                index += 1;
            } else {
                moves.swap_remove(index);
            }
        }
    }

    /// There is always something harmless to do, so doing nothing at all is no advantage.
    fn passed(&self) -> Option<Position> {
        Some(Position { turn: self.turn.other(), ..*self })
    }
}
