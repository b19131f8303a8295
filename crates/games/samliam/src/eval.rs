//! How good a position looks, and what a search wants to know of moves and positions.

use mekong_core::{Evaluate, Judgement, Player, Position as _, Value, mix};

use crate::{moves::Move, position::Position, scan::any};

/// What is certain, as an evaluation: the player to move completes a square at once; they cannot stop the opponent from
/// it; they make two threats at once that cannot both be stopped.
const WINS: i32 = 15_000;
const LOSES: i32 = -14_000;
const FORKS: i32 = 13_000;

/// So few triangles left and passing may well be better than placing.
const FEW_TRIANGLES: u8 = 3;

/// Two words mixed into one. Neither factor is ever 0, since positions leave the high bits of their words clear.
#[inline]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a ^ 0xa076_1d64_78bd_642f) * u128::from(b ^ 0xe703_7ed1_a0b4_28db);
    product as u64 ^ (product >> 64) as u64
}

impl Evaluate for Position {
    const MOVE_NUMBERS: usize = 271;

    /// Between the unit of the evaluation itself, to which its weights are fitted, and that of the search's scores.
    const SCALE: i32 = 230;

    /// Triangles 0 to 215, square tiles 216 to 269, passing 270, with gaps for what is beside the board: a cell's number
    /// needs no division so.
    #[inline]
    fn move_number(mv: Move) -> usize {
        match mv {
            Move::Triangle { at, corner } => 4 * at.number() + corner as usize,
            Move::Square { at } => 216 + at.number(),
            Move::Pass => 270,
        }
    }

    /// Of what lies on a cell it only matters what it shows and what still fits, so two triangles of one colour have
    /// the same key whichever corners they took. The right to a square tile matters to who has one, and triangles.
    #[inline]
    fn search_key(&self) -> u64 {
        let [a, b] = Player::BOTH.map(|player| self.shown(player));
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
        match self.judge() {
            Judgement::Decided(Value::Win(1)) => WINS,
            Judgement::Decided(Value::Win(_)) => FORKS,
            Judgement::Decided(_) => LOSES,
            Judgement::Quiet(evaluation) | Judgement::Open(evaluation) => evaluation,
        }
    }

    /// The patterns counted, without asking who can complete one.
    fn impression(&self) -> i32 {
        self.worth(&self.prospects(self.turn), &self.prospects(self.turn.other()))
    }

    /// Sees wins in one and three plies and losses in two, and whether a threat has to be answered.
    #[inline]
    fn judge(&self) -> Judgement {
        let mine = self.prospects(self.turn);
        if any(&mine.wins) != 0 {
            return Judgement::Decided(Value::Win(1));
        }
        let yours = self.prospects(self.turn.other());
        let is_threatened = any(&yours.wins) != 0;
        if is_threatened && !self.has_answer(&yours.wins) {
            return Judgement::Decided(Value::Loss(2));
        }
        if !is_threatened && self.triangles[self.turn.index()] > 1 && any(&mine.forks) != 0 {
            return Judgement::Decided(Value::Win(3));
        }
        let evaluation = self.worth(&mine, &yours);
        if is_threatened { Judgement::Open(evaluation) } else { Judgement::Quiet(evaluation) }
    }

    /// Whatever stops the opponent from winning at once, if anything does: every other move loses in two plies.
    fn worthwhile_moves(&self, moves: &mut Vec<Move>) {
        let before = moves.len();
        self.forcing_moves(moves);
        if moves.len() == before {
            self.legal_moves(moves);
        }
    }

    /// A move that wins at once; else whatever stops the opponent from that. So a chain of forcing moves is one of
    /// answers that threaten something themselves.
    fn forcing_moves(&self, moves: &mut Vec<Move>) {
        let wins = self.wins(self.turn);
        let danger = self.wins(self.turn.other());
        if any(&wins) != 0 {
            moves.extend(self.winning_move(&wins));
        } else if any(&danger) != 0 {
            moves.extend_from_slice(self.answers(&danger).as_slice());
        }
    }

    /// A win by threats.
    fn forced_win(&self, budget: &mut u32, line: &mut Vec<Move>) -> Option<u16> {
        let sequence = self.win_by_threats(budget)?;
        line.extend(sequence.moves());
        Some(sequence.plies)
    }

    /// A placement never adds to what the opponent shows or can show, so doing nothing is no advantage. Only with few
    /// triangles left may it be one to keep them.
    fn null_move(&self) -> Option<Position> {
        let enough = self.triangles[self.turn.index()] > FEW_TRIANGLES;
        enough.then_some(Position { turn: self.turn.other(), blocked: false, ..*self })
    }
}
