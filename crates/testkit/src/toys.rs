//! Toy games with known values, for tests of generic code.

mod nibble;
mod tug;

pub use nibble::Nibble;
pub use tug::Tug;
