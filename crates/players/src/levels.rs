//! What the levels 1 to 10 can see in each game. `cargo xtask calibrate GAME` measures what that makes of them.

use std::sync::OnceLock;

use mekong_catalog::Entry;

use crate::{Calibration, Strength};

/// A level that looks this many plies ahead, and one more in a share of its turns.
const fn looking(depth: u32, deeper: f64, max_regret: f64) -> Strength {
    Strength { depth, deeper, nodes: SHORT_SEARCH, max_regret }
}

/// A level that searches this many nodes.
const fn searching(nodes: u64, max_regret: f64) -> Strength {
    Strength { depth: FAR, deeper: 0.0, nodes, max_regret }
}

/// More positions than a search of three plies needs.
const SHORT_SEARCH: u64 = 20_000;

/// Deep enough that only the number of positions counts.
const FAR: u32 = 60;

/// The levels of a game and what was measured of them.
struct Levels {
    game: &'static str,
    strengths: [Strength; 10],
    /// See [`reference_nps`].
    reference_nps: u64,
    /// The file that `cargo xtask calibrate` writes.
    measured: &'static str,
    /// The same read.
    calibration: OnceLock<Option<Calibration>>,
}

const SIAM: [Strength; 10] = [
    looking(1, 0.7, 1.0),
    looking(1, 0.9, 0.4),
    looking(2, 0.0, 0.25),
    looking(2, 0.15, 0.2),
    looking(2, 0.45, 0.12),
    looking(3, 0.0, 0.07),
    searching(6_000, 0.02),
    searching(18_000, 0.01),
    searching(55_000, 0.01),
    Strength::FULL,
];

const SAM_LIAM: [Strength; 10] = [
    looking(1, 0.9, 1.0),
    looking(1, 0.95, 0.4),
    looking(2, 0.0, 0.2),
    looking(2, 0.1, 0.2),
    looking(2, 0.35, 0.17),
    looking(3, 0.0, 0.14),
    searching(1_000, 0.03),
    searching(5_000, 0.02),
    searching(30_000, 0.01),
    Strength::FULL,
];

const SAIGON: [Strength; 10] = [
    looking(1, 0.0, 9.0),
    looking(1, 0.5, 0.35),
    looking(1, 0.75, 0.15),
    looking(2, 0.0, 0.06),
    looking(2, 0.8, 0.05),
    searching(2_500, 0.02),
    searching(7_000, 0.01),
    searching(30_000, 0.01),
    searching(200_000, 0.01),
    Strength::FULL,
];

const PALAM: [Strength; 10] = [
    looking(1, 0.0, 1.0),
    looking(2, 0.25, 0.2),
    looking(2, 0.57, 0.13),
    looking(2, 0.8, 0.12),
    looking(3, 0.0, 0.1),
    searching(1_500, 0.03),
    searching(5_000, 0.02),
    searching(18_000, 0.01),
    searching(60_000, 0.01),
    Strength::FULL,
];

macro_rules! levels {
    ($game:literal, $reference_nps:expr, $strengths:expr) => {
        Levels {
            game: $game,
            strengths: $strengths,
            reference_nps: $reference_nps,
            measured: include_str!(concat!("../../../data/levels/", $game, ".json")),
            calibration: OnceLock::new(),
        }
    };
}

static GAMES: [Levels; 4] = [
    levels!("siam", 300_000, SIAM),
    levels!("samliam", 300_000, SAM_LIAM),
    levels!("saigon", 300_000, SAIGON),
    levels!("palam", 300_000, PALAM),
];

fn of(game: &str) -> &'static Levels {
    // A fifth game plays like the first until it has levels of its own.
    GAMES.iter().find(|levels| levels.game == game).unwrap_or(&GAMES[0])
}

/// The settings of the levels 1 to 10 in a game.
#[must_use]
pub fn strengths(entry: &Entry) -> &'static [Strength; 10] {
    &of(entry.info().id).strengths
}

/// Nodes that the full strength searches per second on a phone. Measurements use this number instead of a time, so that
/// they can be repeated on any machine.
#[must_use]
pub fn reference_nps(entry: &Entry) -> u64 {
    of(entry.info().id).reference_nps
}

/// The measured strength of the levels of a game, if there is a measurement.
#[must_use]
pub fn calibration(entry: &Entry) -> Option<&'static Calibration> {
    let levels = of(entry.info().id);
    let read = || serde_json::from_str(levels.measured).ok().flatten();
    levels.calibration.get_or_init(read).as_ref().filter(|calibration| calibration.game == entry.info().id)
}
