#![doc = include_str!("../README.md")]

mod board;
mod diagram;
mod encode;
mod error;
mod eval;
mod game;
mod index;
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

pub use board::{Direction, Slot, Stack};
pub use error::{Illegal, PositionError, Problem};
pub use game::Saigon;
pub use moves::Move;
pub use position::{Position, Setup};
pub use symmetry::Symmetry;
