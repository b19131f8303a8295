//! Measures the value of good placements in Palam's draft: one player places by search, the other at random, and both
//! play the duels by the same search.
//!
//! `cargo bench -p mekong-bench --bench palam_draft`. Options after `--`: a number of shuffles, each played from both
//! sides (default 100), and the nodes per move (default 10000). Results are deterministic.

use mekong_core::{CancelToken, History, Player, Position as _, SplitMix64, Variants};
use mekong_engine::{Engine, Limits};
use mekong_palam::Position;

fn main() {
    let numbers: Vec<u64> = std::env::args().filter_map(|argument| argument.parse().ok()).collect();
    let shuffles = numbers.first().copied().unwrap_or(100);
    let nodes = numbers.get(1).copied().unwrap_or(10_000);
    let (mut wins, mut points) = (0, 0);
    for seed in 0..shuffles {
        for placer in Player::BOTH {
            let end = play(seed, placer, nodes);
            wins += u32::from(end.outcome().is_some_and(|outcome| outcome.winner == Some(placer)));
            points += i32::from(end.score(placer)) - i32::from(end.score(placer.other()));
        }
    }
    let games = 2 * shuffles;
    println!("| Palam, draft | games | won | mean points ahead |");
    println!("|---|---:|---:|---:|");
    println!(
        "| placed by the search against at random, {nodes} nodes | {games} | {wins} ({:.1} %) | {:.1} |",
        100.0 * f64::from(wins) / games as f64,
        f64::from(points) / games as f64,
    );
}

fn play(seed: u64, placer: Player, nodes: u64) -> Position {
    // Each player has its own transposition table.
    let engines = [Engine::new(8), Engine::new(8)];
    let mut random = SplitMix64::new(!seed);
    let mut position = Position::start(Variants::NONE.with(0), seed);
    let mut moves = Vec::new();
    while position.outcome().is_none() {
        moves.clear();
        position.legal_moves(&mut moves);
        let mv = if position.is_drafting() && position.turn() != placer {
            moves[random.below(moves.len())]
        } else {
            let engine = &engines[position.turn().index()];
            let stop = CancelToken::new();
            engine.search(&History::new(position), Limits::nodes(nodes), &stop, |_| {}).lines[0].moves[0]
        };
        position.play_unchecked(mv);
    }
    position
}
