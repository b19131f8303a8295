//! Tuning of evaluation weights: self-play, collection of quiet positions, and a fit to the results.

mod fit;
mod play;

pub use fit::{Fit, fit};
pub use play::{Sample, SelfPlay};
