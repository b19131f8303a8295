//! Pictures of positions, in characters and as SVG.
//!
//! - `text_diagram`: the traits [`TextDiagram`] and [`Diagram`], and a canvas of characters; `text_grid`: grids in characters.
//! - [`svg`]: SVG documents; [`wood`]: the boards and pieces that all diagrams share; [`chart`]: the frame of a plot.

pub mod chart;
pub mod svg;
mod text_diagram;
mod text_grid;
pub mod wood;

pub use text_diagram::{Charset, Diagram, Ink, TextCanvas, TextDiagram};
pub use text_grid::TextGrid;
