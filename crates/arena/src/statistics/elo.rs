/// An Elo difference, positive if the first player is stronger, with a 95 % interval. Infinite if one player won every
/// game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Elo {
    /// The estimate.
    pub difference: f64,
    /// The lower end of the interval.
    pub lower: f64,
    /// Its upper end.
    pub upper: f64,
}

/// The Elo difference at which the stronger player scores this share: infinite at 0 and 1.
#[must_use]
pub fn elo_of_score(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        400.0 * (score / (1.0 - score)).log10()
    }
}

/// The expected score of a player who is this many Elo stronger.
#[must_use]
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::proptest;

    use super::{elo_of_score, score_of_elo};

    #[test]
    fn elo_matches_known_values() {
        for (elo, score) in [(0.0, 0.5), (100.0, 0.640_065), (200.0, 0.759_747), (400.0, 10.0 / 11.0)] {
            assert!((score_of_elo(elo) - score).abs() < 1e-6);
            assert!((score_of_elo(-elo) - (1.0 - score)).abs() < 1e-6);
        }
        assert!((elo_of_score(0.75) - 190.848_5).abs() < 1e-3);
        assert_eq!(elo_of_score(1.0), f64::INFINITY);
        assert_eq!(elo_of_score(0.0), f64::NEG_INFINITY);
    }

    proptest! {
        #[test]
        fn elo_and_score_round_trip(elo in -1500.0..1500.0) {
            assert!((elo_of_score(score_of_elo(elo)) - elo).abs() < 1e-6);
        }
    }
}
