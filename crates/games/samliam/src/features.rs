//! The features of the evaluation and their weights, which are fitted to self-play games.
//!
//! Features are counted separately for the player to move, who needs one turn less, and for the opponent. The
//! opponent's count negative, so that a weight is positive where the feature is good for its owner.

use mekong_core::{LinearEvaluate, Player};

use crate::{
    position::Position,
    scan::{PatternCounts, any},
};

/// How many features there are.
const COUNT: usize = 16;

/// What each feature counts.
const NAMES: [&str; COUNT] = [
    "the turn",
    "patterns that show one of four",
    "opponent's",
    "corners that make a threat",
    "opponent's",
    "corners that make two threats, opponent's",
    "whether the opponent has one",
    "cells where a square tile threatens twice",
    "opponent's",
    "cells where a second triangle threatens twice",
    "opponent's",
    "square tiles left",
    "opponent's",
    "the right to a square tile",
    "the right to one that threatens twice",
    "a threat to be answered",
];

/// The weights, fitted to the results of 5 000 games at 1 500 nodes per move, 137 294 positions. A corner that makes
/// two threats counts among those that make one as well, so the weights of rarer features correct the sum of the more
/// common ones and may be negative.
const WEIGHTS: [i32; COUNT] = [51, 15, 13, 36, 30, -64, 172, -31, -9, -49, -40, 72, 75, 50, 186, -202];

fn count(sets: &[u64; 4]) -> i32 {
    sets.iter().map(|set| set.count_ones() as i32).sum()
}

impl PatternCounts {
    /// The cells where two corners or more make threats.
    #[inline]
    const fn several(&self) -> u64 {
        let [a, b, c, d] = self.threats;
        a & b | c & d | (a | b) & (c | d)
    }
}

impl Position {
    /// The features, from what the patterns hold for the player to move and for the opponent.
    #[inline]
    fn counted(&self, mine: &PatternCounts, yours: &PatternCounts) -> [i32; COUNT] {
        let empty = self.empty();
        let [me, you] = [self.turn, self.turn.other()].map(Player::index);
        let cells = |sets: u64| sets.count_ones() as i32;
        let by_square = if self.squares[me] > 0 { cells(mine.several() & empty) } else { 0 };
        let by_their_square = if self.squares[you] > 0 { cells(yours.several() & empty) } else { 0 };
        let right = self.may_place_square();
        [
            1,
            mine.ones as i32,
            -(yours.ones as i32),
            count(&mine.threats),
            -count(&yours.threats),
            -count(&yours.forks),
            -i32::from(any(&yours.forks) != 0),
            by_square,
            -by_their_square,
            cells(mine.several() & !empty),
            -cells(yours.several() & !empty),
            self.squares[me].into(),
            -i32::from(self.squares[you]),
            right.into(),
            i32::from(right && by_square > 0),
            i32::from(any(&yours.wins) != 0),
        ]
    }

    /// The weighted sum of the features.
    #[inline]
    pub(crate) fn weighted_sum(&self, mine: &PatternCounts, yours: &PatternCounts) -> i32 {
        self.counted(mine, yours).into_iter().zip(WEIGHTS).map(|(count, weight)| count * weight).sum()
    }
}

impl LinearEvaluate for Position {
    const FEATURES: &'static [&'static str] = &NAMES;
    const WEIGHTS: &'static [i32] = &WEIGHTS;

    fn count_features(&self, counts: &mut [i32]) {
        let counted = self.counted(&self.pattern_counts(self.turn), &self.pattern_counts(self.turn.other()));
        counts.iter_mut().zip(counted).for_each(|(count, more)| *count += more);
    }
}
