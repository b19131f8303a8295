//! `make bench`: leaves and random plies per second of every game, beside cozy-chess in the same run, and
//! instructions per leaf under callgrind, which do not depend on what else the machine is doing.

use std::{
    hint::black_box,
    process::{Command, ExitCode},
    time::Instant,
};

use cozy_chess::Board;
use mekong_bench::{leaves, random_plies};
use mekong_catalog::{Visitor, visit_games};
use mekong_core::{Evaluate, Game, Insight};
use mekong_palam::Palam;
use mekong_saigon::Saigon;
use mekong_samliam::SamLiam;
use mekong_siam::Siam;

/// A benchmark that returns the number of units processed.
struct Work {
    name: &'static str,
    /// What the timed run does, about a second long.
    timed: (&'static str, fn() -> u64),
    /// What the run under callgrind does, about a hundredth of it.
    counted: (&'static str, fn() -> u64),
}

/// Leaves of perft, with a depth chosen for each game. The first is the reference. In Sam Liam and Palam one ply multiplies the work by a hundred, so the
/// counted run is not always shallower.
const PERFT: &[Work] = &[
    Work {
        name: "chess (cozy-chess)",
        timed: ("perft 6", || chess(&Board::default(), 6)),
        counted: ("perft 4", || chess(&Board::default(), 4)),
    },
    Work {
        name: "Siam",
        timed: ("perft 5", || leaves::<Siam>(5)),
        counted: ("perft 3", || leaves::<Siam>(3)),
    },
    Work {
        name: "Sam Liam",
        timed: ("perft 3, 20 times", || (0..20).map(|_| leaves::<SamLiam>(3)).sum()),
        counted: ("perft 3", || leaves::<SamLiam>(3)),
    },
    Work {
        name: "Saigon",
        timed: ("perft 7", || leaves::<Saigon>(7)),
        counted: ("perft 5", || leaves::<Saigon>(5)),
    },
    Work {
        name: "Palam, deal of seed 1",
        timed: ("perft 7", || leaves::<Palam>(7)),
        counted: ("perft 5", || leaves::<Palam>(5)),
    },
    Work {
        name: "Palam, deal of seed 1, answers last",
        timed: ("perft 6", || leaves::<Palam>(6)),
        counted: ("perft 6", || leaves::<Palam>(6)),
    },
];

/// Plies of random play of every game.
#[derive(Default)]
struct RandomPlay(Vec<Work>);

impl Visitor for RandomPlay {
    fn game<G: Game>(&mut self)
    where
        G::Position: Evaluate + Insight,
    {
        self.0.push(Work {
            name: G::INFO.title.en,
            timed: ("random play", || random_plies::<G>(3_000_000)),
            counted: ("random play", || random_plies::<G>(20_000)),
        });
    }
}

const ROUNDS: usize = 5;

fn main() -> ExitCode {
    let mut random = RandomPlay::default();
    visit_games(&mut random);
    let arguments: Vec<String> = std::env::args().collect();
    if let Some(index) = arguments.iter().position(|word| word == "--once") {
        // Run under callgrind: a single benchmark.
        let number = arguments.get(index + 1).and_then(|number| number.parse::<usize>().ok());
        let Some(work) = number.and_then(|number| PERFT.iter().chain(&random.0).nth(number)) else {
            return ExitCode::FAILURE;
        };
        println!("{}", (work.counted.1)());
        return ExitCode::SUCCESS;
    }
    time("leaves", PERFT);
    time("plies", &random.0);
    count_instructions(PERFT.iter().chain(&random.0));
    ExitCode::SUCCESS
}

/// Interleaves the benchmarks in rounds, so that noise affects all of them; ratios are taken within a round.
fn time(unit: &str, works: &[Work]) {
    let mut speeds = vec![Vec::new(); works.len()];
    for _ in 0..ROUNDS {
        for (work, speeds) in works.iter().zip(&mut speeds) {
            let begin = Instant::now();
            let units = black_box((work.timed.1)());
            speeds.push(units as f64 / begin.elapsed().as_secs_f64());
        }
    }
    println!("| {unit} per second | median | best | median ratio to the first |");
    println!("|---|---:|---:|---:|");
    for (work, own) in works.iter().zip(&speeds) {
        let ratios = own.iter().zip(&speeds[0]).map(|(own, first)| own / first).collect();
        println!(
            "| {}, {} | {:.1} M | {:.1} M | {:.2} |",
            work.name,
            work.timed.0,
            median(own.clone()) / 1e6,
            own.iter().copied().fold(0.0, f64::max) / 1e6,
            median(ratios),
        );
    }
    println!();
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn count_instructions<'a>(works: impl Iterator<Item = &'a Work>) {
    let Ok(program) = std::env::current_exe() else { return };
    println!("| callgrind | units | instructions | per unit |");
    println!("|---|---:|---:|---:|");
    for (number, work) in works.enumerate() {
        let what = format!("{}, {}", work.name, work.counted.0);
        let output = Command::new("valgrind")
            .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
            .arg(&program)
            .args(["--once", &number.to_string()])
            .output();
        let Ok(output) = output else {
            println!(
                "\nvalgrind is not installed (Debian: apt-get install valgrind), so instructions are not counted"
            );
            return;
        };
        let units: Option<u64> = String::from_utf8_lossy(&output.stdout).trim().parse().ok();
        let instructions = collected(&String::from_utf8_lossy(&output.stderr));
        let (Some(units), Some(instructions)) = (units, instructions) else {
            println!("| {what} | callgrind gave no count | | |");
            continue;
        };
        println!("| {what} | {units} | {instructions} | {:.2} |", instructions as f64 / units as f64);
    }
}

/// The instruction count in callgrind's report: `Collected : 123`.
fn collected(report: &str) -> Option<u64> {
    let line = report.lines().find(|line| line.contains("Collected :"))?;
    line.split_whitespace().last()?.parse().ok()
}

/// Perft of chess with the last ply counted in bulk, as cozy-chess intends it.
fn chess(board: &Board, depth: u32) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            nodes += moves.len() as u64;
        } else {
            for mv in moves {
                let mut next = board.clone();
                next.play_unchecked(mv);
                nodes += chess(&next, depth - 1);
            }
        }
        false
    });
    nodes
}
