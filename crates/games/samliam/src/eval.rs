//! How good a position looks, and what a search wants to know of moves and positions.

use mekong_core::{Evaluate, mix};

use crate::{board::Cell, moves::Move, position::Position, scan::Scan};

/// The player to move completes a square at once; they cannot stop the opponent from it; they make two threats at
/// once that cannot both be stopped. All three are certain.
const WINS: i32 = 15_000;
const LOSES: i32 = -14_000;
const FORKS: i32 = 13_000;

/// A pattern of which one of four corners is shown and the rest can be.
const ONE: i32 = 2;

/// A cell and corner that makes a threat, and one that makes two.
const THREAT: i32 = 9;
const FORK: i32 = 25;

/// A threat of the opponent's that must be stopped, two that are about to be made, the right to move, the right to a
/// square tile now, and a square tile kept.
const UNDER_THREAT: i32 = 40;
const UNDER_FORK: i32 = 60;
const TEMPO: i32 = 25;
const SQUARE_NOW: i32 = 40;
const SQUARE_KEPT: i32 = 8;

/// How many placements the threat search may try at a node of the search.
const THREAT_BUDGET: u32 = 24;

/// So few triangles left and passing may well be better than placing.
const FEW_TRIANGLES: u8 = 3;

fn count(sets: &[[u64; 2]; 4], player: usize) -> i32 {
    sets.iter().map(|set| set[player].count_ones() as i32).sum()
}

impl Scan {
    /// What the patterns promise a player, 0 or 1.
    #[inline]
    fn promise(&self, player: usize) -> i32 {
        ONE * self.ones(player) as i32
            + THREAT * count(&self.threats, player)
            + FORK * count(&self.forks, player)
    }
}

/// Two words mixed into one. Neither factor is ever 0, since positions leave the high bits of their words clear.
#[inline]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a ^ 0xa076_1d64_78bd_642f) * u128::from(b ^ 0xe703_7ed1_a0b4_28db);
    product as u64 ^ (product >> 64) as u64
}

impl Evaluate for Position {
    const MOVE_NUMBERS: usize = 211;

    /// Triangles 0 to 167, square tiles 168 to 209, passing 210.
    #[inline]
    fn move_number(mv: Move) -> usize {
        let number = |at: Cell| usize::from(at.row()) * 6 + usize::from(at.column());
        match mv {
            Move::Triangle { at, corner } => 4 * number(at) + corner as usize,
            Move::Square { at } => 168 + number(at),
            Move::Pass => 210,
        }
    }

    /// Of what lies on a cell it only matters what it shows and what still fits, so two triangles of one colour have
    /// the same key whichever corners they took. The right to a square tile matters to who has one, and triangles.
    #[inline]
    fn search_key(&self) -> u64 {
        let [a, b] = [self.shown(mekong_core::Player::P1), self.shown(mekong_core::Player::P2)];
        let right = self.may_place_square() && self.empty() != 0;
        // The square tiles left tell which full cells hold one, as far as it matters: the triangles left follow.
        let rest = u64::from(self.squares[0]) << 56
            | u64::from(self.squares[1]) << 58
            | (self.turn.index() as u64) << 60
            | u64::from(right) << 61;
        let key = fold(a[0] | rest, a[1])
            ^ fold(a[2], a[3]).rotate_left(16)
            ^ fold(b[0], b[1]).rotate_left(32)
            ^ fold(b[2], b[3]).rotate_left(48);
        mix(key)
    }

    fn evaluate(&self) -> i32 {
        let (me, you) = (self.turn.index(), self.turn.other().index());
        let scan = self.scan();
        if scan.winning_cells(0) != 0 {
            return WINS;
        }
        let danger = scan.winning_cells(1);
        if danger != 0 && !self.has_answer(&scan) {
            return LOSES;
        }
        let is_fork = |player: usize| scan.forks.iter().any(|set| set[player] != 0);
        if danger == 0 && self.triangles[me] > 1 && is_fork(0) {
            return FORKS;
        }
        let mut balance = TEMPO + scan.promise(0) - scan.promise(1)
            + SQUARE_KEPT * (i32::from(self.squares[me]) - i32::from(self.squares[you]));
        if danger != 0 {
            balance -= UNDER_THREAT;
        }
        if self.may_place_square() {
            balance += SQUARE_NOW;
        }
        if is_fork(1) {
            balance -= UNDER_FORK;
        }
        balance
    }

    /// A move that wins at once; else whatever stops the opponent from that; else the first move of a win by threats,
    /// if a small search finds one. So a chain of forcing moves is one of threats and answers.
    fn forcing_moves(&self, moves: &mut Vec<Move>) {
        let scan = self.scan();
        if scan.winning_cells(0) != 0 {
            moves.extend(self.winning_move(&scan));
        } else if scan.winning_cells(1) != 0 {
            self.list_answers(&scan, moves);
        } else if count(&scan.threats, 0) > 2
            && let Some(line) = self.winning_threat_sequence(THREAT_BUDGET)
        {
            moves.extend(line.first());
        }
    }

    /// A placement never adds to what the opponent shows or can show, so doing nothing is no advantage. Only with few
    /// triangles left may it be one to keep them.
    fn passed(&self) -> Option<Position> {
        let enough = self.triangles[self.turn.index()] > FEW_TRIANGLES;
        enough.then_some(Position { turn: self.turn.other(), blocked: false, ..*self })
    }
}
