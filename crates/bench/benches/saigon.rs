//! Solving and verifying Saigon: time on one thread and on all, file sizes, probes, peak memory.

use std::{hint::black_box, time::Instant};

use mekong_core::{CancelToken, Game as _, Indexed as _, SplitMix64, TierIndex, Variants};
use mekong_saigon::{Position, Saigon};
use mekong_solver::{Tablebase, read_tablebase, solve, verify, write_tablebase};

fn main() {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    println!("| Saigon | threads | solve | write | read | verify | distances | results only | probe |");
    println!("|---|---:|---:|---:|---:|---:|---:|---:|---:|");
    for variants in Saigon::INFO.all_variants() {
        for threads in [1, cores] {
            row(variants, threads);
        }
    }
    if let Some(peak) = peak_memory() {
        println!("\nPeak memory of the whole run: {peak}");
    }
}

fn row(variants: Variants, threads: usize) {
    let (solved, tablebase) =
        timed(|| solve::<Position>(variants, threads, &CancelToken::new(), &|_, _| {}).expect("solvable"));
    let (written, bytes) = timed(|| write_tablebase(&tablebase, &Saigon::INFO, threads).expect("memory"));
    let results =
        write_tablebase(&tablebase.without_distances(), &Saigon::INFO, threads).expect("memory").len();
    let (loaded, tablebase) =
        timed(|| read_tablebase::<Position>(&bytes, &Saigon::INFO).expect("what was written"));
    let (verified, _) =
        timed(|| verify(&tablebase, threads, &CancelToken::new(), &|_, _| {}).expect("a right table"));
    println!(
        "| {} | {threads} | {solved:.2} s | {written:.2} s | {loaded:.3} s | {verified:.2} s | {} B | {results} B | {:.0} ns |",
        if variants == Variants::NONE { "main rule" } else { "flat" },
        bytes.len(),
        probe_nanoseconds(&tablebase),
    );
}

fn timed<R>(work: impl FnOnce() -> R) -> (f64, R) {
    let begin = Instant::now();
    let result = work();
    (begin.elapsed().as_secs_f64(), result)
}

/// The mean over random positions of all tiers, including positions with a gap.
fn probe_nanoseconds(tablebase: &Tablebase<Position>) -> f64 {
    let mut random = SplitMix64::new(1);
    let positions: Vec<Position> = (0..100_000)
        .map(|_| {
            let tier = random.below(tablebase.tiers().len());
            let index = random.below(tablebase.tiers()[tier].size);
            Position::from_tier_index(TierIndex { tier, index }, tablebase.variants())
        })
        .collect();
    let (seconds, ()) = timed(|| {
        for position in &positions {
            black_box(tablebase.value(black_box(position)));
        }
    });
    seconds * 1e9 / positions.len() as f64
}

/// The peak resident memory of this process, on Linux.
fn peak_memory() -> Option<String> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    status.lines().find_map(|line| line.strip_prefix("VmHWM:")).map(|size| size.trim().to_owned())
}
