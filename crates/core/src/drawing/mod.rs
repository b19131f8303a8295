//! Pictures of positions, in characters and as SVG.
//!
//! - `text_diagram`: the traits [`TextDiagram`] and [`Diagram`], and a canvas of characters; `frame`: grids in characters.
//! - [`svg`]: SVG documents; [`wood`]: the boards and pieces that all diagrams share.

mod frame;
pub mod svg;
mod text_diagram;
pub mod wood;

pub use frame::Frame;
pub use text_diagram::{Charset, Diagram, Ink, TextCanvas, TextDiagram};
