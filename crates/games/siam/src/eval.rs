//! The search interface: keys, move indices, forcing moves. The evaluation is in `features` and `weights`.

use mekong_core::{Evaluate, LinearEvaluate, Position as _, StaticEval, Value, mix};

use crate::{
    board::{BORDER, Direction, Square, run_ahead, squares},
    features::NAMES,
    moves::Move,
    position::{OPENING, OPENING_PLIES, Position},
    weights::WEIGHTS,
};

impl Position {
    /// Whether the player to move can push a rock off the board and wins by it.
    fn can_win_at_once(&self) -> bool {
        let me = self.turn.index();
        let occupied = self.occupied();
        let exits = |rock: Square| Direction::ALL.into_iter().filter(move |&d| rock.next(d).is_none());
        let mut lines =
            squares(self.rocks & BORDER).flat_map(|rock| exits(rock).map(move |direction| (rock, direction)));
        lines.any(|(rock, direction)| {
            let behind = run_ahead(occupied, rock, direction.opposite());
            let pushers = behind & self.facing[direction as usize];
            if pushers != 0 {
                // The first animal behind the rock that faces this way wins.
                let decider = Square::nearest(pushers, direction.opposite());
                if self.animals[me] & decider.bit() == 0 {
                    return false;
                }
            }
            let is_open = |to: Square| self.crossed_out() & to.bit() == 0;
            let can_push = |from: Square| {
                from.next(direction).is_some_and(is_open)
                    && self.push_succeeds(run_ahead(occupied, from, direction), direction)
            };
            let last = if behind == 0 { rock } else { Square::nearest(behind, direction) };
            squares(pushers & self.animals[me]).any(can_push)
                || direction.entry_edge() & last.bit() != 0
                    && is_open(last)
                    && self.has_reserve(me)
                    && self.enters(last, direction)
        })
    }

    /// Whether playing a push or an entering push wins at once.
    fn is_winning_push(&self, mv: Move) -> bool {
        let mut next = *self;
        next.play_unchecked(mv);
        next.outcome().is_some_and(|outcome| outcome.winner == Some(self.turn))
    }
}

impl Evaluate for Position {
    const MOVE_INDEX_COUNT: usize = 725;

    // Gains 70 Elo [21 … 121] at 10,000 nodes per move.
    const LATE_MOVE_PRUNING: bool = true;

    /// Entering 0 to 99, stepping 100 to 499, turning 500 to 599, leaving 600 to 624, pushing 625 to 724.
    #[inline]
    fn move_index(mv: Move) -> usize {
        let way = |from: Square, to: Square| {
            Direction::ALL
                .into_iter()
                .find(|&direction| from.next(direction) == Some(to))
                .map_or(0, |d| d as usize)
        };
        match mv {
            Move::Enter { to, facing } => 4 * to.index() + facing as usize,
            Move::Step { from, to, facing } => 100 + 16 * from.index() + 4 * way(from, to) + facing as usize,
            Move::Turn { at, facing } => 500 + 4 * at.index() + facing as usize,
            Move::Leave { at } => 600 + at.index(),
            Move::Push { from, to } => 625 + 4 * from.index() + way(from, to),
        }
    }

    #[inline]
    fn search_key(&self) -> u64 {
        let key = self.packed();
        // Under `opening` it matters how many of the first plies are still to come.
        let opening_plies_left =
            if self.variants.has(OPENING) { OPENING_PLIES.saturating_sub(self.ply) } else { 0 };
        let rules = mix(u64::from(self.variants.bits()) | u64::from(opening_plies_left) << 8);
        mix(key as u64 ^ mix((key >> 64) as u64 ^ 0x5bd1_e995 ^ rules))
    }

    fn evaluate(&self) -> i32 {
        let mut sum = 0;
        self.for_each_feature(|feature, count| sum += WEIGHTS[feature] * count);
        sum
    }

    /// Sees wins in one ply. Without a rock on the border there are no wins in one and no forced replies.
    #[inline]
    fn static_eval(&self) -> StaticEval {
        if self.wins_at_once() {
            StaticEval::Decided(Value::Win(1))
        } else {
            StaticEval::Quiet(self.evaluate())
        }
    }

    #[inline]
    fn wins_at_once(&self) -> bool {
        self.rocks & BORDER != 0 && self.can_win_at_once()
    }

    /// Pushes that win at once.
    fn forcing_moves(&self, moves: &mut Vec<Move>) {
        let begin = moves.len();
        self.list_pushes(moves);
        let mut index = begin;
        while index < moves.len() {
            if self.is_winning_push(moves[index]) {
                index += 1;
            } else {
                moves.swap_remove(index);
            }
        }
    }

    /// There is always a harmless move, so passing is no advantage.
    fn allows_null_move(&self) -> bool {
        true
    }
}

impl LinearEvaluate for Position {
    const FEATURES: &'static [&'static str] = &NAMES;
    const WEIGHTS: &'static [i32] = &WEIGHTS;

    fn count_features(&self, counts: &mut [i32]) {
        self.for_each_feature(|feature, count| counts[feature] += count);
    }
}
