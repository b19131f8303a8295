//! Computer players: one interface to search, tablebases and exact endgames, for every game of the catalog.
//!
//! A [`Searcher`] takes sessions and returns moves and scores as text. Modules:
//!
//! - `searcher`, `result`: the interface and what it returns.
//! - `erased`: the search functions of one game without its types; `registry`: those of all games.
//! - `endgame`, `budget`: exact endgames that are solved within the limits of a search.
//! - `tablebase`: games that are solved completely (feature `tablebases`).
//! - `level`, `calibration`: opponents from 1 to 10 and their measured strength; `move_choice`: how a level chooses among lines.
//! - `tuner`: fits the weights of an evaluation.

mod budget;
mod calibration;
mod endgame;
mod erased;
mod level;
mod mcts;
mod move_choice;
mod registry;
mod result;
mod searcher;
#[cfg(feature = "tablebases")]
mod tablebase;
mod tuner;
mod uci_score;

pub use calibration::{Calibration, REFERENCE_NPS, RatedLevel, RatedMatch, calibration};
pub use endgame::{Proof, ProvenMove};
pub use level::Level;
pub use mcts::MctsPlayer;
pub use mekong_core::LevelSettings;
pub use move_choice::NOVICE;
#[cfg(feature = "tablebases")]
pub use registry::solver;
pub use registry::{has_endgame, tuner};
pub use result::{EvaluationSource, Line, SearchResult, nodes_per_second};
pub use searcher::Searcher;
#[cfg(feature = "tablebases")]
pub use tablebase::{Progress, Tablebase, TablebaseSolver};
#[cfg(feature = "tablebase-files")]
pub use tablebase::{SolvedPosition, TierReport};
pub use tuner::Tuner;
pub use uci_score::UciScore;
