//! A search on a thread of its own, and what it says.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, mpsc::SyncSender},
    thread,
    time::{Duration, Instant},
};

use mekong_catalog::Session;
use mekong_core::{CancelToken, Value};
use mekong_engine::{Limits, Plan, Score};
use mekong_players::{Level, SearchResult, Searcher};

use super::Event;
use crate::{Go, Info, UgiScore};

/// A search that goes on.
#[derive(Debug)]
pub(super) struct Search {
    stop: CancelToken,
    /// When it must end, if it has a time.
    pub(super) deadline: Option<Instant>,
    /// Whether it was told to stop.
    pub(super) told_to_stop: bool,
    /// `go infinite`: its move is said when it is told to stop, and not before.
    pub(super) is_infinite: bool,
    /// The move of an infinite search that has nothing left to search, until it is told to stop.
    pub(super) found: Option<Option<String>>,
}

/// Who searches.
#[derive(Clone, Debug)]
pub(super) enum SearchMode {
    /// The full strength.
    Best { searcher: Arc<Searcher>, threads: usize, lines: usize },
    /// A weaker level. Its searcher forgets all before it begins, so that the move depends on nothing but the position
    /// and the seed.
    Level { searcher: Arc<Searcher>, level: Level, seed: u64 },
}

impl Search {
    /// Begins to search. Lines and the move come as events.
    pub(super) fn begin(mode: SearchMode, session: Session, go: &Go, events: SyncSender<Event>) -> Search {
        let limits = limits(go, &session);
        let stop = CancelToken::new();
        let begin = Instant::now();
        let deadline = limits.time.and_then(|time| begin.checked_add(time));
        let flag = stop.clone();
        thread::spawn(move || {
            // Once the receiver is gone the search is useless.
            let tell = |text: String| {
                if !text.is_empty() && events.send(Event::Said(text)).is_err() {
                    flag.cancel();
                }
            };
            let seek = || match mode {
                SearchMode::Best { searcher, threads, lines } => {
                    let plan = Plan { limits, threads, lines, ..Plan::default() };
                    search(&searcher, &session, plan, &flag, begin, tell)
                }
                SearchMode::Level { searcher, level, seed } => {
                    searcher.clear();
                    let best = searcher.choose(&session, level, seed, &flag);
                    let string = Some(format!("level {}", level.number()));
                    tell(Info { time: Some(begin.elapsed()), string, ..Info::default() }.to_string());
                    best
                }
            };
            // A search that panicked has reported it on standard error. The client still gets a move, so that it does not wait for ever.
            let best =
                catch_unwind(AssertUnwindSafe(seek)).unwrap_or_else(|_| session.legal().into_iter().next());
            let _ = events.send(Event::Moved(best));
        });
        Search { stop, deadline, told_to_stop: false, is_infinite: go.infinite, found: None }
    }

    /// Ends it within milliseconds; its move comes as an event.
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

fn limits(go: &Go, session: &Session) -> Limits {
    let clock = go.clocks.zip(session.turn()).and_then(|(clocks, turn)| {
        let (left, increment) = clocks.of(turn);
        Limits::for_clock(left, increment).time
    });
    Limits { depth: go.depth, nodes: go.nodes, time: go.time.into_iter().chain(clock).min() }
}

fn search(
    searcher: &Searcher,
    session: &Session,
    plan: Plan,
    stop: &CancelToken,
    begin: Instant,
    tell: impl Fn(String),
) -> Option<String> {
    let mut said = 0;
    let result = searcher.search(session, plan, stop, &mut |result| {
        said += 1;
        tell(lines_of(result).join("\n"));
    });
    let mut nodes = result.nodes;
    let mut best = result.best().map(str::to_owned);
    if best.is_none() {
        // Stopped before it could look at one move, it still has to make one, and not the first that comes.
        let glance = Limits { depth: Some(1), nodes: Some(1_000), time: None };
        let result = searcher.search(session, glance, &CancelToken::new(), &mut |_| {});
        nodes += result.nodes;
        best = result.best().map(str::to_owned).or_else(|| session.legal().into_iter().next());
    } else if said == 0 {
        tell(lines_of(&result).join("\n"));
    }
    let time = begin.elapsed();
    let last = Info { nodes: Some(nodes), nps: Some(nps(nodes, time)), time: Some(time), ..Info::default() };
    tell(last.to_string());
    best
}

/// A line `info` for each line of play.
fn lines_of(result: &SearchResult) -> Vec<String> {
    let line = |(multipv, line): (u32, &mekong_players::Line)| {
        let info = Info {
            depth: Some(result.depth),
            seldepth: Some(result.seldepth),
            multipv: Some(multipv),
            nodes: Some(result.nodes),
            nps: Some(nps(result.nodes, result.time)),
            hashfull: Some(result.hashfull),
            time: Some(result.time),
            score: Some(score(line.score)),
            proven: Some(line.proven),
            margin: line.margin,
            moves: line.moves.clone(),
            string: None,
        };
        info.to_string()
    };
    (1..).zip(&result.lines).map(line).collect()
}

fn score(score: Score) -> UgiScore {
    match score.value() {
        Some(Value::Win(plies)) => UgiScore::Mate(plies.into()),
        Some(Value::Loss(plies)) => UgiScore::Mate(-i32::from(plies)),
        Some(Value::Draw) | None => UgiScore::Points(score.number()),
    }
}

/// Positions a second; within the first millisecond it would be noise.
fn nps(nodes: u64, time: Duration) -> u64 {
    (nodes as f64 / time.as_secs_f64().max(0.001)) as u64
}
