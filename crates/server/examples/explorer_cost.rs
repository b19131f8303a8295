//! How long the explorer takes to answer, by the number of games it has counted:
//! `cargo run --release -p mekong-server --example explorer_cost -- 1000 300000`.
//!
//! The games are random ones of twelve plies, taken in from game files into a SQLite database in a temporary folder.

use std::{fmt::Write as _, sync::Arc, time::Instant};

use mekong_catalog::find;
use mekong_core::{SplitMix64, Variants};
use mekong_server::{
    app::{App, MOST_GAMES},
    config::Config,
    store::GameSource,
};

/// How many plies a game has.
const PLIES: usize = 12;

/// How many files are taken in at the same time.
const AT_ONCE: usize = 16;

/// How often the explorer is asked.
const QUESTIONS: usize = 500;

/// A game file of random games; the number of the round keeps them apart.
fn file(first: usize, count: usize, random: &mut SplitMix64) -> String {
    let entry = find("siam").expect("there is such a game");
    let mut text = String::new();
    for round in first..first + count {
        let mut session = entry.start(Variants::NONE, 0);
        while session.moves().len() < PLIES && session.outcome().is_none() {
            let mut legal = session.legal();
            session.play(&legal.swap_remove(random.below(legal.len()))).expect("a legal move");
        }
        let result = ["1-0", "0-1", "1/2-1/2"][random.below(3)];
        let moves = session.moves().join(" ");
        let _ = write!(
            text,
            "[Game \"siam\"]\n[Round \"{round}\"]\n[Result \"{result}\"]\n\n{moves} {result}\n\n"
        );
    }
    text
}

/// Whose the games are.
const IMPORTER: &str = "importer";

async fn fill(app: &Arc<App>, from: usize, to: usize, random: &mut SplitMix64) {
    let mut next = from;
    while next < to {
        let mut tasks = tokio::task::JoinSet::new();
        for _ in 0..AT_ONCE {
            let count = MOST_GAMES.min(to - next);
            if count == 0 {
                break;
            }
            let (app, pgn) = (Arc::clone(app), file(next, count, random));
            tasks.spawn(async move { app.import(pgn, IMPORTER).await.expect("the games are taken") });
            next += count;
        }
        tasks.join_all().await;
    }
}

#[tokio::main]
async fn main() {
    let mut sizes: Vec<usize> = std::env::args().skip(1).filter_map(|text| text.parse().ok()).collect();
    if sizes.is_empty() {
        sizes = vec![1_000, 10_000];
    }
    let dir = tempfile::tempdir().expect("a folder is made");
    let database = format!("sqlite:{}", dir.path().join("mekong.db").display());
    let app = App::start(Config { database, ..Config::default() }).await.expect("the server starts");
    app.store.add_guest(IMPORTER, "a hash", 0).await.expect("somebody is there");
    let start = find("siam").expect("there is such a game").start(Variants::NONE, 0).position_text();
    let (mut games, mut random) = (0, SplitMix64::new(1));
    for size in sizes {
        fill(&app, games, size, &mut random).await;
        games = size;
        let mut times = Vec::new();
        let mut total = 0;
        for _ in 0..QUESTIONS {
            let begin = Instant::now();
            let played = app.store.played("siam", "", &start, &GameSource::ALL).await.expect("an answer");
            times.push(begin.elapsed());
            total = played.iter().map(|played| played.total).sum();
        }
        times.sort_unstable();
        let (median, slowest) = (times[QUESTIONS / 2], times[QUESTIONS * 99 / 100]);
        println!("games: {games}, counted at the start: {total}, median: {median:?}, 99 %: {slowest:?}");
    }
    app.stop().await;
}
