//! Computer players of the game: its levels and the positions of the bench.

use mekong_core::{BenchPositions, Levels};

pub(crate) const LEVELS: Levels = Levels::new(
    &[(1, 0.0, 1.0), (2, 0.25, 0.2), (2, 0.57, 0.13), (2, 0.8, 0.12), (3, 0.0, 0.1)],
    &[(1_500, 0.03), (5_000, 0.02), (18_000, 0.01), (60_000, 0.01)],
    Some(include_str!("../data/levels.json")),
);

pub(crate) const BENCH: BenchPositions = BenchPositions {
    depth: 6,
    positions: &[
        "w1,s3,k3,s1,w4,k4/K5,s6,e3,e6,e2,s4/e5,E4,s5,w2,w6,k1/k6,k2,w5,e1,W3,S2 I - s 0-0",
        "e3,W3,w4,k4,e6,e2/-,s6,w6,s5,k2,E4/e1,-,-,K5,w5,k6/e5,s3,s4,s1,w1,k3 A bk1 s 0-12",
        "k2,w1,e5,e2,e6,e3/-,-,w5,-,e1,k4/-,k6,S2,-,-,k1/-,s4,W3,s1,w2,w6 A ak3 s 0-26",
        "E4,s5,S2,-,e5,-/k4,-,e3,-,-,-/-,-,k1,-,-,-/k2,-,K5,w5,W3,k3 I - s 6-6",
    ],
};
