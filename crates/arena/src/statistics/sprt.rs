use mekong_core::{Explain, Lang, explained_error, quoted, say};

use super::{Tally, score_of_elo};

/// The sequential probability ratio test (SPRT) of `elo1` against `elo0`, generalised to the five results of a pair.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The null hypothesis.
    pub elo0: f64,
    /// The alternative hypothesis.
    pub elo1: f64,
    /// The probability of accepting `elo1` if `elo0` is true.
    pub alpha: f64,
    /// The probability of rejecting `elo1` if it is true.
    pub beta: f64,
}

/// The result of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SprtResult {
    /// The first player is stronger by `elo1` rather than `elo0`.
    Accepted,
    /// The first player is not stronger by `elo1`.
    Rejected,
}

impl Sprt {
    /// Reads `elo0,elo1` or `elo0,elo1,alpha,beta`.
    pub fn parse(text: &str) -> Result<Sprt, SprtError> {
        let numbers: Option<Vec<f64>> =
            text.split(',').map(|part| part.trim().parse().ok().filter(|n: &f64| n.is_finite())).collect();
        let (elo0, elo1, alpha, beta) = match numbers.as_deref() {
            Some([elo0, elo1]) => (*elo0, *elo1, 0.05, 0.05),
            Some([elo0, elo1, alpha, beta]) => (*elo0, *elo1, *alpha, *beta),
            _ => return Err(SprtError::Unreadable { text: text.to_owned() }),
        };
        if elo0 >= elo1 || elo0.abs() > 1_000.0 || elo1.abs() > 1_000.0 {
            return Err(SprtError::Order);
        }
        if ![alpha, beta].iter().all(|risk| (0.000_1..=0.4).contains(risk)) {
            return Err(SprtError::Risk);
        }
        Ok(Sprt { elo0, elo1, alpha, beta })
    }

    /// The bounds between which the test is undecided.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of `elo1` to `elo0`, each with the maximum-likelihood distribution of pairs.
    #[must_use]
    pub fn log_likelihood_ratio(&self, tally: &Tally) -> f64 {
        let pairs = tally.pair_count();
        if pairs == 0 {
            return 0.0;
        }
        // A small prior for results that have not occurred, without which a match of wins only would have no
        // likelihood.
        let counts = tally.pairs.map(|count| (count as f64).max(1e-3));
        let total: f64 = counts.iter().sum();
        let seen = counts.map(|count| count / total);
        let likely0 = closest_with_mean(&seen, score_of_elo(self.elo0));
        let likely1 = closest_with_mean(&seen, score_of_elo(self.elo1));
        let terms = (0..5).map(|result| seen[result] * (likely1[result] / likely0[result]).ln());
        total * terms.sum::<f64>()
    }

    /// The result, if the games so far are decisive.
    #[must_use]
    pub fn result(&self, tally: &Tally) -> Option<SprtResult> {
        let ratio = self.log_likelihood_ratio(tally);
        let (lower, upper) = self.bounds();
        if ratio >= upper {
            Some(SprtResult::Accepted)
        } else if ratio <= lower {
            Some(SprtResult::Rejected)
        } else {
            None
        }
    }
}

impl std::fmt::Display for Sprt {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{},{},{},{}", self.elo0, self.elo1, self.alpha, self.beta)
    }
}

/// The maximum-likelihood distribution over pair results with this mean.
///
/// By Lagrange's method it is `seen / (1 + t·(result − mean))`, with the one `t` that makes it a distribution with that
/// mean; the sum below decreases in `t`, so `t` is found by bisection.
fn closest_with_mean(seen: &[f64; 5], mean: f64) -> [f64; 5] {
    let results = [0.0, 0.25, 0.5, 0.75, 1.0];
    let slope = |t: f64| -> f64 {
        (0..5).map(|i| seen[i] * (results[i] - mean) / (1.0 + t * (results[i] - mean))).sum()
    };
    // Between these every 1 + t·(result − mean) is positive.
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if slope(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let t = f64::midpoint(low, high);
    std::array::from_fn(|i| seen[i] / (1.0 + t * (results[i] - mean)))
}

/// Why a text is no [`Sprt`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SprtError {
    /// It is not two or four numbers.
    Unreadable {
        /// The text given.
        text: String,
    },
    /// The differences are out of order or out of range.
    Order,
    /// `alpha` or `beta` is out of range.
    Risk,
}

impl Explain for SprtError {
    fn explain(&self, lang: Lang) -> String {
        match self {
            SprtError::Unreadable { text } if text.is_empty() => say!(
                lang,
                "expected elo0,elo1 or elo0,elo1,alpha,beta, such as 0,5",
                "il faut elo0,elo1 ou elo0,elo1,alpha,bêta, par exemple 0,5",
            ),
            SprtError::Unreadable { text } => {
                let text = quoted(text, lang);
                say!(
                    lang,
                    "expected elo0,elo1 or elo0,elo1,alpha,beta, such as 0,5, not {text}",
                    "il faut elo0,elo1 ou elo0,elo1,alpha,bêta, par exemple 0,5, et non {text}",
                )
            }
            SprtError::Order => say!(
                lang,
                "elo0 must be less than elo1, and both between -1000 and 1000",
                "elo0 doit être inférieur à elo1, et tous deux entre -1000 et 1000",
            ),
            SprtError::Risk => say!(
                lang,
                "alpha and beta are error probabilities from 0.0001 to 0.4",
                "alpha et bêta sont des probabilités d’erreur de 0.0001 à 0.4",
            ),
        }
    }
}
explained_error!(SprtError);

