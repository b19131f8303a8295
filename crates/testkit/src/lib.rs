//! What every game is tested with. A development dependency only.
//!
//! - [`contract`]: what must hold in every position of every game;
//! - [`keys`]: what a search key must tell apart, across variants;
//! - [`naive`]: comparing a game move for move with a slow second implementation;
//! - [`tables`]: perft tables from data files;
//! - [`cases`]: the worked cases of the rule pages;
//! - [`diagrams`]: the pictures of the rule pages;
//! - [`bytes`]: entry points for fuzzers, which the ordinary tests call too;
//! - [`toys`]: tiny games whose values are known.

pub mod bytes;
pub mod cases;
pub mod contract;
pub mod diagrams;
pub mod keys;
pub mod naive;
pub mod tables;
pub mod toys;

/// A number of random games, multiplied by what `MEKONG_SOAK` in the environment says: `make soak` asks for more than
/// the ordinary tests.
///
/// # Panics
/// If `MEKONG_SOAK` is not a number.
#[must_use]
pub fn soak(games: u64) -> u64 {
    match std::env::var("MEKONG_SOAK") {
        Ok(factor) => games * factor.parse::<u64>().expect("MEKONG_SOAK is a number"),
        Err(_) => games,
    }
}
