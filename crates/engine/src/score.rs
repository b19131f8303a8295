use mekong_core::{Outcome, Player, Value};

/// A search score for the player to move: an evaluation, or a win or loss with its distance in plies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Score(i32);

impl Score {
    /// The score of a win in 0 plies.
    const MATE: i32 = 32_000;

    /// Scores beyond this are wins.
    const MATE_ZONE: i32 = 31_000;

    /// An even score or a draw.
    pub const DRAW: Score = Score(0);

    /// Worse than any score.
    pub(crate) const MIN: Score = Score(-32_001);

    /// Better than any score.
    pub(crate) const MAX: Score = Score(32_001);

    /// An evaluation.
    #[must_use]
    pub fn of_evaluation(evaluation: i32) -> Score {
        Score(evaluation.clamp(-Score::MATE_ZONE, Score::MATE_ZONE))
    }

    /// The score of a finished game for a player, `plies` after the root.
    #[must_use]
    pub fn of_outcome(outcome: Outcome, player: Player, plies: u32) -> Score {
        match Value::of_outcome(outcome, player) {
            Value::Win(_) => Score(Score::MATE - plies as i32),
            Value::Draw => Score::DRAW,
            Value::Loss(_) => Score(plies as i32 - Score::MATE),
        }
    }

    /// The best possible score if the earliest win is this many plies after the root.
    pub(crate) const fn win_in(plies: u32) -> Score {
        Score(Score::MATE - plies as i32)
    }

    /// The score of an exact value.
    #[must_use]
    pub const fn of_value(value: Value) -> Score {
        match value {
            Value::Win(plies) => Score(Score::MATE - plies as i32),
            Value::Draw => Score::DRAW,
            Value::Loss(plies) => Score(plies as i32 - Score::MATE),
        }
    }

    /// The score of an exact value, `plies` after the root.
    pub(crate) const fn of_value_after(value: Value, plies: u32) -> Score {
        let plies = plies as i32;
        match value {
            Value::Win(more) => Score(Score::MATE - plies - more as i32),
            Value::Draw => Score::DRAW,
            Value::Loss(more) => Score(plies + more as i32 - Score::MATE),
        }
    }

    /// The win chance of the player to move, a draw counting half: a logistic function with the scale
    /// [`mekong_core::Evaluate::SCALE`], and 0 or 1 for proven scores.
    #[must_use]
    pub fn win_chance(self, scale: i32) -> f64 {
        match self.value() {
            Some(Value::Win(_)) => 1.0,
            Some(Value::Loss(_)) => 0.0,
            _ => 1.0 / (1.0 + (-f64::from(self.0) / f64::from(scale)).exp()),
        }
    }

    /// The exact value this score stands for, if it is a proven win or loss.
    #[must_use]
    pub fn value(self) -> Option<Value> {
        if self.0 > Score::MATE_ZONE {
            Some(Value::Win((Score::MATE - self.0) as u16))
        } else if self.0 < -Score::MATE_ZONE {
            Some(Value::Loss((Score::MATE + self.0) as u16))
        } else {
            None
        }
    }

    /// The raw score; hundredths of an evaluation unit (UCI `cp`) if it is an evaluation.
    #[must_use]
    pub const fn raw(self) -> i32 {
        self.0
    }

    pub(crate) const fn plus(self, difference: i32) -> Score {
        Score(self.0 + difference)
    }

    /// The score as stored in the transposition table, with distances from the position instead of the root.
    pub(crate) fn to_tt(self, ply: u32) -> i16 {
        let number = match self.value() {
            Some(Value::Win(_)) => self.0 + ply as i32,
            Some(Value::Loss(_)) => self.0 - ply as i32,
            _ => self.0,
        };
        number as i16
    }

    /// The score from the transposition table, with distances from the root again.
    pub(crate) fn from_tt(stored: i16, ply: u32) -> Score {
        let score = Score(stored.into());
        match score.value() {
            Some(Value::Win(_)) => Score(score.0 - ply as i32),
            Some(Value::Loss(_)) => Score(score.0 + ply as i32),
            _ => score,
        }
    }
}

impl std::ops::Neg for Score {
    type Output = Score;

    fn neg(self) -> Score {
        Score(-self.0)
    }
}

#[cfg(test)]
mod tests {
    use mekong_core::Value;

    use super::Score;

    #[test]
    fn a_win_keeps_its_distance_through_the_transposition_table() {
        let score = Score(32_000 - 7);
        assert_eq!(score.value(), Some(Value::Win(7)));
        assert_eq!((-score).value(), Some(Value::Loss(7)));
        for ply in [0, 3, 40] {
            assert_eq!(Score::from_tt(score.to_tt(ply), ply), score);
            assert_eq!(Score::from_tt((-score).to_tt(ply), ply), -score);
            assert_eq!(Score::from_tt(Score(-55).to_tt(ply), ply), Score(-55));
        }
        assert_eq!(Score::from_tt(score.to_tt(5), 3).value(), Some(Value::Win(5)), "two plies nearer");
    }
}
