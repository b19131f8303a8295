use std::{
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    time::Duration,
};

use mekong_core::{Lang, say};
use serde_json::{Value, json};

use super::usage::Usage;

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

/// The parameters of a stage, its duration and the resources used.
pub(super) struct Measurement {
    pub(super) games: u64,
    pub(super) idle: u64,
    /// The target rate in moves per second, from `--rates`.
    pub(super) rate: Option<u64>,
    pub(super) time: Duration,
    /// Usage of the servers and of the database while games were started.
    pub(super) setup: [Usage; 2],
    /// Usage of the servers and of the database while games were played.
    pub(super) used: [Usage; 2],
    /// Whether process ids of the servers were given.
    pub(super) has_pids: bool,
    /// Memory of the servers, before the first connection and now.
    pub(super) memory: Option<(u64, u64)>,
}

/// The result of a measurement.
pub(super) struct Report {
    measurement: Measurement,
    moves: usize,
    acknowledged: Percentiles,
    received: Percentiles,
    refused: u64,
    lost_connections: u64,
    finished: u64,
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
    /// Reads and resets the counters of `tally`.
    pub(super) fn new(measurement: Measurement, samples: Vec<Samples>, tally: &Tally) -> Report {
        let (mut acknowledged, mut received) = (Vec::new(), Vec::new());
        for own in samples {
            acknowledged.extend(own.acknowledged);
            received.extend(own.received);
        }
        Report {
            measurement,
            moves: acknowledged.len(),
            acknowledged: Percentiles::of(acknowledged),
            received: Percentiles::of(received),
            refused: tally.refused.swap(0, Relaxed),
            lost_connections: tally.lost_connections.swap(0, Relaxed),
            finished: tally.finished.swap(0, Relaxed),
        }
    }

    /// Whether no move was refused and no connection lost.
    pub(super) const fn is_clean(&self) -> bool {
        self.refused == 0 && self.lost_connections == 0
    }

    /// Processor time in milliseconds and bytes written, per move.
    fn per_move(&self, used: Usage) -> Option<(f64, f64)> {
        let moves = self.moves as f64;
        (moves > 0.0).then(|| (used.cpu * 1_000.0 / moves, used.written as f64 / moves))
    }

    /// Processor time in milliseconds of starting the games, per guest.
    fn per_guest(&self, used: Usage) -> Option<f64> {
        let guests = 2 * self.measurement.games + self.measurement.idle;
        (guests > 0).then(|| used.cpu * 1_000.0 / guests as f64)
    }

    pub(super) fn json(&self) -> Value {
        let Measurement { games, idle, rate, time, setup, used, has_pids, memory } = &self.measurement;
        let of = |usage: &[Usage; 2], index: usize| {
            let usage = usage[index];
            has_pids.then(|| json!({ "cpu_seconds": usage.cpu, "written_bytes": usage.written }))
        };
        json!({
            "games": games,
            "idle": idle,
            "sockets": 2 * games + idle,
            "seconds": time.as_secs_f64(),
            "offered_per_second": rate,
            "moves": self.moves,
            "moves_per_second": self.moves as f64 / time.as_secs_f64(),
            "finished": self.finished,
            "ack_ms": self.acknowledged.json(),
            "received_ms": self.received.json(),
            "refused": self.refused,
            "lost_connections": self.lost_connections,
            "memory_before": memory.map(|(before, _)| before),
            "memory_after": memory.map(|(_, after)| after),
            "servers": of(used, 0),
            "database": of(used, 1),
            "setup_servers": of(setup, 0),
            "setup_database": of(setup, 1),
        })
    }

    pub(super) fn text(&self, lang: Lang) -> String {
        let Report { measurement, moves, refused, lost_connections, finished, .. } = self;
        let (games, idle) = (measurement.games, measurement.idle);
        let (seconds, sockets) = (measurement.time.as_secs_f64(), 2 * games + idle);
        let rate = *moves as f64 / seconds;
        let (acknowledged, received) = (self.acknowledged.text(), self.received.text());
        let mut text = say!(
            lang,
            "{games} games, {sockets} sockets, {seconds:.0} s: {moves} moves ({rate:.1} per second), {finished} games finished\n\
             acknowledged after: {acknowledged}\n\
             received by the opponent after: {received}\n\
             refused: {refused}, connections lost: {lost_connections}\n",
            "{games} parties, {sockets} sockets, {seconds:.0} s : {moves} coups ({rate:.1} par seconde), {finished} parties terminées\n\
             accusé de réception après : {acknowledged}\n\
             reçu par l’adversaire après : {received}\n\
             refusés : {refused}, connexions perdues : {lost_connections}\n",
        );
        if let Some((before, after)) = measurement.memory {
            let [before, after] = [before, after].map(|bytes| bytes as f64 / 1e6);
            text += &say!(
                lang,
                "memory of the servers: {before:.0} MB before, {after:.0} MB at the end\n",
                "mémoire des serveurs : {before:.0} Mo avant, {after:.0} Mo à la fin\n",
            );
        }
        if measurement.has_pids {
            text += &self.usage_text(lang);
        }
        text
    }

    /// A row of a table: target and actual moves per second, latency, processor time and writes per move, of the servers and
    /// of the database, and processor time per guest.
    pub(super) fn row(&self, name: &str) -> String {
        let Measurement { rate, time, setup, used, .. } = &self.measurement;
        let target = rate.map_or_else(|| "–".to_owned(), |rate| rate.to_string());
        let actual = self.moves as f64 / time.as_secs_f64();
        let (p50, p99) = (self.acknowledged.p50, self.acknowledged.p99);
        let [servers, database] = used.map(|used| {
            self.per_move(used).map_or_else(
                || format!("{:.2} s, {:.0} kB in total", used.cpu, used.written as f64 / 1e3),
                |(cpu, written)| format!("{cpu:.3} ms, {:.1} kB", written / 1e3),
            )
        });
        let [guest, guest_database] = setup.map(|setup| self.per_guest(setup).unwrap_or(0.0));
        let failed = self.refused + self.lost_connections;
        format!(
            "| {name} | {target} | {actual:.0} | {p50:.1}, {p99:.1} | {servers} | {database} | \
             {guest:.2}, {guest_database:.2} | {failed} |\n"
        )
    }

    fn usage_text(&self, lang: Lang) -> String {
        let Measurement { setup, used, time, .. } = &self.measurement;
        let mut text = String::new();
        let names = [say!(lang, "servers", "serveurs"), say!(lang, "database", "base de données")];
        for ((used, setup), name) in used.iter().zip(setup).zip(names) {
            let Usage { cpu, written } = *used;
            let percent = 100.0 * cpu / time.as_secs_f64();
            text += &say!(
                lang,
                "{name}: {cpu:.2} s of processor time ({percent:.0}% of a core), {written} bytes written",
                "{name} : {cpu:.2} s de temps processeur ({percent:.0} % d’un cœur), {written} octets écrits",
            );
            if let Some((cpu, written)) = self.per_move(*used) {
                text += &say!(
                    lang,
                    "; per move {cpu:.3} ms, {written:.0} bytes",
                    " ; par coup {cpu:.3} ms, {written:.0} octets",
                );
            }
            if let Some(cpu) = self.per_guest(*setup) {
                text += &say!(
                    lang,
                    "; per new guest with a socket {cpu:.2} ms",
                    " ; par nouvel invité avec un socket {cpu:.2} ms",
                );
            }
            text.push('\n');
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
