//! What every game is tested with. A development dependency only.
//!
//! - [`contract`]: what must hold in every position of every game;
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
pub mod naive;
pub mod tables;
pub mod toys;
