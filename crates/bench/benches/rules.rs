//! `make bench`: leaves and random plies per second of every game, beside cozy-chess in the same run, and
//! instructions per leaf under callgrind, which do not depend on what else the machine is doing.

use std::{
    hint::black_box,
    process::{Command, ExitCode},
    time::Instant,
};

use cozy_chess::Board;
use mekong_bench::{leaves, random_plies};
use mekong_palam::Palam;
use mekong_saigon::Saigon;
use mekong_samliam::SamLiam;
use mekong_siam::Siam;

/// A piece of work that reports how many units it did.
struct Work {
    name: &'static str,
    run: fn(Size) -> u64,
}

/// How much of the work to do: what takes about a second, or about a hundredth of it for callgrind.
#[derive(Clone, Copy, PartialEq)]
enum Size {
    Timed,
    Counted,
}

impl Size {
    fn pick<T>(self, timed: T, counted: T) -> T {
        if self == Size::Timed { timed } else { counted }
    }
}

/// Leaves of perft. The first is the yardstick.
const PERFT: [Work; 6] = [
    Work { name: "chess (cozy-chess) perft 6", run: |size| chess(&Board::default(), size.pick(6, 4)) },
    Work { name: "Siam perft 5", run: |size| leaves::<Siam>(size.pick(5, 3)) },
    Work {
        name: "Sam Liam perft 3, 20 times",
        run: |size| repeat(size.pick(20, 1), || leaves::<SamLiam>(3)),
    },
    Work { name: "Saigon perft 7", run: |size| leaves::<Saigon>(size.pick(7, 5)) },
    Work { name: "Palam perft 7 (deal of seed 1)", run: |size| leaves::<Palam>(size.pick(7, 6)) },
    Work { name: "Palam perft 6 (deal of seed 1)", run: |size| leaves::<Palam>(size.pick(6, 6)) },
];

/// Plies of random play.
const RANDOM: [Work; 4] = [
    Work { name: "Siam random play", run: |size| random_plies::<Siam>(size.pick(3_000_000, 20_000)) },
    Work { name: "Sam Liam random play", run: |size| random_plies::<SamLiam>(size.pick(3_000_000, 20_000)) },
    Work { name: "Saigon random play", run: |size| random_plies::<Saigon>(size.pick(3_000_000, 20_000)) },
    Work { name: "Palam random play", run: |size| random_plies::<Palam>(size.pick(3_000_000, 20_000)) },
];

const ROUNDS: usize = 5;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().collect();
    if let Some(index) = arguments.iter().position(|word| word == "--once") {
        // Called by ourselves under callgrind: one piece of work, nothing else.
        let name = arguments.get(index + 1).map(String::as_str);
        let Some(work) = PERFT.iter().chain(&RANDOM).find(|work| Some(work.name) == name) else {
            return ExitCode::FAILURE;
        };
        println!("{}", (work.run)(Size::Counted));
        return ExitCode::SUCCESS;
    }
    time("leaves", &PERFT);
    time("plies", &RANDOM);
    count_instructions();
    ExitCode::SUCCESS
}

/// Rounds over all works, so that a noisy moment hits them all; ratios are taken within a round.
fn time(unit: &str, works: &[Work]) {
    let mut speeds = vec![Vec::new(); works.len()];
    for _ in 0..ROUNDS {
        for (work, speeds) in works.iter().zip(&mut speeds) {
            let begin = Instant::now();
            let units = black_box((work.run)(black_box(Size::Timed)));
            speeds.push(units as f64 / begin.elapsed().as_secs_f64());
        }
    }
    println!("| {unit} per second | median | best | median ratio to the first |");
    println!("|---|---:|---:|---:|");
    for (work, own) in works.iter().zip(&speeds) {
        let ratios = own.iter().zip(&speeds[0]).map(|(own, first)| own / first).collect();
        println!(
            "| {} | {:.1} M | {:.1} M | {:.2} |",
            work.name,
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

fn count_instructions() {
    let Ok(program) = std::env::current_exe() else { return };
    println!("| callgrind | units | instructions | per unit |");
    println!("|---|---:|---:|---:|");
    for work in PERFT.iter().chain(&RANDOM) {
        let output = Command::new("valgrind")
            .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
            .arg(&program)
            .args(["--once", work.name])
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
            println!("| {} | callgrind gave no count | | |", work.name);
            continue;
        };
        println!("| {} | {units} | {instructions} | {:.2} |", work.name, instructions as f64 / units as f64);
    }
}

/// The instruction count in callgrind's report: `Collected : 123`.
fn collected(report: &str) -> Option<u64> {
    let line = report.lines().find(|line| line.contains("Collected :"))?;
    line.split_whitespace().last()?.parse().ok()
}

fn repeat(times: u64, work: impl Fn() -> u64) -> u64 {
    (0..times).map(|_| work()).sum()
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
