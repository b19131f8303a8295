use std::{sync::atomic::Ordering::Relaxed, thread, time::Duration};

use mekong_core::{CancelToken, Evaluate, History};

use crate::{
    Score, SearchOptions, complete::complete_line, deepen::IterativeDeepening, search::Shared,
    transposition::TranspositionTable,
};

/// A principal variation and its score for the player to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line<M> {
    /// The score at the end of the line, for the player to move at its start.
    pub score: Score,
    /// The moves of the line, in order.
    pub moves: Vec<M>,
}

/// The result of a search, at its end or after a completed depth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report<M> {
    /// Plies searched.
    pub depth: u32,
    /// The selective depth: the longest line searched.
    pub seldepth: u32,
    /// Nodes searched so far.
    pub nodes: u64,
    /// Time since the start of the search.
    pub time: Duration,
    /// The best lines, best first.
    pub lines: Vec<Line<M>>,
}

/// A search engine with its transposition table, for any position that can be evaluated.
#[derive(Debug)]
pub struct Engine {
    tt: TranspositionTable,
}

impl Engine {
    /// An engine with a transposition table of this many megabytes.
    #[must_use]
    pub fn new(megabytes: usize) -> Engine {
        Engine { tt: TranspositionTable::new(megabytes) }
    }

    /// Clears the transposition table.
    pub fn clear(&self) {
        self.tt.clear();
    }

    /// How full the transposition table is with entries of the last search, in permille.
    #[must_use]
    pub fn hashfull(&self) -> u32 {
        self.tt.hashfull()
    }

    /// Searches the current position of a game by iterative deepening and reports each depth. The result may be better
    /// than that of the last complete depth; the lines are empty only if the game is over.
    ///
    /// Reported wins and losses are proven upper bounds of the distance. That there is no shorter win is verified with
    /// as many nodes again as it took to find it, or without a limit if the search has none. Lines of such scores go on
    /// to the end of the game ([`SearchOptions::complete_lines`]).
    ///
    /// Cancelling ends the search within milliseconds.
    pub fn search<P: Evaluate>(
        &self,
        game: &History<P>,
        search_options: impl Into<SearchOptions>,
        cancel: &CancelToken,
        mut on_report: impl FnMut(&Report<P::Move>),
    ) -> Report<P::Move> {
        let search_options = search_options.into();
        self.tt.new_search();
        let shared = Shared::new(
            &self.tt,
            cancel,
            search_options.limits,
            search_options.selective,
            repeated_twice(game),
        );
        let mut last = Report { depth: 0, seldepth: 0, nodes: 0, time: Duration::ZERO, lines: Vec::new() };
        if game.outcome().is_some() {
            return last;
        }
        thread::scope(|scope| {
            for helper in 1..search_options.threads.max(1) {
                let shared = &shared;
                scope.spawn(move || IterativeDeepening::new(shared, game.position(), 1).help(helper));
            }
            IterativeDeepening::new(&shared, game.position(), search_options.multi_pv).run(
                &mut last,
                &mut |report| {
                    on_report(&with_complete_lines(report, &shared, game.position(), search_options));
                },
            );
            last = with_complete_lines(&last, &shared, game.position(), search_options);
            // At the node limit the helper threads end by themselves.
            if shared.nodes_left.load(Relaxed) > 0 {
                shared.cancel.cancel();
            }
        });
        last.nodes = shared.nodes.load(Relaxed);
        last.time = shared.start.elapsed();
        last
    }
}

/// Completes the lines of proven scores, if the options request it.
fn with_complete_lines<P: Evaluate>(
    report: &Report<P::Move>,
    shared: &Shared<'_>,
    position: &P,
    search_options: SearchOptions,
) -> Report<P::Move> {
    let mut report = report.clone();
    if search_options.complete_lines {
        report.lines.iter_mut().for_each(|line| complete_line(shared, position, line));
    }
    report
}

/// The sorted repetition keys of positions that have occurred twice: a third occurrence is a draw.
fn repeated_twice<P: Evaluate>(game: &History<P>) -> Vec<u128> {
    let mut keys: Vec<u128> =
        game.positions().iter().filter_map(mekong_core::Position::repetition_key).collect();
    keys.sort_unstable();
    let mut twice: Vec<u128> =
        keys.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]).collect();
    twice.dedup();
    twice
}
