//! Statistics of match results.
//!
//! - `tally`: pentanomial counts, the score and its variance.
//! - `elo`: scores as Elo differences, with error bars.
//! - `sprt`: the sequential probability ratio test.
//! - `ratings`: ratings of many players from all their games.

mod elo;
mod ratings;
mod sprt;
mod tally;

pub use elo::{Elo, elo_of_score, score_of_elo};
pub use ratings::{MatchResult, Rating, rate};
pub use sprt::{Sprt, SprtError, SprtResult};
pub use tally::Tally;

/// Half of the width of the 95 % interval of the normal distribution, in standard deviations.
const Z_95: f64 = 1.959_963_985;

/// The cumulative normal distribution.
fn normal_below(x: f64) -> f64 {
    // A rational approximation of the error function (Abramowitz and Stegun 7.1.26), good to 1.5e-7.
    let z = x.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * z);
    let series = t
        * (0.254_829_592
            + t * (-0.284_496_736 + t * (1.421_413_741 + t * (-1.453_152_027 + t * 1.061_405_429))));
    let tail = 0.5 * series * (-z * z).exp();
    if x < 0.0 { tail } else { 1.0 - tail }
}

#[cfg(test)]
mod tests {
    use super::{Z_95, normal_below};

    #[test]
    fn normal_distribution_matches_tabulated_values() {
        for (x, share) in [(0.0, 0.5), (1.0, 0.841_345), (-1.0, 0.158_655), (Z_95, 0.975), (3.0, 0.998_650)] {
            assert!((normal_below(x) - share).abs() < 1e-6, "{x}");
        }
    }
}
