//! Computer players of the game: its levels and the positions of the bench.

use mekong_core::{BenchPositions, Levels};

pub(crate) const LEVELS: Levels = Levels::new(
    &[(1, 0.9, 1.0), (1, 0.95, 0.4), (2, 0.0, 0.2), (2, 0.1, 0.2), (2, 0.35, 0.17), (3, 0.0, 0.14)],
    &[(1_000, 0.03), (5_000, 0.02), (30_000, 0.01)],
    Some(include_str!("../data/levels.json")),
);

pub(crate) const BENCH: BenchPositions = BenchPositions {
    depth: 5,
    positions: &[
        "6/6/6/6/6/6/6 B -",
        "6/6/6/3b2/6/5(BD)/(ac)4D B -",
        "6/A3B1/1A4/3A2/dd1cC1/d4D/(ac)5 B -",
        "6/c1CcD1/1(ac)BQ2/q(AC)(aC)q2/6/bB2a1/2D3 B s",
    ],
};
