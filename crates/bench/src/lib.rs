//! Workloads of the benchmarks: perft and random play of each game, on one core.

pub mod palam;

use mekong_core::{Game, Position as _, SplitMix64, Variants, perft};

/// Counts the leaves of a game's tree from its start (its deal of seed 1), with the last ply counted in bulk.
#[must_use]
pub fn leaves<G: Game>(depth: u32) -> u64 {
    perft(&G::start(Variants::NONE, 1), depth)
}

/// Plays random games until at least `plies` plies are played, and returns how many were.
#[must_use]
pub fn random_plies<G: Game>(plies: u64) -> u64 {
    let mut random = SplitMix64::new(1);
    let mut moves = Vec::new();
    let mut played = 0;
    while played < plies {
        let mut position = G::start(Variants::NONE, random.next_u64());
        loop {
            moves.clear();
            position.legal_moves(&mut moves);
            if moves.is_empty() || played >= plies {
                break;
            }
            position.play_unchecked(moves[random.below(moves.len())]);
            played += 1;
        }
    }
    played
}
