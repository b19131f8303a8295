//! Exact values for any game whose positions can be numbered ([`mekong_core::Indexed`]). This crate names no game.
//!
//! - [`solve`] fills a [`Table`] by retrograde analysis: win, draw or loss for the player to move in every position,
//!   and the exact distance to the end. Moves may go in circles, a player may pass, and a move may lose at once.
//! - [`write()`] and [`read()`] keep tables in files that are refused when anything in them is wrong.
//! - [`verify`] derives every value again from the rules alone and shares nothing with [`solve`] but the numbering.
//!
//! ```
//! use mekong_core::{Game, Probe, Value, Variants};
//! use mekong_saigon::{Position, Saigon};
//! use mekong_solver::{Unwatched, solve};
//!
//! # if std::env::var_os("MEKONG_SOLVE_IN_DOCS").is_some() { // some seconds
//! let table = solve::<Position>(Variants::NONE, 2, &Unwatched).unwrap();
//! assert_eq!(table.probe(&Saigon::start(Variants::NONE, 0)), Some(Value::Win(33)));
//! # }
//! ```

mod choice;
mod circle;
mod code;
mod file;
mod group;
mod reach;
mod retrograde;
mod share;
mod table;
mod verify;
mod watch;

pub use file::{Content, FileError, FileInfo, inspect, read, write};
pub use retrograde::{SolveError, solve};
pub use table::{Counts, Table};
pub use verify::{Verified, VerifyError, verify};
pub use watch::{Unwatched, Watch};
