//! Computer players of the game: its levels and the positions of the bench.

use mekong_core::{BenchPositions, Levels};

pub(crate) const LEVELS: Levels = Levels::new(
    &[(1, 0.7, 1.0), (1, 0.9, 0.4), (2, 0.0, 0.25), (2, 0.15, 0.2), (2, 0.45, 0.12), (3, 0.0, 0.07)],
    &[(6_000, 0.02), (18_000, 0.01), (55_000, 0.01)],
    Some(include_str!("../data/levels.json")),
);

pub(crate) const BENCH: BenchPositions = BenchPositions {
    depth: 8,
    positions: &[
        "5/5/1ooo1/5/5 E 0 -",
        "5/3sw/eoooW/2N1S/n1N2 E 8 -",
        "2s2/s1Sw1/ooowN/NN3/5 E 16 -",
        "5/2ss1/1eSoW/WooW1/1nn2 E 24 -",
    ],
};
