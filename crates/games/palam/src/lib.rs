#![doc = include_str!("../README.md")]

mod artwork;
mod board;
mod camp;
mod diagram;
mod encode;
mod endgame;
mod error;
mod eval;
mod exact;
mod features;
mod game;
mod illegal;
mod insight;
mod moves;
mod names;
mod narrate;
mod notation;
mod players;
mod position;
mod rules;
mod setup;
mod symmetry;
mod text_diagram;
mod themes;

pub use board::{Cell, Column, Piece, Sign};
pub use error::{PositionError, Problem};
pub use exact::{ExactScore, Solver, Worker};
pub use features::Features;
pub use game::Palam;
pub use illegal::Illegal;
pub use moves::{Move, Pair};
pub use position::{Engaged, Position};
pub use setup::{Setup, Stage};
pub use symmetry::Renaming;
