//! Tablebases for any game with indexed positions ([`mekong_core::Indexed`]). This crate names no game.
//!
//! - [`solve`] fills a [`Tablebase`] by retrograde analysis: win, draw or loss for the player to move in every position,
//!   and the exact distance to the end. Games may cycle, a player may pass, and a move may lose at once.
//! - [`write_tablebase`] and [`read_tablebase`] encode tablebases as files with a checksum (feature `files`).
//! - [`verify`] checks every value against the rules and shares only the index of positions, the value codes and the thread helper
//!   with [`solve`].
//!
//! ```
//! use mekong_core::{CancelToken, Player, Probe, Value, Variants};
//! use mekong_solver::solve;
//! use mekong_testkit::toys::Nibble;
//!
//! // The player who eats the last of three crumbs loses; a turn eats one or two.
//! let tablebase = solve::<Nibble>(Variants::NONE, 2, &CancelToken::new(), &|_, _| {})?;
//! let three = Nibble { left: 3, turn: Player::P1 };
//! assert_eq!(tablebase.probe(&three), Some(Value::Win(2)));
//! assert_eq!(tablebase.best_line(&three), [(2, Value::Win(2)), (1, Value::Loss(1))]);
//! # Ok::<(), mekong_solver::SolveError>(())
//! ```

mod choice;
mod code;
mod cycle;
#[cfg(feature = "files")]
mod file;
mod group;
mod parallel;
mod reach;
mod retrograde;
mod tablebase;
mod verify;

#[cfg(feature = "files")]
pub use file::{Content, FileError, FileInfo, inspect_tablebase, read_tablebase, write_tablebase};
pub use retrograde::{SolveError, solve};
pub use tablebase::{Counts, Tablebase};
pub use verify::{Verified, VerifyError, verify};
