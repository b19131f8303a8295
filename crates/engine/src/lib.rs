//! Tree search for any position that can be evaluated ([`mekong_core::Evaluate`]). This crate names no game.
//!
//! Features: iterative deepening, principal variation search with aspiration windows, a lock-free shared transposition
//! table (lazy SMP), killers, history and countermoves, late move reductions and pruning, null move pruning where a
//! game allows it, extensions of forced replies, quiescence search, and forced-win searches of the games. Nothing
//! assumes that turns alternate or that the last mover did not lose. With one thread and a node limit a search is
//! deterministic.
//!
//! ```
//! use mekong_core::{CancelToken, History, Value};
//! use mekong_engine::{Engine, Limits};
//! use mekong_testkit::toys::Tug;
//!
//! // A token two places from the first player's end, who is to move.
//! let mut game = History::new(Tug::<3>::start());
//! for mv in [1, 1] {
//!     game.play(mv).unwrap();
//! }
//! let report = Engine::new(1).search(&game, Limits::depth(4), &CancelToken::new(), |_| {});
//! assert_eq!(report.lines[0].moves, [1]);
//! assert_eq!(report.lines[0].score.value(), Some(Value::Win(1)));
//! ```

mod clock;
mod complete;
mod deepen;
mod engine;
mod limits;
mod mcts;
mod order;
mod reduce;
mod score;
mod search;
mod search_options;
mod shallow;
mod transposition;
pub mod tune;

pub use clock::Instant;
#[cfg(target_family = "wasm")]
pub use clock::set_clock;
pub use engine::{Engine, Line, Report};
pub use limits::Limits;
pub use mcts::{Mcts, MctsResult};
pub use score::Score;
pub use search_options::SearchOptions;
pub use shallow::{MAX_SHALLOW_PLIES, shallow_lines};
