//! What both sides of the protocol read and write.

mod go;
mod info;

pub use go::{Clocks, Go, GoError};
pub use info::{Info, UgiScore};
