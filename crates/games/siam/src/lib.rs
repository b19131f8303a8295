#![doc = include_str!("../README.md")]

mod board;
mod diagram;
mod encode;
mod error;
mod eval;
mod features;
mod game;
mod insight;
mod moves;
mod narrate;
mod notation;
mod players;
mod position;
mod rules;
mod symmetry;
mod text_diagram;
mod themes;
mod weights;

pub use board::{Direction, Piece, Square};
pub use error::{Illegal, PositionError, Problem};
pub use game::Siam;
pub use moves::Move;
pub use position::{Position, Setup};
pub use symmetry::Symmetry;
