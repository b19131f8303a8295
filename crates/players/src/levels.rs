//! The levels 1 to 10 of each game, as the game itself defines them, and what `cargo xtask calibrate GAME` measured of them.

use std::sync::LazyLock;

use mekong_catalog::{Entry, GAMES};
use mekong_core::Strength;

use crate::Calibration;

/// Nodes that the full strength searches per second on a phone. Measurements use this number instead of a time, so that
/// they can be repeated on any machine.
pub const REFERENCE_NPS: u64 = 300_000;

/// The settings of the levels 1 to 10 in a game.
#[must_use]
pub fn strengths(entry: &Entry) -> &'static [Strength; 10] {
    &entry.levels().strengths
}

/// The measured strength of the levels of a game, if there is a measurement.
#[must_use]
pub fn calibration(entry: &Entry) -> Option<&'static Calibration> {
    static CALIBRATIONS: LazyLock<Vec<Calibration>> = LazyLock::new(|| {
        let files = GAMES.iter().filter_map(|entry| entry.levels().calibration);
        files.filter_map(|file| serde_json::from_str(file).ok()).collect()
    });
    CALIBRATIONS.iter().find(|calibration| calibration.game == entry.info().id)
}
