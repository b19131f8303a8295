//! Datasets for learning and statistics, as folders of Parquet files.
//!
//! - [`SolvedDataset`]: every position of a solved game with its value and distance.
//! - [`SelfPlayDataset`]: positions of games that the engine plays against itself, labelled by a search of a given number of nodes and
//!   by the result of the game.
//!
//! A dataset is a folder with `_dataset.json`, which holds the settings, and numbered parts. Each part is written completely or
//! not at all, so that an export that was interrupted continues where it stopped, and memory stays bounded by the parts being
//! written. The same settings give the same rows on any number of threads. `docs/formats.md` describes the columns.

mod error;
mod export;
mod part;
mod schema;
mod self_play;
mod solved;

pub use error::ExportError;
pub use export::{Dataset, ExportProgress, ExportSummary, export};
pub use schema::{Column, ColumnKind};
pub use self_play::{SelfPlayDataset, SelfPlaySettings};
pub use solved::SolvedDataset;
