//! Computer players of the game: its levels and the positions of the bench.

use mekong_core::{BenchPositions, Levels};

pub(crate) const LEVELS: Levels = Levels::new(
    &[(1, 0.0, 9.0), (1, 0.5, 0.35), (1, 0.75, 0.15), (2, 0.0, 0.06), (2, 0.8, 0.05)],
    &[(2_500, 0.02), (7_000, 0.01), (30_000, 0.01), (200_000, 0.01)],
    Some(include_str!("../data/levels.json")),
);

pub(crate) const BENCH: BenchPositions = BenchPositions {
    depth: 13,
    positions: &["LLLL/DDDD/LLLL/DDDD L", "LL/LD/D/LDDDLLLDLD L", "DLLLLLL/D/D/D L", "-/DL/DLDL/LL L"],
};
