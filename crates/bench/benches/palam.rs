//! The exact solver of Palam: exact scores with few duels left, and winners of whole deals.
//!
//! `cargo bench -p mekong-bench --bench palam`. Pass `-- SECONDS` to set the limit per deal (default 60).

use std::time::{Duration, Instant};

use mekong_core::{CancelToken, Player, Position as _, SplitMix64, Variants};
use mekong_palam::{Position, Solver};

/// Positions of each number of duels.
const POSITIONS: u64 = 40;
/// Seeds of the whole deals.
const DEALS: std::ops::RangeInclusive<u64> = 1..=20;
const MEGABYTE: usize = 1 << 20;

fn main() {
    let limit = std::env::args().filter_map(|argument| argument.parse().ok()).next_back().unwrap_or(60);
    scores();
    deals(Duration::from_secs(limit));
}

/// One thread, a new table of 64 MB for every position; its allocation is not timed.
fn scores() {
    println!("| Palam, exact score | positions | median | max | nodes per position | at max |");
    println!("|---|---:|---:|---:|---:|---:|");
    let stop = CancelToken::new();
    for left in 5..=8 {
        let (mut times, mut nodes) = (Vec::new(), Vec::new());
        for seed in 1..=POSITIONS {
            let position = played_down_to(seed, left);
            let solver = Solver::new(64 * MEGABYTE);
            let begin = Instant::now();
            solver.worker(&stop).solve_score(&position).expect("never stopped");
            times.push(begin.elapsed());
            nodes.push(solver.nodes());
        }
        let (median, max) = median_and_max(&mut times);
        let (mean, max_nodes) = (nodes.iter().sum::<u64>() / POSITIONS, nodes.iter().max().unwrap_or(&0));
        println!("| {left} duels left | {POSITIONS} | {median:.1?} | {max:.1?} | {mean} | {max_nodes} |");
    }
}

/// All threads share one table of 1 GB, new for every deal.
fn deals(limit: Duration) {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    println!("\n| Palam, who wins a deal ({threads} threads) | begins | wins | time | nodes |");
    println!("|---|---|---|---:|---:|");
    let mut times = Vec::new();
    let mut solved = 0;
    for seed in DEALS {
        let deal = Position::start(Variants::NONE, seed);
        let solver = Solver::new(1024 * MEGABYTE);
        let begin = Instant::now();
        let winner = winner(&solver, &deal, threads, limit);
        times.push(begin.elapsed());
        solved += u32::from(winner.is_some());
        let name = |player| if player == Player::P1 { "Isis" } else { "Anubis" };
        let wins = winner.map_or("not found", name);
        let nodes = solver.nodes();
        println!("| seed {seed} | {} | {wins} | {:.2?} | {nodes} |", name(deal.turn()), begin.elapsed());
    }
    let (median, max) = median_and_max(&mut times);
    println!("\n{solved} of {} deals solved; median {median:.2?}, max {max:.2?}.", times.len());
}

/// The winner, if found in time. The first thread to finish stops the others.
fn winner(solver: &Solver, deal: &Position, threads: usize, limit: Duration) -> Option<Player> {
    let stop = CancelToken::new();
    let begin = Instant::now();
    std::thread::scope(|scope| {
        let search = || {
            let winner = solver.worker(&stop).wins(deal);
            stop.cancel();
            winner
        };
        let searches: Vec<_> = (0..threads).map(|_| scope.spawn(search)).collect();
        while !stop.is_cancelled() && begin.elapsed() < limit {
            std::thread::sleep(Duration::from_millis(1));
        }
        stop.cancel();
        searches.into_iter().filter_map(|search| search.join().expect("no panic")).next()
    })
}

/// A seeded deal played at random until `left` duels are left and no piece is engaged.
fn played_down_to(seed: u64, left: u32) -> Position {
    let mut random = SplitMix64::new(seed);
    let mut position = Position::start(Variants::NONE, seed);
    let mut moves = Vec::new();
    while position.engaged().is_some() || position.count(Player::P1) > left {
        moves.clear();
        position.legal_moves(&mut moves);
        position.play_unchecked(moves[random.below(moves.len())]);
    }
    position
}

fn median_and_max(times: &mut [Duration]) -> (Duration, Duration) {
    times.sort_unstable();
    (times[times.len() / 2], times[times.len() - 1])
}
