use super::{Elo, Z_95, elo_of_score, normal_below};

/// Pentanomial counts: pairs of games by the points of the first player.
///
/// The two games of a pair share an opening, so their results are correlated; the variance must be estimated from
/// pairs, not from games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Pairs by points of the first player in them: 0, ½, 1, 1½ and 2.
    pub pairs: [u64; 5],
    /// Games won, drawn and lost by the first player.
    pub games: [u64; 3],
}

impl Tally {
    /// Counts a pair of games, each by the half points of the first player in it: 0, 1 or 2.
    ///
    /// # Panics
    /// If a game brought more than two half points.
    pub fn add(&mut self, half_points: [usize; 2]) {
        for half_point in half_points {
            self.games[2 - half_point] += 1;
        }
        self.pairs[half_points[0] + half_points[1]] += 1;
    }

    /// The number of pairs.
    #[must_use]
    pub fn pair_count(&self) -> u64 {
        self.pairs.iter().sum()
    }

    /// The number of games.
    #[must_use]
    pub fn game_count(&self) -> u64 {
        self.games.iter().sum()
    }

    /// The share of all points that the first player won: ½ before the first game.
    #[must_use]
    pub fn score(&self) -> f64 {
        let pairs = self.pair_count();
        if pairs == 0 {
            return 0.5;
        }
        let shares = (0_u32..).zip(self.pairs).map(|(half_points, count)| share(half_points) * count as f64);
        shares.sum::<f64>() / pairs as f64
    }

    /// The variance of the score of one pair, as a share of its points.
    #[must_use]
    pub fn variance(&self) -> f64 {
        let pairs = self.pair_count();
        if pairs == 0 {
            return 0.0;
        }
        let score = self.score();
        let squares = (0_u32..)
            .zip(self.pairs)
            .map(|(half_points, count)| (share(half_points) - score).powi(2) * count as f64);
        squares.sum::<f64>() / pairs as f64
    }

    /// The standard error of the score.
    #[must_use]
    pub fn standard_error(&self) -> f64 {
        match self.pair_count() {
            0 => 0.0,
            pairs => (self.variance() / pairs as f64).sqrt(),
        }
    }

    /// The bounds of a 95 % interval around the score.
    #[must_use]
    pub fn interval(&self) -> [f64; 2] {
        let (score, games) = (self.score(), self.game_count());
        if games == 0 {
            return [0.0, 1.0];
        }
        // Identical results have no variance. The bound is the rate at which seeing none of the other kind has a
        // probability of 2.5 %.
        let margin = if self.variance() == 0.0 {
            1.0 - 0.025_f64.powf(1.0 / games as f64)
        } else {
            Z_95 * self.standard_error()
        };
        [(score - margin).max(0.0), (score + margin).min(1.0)]
    }

    /// The Elo difference of the score with a 95 % interval.
    #[must_use]
    pub fn elo(&self) -> Elo {
        let [lower, upper] = self.interval().map(elo_of_score);
        Elo { difference: elo_of_score(self.score()), lower, upper }
    }

    /// The probability that the first player is the stronger one.
    #[must_use]
    pub fn likelihood_of_superiority(&self) -> f64 {
        let error = self.standard_error();
        if error > 0.0 {
            return normal_below((self.score() - 0.5) / error);
        }
        // Without variance: as if every decided game were a coin toss.
        let [won, _, lost] = self.games.map(|count| count as f64);
        if won + lost == 0.0 { 0.5 } else { normal_below((won - lost) / (won + lost).sqrt()) }
    }
}

