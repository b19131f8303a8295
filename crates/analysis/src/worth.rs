use std::cmp::Ordering;

use mekong_core::{Outcome, Player, Value};
use mekong_engine::Score;
use mekong_players::{Line, SearchResult, Searcher, Source};
use serde::Serialize;

/// What a position or a move is worth for one of the players.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Worth {
    /// The score.
    pub score: Points,
    /// The share of games that the player wins, a draw counting half.
    pub win_chance: f64,
    /// Whether that is proven: the game ends so if both sides play perfectly. Otherwise it is estimated.
    pub proven: bool,
    /// How many points more than the opponent the player has in the end, fewer if negative: in games that are counted in
    /// points, where that is proven.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points_margin: Option<i32>,
    /// Where that comes from: `search`, `table`, `exact`, or `rules` for a game that is over.
    pub source: &'static str,
    /// Plies searched.
    pub depth: u32,
}

/// A score as programs exchange it: `{"cp": 35}` or `{"mate": 3}`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Points {
    /// An evaluation: 100 is a clear advantage. Where it is proven, more than nothing is a win and less a loss.
    Cp(i32),
    /// Proven: won after so many plies at the latest, or lost if negative.
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
    fn rank(self) -> i32 {
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

    /// The same counted from so many plies earlier, or later if negative.
    fn plies_earlier(self, earlier: i32) -> Points {
        match self {
            Points::Cp(points) => Points::Cp(points),
            Points::Mate(plies) => Points::Mate(plies.signum() * (plies.abs() + earlier).max(1)),
        }
    }
}

impl Worth {
    /// What a line of a result is worth, for the player to move.
    #[must_use]
    pub fn of_line(searcher: &Searcher, result: &SearchResult, line: &Line) -> Worth {
        let source = match result.source {
            Source::Table => "table",
            Source::Exact if line.proven => "exact",
            Source::Search | Source::Exact => "search",
        };
        // Who knows the end has no use for chances.
        let win_chance = if line.proven {
            f64::from(line.score.number().signum()).mul_add(0.5, 0.5)
        } else {
            round(searcher.win_chance(line.score))
        };
        Worth {
            score: Points::of(line.score),
            win_chance,
            proven: line.proven,
            points_margin: line.margin,
            source,
            depth: result.depth,
        }
    }

    /// What the best line of a result is worth, for the player to move; none if there is no line.
    #[must_use]
    pub fn of_result(searcher: &Searcher, result: &SearchResult) -> Option<Worth> {
        result.lines.first().map(|line| Worth::of_line(searcher, result, line))
    }

    /// What the end of a game is worth for a player whose move has just brought it about.
    /// Where points are counted, plies are not.
    pub(crate) fn of_outcome(outcome: Outcome, player: Player, in_points: bool) -> Worth {
        let decided = |wins| Points::of(Line::decided(wins, None, Vec::new()).score);
        let (score, win_chance) = match Value::of_outcome(outcome, player) {
            Value::Win(_) => (if in_points { decided(true) } else { Points::Mate(1) }, 1.0),
            Value::Draw => (Points::Cp(0), 0.5),
            Value::Loss(_) => (if in_points { decided(false) } else { Points::Mate(-1) }, 0.0),
        };
        Worth { score, win_chance, proven: true, points_margin: None, source: "rules", depth: 0 }
    }

    /// What a position is worth before the move that led to it, for the player who made the move.
    pub(crate) fn before(self, same_player: bool) -> Worth {
        let worth = if same_player { self } else { self.for_opponent() };
        Worth { score: worth.score.plies_earlier(1), ..worth }
    }

    /// What the position after a move of this worth is worth for the player to move there.
    pub(crate) fn after(self, same_player: bool) -> Worth {
        if same_player { self.a_ply_later() } else { self.for_opponent().a_ply_later() }
    }

    /// The same counted from a ply later.
    pub(crate) fn a_ply_later(self) -> Worth {
        Worth { score: self.score.plies_earlier(-1), ..self }
    }

