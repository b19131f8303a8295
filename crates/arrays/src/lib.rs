//! The games as arrays, for learning algorithms: actions (moves as indices), legal masks, observation planes,
//! symmetries as permutations, and [`Batch`], which steps many games together.
//!
//! It supports the games that implement [`Encode`](mekong_core::Encode). This crate does no I/O.
//!
//! ```
//! use mekong_arrays::{Batch, BatchOptions, Buffers, encoding};
//! use mekong_catalog::find;
//! use mekong_core::Variants;
//!
//! let siam = find("siam")?;
//! let encoding = encoding(siam).unwrap();
//! assert_eq!(encoding.action_count(), 580);
//! assert_eq!(encoding.move_text(0).as_deref(), Some("@a1N"));
//!
//! let mut batch = Batch::new(encoding, Variants::NONE, 16, 7, BatchOptions::default())?;
//! let mut arrays = batch.new_arrays();
//! batch.finish(&mut arrays.buffers())?;
//! for _ in 0..100 {
//!     let actions = arrays.samples.clone();
//!     batch.step(&actions, &mut arrays.buffers())?;
//! }
//! assert!(arrays.masks.chunks(580).all(|mask| mask.contains(&true)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod batch;
mod buffers;
mod encoding;
mod env_slot;
mod error;
mod mask;
mod repetition;
mod state;
mod typed;

pub use batch::{Batch, BatchOptions};
pub use buffers::{Arrays, Buffers};
pub use encoding::{Encoding, encoding};
pub use error::{ActionError, StepError};