/// Half points as a share of the points of a pair.
fn share(half_points: u32) -> f64 {
    f64::from(half_points) / 4.0
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{Strategy, any, proptest};

    use super::{Tally, share};

    fn tally(pairs: [u64; 5]) -> Tally {
        // The score depends on the pairs only.
        Tally { pairs, games: [0; 3] }
    }

    #[test]
    fn score_and_variance_match_a_hand_computed_example() {
        // 10 pairs: score (0·1 + ¼·2 + ½·4 + ¾·2 + 1·1) / 10 = 0.5, variance (2·¼ + 4·1/16) / 10 = 0.075.
        let even = tally([1, 2, 4, 2, 1]);
        assert_eq!(even.score(), 0.5);
        assert!((even.variance() - 0.075).abs() < 1e-12);
        assert!((even.standard_error() - 0.0075_f64.sqrt()).abs() < 1e-12);
        assert!((even.likelihood_of_superiority() - 0.5).abs() < 1e-6);
        // Shares 0.5, 0.5, 0.75, 0.75: score 0.625, variance 4·(1/8)²/4 = 1/64.
        let better = tally([0, 0, 2, 2, 0]);
        assert_eq!(better.score(), 0.625);
        assert!((better.variance() - 0.015_625).abs() < 1e-12);
    }

    #[test]
    fn pairs_and_games_are_counted_together() {
        let mut tally = Tally::default();
        assert_eq!(tally.score(), 0.5);
        tally.add([2, 0]);
        tally.add([2, 1]);
        tally.add([1, 1]);
        tally.add([0, 0]);
        assert_eq!(tally.pairs, [1, 0, 2, 1, 0]);
        assert_eq!(tally.games, [2, 3, 3]);
        assert_eq!((tally.pair_count(), tally.game_count()), (4, 8));
        assert_eq!(tally.score(), 3.5 / 8.0);
    }

    #[test]
    fn identical_results_keep_a_positive_variance() {
        let mut won = Tally::default();
        for _ in 0..50 {
            won.add([2, 2]);
        }
        let elo = won.elo();
        assert_eq!((elo.difference, elo.upper), (f64::INFINITY, f64::INFINITY));
        // 1 − 0.025^(1/100) = 3.62 % of the points at most: 570 Elo at least.
        assert!((elo.lower - 570.0).abs() < 3.0, "{elo:?}");
        assert!(won.likelihood_of_superiority() > 0.999_999);
        let mut one = Tally::default();
        one.add([2, 2]);
        assert!((0.9..0.95).contains(&one.likelihood_of_superiority()), "one pair is weak evidence");
        let mut drawn = Tally::default();
        drawn.add([1, 1]);
        assert_eq!(drawn.likelihood_of_superiority(), 0.5);
        assert!(drawn.elo().lower < -100.0 && drawn.elo().upper > 100.0);
        assert_eq!(Tally::default().elo().lower, f64::NEG_INFINITY);
    }

    proptest! {
        #[test]
        fn variance_agrees_with_the_list_of_all_pairs(pairs in any::<[u8; 5]>()
            .prop_filter("some pairs", |pairs| pairs.iter().any(|&count| count > 0)))
        {
            let counted = tally(pairs.map(u64::from));
            let list: Vec<f64> = (0_u32..)
                .zip(pairs)
                .flat_map(|(half_points, count)| vec![share(half_points); count.into()])
                .collect();
            let mean = list.iter().sum::<f64>() / list.len() as f64;
            let variance = list.iter().map(|x| x * x).sum::<f64>() / list.len() as f64 - mean * mean;
            assert!((counted.score() - mean).abs() < 1e-9);
            assert!((counted.variance() - variance).abs() < 1e-9);
        }

        #[test]
        fn swapping_players_mirrors_the_statistics(pairs in any::<[u8; 5]>()) {
            let one = tally(pairs.map(u64::from));
            let mut reversed = one;
            reversed.pairs.reverse();
            assert!((one.score() + reversed.score() - 1.0).abs() < 1e-9);
            assert!((one.likelihood_of_superiority() + reversed.likelihood_of_superiority() - 1.0).abs() < 1e-6);
            let (a, b) = (one.elo(), reversed.elo());
            assert!(a.lower == -b.upper || (a.lower + b.upper).abs() < 1e-6, "{a:?} {b:?}");
        }
    }
}
