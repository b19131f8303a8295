//! What results say about strength. Nothing here plays or reads anything.
//!
//! - `tally`: pairs of games counted by what they brought, the score and its spread.
//! - `elo`: scores as Elo differences, with error bars.
//! - `sprt`: when a match has said enough.
//! - `ratings`: the strengths of many players from all their games.

mod elo;
mod ratings;
mod sprt;
mod tally;

pub use elo::{Elo, elo_of_score, score_of_elo};
pub use ratings::{MatchResult, Rating, rate};
pub use sprt::{Sprt, SprtError, Verdict};
pub use tally::Tally;

/// How far the 95 % interval of a normal distribution reaches, in standard deviations.
const WIDE: f64 = 1.959_963_985;

/// The share of a normal distribution below `x` standard deviations.
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
    use super::{WIDE, normal_below};

    #[test]
    fn the_normal_distribution_has_its_tabulated_values() {
        for (x, share) in [(0.0, 0.5), (1.0, 0.841_345), (-1.0, 0.158_655), (WIDE, 0.975), (3.0, 0.998_650)] {
            assert!((normal_below(x) - share).abs() < 1e-6, "{x}");
        }
    }
}