#[cfg(test)]
mod tests {
    use mekong_core::SplitMix64;
    use proptest::prelude::{Strategy as _, any, proptest};

    use super::{Sprt, SprtError, SprtResult, closest_with_mean};
    use crate::statistics::{Tally, score_of_elo};

    fn tally(pairs: [u64; 5]) -> Tally {
        Tally { pairs, games: [0; 3] }
    }

    #[test]
    fn valid_texts_parse_and_others_are_rejected() {
        let defaults = Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05 };
        assert_eq!(Sprt::parse("0,5"), Ok(defaults));
        assert_eq!(Sprt::parse(" -3, 1 ,0.1,0.2"), Ok(Sprt { elo0: -3.0, elo1: 1.0, alpha: 0.1, beta: 0.2 }));
        assert_eq!(Sprt::parse(&defaults.to_string()), Ok(defaults));
        for text in ["", "5", "0,5,0.05", "a,b", "0,inf", "0,NaN", "0,5,1,1,1"] {
            assert_eq!(Sprt::parse(text), Err(SprtError::Unreadable { text: text.to_owned() }));
        }
        assert_eq!(Sprt::parse("5,0"), Err(SprtError::Order));
        assert_eq!(Sprt::parse("0,2000"), Err(SprtError::Order));
        assert_eq!(Sprt::parse("0,5,0,0.05"), Err(SprtError::Risk));
    }

    #[test]
    fn bounds_match_wald() {
        let (lower, upper) = Sprt::parse("0,5").unwrap().bounds();
        assert!((lower + 2.944_439).abs() < 1e-6 && (upper - 2.944_439).abs() < 1e-6);
        let (lower, upper) = Sprt::parse("0,5,0.05,0.1").unwrap().bounds();
        assert!((lower - (0.1_f64 / 0.95).ln()).abs() < 1e-12 && (upper - 18_f64.ln()).abs() < 1e-12);
    }

    #[test]
    fn a_long_match_agrees_with_the_normal_approximation() {
        // For small differences: pairs · (s1 − s0) · (2·score − s0 − s1) / (2·variance).
        let results = tally([100, 900, 2_000, 1_000, 120]);
        let sprt = Sprt::parse("0,5").unwrap();
        let (s0, s1) = (score_of_elo(0.0), score_of_elo(5.0));
        let simple = results.pair_count() as f64 * (s1 - s0) * (2.0 * results.score() - s0 - s1)
            / (2.0 * results.variance());
        let exact = sprt.log_likelihood_ratio(&results);
        assert!((exact / simple - 1.0).abs() < 0.02, "{exact} {simple}");
    }

    #[test]
    fn clear_matches_end_early_and_even_ones_do_not() {
        let sprt = Sprt::parse("0,50").unwrap();
        assert_eq!(sprt.result(&tally([0, 0, 0, 0, 0])), None);
        assert_eq!(sprt.result(&tally([0, 1, 3, 1, 0])), None);
        assert_eq!(sprt.result(&tally([0, 0, 0, 0, 30])), Some(SprtResult::Accepted));
        assert_eq!(sprt.result(&tally([30, 0, 0, 0, 0])), Some(SprtResult::Rejected));
        assert_eq!(sprt.result(&tally([0, 0, 10_000, 0, 0])), Some(SprtResult::Rejected));
    }

    #[test]
    fn error_rates_match_alpha_and_beta() {
        // Pairs of a player who is stronger by elo1, elo0 or not at all, made of two independent games.
        let sprt = Sprt::parse("0,60,0.1,0.1").unwrap();
        let mut random = SplitMix64::new(1);
        for (elo, expected) in [(60.0, SprtResult::Accepted), (0.0, SprtResult::Rejected)] {
            let score = score_of_elo(elo);
            let mut wrong = 0;
            for _ in 0..300 {
                let mut results = Tally::default();
                let result = loop {
                    let mut game =
                        || if (random.below(1 << 20) as f64) < score * 1_048_576.0 { 2 } else { 0 };
                    results.add([game(), game()]);
                    if let Some(result) = sprt.result(&results) {
                        break result;
                    }
                };
                wrong += u32::from(result != expected);
            }
            assert!((5..=45).contains(&wrong), "{wrong} of 300 wrong at {elo}");
        }
    }

    proptest! {
        #[test]
        fn closest_distribution_has_the_given_mean(
            pairs in any::<[u16; 5]>().prop_map(|pairs| pairs.map(|count| f64::from(count) + 1e-3)),
            mean in 0.05..0.95,
        ) {
            let total: f64 = pairs.iter().sum();
            let closest = closest_with_mean(&pairs.map(|count| count / total), mean);
            assert!(closest.iter().all(|&share| share > 0.0));
            assert!((closest.iter().sum::<f64>() - 1.0).abs() < 1e-6, "{closest:?}");
            let found: f64 = (0_u32..).zip(closest).map(|(i, share)| f64::from(i) / 4.0 * share).sum();
            assert!((found - mean).abs() < 1e-6, "{found} {mean}");
        }
    }
}
