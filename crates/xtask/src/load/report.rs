use std::{
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    time::Duration,
};

use mekong_core::{Lang, say};
use serde_json::{Value, json};

/// Counters over all games.
#[derive(Debug, Default)]
pub(super) struct Tally {
    /// Moves that the server refused.
    pub(super) refused: AtomicU64,
    /// Connections that were lost.
    pub(super) lost_connections: AtomicU64,
    /// Games that ended.
    pub(super) finished: AtomicU64,
}

/// What was measured in one game.
#[derive(Debug, Default)]
pub(super) struct Samples {
    /// From sending a move to its acknowledgement.
    pub(super) acknowledged: Vec<Duration>,
    /// From sending a move to its arrival at the opponent.
    pub(super) received: Vec<Duration>,
}

/// The result of a measurement.
pub(super) struct Report {
    games: u64,
    idle: u64,
    time: Duration,
    moves: usize,
    acknowledged: Percentiles,
    received: Percentiles,
    refused: u64,
    lost_connections: u64,
    finished: u64,
    memory: Option<(u64, u64)>,
}

/// Percentiles of latencies, in milliseconds.
struct Percentiles {
    p50: f64,
    p90: f64,
    p99: f64,
    max: f64,
}

impl Percentiles {
    fn of(mut times: Vec<Duration>) -> Percentiles {
        times.sort_unstable();
        // The nearest-rank method.
        let at = |percent: usize| {
            let place = (times.len() * percent).div_ceil(100).saturating_sub(1);
            times.get(place).map_or(0.0, |time| time.as_secs_f64() * 1_000.0)
        };
        Percentiles { p50: at(50), p90: at(90), p99: at(99), max: at(100) }
    }

    fn json(&self) -> Value {
        json!({ "p50": self.p50, "p90": self.p90, "p99": self.p99, "max": self.max })
    }

    fn text(&self) -> String {
        let Percentiles { p50, p90, p99, max } = self;
        format!("p50 {p50:.1}, p90 {p90:.1}, p99 {p99:.1}, max {max:.1} ms")
    }
}

impl Report {
    pub(super) fn new(
        games: u64,
        idle: u64,
        time: Duration,
        samples: Vec<Samples>,
        tally: &Tally,
        memory: Option<(u64, u64)>,
    ) -> Report {
        let (mut acknowledged, mut received) = (Vec::new(), Vec::new());
        for own in samples {
            acknowledged.extend(own.acknowledged);
            received.extend(own.received);
        }
        Report {
            games,
            idle,
            time,
            moves: acknowledged.len(),
            acknowledged: Percentiles::of(acknowledged),
            received: Percentiles::of(received),
            refused: tally.refused.load(Relaxed),
            lost_connections: tally.lost_connections.load(Relaxed),
            finished: tally.finished.load(Relaxed),
            memory,
        }
    }

    /// Whether no move was refused and no connection lost.
    pub(super) const fn is_clean(&self) -> bool {
        self.refused == 0 && self.lost_connections == 0
    }

    pub(super) fn json(&self) -> Value {
        json!({
            "games": self.games,
            "idle": self.idle,
            "sockets": 2 * self.games + self.idle,
            "seconds": self.time.as_secs_f64(),
            "moves": self.moves,
            "moves_per_second": self.moves as f64 / self.time.as_secs_f64(),
            "finished": self.finished,
            "ack_ms": self.acknowledged.json(),
            "received_ms": self.received.json(),
            "refused": self.refused,
            "lost_connections": self.lost_connections,
            "memory_before": self.memory.map(|(before, _)| before),
            "memory_after": self.memory.map(|(_, after)| after),
        })
    }

    pub(super) fn text(&self, lang: Lang) -> String {
        let Report { games, idle, moves, refused, lost_connections, finished, .. } = self;
        let (seconds, sockets) = (self.time.as_secs_f64(), 2 * games + idle);
        let rate = *moves as f64 / seconds;
        let (acknowledged, received) = (self.acknowledged.text(), self.received.text());
        let mut text = say!(
            lang,
            "{games} games, {sockets} sockets, {seconds:.0} s: {moves} moves ({rate:.1} per second), {finished} games finished\n\
             acknowledged after: {acknowledged}\n\
             received by the opponent after: {received}\n\
             refused: {refused}, connections lost: {lost_connections}\n",
            "{games} parties, {sockets} sockets, {seconds:.0} s : {moves} coups ({rate:.1} par seconde), {finished} parties finies\n\
             accusé de réception après : {acknowledged}\n\
             reçu par l’adversaire après : {received}\n\
             refusés : {refused}, connexions perdues : {lost_connections}\n",
        );
        if let Some((before, after)) = self.memory {
            let [before, after] = [before, after].map(|bytes| bytes as f64 / 1e6);
            text += &say!(
                lang,
                "memory of the server: {before:.0} MB before, {after:.0} MB at the end\n",
                "mémoire du serveur : {before:.0} Mo avant, {after:.0} Mo à la fin\n",
            );
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::Percentiles;

    #[test]
    fn percentiles_are_nearest_ranks() {
        let percentiles = Percentiles::of((1..=200).rev().map(Duration::from_millis).collect());
        assert_eq!(
            (percentiles.p50, percentiles.p90, percentiles.p99, percentiles.max),
            (100.0, 180.0, 198.0, 200.0)
        );
        let one = Percentiles::of(vec![Duration::from_millis(7)]);
        assert_eq!((one.p50, one.p99, one.max), (7.0, 7.0, 7.0));
        assert_eq!(Percentiles::of(Vec::new()).p99, 0.0);
    }
}