    /// The same for the other player.
    #[must_use]
    pub fn for_opponent(self) -> Worth {
        Worth {
            score: self.score.reversed(),
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

    /// Plies to the end at the latest, if it is proven in how many it is won or lost.
    #[must_use]
    pub fn plies(&self) -> Option<u32> {
        match self.score {
            Points::Mate(plies) => Some(plies.unsigned_abs()),
            Points::Cp(_) => None,
        }
    }

    /// Whether the winner is proven without a number of plies: in a game of points.
    const fn is_decided(&self) -> bool {
        self.proven && matches!(self.score, Points::Cp(_))
    }

    /// Which of two is better for the player: by the share of games, then by points where both are proven, then by the
    /// score. Results that are proven without their points are neither better nor worse.
    pub(crate) fn compare(&self, other: &Worth) -> Ordering {
        self.win_chance.total_cmp(&other.win_chance).then_with(|| {
            match (self.points_margin, other.points_margin) {
                (Some(points), Some(others)) => points.cmp(&others),
                _ if self.is_decided() && other.is_decided() => Ordering::Equal,
                _ => self.score.rank().cmp(&other.score.rank()),
            }
        })
    }

    /// Whether one is at least as good as the other.
    pub(crate) fn is_as_good_as(&self, other: &Worth) -> bool {
        self.compare(other) != Ordering::Less
    }

    /// Whether it is proven, and the other is not, or only without the points or with more plies.
    pub(crate) fn says_more_than(&self, other: &Worth) -> bool {
        if !self.proven || !other.proven {
            return self.proven;
        }
        let is_closer = self.points_margin.is_some() && other.points_margin.is_none()
            || self.plies().zip(other.plies()).is_some_and(|(plies, others)| plies < others);
        self.win_chance == other.win_chance && is_closer
    }

    /// Whether it is proven which of the two is better, or that neither is.
    pub(crate) fn is_proven_against(&self, other: &Worth) -> bool {
        let is_exact =
            |worth: &Worth| worth.points_margin.is_some() || !worth.is_decided() || worth.win_chance == 0.5;
        let is_same = self.win_chance == other.win_chance;
        self.proven && other.proven && (!is_same || is_exact(self) && is_exact(other))
    }
}

/// Four decimals are more than anyone knows.
pub(crate) fn round(chance: f64) -> f64 {
    (chance * 10_000.0).round() / 10_000.0
}

#[cfg(test)]
pub(crate) mod tests {
    use super::{Points, Worth};

    /// A worth by search or, where that is proven, by whatever proves it.
    pub(crate) fn worth(score: Points, win_chance: f64, proven: bool) -> Worth {
        Worth { score, win_chance, proven, points_margin: None, source: "search", depth: 1 }
    }

    fn by_points(margin: i32) -> Worth {
        let won = margin > 0;
        let score = Points::Cp(if won { 20_000 + 10 * margin } else { 10 * margin - 20_000 });
        Worth { points_margin: Some(margin), ..worth(score, f64::from(u8::from(won)), true) }
    }

    #[test]
    fn a_position_is_worth_the_opposite_before_the_opponents_turn() {
        let lost = worth(Points::Mate(-2), 0.0, true);
        assert_eq!(lost.before(false), worth(Points::Mate(3), 1.0, true));
        assert_eq!(lost.before(true), worth(Points::Mate(-3), 0.0, true));
        assert_eq!(lost.before(false).after(false), lost);
        assert_eq!(lost.before(true).after(true), lost);
        assert_eq!(worth(Points::Cp(30), 0.6, false).before(false), worth(Points::Cp(-30), 0.4, false));
        assert_eq!(by_points(13).before(false), by_points(-13));
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
    fn where_points_decide_more_points_are_better_and_unknown_ones_neither() {
        assert!(by_points(13).is_as_good_as(&by_points(13)) && by_points(13).is_as_good_as(&by_points(1)));
        assert!(!by_points(1).is_as_good_as(&by_points(3)));
        assert!(!by_points(-7).is_as_good_as(&by_points(-5)));
        let unknown = Worth { points_margin: None, ..by_points(1) };
        assert!(unknown.is_as_good_as(&by_points(31)) && by_points(1).is_as_good_as(&unknown));
        assert!(!unknown.is_proven_against(&by_points(31)) && by_points(1).is_proven_against(&by_points(31)));
        let lost = unknown.for_opponent();
        assert!(unknown.is_proven_against(&lost) && !lost.is_as_good_as(&unknown));
        assert!(unknown.is_as_good_as(&worth(Points::Cp(900), 0.99, false)));
    }

    #[test]
    fn scores_are_written_as_programs_expect_them() {
        let texts = [Points::Cp(-35), Points::Mate(3)].map(|points| serde_json::to_string(&points).unwrap());
        assert_eq!(texts, [r#"{"cp":-35}"#, r#"{"mate":3}"#]);
        let json = serde_json::to_value(by_points(-5)).unwrap();
        assert_eq!((&json["proven"], &json["points_margin"]), (&true.into(), &(-5).into()));
        let estimate = serde_json::to_value(worth(Points::Cp(30), 0.6, false)).unwrap();
        assert_eq!((&estimate["proven"], estimate.get("points_margin")), (&false.into(), None));
    }
}
