//! What the levels 1 to 10 can see in each game. `mekong calibrate GAME` measures what that makes of them.

use std::sync::OnceLock;

use crate::{Calibration, Strength};

const fn seeing(depth: u32, nodes: u64, carelessness: f64) -> Strength {
    Strength { depth, nodes, carelessness }
}

/// The levels of a game and what was measured of them.
struct Levels {
    game: &'static str,
    strengths: [Strength; 10],
    /// Positions that the full strength looks at in about a second.
    second: u64,
    /// The file that `mekong calibrate` writes.
    measured: &'static str,
    /// The same read.
    calibration: OnceLock<Option<Calibration>>,
}

/// Deep enough that only the number of positions counts.
const FAR: u32 = 60;

const SIAM: [Strength; 10] = [
    seeing(1, 2_000, 0.90),
    seeing(1, 2_000, 0.25),
    seeing(1, 2_000, 0.10),
    seeing(3, 15_000, 0.15),
    seeing(3, 15_000, 0.07),
    seeing(FAR, 8_000, 0.02),
    seeing(FAR, 30_000, 0.01),
    seeing(FAR, 80_000, 0.01),
    seeing(FAR, 350_000, 0.01),
    Strength::FULL,
];

const SAM_LIAM: [Strength; 10] = [
    seeing(1, 2_000, 0.90),
    seeing(1, 2_000, 0.40),
    seeing(2, 5_000, 0.17),
    seeing(3, 10_000, 0.20),
    seeing(3, 10_000, 0.14),
    seeing(FAR, 1_000, 0.03),
    seeing(FAR, 2_200, 0.02),
    seeing(FAR, 8_000, 0.01),
    seeing(FAR, 80_000, 0.01),
    Strength::FULL,
];

const SAIGON: [Strength; 10] = [
    seeing(1, 2_000, 0.90),
    seeing(1, 2_000, 0.35),
    seeing(1, 2_000, 0.15),
    seeing(4, 20_000, 0.06),
    seeing(FAR, 1_500, 0.03),
    seeing(FAR, 4_000, 0.02),
    seeing(FAR, 16_000, 0.01),
    seeing(FAR, 55_000, 0.01),
    seeing(FAR, 250_000, 0.01),
    Strength::FULL,
];

const PALAM: [Strength; 10] = [
    seeing(1, 2_000, 0.40),
    seeing(2, 5_000, 0.30),
    seeing(2, 5_000, 0.12),
    seeing(3, 10_000, 0.08),
    seeing(FAR, 2_200, 0.03),
    seeing(FAR, 5_000, 0.02),
    seeing(FAR, 18_000, 0.02),
    seeing(FAR, 90_000, 0.01),
    seeing(FAR, 450_000, 0.01),
    Strength::FULL,
];

macro_rules! levels {
    ($game:literal, $second:expr, $strengths:expr) => {
        Levels {
            game: $game,
            strengths: $strengths,
            second: $second,
            measured: include_str!(concat!("../../../data/levels/", $game, ".json")),
            calibration: OnceLock::new(),
        }
    };
}

static GAMES: [Levels; 4] = [
    levels!("siam", 2_000_000, SIAM),
    levels!("samliam", 2_500_000, SAM_LIAM),
    levels!("saigon", 2_000_000, SAIGON),
    levels!("palam", 2_000_000, PALAM),
];

fn of(game: &str) -> &'static Levels {
    // A fifth game plays like the first until it has levels of its own.
    GAMES.iter().find(|levels| levels.game == game).unwrap_or(&GAMES[0])
}

/// The levels of a game.
pub(crate) fn strengths(game: &str) -> &'static [Strength; 10] {
    &of(game).strengths
}

/// Positions that the full strength looks at in about a second.
pub(crate) fn second(game: &str) -> u64 {
    of(game).second
}

/// What was measured of the levels of a game.
pub(crate) fn calibration(game: &str) -> Option<&'static Calibration> {
    let levels = of(game);
    let read = || serde_json::from_str(levels.measured).ok().flatten();
    levels.calibration.get_or_init(read).as_ref().filter(|calibration| calibration.game == game)
}
