#![doc = include_str!("../README.md")]

mod board;
mod error;
mod eval;
mod game;
mod moves;
mod narrate;
mod notation;
mod position;
mod rules;
mod text_diagram;

pub use board::Point;
pub use error::{Illegal, PositionError, Problem};
pub use game::Morris;
pub use moves::Move;
pub use position::Position;
