//! The search interface: static evaluation, keys, move indices, candidate and forcing moves.

use mekong_core::{Evaluate, Player, Position as _, StaticEval, Value, mix};

use crate::{moves::Move, position::Position, scan::any};

/// Evaluations of decided positions: the player to move completes a square at once; cannot stop the opponent from
/// completing one; makes two threats that cannot both be stopped.
const WINS: i32 = 15_000;
const LOSES: i32 = -14_000;
const FORKS: i32 = 13_000;

/// The null move needs this many triangles left: with fewer, passing may be better than placing.
const NULL_MOVE_MIN_TRIANGLES: u8 = 4;

/// Two words mixed into one. Neither factor is ever 0, since positions leave the high bits of their words clear.
#[inline]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a ^ 0xa076_1d64_78bd_642f) * u128::from(b ^ 0xe703_7ed1_a0b4_28db);
    product as u64 ^ (product >> 64) as u64
}

impl Evaluate for Position {
    const MOVE_INDEX_COUNT: usize = 271;

    /// Converts the unit of the fitted weights to that of the search's scores.
    const SCALE: i32 = 230;

    /// Triangles 0 to 215, square tiles 216 to 269, passing 270, with gaps for bits off the board, which avoids a
    /// division.
    #[inline]
    fn move_index(mv: Move) -> usize {
        match mv {
            Move::Triangle { at, corner } => 4 * at.index() + corner as usize,
            Move::Square { at } => 216 + at.index(),
            Move::Pass => 270,
        }
    }

    /// Only the corners that a cell shows and the room left on it matter, so two triangles of one colour have the same
    /// key for either pair of corners. The right to a square tile counts only if it can be used.
    #[inline]
    fn search_key(&self) -> u64 {
        let [a, b] = Player::BOTH.map(|player| self.shown(player));
        let right = self.may_place_square() && self.empty() != 0;
        // With the corners shown, the square tiles left determine the triangles left.
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
        match self.static_eval() {
            StaticEval::Decided(Value::Win(1)) => WINS,
            StaticEval::Decided(Value::Win(_)) => FORKS,
            StaticEval::Decided(_) => LOSES,
            StaticEval::Quiet(evaluation) | StaticEval::Noisy(evaluation) => evaluation,
        }
    }

    /// The pattern counts, regardless of who can complete them.
    fn quick_evaluate(&self) -> i32 {
        self.weighted_sum(&self.pattern_counts(self.turn), &self.pattern_counts(self.turn.other()))
    }

    /// Sees wins in one and three plies and losses in two, and whether a threat has to be answered.
    #[inline]
    fn static_eval(&self) -> StaticEval {
        let mine = self.pattern_counts(self.turn);
        if any(&mine.wins) != 0 {
            return StaticEval::Decided(Value::Win(1));
        }
        let yours = self.pattern_counts(self.turn.other());
        let is_threatened = any(&yours.wins) != 0;
        if is_threatened && !self.has_answer(&yours.wins) {
            return StaticEval::Decided(Value::Loss(2));
        }
        if !is_threatened && self.triangles[self.turn.index()] > 1 && any(&mine.forks) != 0 {
            return StaticEval::Decided(Value::Win(3));
        }
        let evaluation = self.weighted_sum(&mine, &yours);
        if is_threatened { StaticEval::Noisy(evaluation) } else { StaticEval::Quiet(evaluation) }
    }

    /// Moves that prevent an immediate win of the opponent; every other move loses in two plies.
    fn candidate_moves(&self, moves: &mut Vec<Move>) {
        let before = moves.len();
        self.forcing_moves(moves);
        if moves.len() == before {
            self.legal_moves(moves);
        }
    }

    /// A move that wins at once; otherwise every move that stops an immediate win of the opponent.
    fn forcing_moves(&self, moves: &mut Vec<Move>) {
        let wins = self.wins(self.turn);
        let danger = self.wins(self.turn.other());
        if any(&wins) != 0 {
            moves.extend(self.winning_move(&wins));
        } else if any(&danger) != 0 {
            moves.extend_from_slice(self.answers(&danger).as_slice());
        }
    }

    #[inline]
    fn wins_at_once(&self) -> bool {
        any(&self.wins(self.turn)) != 0
    }

    /// A win by threats.
    fn forced_win(&self, budget: &mut u32, line: &mut Vec<Move>) -> Option<u16> {
        let sequence = self.win_by_threats(budget)?;
        line.extend(sequence.moves());
        Some(sequence.plies)
    }

    /// A placement never helps the opponent, so passing is no advantage, except with few triangles left, when keeping
    /// them may be one.
    fn allows_null_move(&self) -> bool {
        self.triangles[self.turn.index()] >= NULL_MOVE_MIN_TRIANGLES
    }
}
