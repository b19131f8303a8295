//! Ratings by Glicko-2 (Mark Glickman, "Example of the Glicko-2 system", 2022). Pure arithmetic.
//!
//! Existing crates rate whole periods only. Here each game is a separate rating period, whose length is the time since the
//! player's previous game.

use std::f64::consts::PI;

use crate::time::{DAY, Millis};

/// Factor between the Glicko scale and the Glicko-2 scale.
const SCALE: f64 = 173.7178;

/// Initial rating.
const INITIAL_RATING: f64 = 1_500.0;

/// System constant τ, which bounds the change of volatility.
const TAU: f64 = 0.5;

/// Convergence tolerance ε.
const TOLERANCE: f64 = 1e-6;

/// Minimum deviation.
const MIN_DEVIATION: f64 = 45.0;

/// A rating with a larger deviation is provisional.
pub const PROVISIONAL: f64 = 110.0;

/// Length of a rating period: chosen so that a rating with deviation 60 and default volatility becomes provisional after a
/// year without games.
const PERIOD: f64 = 4.665 * DAY as f64;

/// A Glicko-2 rating.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// The rating.
    pub rating: f64,
    /// Rating deviation.
    pub deviation: f64,
    /// Rating volatility.
    pub volatility: f64,
}

impl Default for Rating {
    /// The rating of a new player.
    fn default() -> Rating {
        Rating { rating: INITIAL_RATING, deviation: 350.0, volatility: 0.06 }
    }
}

/// The number of rating periods between two times.
#[must_use]
pub fn periods(since: Millis, until: Millis) -> f64 {
    (until - since).max(0) as f64 / PERIOD
}

impl Rating {
    /// Whether the deviation is above [`PROVISIONAL`].
    #[must_use]
    pub fn is_provisional(&self) -> bool {
        self.deviation > PROVISIONAL
    }

    /// The rating after periods without games: its deviation grows.
    #[must_use]
    pub fn aged(self, periods: f64) -> Rating {
        let phi = (self.phi().powi(2) + periods * self.volatility.powi(2)).sqrt();
        Rating { deviation: bounded(phi * SCALE), ..self }
    }

    /// The rating after games against opponents, each with its score (1, ½ or 0), within a number of periods.
    #[must_use]
    pub fn after(self, games: &[(Rating, f64)], periods: f64) -> Rating {
        if games.is_empty() {
            return self.aged(periods);
        }
        let (mu, phi) = (self.mu(), self.phi());
        // Steps 3 and 4 of the paper.
        let (mut information, mut improvement) = (0.0, 0.0);
        for (opponent, score) in games {
            let g = 1.0 / (1.0 + 3.0 * opponent.phi().powi(2) / PI.powi(2)).sqrt();
            let expected = 1.0 / (1.0 + (-g * (mu - opponent.mu())).exp());
            information += g * g * expected * (1.0 - expected);
            improvement += g * (score - expected);
        }
        let v = 1.0 / information;
        let volatility = volatility(phi, self.volatility, v, v * improvement);
        let before = phi.powi(2) + periods * volatility.powi(2);
        let phi = 1.0 / (1.0 / before + 1.0 / v).sqrt();
        Rating {
            rating: INITIAL_RATING + SCALE * (mu + phi * phi * improvement),
            deviation: bounded(phi * SCALE),
            volatility,
        }
    }

    fn mu(&self) -> f64 {
        (self.rating - INITIAL_RATING) / SCALE
    }

    fn phi(&self) -> f64 {
        self.deviation / SCALE
    }
}

fn bounded(deviation: f64) -> f64 {
    deviation.clamp(MIN_DEVIATION, Rating::default().deviation)
}

/// Step 5 of the paper (the Illinois variant of regula falsi).
fn volatility(phi: f64, sigma: f64, v: f64, delta: f64) -> f64 {
    let start = (sigma * sigma).ln();
    let f = |x: f64| {
        let e = x.exp();
        let sum = phi * phi + v + e;
        e * (delta * delta - sum) / (2.0 * sum * sum) - (x - start) / (TAU * TAU)
    };
    let excess = delta * delta - phi * phi - v;
    let mut low = start;
    let mut high = if excess > 0.0 {
        excess.ln()
    } else {
        let mut down = (1..=100).map(|steps| start - f64::from(steps) * TAU);
        down.find(|&x| f(x) >= 0.0).unwrap_or(start - 100.0 * TAU)
    };
    let (mut f_low, mut f_high) = (f(low), f(high));
    for _ in 0..100 {
        if (high - low).abs() <= TOLERANCE {
            break;
        }
        let between = low + (low - high) * f_low / (f_high - f_low);
        let f_between = f(between);
        if f_between * f_high <= 0.0 {
            (low, f_low) = (high, f_high);
        } else {
            f_low /= 2.0;
        }
        (high, f_high) = (between, f_between);
    }
    (low / 2.0).exp()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{PROVISIONAL, Rating, periods};
    use crate::time::DAY;

    fn rating(rating: f64, deviation: f64) -> Rating {
        Rating { rating, deviation, volatility: 0.06 }
    }

    #[test]
    fn matches_the_example_of_the_paper() {
        let games =
            [(rating(1_400.0, 30.0), 1.0), (rating(1_550.0, 100.0), 0.0), (rating(1_700.0, 300.0), 0.0)];
        let after = rating(1_500.0, 200.0).after(&games, 1.0);
        assert!((after.rating - 1_464.06).abs() < 0.01, "{after:?}");
        assert!((after.deviation - 151.52).abs() < 0.01, "{after:?}");
        assert!((after.volatility - 0.059_99).abs() < 0.000_01, "{after:?}");
    }

    #[test]
    fn rating_is_provisional_after_a_year_without_games() {
        let sure = rating(1_700.0, 60.0);
        assert!(!sure.aged(periods(0, 363 * DAY)).is_provisional());
        let later = sure.aged(periods(0, 367 * DAY));
        assert!(later.is_provisional() && (later.deviation - PROVISIONAL).abs() < 1.0, "{later:?}");
        assert_eq!(sure.aged(periods(0, 100_000 * DAY)).deviation, 350.0, "bounded by the initial deviation");
        assert_eq!(periods(5, 0), 0.0, "the clock was set back");
    }

    #[test]
    fn deviation_shrinks_with_games() {
        let mut player = Rating::default();
        assert!(player.is_provisional());
        for game in 0..20 {
            player = player.after(&[(rating(1_500.0, 50.0), f64::from(game % 2))], 0.01);
        }
        assert!(!player.is_provisional() && (player.rating - 1_500.0).abs() < 60.0, "{player:?}");
    }

    proptest! {
        #[test]
        fn winners_rise_and_losers_fall(
            own in 400.0..3_000.0_f64, deviation in 45.0..350.0_f64,
            other in 400.0..3_000.0_f64, their in 45.0..350.0_f64,
            volatility in 0.01..0.2_f64, periods in 0.0..50.0_f64,
        ) {
            let player = Rating { rating: own, deviation, volatility };
            let opponent = rating(other, their);
            let [won, drawn, lost] = [1.0, 0.5, 0.0].map(|score| player.after(&[(opponent, score)], periods));
            prop_assert!(won.rating >= player.rating && lost.rating <= player.rating);
            prop_assert!(lost.rating <= drawn.rating && drawn.rating <= won.rating);
            for after in [won, drawn, lost] {
                prop_assert!((45.0..=350.0).contains(&after.deviation), "{after:?}");
                prop_assert!(after.volatility.is_finite() && after.volatility > 0.0 && after.rating.is_finite());
            }
        }
    }
}
