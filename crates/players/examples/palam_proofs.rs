//! Measures how often the winner and the margin are proven in Palam within a node limit.
//!
//! `cargo run --release -p mekong-players --example palam_proofs`. Pass `-- POSITIONS NODES…` to set the number of
//! positions per number of duels (default 24) and the limits (default 50000 200000 1000000). Every position is searched
//! with an empty memory of 64 MB, for its two best moves as in an analysis. Results are deterministic.

use mekong_catalog::{GameSession, find};
use mekong_core::{CancelToken, SplitMix64, Variants};
use mekong_engine::{Limits, SearchOptions};
use mekong_players::Searcher;

fn main() {
    let numbers: Vec<u64> = std::env::args().filter_map(|argument| argument.parse().ok()).collect();
    let count = numbers.first().copied().unwrap_or(24);
    let limits = if numbers.len() > 1 { numbers[1..].to_vec() } else { vec![50_000, 200_000, 1_000_000] };
    println!("| duels left | node limit | winner proven | margin proven | both moves proven | nodes, mean |");
    println!("|---:|---:|---:|---:|---:|---:|");
    for duels in 7..=12 {
        let positions: Vec<GameSession> =
            (1..).map(|seed| played_down_to(seed, duels)).filter(is_open).take(count as usize).collect();
        for &nodes in &limits {
            let (mut winner, mut margin, mut both, mut spent) = (0, 0, 0, 0);
            for session in &positions {
                let searcher = Searcher::new(find("palam").expect("a game"), 64);
                let search_options = SearchOptions { multi_pv: 2, ..Limits::nodes(nodes).into() };
                let result = searcher.search(session, search_options, &CancelToken::new(), &mut |_| {});
                winner += u32::from(result.lines[0].proven);
                margin += u32::from(result.lines[0].margin.is_some());
                both += u32::from(result.lines.iter().all(|line| line.proven));
                spent += result.nodes;
            }
            println!("| {duels} | {nodes} | {winner} of {count} | {margin} | {both} | {} |", spent / count);
        }
    }
}

/// A deal played at random, with swaps played rarely, until `duels` are left and no piece is engaged.
fn played_down_to(seed: u64, duels: usize) -> GameSession {
    let mut random = SplitMix64::new(!seed);
    let mut session = find("palam").expect("a game").start(Variants::NONE, seed);
    loop {
        let text = session.position_text();
        let fields: Vec<&str> = text.split(' ').collect();
        let pieces = fields[0].split(['/', ',']).filter(|cell| *cell != "-").count();
        if pieces <= 2 * duels && fields[2] == "-" {
            return session;
        }
        let mut moves = session.legal();
        if random.below(4) > 0 && moves.iter().any(|mv| mv.len() == 2) {
            moves.retain(|mv| mv.len() == 2);
        }
        let mv = moves[random.below(moves.len())].clone();
        session.play(&mv).expect("a legal move");
    }
}

/// Whether neither player has enough points to win yet.
fn is_open(session: &GameSession) -> bool {
    let text = session.position_text();
    let score = text.rsplit(' ').next().unwrap_or_default();
    score.split('-').all(|points| points.parse().is_ok_and(|points: u32| points < 38))
}
