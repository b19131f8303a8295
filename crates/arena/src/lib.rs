//! Matches between computer players, and statistics of their results.
//!
//! - [`PlayerSpec`]: a player as the command line names it, such as `level:4` or `time:1s,threads=2`.
//! - [`PlayerFactory`] creates a [`MatchPlayer`] from it.
//! - [`Openings`]: random balanced openings, each played from both sides.
//! - [`play_jobs`]: pairs of games on several threads.
//! - [`SavedMatch`]: a match on disk that can be interrupted at any time.
//! - [`statistics`]: scores, Elo, sequential tests, ratings.
//! - [`Ladder`]: calibration of the levels of a game.
//!
//! The same seed gives the same openings and, with node or depth limits, the same games on any number of threads.
//!
//! ```
//! use std::ops::ControlFlow;
//!
//! use mekong_arena::{PlayerFactory, PlayerSpec, Job, Openings, play_jobs, statistics::Tally};
//! use mekong_catalog::find;
//! use mekong_core::{CancelToken, Variants};
//!
//! let entry = find("samliam")?;
//! let factory = PlayerFactory::new(entry, Variants::NONE, None);
//! let openings = Openings::new(entry, Variants::NONE, 1, None);
//! let players: [PlayerSpec; 2] = ["depth:2".parse()?, "random".parse()?];
//! let jobs = (0..5).map(|opening_index| Job { players: players.clone(), opening_index }).collect();
//!
//! let mut tally = Tally::default();
//! play_jobs(jobs, &factory, &openings, 400, 1, &CancelToken::new(), &mut |_, pair| {
//!     tally.add(pair.half_points());
//!     ControlFlow::Continue(())
//! })?;
//! assert_eq!(tally.game_count(), 10);
//! assert!(tally.score() > 0.8);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod game;
mod jobs;
mod ladder;
mod openings;
mod player;
mod saved_match;
mod spec;
pub mod statistics;

pub use game::{Ending, MAX_PLIES, PlayedGame, PlayedPair};
pub use jobs::{Job, play_jobs};
pub use ladder::{Ladder, LevelMatch};
pub use openings::Openings;
pub use player::{Choice, CreatePlayerError, Forfeit, MatchPlayer, PlayerFactory};
pub use saved_match::{MatchSettings, SavedMatch, SavedMatchError, SavedPair};
pub use spec::{MoveLimit, PlayerSpec, PlayerSpecError, SearchSettings};
