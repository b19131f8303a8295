use std::cmp::Ordering;

use mekong_core::{Outcome, Player, Value};
use mekong_players::{EvaluationSource, Line, SearchResult, Searcher, UciScore};
use serde::Serialize;

/// The evaluation of a position or a move from the point of view of one player.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Evaluation {
    /// The score.
    pub score: UciScore,
    /// The expected result of the player from 0 to 1, a draw counting one half.
    pub win_chance: f64,
    /// Whether the result is proven under perfect play; otherwise it is an estimate.
    pub proven: bool,
    /// The proven final margin in points, negative if the player loses; only in games scored by points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points_margin: Option<i32>,
    /// Where it comes from.
    pub source: EvaluationSource,
    /// The search depth in plies.
    pub depth: u32,
}

impl Evaluation {
    /// The evaluation of a line of a search result, for the player to move.
    #[must_use]
    pub fn of_line(searcher: &Searcher, result: &SearchResult, line: &Line) -> Evaluation {
        let source = match result.source {
            EvaluationSource::Exact if !line.proven => EvaluationSource::Search,
            source => source,
        };
        let win_chance = if line.proven {
            f64::from(line.score.raw().signum()).mul_add(0.5, 0.5)
        } else {
            round(searcher.win_chance(line.score))
        };
        Evaluation {
            score: line.score.into(),
            win_chance,
            proven: line.proven,
            points_margin: line.margin,
            source,
            depth: result.depth,
        }
    }

    /// The evaluation of the best line, for the player to move; `None` if there is no line.
    #[must_use]
    pub fn of_result(searcher: &Searcher, result: &SearchResult) -> Option<Evaluation> {
        result.lines.first().map(|line| Evaluation::of_line(searcher, result, line))
    }

    /// The evaluation of a finished game for the player who made the last move. In games scored by points it has no
    /// distance in plies.
    pub(crate) fn of_outcome(outcome: Outcome, player: Player, scored_by_points: bool) -> Evaluation {
        let decided = |wins| UciScore::from(Line::decided(wins, None, Vec::new()).score);
        let (score, win_chance) = match Value::of_outcome(outcome, player) {
            Value::Win(_) => (if scored_by_points { decided(true) } else { UciScore::Mate(1) }, 1.0),
            Value::Draw => (UciScore::Cp(0), 0.5),
            Value::Loss(_) => (if scored_by_points { decided(false) } else { UciScore::Mate(-1) }, 0.0),
        };
        let source = EvaluationSource::Rules;
        Evaluation { score, win_chance, proven: true, points_margin: None, source, depth: 0 }
    }

    /// The evaluation before the move that led here, for the player who made the move.
    pub(crate) fn before(self, same_player: bool) -> Evaluation {
        let evaluation = if same_player { self } else { self.for_opponent() };
        Evaluation { score: evaluation.score.plies_earlier(1), ..evaluation }
    }

    /// The evaluation after a move with this evaluation, for the player to move there.
    pub(crate) fn after(self, same_player: bool) -> Evaluation {
        if same_player { self.one_ply_later() } else { self.for_opponent().one_ply_later() }
    }

    /// The evaluation seen one ply later.
    pub(crate) fn one_ply_later(self) -> Evaluation {
        Evaluation { score: self.score.plies_earlier(-1), ..self }
    }

    /// The evaluation for the other player.
    #[must_use]
    pub fn for_opponent(self) -> Evaluation {
        Evaluation {
            score: -self.score,
            win_chance: round(1.0 - self.win_chance),
            points_margin: self.points_margin.map(|points| -points),
            ..self
        }
    }

    /// Whether the player is proven to win.
    #[must_use]
    pub fn is_won(&self) -> bool {
        self.proven && self.win_chance > 0.75
    }

    /// Whether the player is proven to lose.
    #[must_use]
    pub fn is_lost(&self) -> bool {
        self.proven && self.win_chance < 0.25
    }

    /// The maximum number of plies to the end, if a distance is proven.
    #[must_use]
    pub fn plies(&self) -> Option<u32> {
        match self.score {
            UciScore::Mate(plies) => Some(plies.unsigned_abs()),
            UciScore::Cp(_) => None,
        }
    }

    /// Whether the winner is proven without a distance, as in games scored by points.
    const fn is_decided(&self) -> bool {
        self.proven && matches!(self.score, UciScore::Cp(_))
    }

