//! Measures what the opening explorer costs for several numbers of games: a query, and one more game, which is counted when it is stored:
//! `cargo run --release -p mekong-server --example explorer_cost -- 1000 1000000`.
//!
//! The games are random, of twelve plies, imported into an SQLite database in a temporary folder, or into the empty database whose
//! URL is the first argument. Positions are those of random games after some plies.

use std::{
    fmt::Write as _,
    sync::Arc,
    time::{Duration, Instant},
};

use mekong_catalog::find;
use mekong_core::{SplitMix64, Variants};
use mekong_server::{app::App, config::Config, services::MAX_GAMES, store::GameSource};

/// Length of a game in plies.
const PLIES: usize = 12;

/// Number of concurrent imports.
const AT_ONCE: usize = 16;

/// Number of queries per measurement.
const QUERIES: usize = 500;

/// Number of games that are added one by one per measurement.
const ADDED_GAMES: usize = 200;

/// A game file of random games. Their `Round` tags make them different.
fn file(first: usize, count: usize, random: &mut SplitMix64) -> String {
    let entry = find("siam").expect("the game exists");
    let mut text = String::new();
    for round in first..first + count {
        let mut session = entry.start(Variants::NONE, 0);
        while session.moves().len() < PLIES && session.outcome().is_none() {
            let mut legal = session.legal();
            session.play(&legal.swap_remove(random.below(legal.len()))).expect("the move is legal");
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

/// Games per importing user: fewer than a user may import.
const GAMES_PER_USER: usize = 10_000;

/// The user who imports a game.
fn importer(game: usize) -> String {
    format!("importer-{}", game / GAMES_PER_USER)
}

async fn fill(app: &Arc<App>, from: usize, to: usize, random: &mut SplitMix64) {
    let mut next = from;
    while next < to {
        let mut tasks = tokio::task::JoinSet::new();
        for _ in 0..AT_ONCE {
            let count = MAX_GAMES.min(to - next).min(GAMES_PER_USER - next % GAMES_PER_USER);
            if count == 0 {
                break;
            }
            if next.is_multiple_of(GAMES_PER_USER) {
                let (user, hash) = (importer(next), format!("hash-{next}"));
                app.store.add_guest(&user, &hash, 0).await.expect("the user is created");
            }
            let (app, pgn, user) = (Arc::clone(app), file(next, count, random), importer(next));
            tasks.spawn(async move { app.records.import(pgn, &user).await.expect("the import succeeds") });
            next += count;
        }
        tasks.join_all().await;
    }
}

/// Positions after some plies of random games.
fn positions(plies: usize, random: &mut SplitMix64) -> Vec<String> {
    let entry = find("siam").expect("the game exists");
    let position = |_| {
        let mut session = entry.start(Variants::NONE, 0);
        for _ in 0..plies {
            session.play_random(random);
        }
        session.position_text()
    };
    (0..QUERIES).map(position).collect()
}

/// The median and the 99th percentile.
fn quantiles(mut times: Vec<Duration>) -> String {
    times.sort_unstable();
    format!("median: {:?}, 99 %: {:?}", times[times.len() / 2], times[times.len() * 99 / 100])
}

#[tokio::main]
async fn main() {
    let (urls, sizes): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|text| text.contains(':'));
    let mut sizes: Vec<usize> = sizes.iter().filter_map(|text| text.parse().ok()).collect();
    if sizes.is_empty() {
        sizes = vec![1_000, 10_000];
    }
    let dir = tempfile::tempdir().expect("a temporary folder is created");
    let file = format!("sqlite:{}", dir.path().join("mekong.db").display());
    let database = urls.into_iter().next().unwrap_or(file);
    let app = App::start(Config { database, ..Config::default() }).await.expect("the server starts");
    let (mut games, mut random) = (0, SplitMix64::new(1));
    for size in sizes {
        let begin = Instant::now();
        fill(&app, games, size, &mut random).await;
        println!("games: {size}, {} imported in {:?}", size - games, begin.elapsed());
        games = size;
        for plies in [0, 2, 4] {
            let mut times = Vec::new();
            let mut total = 0;
            for position in positions(plies, &mut random) {
                let begin = Instant::now();
                let played = app.store.opening_moves("siam", "", &position, &GameSource::ALL, 0).await;
                times.push(begin.elapsed());
                total += played.expect("the query succeeds").iter().map(|played| played.total).sum::<i64>();
            }
            let per_position = total / QUERIES as i64;
            println!(
                "  a query after {plies} plies, {per_position} games per position: {}",
                quantiles(times)
            );
        }
        let mut times = Vec::new();
        for _ in 0..ADDED_GAMES {
            let begin = Instant::now();
            fill(&app, games, games + 1, &mut random).await;
            times.push(begin.elapsed());
            games += 1;
        }
        println!("  one more game: {}", quantiles(times));
    }
    app.stop().await;
}
