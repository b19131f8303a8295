//! Measures how many nodes the search needs to find wins by threats in Sam Liam.
//!
//! `cargo bench -p mekong-bench --bench samliam_threats` collects 200 positions won by three threats or more, from
//! games in which both sides take the best of a few random moves, and reports the nodes needed to find each win. Pass
//! `-- N` to set the node limit (default 200 000).

use std::collections::HashSet;

use mekong_core::{CancelToken, Evaluate as _, History, Position as _, SplitMix64, Value};
use mekong_engine::{Engine, Limits, Report};
use mekong_samliam::{Move, Position};

const POSITIONS: usize = 200;

/// The number of random moves from which the best is taken, by static evaluation.
const TRIES: usize = 12;

/// The minimum length of the winning sequence, answers included: at least three threats.
const MIN_MOVES: usize = 5;

/// The node budget for finding a win by threats.
const BUDGET: u32 = 20_000;

fn main() {
    let limit = std::env::args().filter_map(|argument| argument.parse().ok()).next_back().unwrap_or(200_000);
    let mut nodes: Vec<u64> =
        won_by_threats().into_iter().map(|position| announced(position, limit)).collect();
    nodes.sort_unstable();
    let late = nodes.iter().filter(|&&nodes| nodes >= limit).count();
    let quartile = |quarters: usize| nodes[(nodes.len() - 1) * quarters / 4];
    println!(
        "| positions | a quarter within | half within | three quarters within | not within {limit} nodes |"
    );
    println!("|---:|---:|---:|---:|---:|");
    println!("| {} | {} | {} | {} | {late} |", nodes.len(), quartile(1), quartile(2), quartile(3));
}

/// The first position of each game that is won by enough threats.
fn won_by_threats() -> Vec<Position> {
    let mut random = SplitMix64::new(77);
    let mut found = HashSet::new();
    let mut positions = Vec::new();
    while positions.len() < POSITIONS {
        let mut position = Position::start();
        while position.outcome().is_none() {
            let line = position.winning_threat_sequence(BUDGET);
            if line.is_some_and(|line| line.len() >= MIN_MOVES) {
                if found.insert(position) {
                    positions.push(position);
                }
                break;
            }
            position = next(&position, &mut random);
        }
    }
    positions
}

/// The position after the best of a few random moves.
fn next(position: &Position, random: &mut SplitMix64) -> Position {
    let mut moves: Vec<Move> = Vec::new();
    position.legal_moves(&mut moves);
    let tries = (0..TRIES).map(|_| {
        let mut next = *position;
        next.play_unchecked(moves[random.below(moves.len())]);
        next
    });
    tries
        .min_by_key(|next| if next.outcome().is_some() { i32::MIN } else { next.evaluate() })
        .expect("there are several")
}

/// The nodes after which the search reports a win for the player to move; the limit if it does not.
fn announced(position: Position, limit: u64) -> u64 {
    let stop = CancelToken::new();
    let wins = |report: &Report<Move>| matches!(report.lines[0].score.value(), Some(Value::Win(_)));
    let mut first = None;
    let last = Engine::new(16).search(&History::new(position), Limits::nodes(limit), &stop, |report| {
        if first.is_none() && wins(report) {
            first = Some(report.nodes);
            stop.cancel();
        }
    });
    first.unwrap_or(if wins(&last) { last.nodes } else { limit })
}