    /// Compares for the player: by win chance, then by margin if both are proven, then by score. Proven results without a
    /// margin compare as equal.
    pub(crate) fn compare(&self, other: &Evaluation) -> Ordering {
        self.win_chance.total_cmp(&other.win_chance).then_with(|| {
            match (self.points_margin, other.points_margin) {
                (Some(points), Some(others)) => points.cmp(&others),
                _ if self.is_decided() && other.is_decided() => Ordering::Equal,
                _ => self.score.rank().cmp(&other.score.rank()),
            }
        })
    }

    /// Whether this is at least as good as the other.
    pub(crate) fn is_as_good_as(&self, other: &Evaluation) -> bool {
        self.compare(other) != Ordering::Less
    }

    /// Whether this is proven and the other is not, or lacks the margin, or has a longer distance.
    pub(crate) fn is_more_precise_than(&self, other: &Evaluation) -> bool {
        if !self.proven || !other.proven {
            return self.proven;
        }
        let is_closer = self.points_margin.is_some() && other.points_margin.is_none()
            || self.plies().zip(other.plies()).is_some_and(|(plies, others)| plies < others);
        self.win_chance == other.win_chance && is_closer
    }

    /// Whether the comparison with the other is proven.
    pub(crate) fn is_proven_against(&self, other: &Evaluation) -> bool {
        let is_exact = |evaluation: &Evaluation| {
            evaluation.points_margin.is_some() || !evaluation.is_decided() || evaluation.win_chance == 0.5
        };
        let is_same = self.win_chance == other.win_chance;
        self.proven && other.proven && (!is_same || is_exact(self) && is_exact(other))
    }
}

/// Rounds to four decimals.
pub(crate) fn round(chance: f64) -> f64 {
    (chance * 10_000.0).round() / 10_000.0
}

#[cfg(test)]
pub(crate) mod tests {
    use super::{Evaluation, EvaluationSource, UciScore};

    pub(crate) fn evaluation(score: UciScore, win_chance: f64, proven: bool) -> Evaluation {
        let source = EvaluationSource::Search;
        Evaluation { score, win_chance, proven, points_margin: None, source, depth: 1 }
    }

    fn by_points(margin: i32) -> Evaluation {
        let won = margin > 0;
        let score = UciScore::Cp(if won { 20_000 + 10 * margin } else { 10 * margin - 20_000 });
        Evaluation { points_margin: Some(margin), ..evaluation(score, f64::from(u8::from(won)), true) }
    }

    #[test]
    fn evaluation_is_negated_before_the_opponents_turn() {
        let lost = evaluation(UciScore::Mate(-2), 0.0, true);
        assert_eq!(lost.before(false), evaluation(UciScore::Mate(3), 1.0, true));
        assert_eq!(lost.before(true), evaluation(UciScore::Mate(-3), 0.0, true));
        assert_eq!(lost.before(false).after(false), lost);
        assert_eq!(lost.before(true).after(true), lost);
        assert_eq!(
            evaluation(UciScore::Cp(30), 0.6, false).before(false),
            evaluation(UciScore::Cp(-30), 0.4, false)
        );
        assert_eq!(by_points(13).before(false), by_points(-13));
    }

    #[test]
    fn margins_are_compared_only_if_both_are_known() {
        assert!(by_points(13).is_as_good_as(&by_points(13)) && by_points(13).is_as_good_as(&by_points(1)));
        assert!(!by_points(1).is_as_good_as(&by_points(3)));
        assert!(!by_points(-7).is_as_good_as(&by_points(-5)));
        let unknown = Evaluation { points_margin: None, ..by_points(1) };
        assert!(unknown.is_as_good_as(&by_points(31)) && by_points(1).is_as_good_as(&unknown));
        assert!(!unknown.is_proven_against(&by_points(31)) && by_points(1).is_proven_against(&by_points(31)));
        let lost = unknown.for_opponent();
        assert!(unknown.is_proven_against(&lost) && !lost.is_as_good_as(&unknown));
        assert!(unknown.is_as_good_as(&evaluation(UciScore::Cp(900), 0.99, false)));
    }

    #[test]
    fn margins_serialize_only_if_proven() {
        let json = serde_json::to_value(by_points(-5)).unwrap();
        assert_eq!((&json["proven"], &json["points_margin"]), (&true.into(), &(-5).into()));
        let estimate = serde_json::to_value(evaluation(UciScore::Cp(30), 0.6, false)).unwrap();
        assert_eq!((&estimate["proven"], estimate.get("points_margin")), (&false.into(), None));
    }
}
