//! Measures how often the label of a move changes at eight times as many nodes.
//!
//! `cargo run --release -p mekong-analysis --example label_flips -- GAME GAMES NODES…`. Games are played by computer
//! players of levels 3 to 8 after two random plies (in Palam after a deal) and analysed without tablebases, with each number
//! of nodes and with eight times as many. Only labels that are estimates at the lower limit count. The output depends only
//! on the arguments.

use mekong_analysis::{GameReport, Label, analyse_game};
use mekong_catalog::{Entry, GameSession, find};
use mekong_core::{CancelToken, SplitMix64, Variants};
use mekong_engine::Limits;
use mekong_players::{Level, Searcher};

/// The factor between the two node limits.
const FACTOR: u64 = 8;

/// The maximum length of a game in plies.
const MAX_PLIES: usize = 60;

fn main() {
    let mut words = std::env::args().skip(1);
    let name = words.next().unwrap_or_else(|| "siam".to_owned());
    let numbers: Vec<u64> = words.filter_map(|word| word.parse().ok()).collect();
    let games = numbers.first().copied().unwrap_or(4);
    let limits = if numbers.len() > 1 { &numbers[1..] } else { &[200_000] };
    let entry = find(&name).expect("a game");
    let sessions: Vec<GameSession> = (1..=games).map(|seed| played(entry, seed)).collect();
    println!("| game | nodes | moves with a choice | estimated | good to bad | bad to good | unclear |");
    println!("|---|---:|---:|---:|---:|---:|---:|");
    for &nodes in limits {
        let mut count = Count::default();
        for session in &sessions {
            count.add(&analysed(entry, session, nodes), &analysed(entry, session, FACTOR * nodes));
        }
        println!("{}", count.row(&name, nodes));
    }
}

fn played(entry: &'static Entry, seed: u64) -> GameSession {
    let mut random = SplitMix64::new(seed);
    let mut session = entry.start(Variants::NONE, seed);
    if !entry.info().dealt {
        for _ in 0..2 {
            session.play_random(&mut random);
        }
    }
    let levels = [3 + random.below(6) as u8, 3 + random.below(6) as u8];
    let searchers = [Searcher::new(entry, 4), Searcher::new(entry, 4)];
    while let Some(turn) = session.turn().filter(|_| session.moves().len() < MAX_PLIES) {
        let level = Level::new(levels[turn.index()]).expect("a level");
        let stop = CancelToken::new();
        let chosen = searchers[turn.index()].choose(&session, level, random.next_u64(), &stop);
        let Some(text) = chosen else { break };
        session.play(&text).expect("a legal move");
    }
    session
}

fn analysed(entry: &'static Entry, session: &GameSession, nodes: u64) -> GameReport {
    let searcher = Searcher::new(entry, 64);
    analyse_game(&searcher, session, Limits::nodes(nodes), &CancelToken::new(), &mut |_| {})
        .expect("not cancelled")
}

#[derive(Default)]
struct Count {
    moves: usize,
    estimated: usize,
    to_bad: usize,
    to_good: usize,
    unclear: usize,
}

impl Count {
    fn add(&mut self, few: &GameReport, many: &GameReport) {
        let is_good = |label: Label| !label.is_bad() && label != Label::Unclear;
        for (few, many) in few.moves.iter().zip(&many.moves).filter(|(few, _)| few.label != Label::Forced) {
            self.moves += 1;
            if !few.proven {
                self.estimated += 1;
                self.to_bad += usize::from(is_good(few.label) && many.label.is_bad());
                self.to_good += usize::from(few.label.is_bad() && is_good(many.label));
                self.unclear += usize::from(few.label == Label::Unclear);
            }
        }
    }

    fn row(&self, game: &str, nodes: u64) -> String {
        let Count { moves, estimated, to_bad, to_good, unclear } = self;
        let share =
            |count: &usize| format!("{count} ({:.1}%)", 100.0 * *count as f64 / (*estimated).max(1) as f64);
        let (to_bad, to_good, unclear) = (share(to_bad), share(to_good), share(unclear));
        format!("| {game} | {nodes} | {moves} | {estimated} | {to_bad} | {to_good} | {unclear} |")
    }
}
