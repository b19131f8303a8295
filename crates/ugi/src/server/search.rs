//! A search on its own thread, and its output.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, mpsc::SyncSender},
    thread,
    time::Instant,
};

use mekong_catalog::{Entry, GameSession};
use mekong_core::CancelToken;
use mekong_engine::{Limits, SearchOptions};
use mekong_players::{Level, SearchResult, Searcher, nodes_per_second};

use super::Event;
use crate::{Go, Info};

/// The hash memory of the searcher that chooses the move of a level, in megabytes. Levels below the full strength do not
/// use it: they search with memory of their own.
const LEVEL_SEARCHER_MEGABYTES: usize = 1;

/// A running search.
#[derive(Debug)]
pub(super) struct Search {
    stop: CancelToken,
    /// The deadline, if any.
    pub(super) deadline: Option<Instant>,
    /// Whether `stop` was received.
    pub(super) stop_requested: bool,
    /// `go infinite`: the move is withheld until `stop`.
    pub(super) is_infinite: bool,
    /// The withheld move of a finished infinite search.
    pub(super) found: Option<Option<String>>,
}

/// The strength of a search.
#[derive(Clone, Debug)]
pub(super) enum SearchMode {
    /// The full strength.
    Best { searcher: Arc<Searcher>, threads: usize, lines: usize },
    /// A level below the full strength, whose move depends only on the position and the seed.
    Level { entry: &'static Entry, level: Level, seed: u64 },
}

impl Search {
    /// Starts a search. Info lines and the move arrive as events.
    pub(super) fn begin(
        mode: SearchMode,
        session: GameSession,
        go: &Go,
        events: SyncSender<Event>,
    ) -> Search {
        let limits = limits(go, &session);
        let stop = CancelToken::new();
        let begin = Instant::now();
        let deadline = limits.time.and_then(|time| begin.checked_add(time));
        let flag = stop.clone();
        thread::spawn(move || {
            // Once the receiver is gone the search is useless.
            let report = |text: String| {
                if !text.is_empty() && events.send(Event::Output(text)).is_err() {
                    flag.cancel();
                }
            };
            let run_search = || match mode {
                SearchMode::Best { searcher, threads, lines } => {
                    let search_options =
                        SearchOptions { limits, threads, multi_pv: lines, ..SearchOptions::default() };
                    search(&searcher, &session, search_options, &flag, begin, report)
                }
                SearchMode::Level { entry, level, seed } => {
                    let best =
                        Searcher::new(entry, LEVEL_SEARCHER_MEGABYTES).choose(&session, level, seed, &flag);
                    let string = Some(format!("level {}", level.number()));
                    report(Info { time: Some(begin.elapsed()), string, ..Info::default() }.to_string());
                    best
                }
            };
            // A search that panicked has reported it on standard error. The client still gets a move, so that it does not wait for ever.
            let best = catch_unwind(AssertUnwindSafe(run_search))
                .unwrap_or_else(|_| session.legal().into_iter().next());
            let _ = events.send(Event::BestMove(best));
        });
        Search { stop, deadline, stop_requested: false, is_infinite: go.infinite, found: None }
    }

    /// Stops the search within milliseconds; its move arrives as an event.
    pub(super) fn stop(&self) {
        self.stop.cancel();
    }
}

/// A search is useless once its server is gone.
impl Drop for Search {
    fn drop(&mut self) {
        self.stop();
    }
}

fn limits(go: &Go, session: &GameSession) -> Limits {
    let clock = go.clocks.zip(session.turn()).and_then(|(clocks, turn)| {
        let (left, increment) = clocks.of(turn);
        Limits::for_clock(left, increment).time
    });
    Limits { depth: go.depth, nodes: go.nodes, time: go.time.into_iter().chain(clock).min() }
}

fn search(
    searcher: &Searcher,
    session: &GameSession,
    search_options: SearchOptions,
    stop: &CancelToken,
    begin: Instant,
    report: impl Fn(String),
) -> Option<String> {
    let mut reported = 0;
    let result = searcher.search(session, search_options, stop, &mut |result| {
        reported += 1;
        report(lines_of(result).join("\n"));
    });
    let mut nodes = result.nodes;
    let mut best = result.best().map(str::to_owned);
    if best.is_none() {
        // Even a search that was stopped at once must report a reasonable move.
        let fallback = Limits { depth: Some(1), nodes: Some(1_000), time: None };
        let result = searcher.search(session, fallback, &CancelToken::new(), &mut |_| {});
        nodes += result.nodes;
        best = result.best().map(str::to_owned).or_else(|| session.legal().into_iter().next());
    } else if reported == 0 {
        report(lines_of(&result).join("\n"));
    }
    let time = begin.elapsed();
    let last = Info {
        nodes: Some(nodes),
        nps: Some(nodes_per_second(nodes, time)),
        time: Some(time),
        ..Info::default()
    };
    report(last.to_string());
    best
}

/// One `info` line per principal variation.
fn lines_of(result: &SearchResult) -> Vec<String> {
    let line = |(multipv, line): (u32, &mekong_players::Line)| {
        let info = Info {
            depth: Some(result.depth),
            seldepth: Some(result.seldepth),
            multipv: Some(multipv),
            nodes: Some(result.nodes),
            nps: Some(nodes_per_second(result.nodes, result.time)),
            hashfull: Some(result.hashfull),
            time: Some(result.time),
            score: Some(line.score.into()),
            proven: Some(line.proven),
            margin: line.margin,
            moves: line.moves.clone(),
            string: None,
        };
        info.to_string()
    };
    (1..).zip(&result.lines).map(line).collect()
}
