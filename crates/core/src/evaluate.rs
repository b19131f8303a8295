use crate::{Position, Value};

/// What a search needs to know of a position beyond the rules.
pub trait Evaluate: Position {
    /// Every [`Evaluate::move_number`] is below this.
    const MOVE_NUMBERS: usize;

    /// A number for a move, the same for no two moves that are legal in one position.
    fn move_number(mv: Self::Move) -> usize;

    /// A well-mixed key of everything that decides how the game can go on, the variant rules included: positions with
    /// equal keys have the same legal moves, which lead to positions with equal keys. Others almost never share one.
    ///
    /// One transposition table serves all variants of a game, so a rule that is missing here makes scores of one
    /// rule set show up in another. The contract suite compares keys across variants.
    fn search_key(&self) -> u64;

    /// How good an unfinished position looks for the player to move: 0 is even, 100 a clear advantage, and more than
    /// [`Evaluate::MAX_EVALUATION`] either way is never said.
    fn evaluate(&self) -> i32;

    /// The static evaluation of an unfinished position without calculating any move, on the same scale. A game
    /// overrides it where [`Evaluate::evaluate`] looks at moves.
    fn impression(&self) -> i32 {
        self.evaluate()
    }

    /// The largest value of an evaluation.
    const MAX_EVALUATION: i32 = 20_000;

    /// The evaluation at which the player to move wins about 73 of 100 games: the unit of the logistic curve that turns
    /// evaluations into chances.
    const SCALE: i32 = 100;

    /// Whether a search may leave out moves that stand late in its order, near the depth where it ends. That
    /// pays where many moves do nothing in particular, and blinds where any may be the one that counts; a match tells.
    const LATE_MOVE_PRUNING: bool = false;

    /// Appends the moves of the quiescence search: those that win at
    /// once, or that the opponent must answer. None by default.
    fn forcing_moves(&self, moves: &mut Vec<Self::Move>) {
        let _ = moves;
    }

    /// What a glance tells of an unfinished position: more than [`Evaluate::evaluate`] where a game can tell more.
    fn judge(&self) -> Judgement {
        Judgement::Open(self.evaluate())
    }

    /// Appends the candidate moves of a search: a legal move that is left out is no better than one that is listed.
    /// All of them by default; at least one wherever there are any.
    fn worthwhile_moves(&self, moves: &mut Vec<Self::Move>) {
        self.legal_moves(moves);
    }

    /// Looks for a win that the player to move forces by moves which leave the opponent few answers or none, and says after how
    /// many plies it comes at the latest, whatever the opponent does. The moves are appended to `line`, with the longest
    /// resistance, as far as there is any. Every node is taken from `budget`, and none beyond
    /// it is. Finds nothing by default.
    fn forced_win(&self, budget: &mut u32, line: &mut Vec<Self::Move>) -> Option<u16> {
        let _ = (budget, line);
        None
    }

    /// The position after a null move, where passing is hardly ever the best choice: a
    /// search takes a position that is good even then for good. None where that would be wrong.
    fn null_move(&self) -> Option<Self> {
        None
    }
}

/// An evaluation that is a sum of counts times weights, so that the weights can be learned from games.
pub trait Weighed: Evaluate {
    /// What is counted.
    const FEATURES: &'static [&'static str];

    /// What each is worth. The evaluation is exactly the sum of the counts, each times its weight.
    const WEIGHTS: &'static [i32];

    /// Adds to each count what the position has of it, as the player to move sees it.
    fn count_features(&self, counts: &mut [i32]);
}

/// What a glance tells of an unfinished position, for the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Judgement {
    /// The exact value, with the number of plies that best play takes.
    Decided(Value),
    /// An evaluation, and there are no forcing moves that could change it.
    Quiet(i32),
    /// An evaluation that forcing moves may change.
    Open(i32),
}

/// Mixes the bits of a number so that every bit of the result depends on all of them.
#[must_use]
#[inline]
pub const fn mix(mut bits: u64) -> u64 {
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}
