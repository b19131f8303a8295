//! Pictures of positions, in characters and as SVG.
//!
//! - `picture`: the traits [`Draw`] and [`Diagram`], and a picture in characters; `frame`: boards in characters.
//! - [`svg`]: SVG documents; [`wood`]: the boards and pieces that all diagrams share.

mod frame;
mod picture;
pub mod svg;
pub mod wood;

pub use frame::Frame;
pub use picture::{Charset, Diagram, Draw, Ink, Picture};
