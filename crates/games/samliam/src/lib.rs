#![doc = include_str!("../README.md")]

mod bitboard_pair;
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
mod scan;
mod symmetry;
mod text_diagram;
mod themes;
mod threats;

pub use board::{Cell, Corner, Facing, Pattern, Tile};
pub use error::{Illegal, PositionError, Problem};
pub use game::SamLiam;
pub use moves::Move;
pub use position::{Position, Setup};
pub use rules::OpenPattern;
pub use symmetry::Symmetry;
