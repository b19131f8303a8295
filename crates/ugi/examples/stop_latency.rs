//! Measures the time from `stop` to `bestmove`, in every game.
//!
//! `cargo run --release -p mekong-ugi --example stop_latency [STOPS] [THREADS] [MILLISECONDS]`: that many stops per
//! game, each after 5 to 35 ms of search plus the given milliseconds (after 2000, Palam is proving the winner).

use std::{
    io::{self, BufRead as _, BufReader, Write as _},
    sync::mpsc::{self, Receiver},
    thread,
    time::{Duration, Instant},
};

use mekong_catalog::{Entry, GAMES};
use mekong_core::{Lang, SplitMix64, Variants};
use mekong_ugi::server::{Config, run};

fn main() -> io::Result<()> {
    let mut arguments = std::env::args().skip(1).map(|text| text.parse().expect("a number"));
    let stops = arguments.next().unwrap_or(200);
    let threads = arguments.next().unwrap_or(1);
    let more = Duration::from_millis(arguments.next().unwrap_or(0) as u64);
    println!("{stops} stops per game, {threads} threads, {more:?} more");
    println!("{:8} {:>9} {:>9} {:>9}", "game", "p50 ms", "p99 ms", "max ms");
    for entry in GAMES {
        let mut delays = delays(entry, stops, threads, more)?;
        delays.sort_unstable();
        let at =
            |share: f64| delays[((delays.len() - 1) as f64 * share).round() as usize].as_secs_f64() * 1e3;
        println!("{:8} {:9.3} {:9.3} {:9.3}", entry.info().id, at(0.5), at(0.99), at(1.0));
    }
    Ok(())
}

/// Infinite searches from random positions, each stopped after a delay.
fn delays(entry: &'static Entry, stops: usize, threads: usize, more: Duration) -> io::Result<Vec<Duration>> {
    let (commands, mut input) = io::pipe()?;
    let (output, answers) = io::pipe()?;
    let config = Config {
        entry,
        variants: Variants::NONE,
        lang: Lang::En,
        // A tablebase would answer before `stop` is sent.
        load_tablebase: Box::new(|_, _| Ok(None)),
    };
    let server = thread::spawn(move || run(config, commands, answers));
    let (sender, lines) = mpsc::channel();
    thread::spawn(move || {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            if sender.send((Instant::now(), line)).is_err() {
                break;
            }
        }
    });
    let mut random = SplitMix64::new(1);
    let mut delays = Vec::with_capacity(stops);
    writeln!(input, "setoption name Threads value {threads}")?;
    while delays.len() < stops {
        let mut session = entry.start(Variants::NONE, random.below(1_000) as u64);
        for _ in 0..random.below(20) {
            session.play_random(&mut random);
        }
        if session.outcome().is_some() {
            continue;
        }
        writeln!(input, "position fen {}\nisready", session.position_text())?;
        moment_of(&lines, "readyok");
        writeln!(input, "go infinite")?;
        thread::sleep(more + Duration::from_millis(5 + random.below(30) as u64));
        let stop = Instant::now();
        writeln!(input, "stop")?;
        // A search that ended before `stop` is not counted.
        delays.extend(moment_of(&lines, "bestmove").checked_duration_since(stop));
    }
    drop(input);
    server.join().expect("no panic")?;
    Ok(delays)
}

fn moment_of(lines: &Receiver<(Instant, String)>, word: &str) -> Instant {
    let mut received = lines.iter();
    received.find(|(_, line)| line.starts_with(word)).expect("the server answers").0
}
