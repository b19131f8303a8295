//! The regret of the search in Palam: the points it gives away compared with the exact solver.
//!
//! `cargo bench -p mekong-bench --bench palam_regret`. Options after `--`: the number of positions per number of duels
//! (default 100), and a time in milliseconds for the searches that are limited by time (default 1000; 0 leaves them
//! out). The searches use the estimate only, never the solver.

use std::time::Duration;

use mekong_bench::palam::played_down_to;
use mekong_core::{CancelToken, History, Position as _};
use mekong_engine::{Engine, Limits};
use mekong_palam::{Move, Position, Solver};

/// A position with the exact points of every move. Decided positions are left out.
struct Case {
    position: Position,
    scores: Vec<(Move, u8)>,
    best: u8,
}

#[derive(Default)]
struct Regret {
    points: u32,
    /// Positions that were won and are lost after the move.
    thrown_away: u32,
    best_moves: u32,
    nodes: u64,
}

fn main() {
    let numbers: Vec<u64> = std::env::args().filter_map(|argument| argument.parse().ok()).collect();
    let count = numbers.first().copied().unwrap_or(100);
    let milliseconds = numbers.get(1).copied().unwrap_or(1_000);
    println!(
        "| duels left | player | positions | won | mean regret | best move | wins thrown away | nodes per move |"
    );
    println!("|---|---|---:|---:|---:|---:|---:|---:|");
    for left in [7, 8] {
        let cases = cases(left, count);
        print_row(left, "any legal move", &cases, |case| (case.scores[case.scores.len() / 2].0, 0));
        for nodes in [1_000, 10_000, 100_000, 1_000_000] {
            print_row(left, &format!("search, {nodes} nodes"), &cases, |case| {
                search(case, Limits::nodes(nodes))
            });
        }
        if milliseconds > 0 {
            let time = Duration::from_millis(milliseconds);
            print_row(left, &format!("search, {time:?}"), &cases, |case| search(case, Limits::time(time)));
        }
        print_row(left, "exact", &cases, |case| {
            let stop = CancelToken::new();
            let solver = Solver::new(64 << 20);
            let exact = solver.worker(&stop).solve_score(&case.position).expect("never stopped");
            (exact.best().expect("the game is in progress"), solver.nodes())
        });
    }
}

fn cases(left: u32, count: u64) -> Vec<Case> {
    let solver = Solver::new(256 << 20);
    let stop = CancelToken::new();
    // Seeds that are not used for fitting the weights.
    let positions = (1 << 40..).map(|seed| played_down_to(seed, left));
    let open = positions.filter(|position| {
        [0, 1].iter().all(|&index| position.score(mekong_core::Player::BOTH[index]) < Position::TO_WIN)
    });
    let case = |position: Position| {
        let scores = solver.worker(&stop).move_scores(&position).expect("never stopped");
        let best = scores.iter().map(|&(_, points)| points).max().unwrap_or(0);
        Case { position, scores, best }
    };
    open.take(count as usize).map(case).collect()
}

fn search(case: &Case, limits: Limits) -> (Move, u64) {
    let report = Engine::new(64).search(&History::new(case.position), limits, &CancelToken::new(), |_| {});
    (report.lines[0].moves[0], report.nodes)
}

fn print_row(left: u32, player: &str, cases: &[Case], choose: impl Fn(&Case) -> (Move, u64)) {
    let mut regret = Regret::default();
    let mut won = 0;
    for case in cases {
        let (mv, nodes) = choose(case);
        let (_, points) = *case.scores.iter().find(|(legal, _)| *legal == mv).expect("a legal move");
        let has = case.position.score(case.position.turn());
        let wins = |points: u8| has + points >= Position::TO_WIN;
        won += u32::from(wins(case.best));
        regret.thrown_away += u32::from(wins(case.best) && !wins(points));
        regret.points += u32::from(case.best - points);
        regret.best_moves += u32::from(points == case.best);
        regret.nodes += nodes;
    }
    let all = cases.len() as f64;
    println!(
        "| {left} | {player} | {} | {won} | {:.2} | {:.0} % | {} | {} |",
        cases.len(),
        f64::from(regret.points) / all,
        100.0 * f64::from(regret.best_moves) / all,
        regret.thrown_away,
        regret.nodes / cases.len() as u64,
    );
}
