use mekong_catalog::{Mind, Source, Thought};
use mekong_core::{Outcome, Player, Value};
use mekong_engine::Score;
use serde::Serialize;

/// What a position or a move is worth for one of the players.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Worth {
    /// The score.
    pub score: Points,
    /// The share of games that the player wins, a draw counting half.
    pub win_chance: f64,
    /// Where that comes from: `search`, `table`, `exact`, or `rules` for a game that is over.
    pub source: &'static str,
    /// Plies searched.
    pub depth: u32,
}

/// A score as programs exchange it: `{"cp": 35}` or `{"mate": 3}`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Points {
    /// An evaluation: 100 is a clear advantage. Of an exact source, more than nothing is a win and less a loss.
    Cp(i32),
    /// Proven: won after so many plies, or lost if negative.
    Mate(i32),
}

impl Points {
    fn of(score: Score) -> Points {
        match score.value() {
            Some(Value::Win(plies)) => Points::Mate(plies.into()),
            Some(Value::Loss(plies)) => Points::Mate(-i32::from(plies)),
            _ => Points::Cp(score.number()),
        }
    }

    /// A number that is greater for the better score.
    pub(crate) fn rank(self) -> i32 {
        match self {
            Points::Cp(points) => points,
            Points::Mate(plies) if plies > 0 => 1_000_000 - plies,
            Points::Mate(plies) => -1_000_000 - plies,
        }
    }

    fn reversed(self) -> Points {
        match self {
            Points::Cp(points) => Points::Cp(-points),
            Points::Mate(plies) => Points::Mate(-plies),
        }
    }

    fn a_ply_earlier(self) -> Points {
        match self {
            Points::Cp(points) => Points::Cp(points),
            Points::Mate(plies) => Points::Mate(plies + plies.signum()),
        }
    }
}

impl Worth {
    /// A score of a thought, for the player to move.
    #[must_use]
    pub fn of_score(mind: &Mind, thought: &Thought, score: Score) -> Worth {
        let points = Points::of(score);
        let (source, exact) = match thought.source {
            Source::Search => ("search", false),
            Source::Table => ("table", true),
            Source::Exact => ("exact", true),
        };
        let win_chance = match points {
            // Who knows the end has no use for chances.
            Points::Cp(points) if exact => f64::from(points.signum()).mul_add(0.5, 0.5),
            _ => round(mind.win_chance(score)),
        };
        Worth { score: points, win_chance, source, depth: thought.depth }
    }

    /// What the end of a game is worth for a player whose move has just brought it about.
    pub(crate) fn of_outcome(outcome: Outcome, player: Player) -> Worth {
        let (score, win_chance) = match Value::of_outcome(outcome, player) {
            Value::Win(_) => (Points::Mate(1), 1.0),
            Value::Draw => (Points::Cp(0), 0.5),
            Value::Loss(_) => (Points::Mate(-1), 0.0),
        };
        Worth { score, win_chance, source: "rules", depth: 0 }
    }

    /// What a position is worth before the move that led to it, for the player who made the move.
    pub(crate) fn before(self, same_player: bool) -> Worth {
        let worth = if same_player { self } else { self.for_opponent() };
        Worth { score: worth.score.a_ply_earlier(), ..worth }
    }

    /// The same for the other player.
    #[must_use]
    pub fn for_opponent(self) -> Worth {
        Worth { score: self.score.reversed(), win_chance: round(1.0 - self.win_chance), ..self }
    }

    /// Whether it is known for certain, and not estimated.
    #[must_use]
    pub fn is_proven(&self) -> bool {
        self.source != "search" || matches!(self.score, Points::Mate(_))
    }

    /// Whether the player is known to win.
    #[must_use]
    pub fn is_won(&self) -> bool {
        self.is_proven() && self.win_chance > 0.75
    }

    /// Plies to the end, if it is known to be won or lost.
    #[must_use]
    pub fn plies(&self) -> Option<u32> {
        match self.score {
            Points::Mate(plies) => Some(plies.unsigned_abs()),
            Points::Cp(_) => None,
        }
    }

    /// Whether one is at least as good as the other.
    pub(crate) fn is_as_good_as(&self, other: &Worth) -> bool {
        let key = |worth: &Worth| (worth.win_chance, worth.score.rank());
        key(self) >= key(other)
    }
}

/// Four decimals are more than anyone knows.
pub(crate) fn round(chance: f64) -> f64 {
    (chance * 10_000.0).round() / 10_000.0
}

#[cfg(test)]
mod tests {
    use super::{Points, Worth};

    fn worth(score: Points, win_chance: f64) -> Worth {
        Worth { score, win_chance, source: "search", depth: 1 }
    }

    #[test]
    fn a_position_is_worth_the_opposite_before_the_opponents_turn() {
        let lost = worth(Points::Mate(-2), 0.0);
        assert_eq!(lost.before(false), worth(Points::Mate(3), 1.0));
        assert_eq!(lost.before(true), worth(Points::Mate(-3), 0.0));
        assert_eq!(worth(Points::Cp(30), 0.6).before(false), worth(Points::Cp(-30), 0.4));
    }

    #[test]
    fn scores_are_ordered_from_a_quick_win_to_a_quick_loss() {
        let order = [
            Points::Mate(1),
            Points::Mate(7),
            Points::Cp(900),
            Points::Cp(-1),
            Points::Mate(-8),
            Points::Mate(-1),
        ];
        assert!(order.windows(2).all(|pair| pair[0].rank() > pair[1].rank()));
    }

    #[test]
    fn scores_are_written_as_programs_expect_them() {
        let texts = [Points::Cp(-35), Points::Mate(3)].map(|points| serde_json::to_string(&points).unwrap());
        assert_eq!(texts, [r#"{"cp":-35}"#, r#"{"mate":3}"#]);
    }
}
