use std::ops::Neg;

use mekong_core::Value;
use mekong_engine::Score;
use serde::Serialize;

/// A score as in UCI. In JSON `{"cp": 35}` or `{"mate": 3}`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum UciScore {
    /// Hundredths of an evaluation unit (UCI `cp`): 100 is a clear advantage. If the evaluation is proven, only the sign
    /// counts: win, draw or loss.
    Cp(i32),
    /// A win in at most this many plies, or a loss if negative.
    Mate(i32),
}

impl UciScore {
    /// A key that sorts scores from worst to best.
    #[must_use]
    pub const fn rank(self) -> i32 {
        match self {
            UciScore::Cp(points) => points,
            UciScore::Mate(plies) if plies > 0 => 1_000_000 - plies,
            UciScore::Mate(plies) => -1_000_000 - plies,
        }
    }

    /// The score seen this many plies earlier, or later if negative.
    #[must_use]
    pub fn plies_earlier(self, earlier: i32) -> UciScore {
        match self {
            UciScore::Cp(points) => UciScore::Cp(points),
            UciScore::Mate(plies) => UciScore::Mate(plies.signum() * (plies.abs() + earlier).max(1)),
        }
    }
}

impl From<Score> for UciScore {
    fn from(score: Score) -> UciScore {
        match score.value() {
            Some(Value::Win(plies)) => UciScore::Mate(plies.into()),
            Some(Value::Loss(plies)) => UciScore::Mate(-i32::from(plies)),
            Some(Value::Draw) | None => UciScore::Cp(score.raw()),
        }
    }
}

/// The score for the other player.
impl Neg for UciScore {
    type Output = UciScore;

    fn neg(self) -> UciScore {
        match self {
            UciScore::Cp(points) => UciScore::Cp(-points),
            UciScore::Mate(plies) => UciScore::Mate(-plies),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::UciScore;

    #[test]
    fn scores_are_ordered_from_a_quick_win_to_a_quick_loss() {
        let order = [
            UciScore::Mate(1),
            UciScore::Mate(7),
            UciScore::Cp(900),
            UciScore::Cp(-1),
            UciScore::Mate(-8),
            UciScore::Mate(-1),
        ];
        assert!(order.windows(2).all(|pair| pair[0].rank() > pair[1].rank()));
    }

    #[test]
    fn scores_serialize_as_cp_or_mate() {
        let texts =
            [UciScore::Cp(-35), UciScore::Mate(3)].map(|score| serde_json::to_string(&score).unwrap());
        assert_eq!(texts, [r#"{"cp":-35}"#, r#"{"mate":3}"#]);
    }
}
