//! Learning the weights of an evaluation from games of the program against itself: play, look at quiet positions, fit
//! the weights so that they foretell the results best.

mod fit;
mod play;

pub use fit::{Fit, fit};
pub use play::{Sample, SelfPlay};
