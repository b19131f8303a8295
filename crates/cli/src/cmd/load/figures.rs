use std::{
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    time::Duration,
};

use mekong_core::{Lang, say};
use serde_json::{Value, json};

/// What is counted over all games.
#[derive(Debug, Default)]
pub(super) struct Tally {
    /// Moves that the server did not take.
    pub(super) refused: AtomicU64,
    /// Connections that broke.
    pub(super) broken: AtomicU64,
    /// Games that came to their end.
    pub(super) finished: AtomicU64,
}

/// What was measured in one game.
#[derive(Debug, Default)]
pub(super) struct Samples {
    /// From sending a move to its acknowledgement.
    pub(super) acknowledged: Vec<Duration>,
    /// From sending a move to its arrival at the opponent.
    pub(super) seen: Vec<Duration>,
}

/// What came of it.
pub(super) struct Figures {
    games: u64,
    idle: u64,
    time: Duration,
    moves: usize,
    acknowledged: Spread,
    seen: Spread,
    refused: u64,
    broken: u64,
    finished: u64,
    memory: Option<(u64, u64)>,
}

/// How times are spread, in milliseconds.
struct Spread {
    p50: f64,
    p90: f64,
    p99: f64,
    most: f64,
}

impl Spread {
    fn of(mut times: Vec<Duration>) -> Spread {
        times.sort_unstable();
        // The smallest time that so many of a hundred do not exceed.
        let at = |percent: usize| {
            let place = (times.len() * percent).div_ceil(100).saturating_sub(1);
            times.get(place).map_or(0.0, |time| time.as_secs_f64() * 1_000.0)
        };
        Spread { p50: at(50), p90: at(90), p99: at(99), most: at(100) }
    }

    fn json(&self) -> Value {
        json!({ "p50": self.p50, "p90": self.p90, "p99": self.p99, "max": self.most })
    }

    fn words(&self) -> String {
        let Spread { p50, p90, p99, most } = self;
        format!("p50 {p50:.1}, p90 {p90:.1}, p99 {p99:.1}, max {most:.1} ms")
    }
}

impl Figures {
    pub(super) fn new(
        games: u64,
        idle: u64,
        time: Duration,
        samples: Vec<Samples>,
        tally: &Tally,
        memory: Option<(u64, u64)>,
    ) -> Figures {
        let (mut acknowledged, mut seen) = (Vec::new(), Vec::new());
        for own in samples {
            acknowledged.extend(own.acknowledged);
            seen.extend(own.seen);
        }
        Figures {
            games,
            idle,
            time,
            moves: acknowledged.len(),
            acknowledged: Spread::of(acknowledged),
            seen: Spread::of(seen),
            refused: tally.refused.load(Relaxed),
            broken: tally.broken.load(Relaxed),
            finished: tally.finished.load(Relaxed),
            memory,
        }
    }

    /// Whether nothing went wrong.
    pub(super) const fn is_clean(&self) -> bool {
        self.refused == 0 && self.broken == 0
    }

    pub(super) fn json(&self) -> Value {
        json!({
            "games": self.games,
            "idle": self.idle,
            "sockets": 2 * self.games + self.idle,
            "seconds": self.time.as_secs_f64(),
            "moves": self.moves,
            "moves_a_second": self.moves as f64 / self.time.as_secs_f64(),
            "finished": self.finished,
            "ack_ms": self.acknowledged.json(),
            "seen_ms": self.seen.json(),
            "refused": self.refused,
            "broken": self.broken,
            "memory_before": self.memory.map(|(before, _)| before),
            "memory_after": self.memory.map(|(_, after)| after),
        })
    }

    pub(super) fn words(&self, lang: Lang) -> String {
        let Figures { games, idle, moves, refused, broken, finished, .. } = self;
        let (seconds, sockets) = (self.time.as_secs_f64(), 2 * games + idle);
        let rate = *moves as f64 / seconds;
        let (acknowledged, seen) = (self.acknowledged.words(), self.seen.words());
        let mut words = say!(
            lang,
            "{games} games, {sockets} sockets, {seconds:.0} s: {moves} moves ({rate:.1} a second), {finished} games finished\n\
             acknowledged after: {acknowledged}\n\
             seen by the opponent after: {seen}\n\
             refused: {refused}, connections broken: {broken}\n",
            "{games} parties, {sockets} sockets, {seconds:.0} s : {moves} coups ({rate:.1} par seconde), {finished} parties finies\n\
             accusé de réception après : {acknowledged}\n\
             vu par l'adversaire après : {seen}\n\
             refusés : {refused}, connexions coupées : {broken}\n",
        );
        if let Some((before, after)) = self.memory {
            let [before, after] = [before, after].map(|bytes| bytes as f64 / 1e6);
            words += &say!(
                lang,
                "memory of the server: {before:.0} MB before, {after:.0} MB at the end\n",
                "mémoire du serveur : {before:.0} Mo avant, {after:.0} Mo à la fin\n",
            );
        }
        words
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::Spread;

    #[test]
    fn the_spread_is_that_of_the_times() {
        let spread = Spread::of((1..=200).rev().map(Duration::from_millis).collect());
        assert_eq!((spread.p50, spread.p90, spread.p99, spread.most), (100.0, 180.0, 198.0, 200.0));
        let one = Spread::of(vec![Duration::from_millis(7)]);
        assert_eq!((one.p50, one.p99, one.most), (7.0, 7.0, 7.0));
        assert_eq!(Spread::of(Vec::new()).p99, 0.0);
    }
}
