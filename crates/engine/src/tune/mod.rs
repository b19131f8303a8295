//! Tuning of evaluation weights from self-play: play, collect quiet positions, fit
//! the weights so that they foretell the results best.

mod fit;
mod play;

pub use fit::{Fit, fit};
pub use play::{Sample, SelfPlay};
