use std::hash::Hasher;

use crate::{Position, Value};

/// What a search needs from a game beyond the rules: an evaluation, a hash key and optional hints that make it faster.
pub trait Evaluate: Position {
    /// The exclusive upper bound of [`Evaluate::move_index`].
    const MOVE_INDEX_COUNT: usize;

    /// An index for the history table. No two legal moves of a position share one.
    fn move_index(mv: Self::Move) -> usize;

    /// The hash key for the transposition table. It covers everything that affects how the game can continue, variant rules
    /// included: positions with equal keys have the same legal moves, which lead to positions with equal keys.
    ///
    /// One transposition table serves every combination of variant rules, so a rule that is missing from the key would leak
    /// scores from one combination into another. The contract suite compares keys across them.
    ///
    /// By default a hash of everything that [`Hash`](std::hash::Hash) covers: correct, but slow, and different for
    /// positions that differ only in irrelevant state such as a ply count.
    fn search_key(&self) -> u64 {
        let mut hasher = MixHasher(0);
        self.hash(&mut hasher);
        hasher.finish()
    }

    /// The static evaluation of an unfinished position for the player to move: 0 is even, 100 a clear advantage. Its
    /// absolute value is at most [`Evaluate::MAX_EVALUATION`]. 0 by default: the search then finds only wins and losses.
    fn evaluate(&self) -> i32 {
        0
    }

    /// A cheaper static evaluation on the same scale that generates no moves. Games override it if
    /// [`Evaluate::evaluate`] does.
    fn quick_evaluate(&self) -> i32 {
        self.evaluate()
    }

    /// The largest absolute value of an evaluation.
    const MAX_EVALUATION: i32 = 20_000;

    /// The scale of the logistic curve that converts evaluations to win chances: at this evaluation the player to move
    /// wins about 73 of 100 games.
    const SCALE: i32 = 100;

    /// Whether the search may prune late moves near the leaves. Enable it only if matches show a gain: it helps in games
    /// with many quiet moves and hurts where any move may be decisive.
    const LATE_MOVE_PRUNING: bool = false;

    /// Appends the moves of the quiescence search: moves that win at once or that the opponent must answer. None by default.
    fn forcing_moves(&self, moves: &mut Vec<Self::Move>) {
        let _ = moves;
    }

    /// The static evaluation together with what the game can prove without search. Plain [`Evaluate::evaluate`] by
    /// default.
    fn static_eval(&self) -> StaticEval {
        StaticEval::Noisy(self.evaluate())
    }

    /// Appends the moves that a search has to consider: every legal move that is left out is no better than one that is
    /// listed. All legal moves by default; at least one if there is any.
    fn candidate_moves(&self, moves: &mut Vec<Self::Move>) {
        self.legal_moves(moves);
    }

    /// Whether a legal move ends the game and wins it for the player to move. Every move is tried by default.
    fn wins_at_once(&self) -> bool {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.into_iter().any(|mv| {
            let mut next = self.clone();
            next.play_unchecked(mv);
            next.outcome().is_some_and(|outcome| outcome.winner == Some(self.turn()))
        })
    }

    /// Searches for a win by threats, moves that leave the opponent few replies or none, and returns the number of plies
    /// it takes at most. Appends the winning line with the longest resistance to `line`. Deducts the nodes visited from
    /// `budget` and stops when it is used up. Finds nothing by default.
    fn forced_win(&self, budget: &mut u32, line: &mut Vec<Self::Move>) -> Option<u16> {
        let _ = (budget, line);
        None
    }

    /// Whether the search may prune by a null move ([`Position::null_move`]). Not where passing could be the best choice; never by
    /// default.
    fn allows_null_move(&self) -> bool {
        false
    }
}

/// An evaluation that is linear in its features, so that the weights can be fitted to game results.
pub trait LinearEvaluate: Evaluate {
    /// The names of the features.
    const FEATURES: &'static [&'static str];

    /// One weight per feature. The evaluation is exactly the weighted sum of the feature counts.
    const WEIGHTS: &'static [i32];

    /// Adds the feature counts of this position, from the point of view of the player to move, to `counts`.
    fn count_features(&self, counts: &mut [i32]);
}

/// The static evaluation of an unfinished position, for the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StaticEval {
    /// The proven value.
    Decided(Value),
    /// An evaluation without forcing moves that could change it.
    Quiet(i32),
    /// An evaluation that forcing moves may change.
    Noisy(i32),
}

/// Hashes by mixing word after word, the same in every version and on every machine.
struct MixHasher(u64);

impl Hasher for MixHasher {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }

    fn write_u8(&mut self, word: u8) {
        self.write_u64(word.into());
    }

    fn write_u16(&mut self, word: u16) {
        self.write_u64(word.into());
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(word.into());
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = mix(self.0.rotate_left(5) ^ word.wrapping_add(0x9e37_79b9_7f4a_7c15));
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// Mixes the bits of a number so that every bit of the result depends on all of them.
#[must_use]
#[inline]
pub const fn mix(mut bits: u64) -> u64 {
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}
