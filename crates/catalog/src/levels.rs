//! What the levels 1 to 10 can see in each game. `mekong calibrate GAME` measures what that makes of them.

use crate::Strength;

const fn seeing(depth: u32, nodes: u64, carelessness: f64) -> Strength {
    Strength { depth, nodes, carelessness }
}

const USUAL: [Strength; 10] = [
    seeing(1, 2_000, 0.50),
    seeing(1, 2_000, 0.25),
    seeing(2, 5_000, 0.20),
    seeing(2, 10_000, 0.10),
    seeing(3, 20_000, 0.08),
    seeing(4, 50_000, 0.05),
    seeing(5, 100_000, 0.03),
    seeing(6, 100_000, 0.0),
    seeing(8, 400_000, 0.0),
    Strength::FULL,
];

/// The levels of a game.
pub(crate) fn strengths(game: &str) -> &'static [Strength; 10] {
    let _ = game;
    &USUAL
}
