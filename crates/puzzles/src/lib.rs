//! Puzzles for every game of the catalog: certificates of uniqueness, refutations, themes, difficulty and selection.
//!
//! A [`Prover`] creates a puzzle ([`Puzzle`]) from a position or returns why that is impossible ([`CertifyError`]). A certificate rests on a tablebase,
//! an exact endgame or an exhaustive search for forced wins, never on an evaluation ([`ProofKind`]). Modules:
//!
//! - `prover`, `certify`: proofs and certificates.
//! - `win_search`, `budget`: the exhaustive search and its limits.
//! - `refutation`: why a try fails.
//! - `practice`: positions to play out against perfect play.
//! - `difficulty`: how hard a puzzle is for the computer.
//! - `select`: the puzzle of the day and the next one of a stream.
//! - `generate`, `quotas`: candidates from games of the computer, and how many of a kind are kept.
//! - `collection`: the committed puzzles (feature `collection`).
//! - `registry`: the adapters of the games.

mod budget;
mod certify;
#[cfg(feature = "collection")]
mod collection;
mod difficulty;
mod error;
mod generate;
mod practice;
mod prover;
mod puzzle;
mod quotas;
mod refutation;
mod registry;
mod select;
mod win_search;

#[cfg(feature = "collection")]
pub use collection::{Collection, collection, find_puzzle};
pub use difficulty::{initial_rating, measure_difficulty};
pub use error::CertifyError;
pub use generate::PuzzleGenerator;
pub use practice::{BestMove, Practice, ProvenResult};
pub use prover::{ProofLimits, Prover};
pub use puzzle::{
    AttemptError, AttemptResult, Difficulty, Goal, GoalResult, LineEnd, ProofKind, Puzzle, Step, TurnProof,
    position_id,
};
pub use quotas::Quotas;
pub use refutation::{Refutation, TryResult};
pub use select::{DAILY_POOL, daily_index, daily_puzzle, next_puzzle};

use mekong_core::Theme;

/// The themes of a game in display order; none if the game has no themes.
#[must_use]
pub fn themes(entry: &mekong_catalog::Entry) -> &'static [&'static Theme] {
    registry::adapter(entry.info().id).themes()
}

/// The codes of the themes of a puzzle, found in its main line. None if its position is invalid.
#[must_use]
pub fn theme_codes(puzzle: &Puzzle) -> Vec<&'static str> {
    let Ok(session) = puzzle.open() else { return Vec::new() };
    let found = registry::adapter(session.info().id).detect(&session, puzzle.side, &puzzle.main_line());
    found.into_iter().map(|theme| theme.code).collect()
}
