//! Palam's estimate compared with the exact solver, and fitted to it.
//!
//! `cargo bench -p mekong-bench --bench palam_estimate` reports the error of the estimate. Pass `-- N` to set the
//! number of positions per number of duels (default 2000; an eighth of it with eight duels left). It also prints the
//! weights that fit these positions best, by least squares, and the scale of the win-chance curve.
//!
//! Up to eight duels the target is the exact score. With more duels both sides play by search until five duels are
//! left, which are then solved. Three quarters of the positions are used for the fit, the others for the reported
//! errors.

use mekong_bench::palam::played_down_to;
use mekong_core::{CancelToken, Evaluate as _, History, Player, Position as _};
use mekong_engine::{Engine, Limits};
use mekong_palam::{Features, Position, Solver};

const DUELS: std::ops::RangeInclusive<u32> = 4..=12;

/// The maximum number of duels for exact scores.
const EXACT: u32 = 8;

/// The nodes per move of games that are played on.
const NODES: u64 = 400;

/// Two unknowns per feature: a constant, and a factor for the number of duels beyond six.
const UNKNOWNS: usize = 2 * Features::COUNT;

/// A position with the final lead of the player to move.
struct Sample {
    left: u32,
    features: [f64; UNKNOWNS],
    /// The lead among the remaining points.
    margin: f64,
    /// The lead so far.
    ahead: f64,
    estimate: f64,
    is_tested: bool,
}

fn main() {
    let count = std::env::args().filter_map(|argument| argument.parse().ok()).next_back().unwrap_or(2_000);
    let samples: Vec<Sample> = DUELS.flat_map(|left| sample(left, count)).collect();
    let weights = fit(&samples);
    println!(
        "| duels left | positions | deviation of margins | error of the estimate | correlation | error refitted |"
    );
    println!("|---|---:|---:|---:|---:|---:|");
    for left in DUELS {
        let tested = || samples.iter().filter(move |sample| sample.left == left && sample.is_tested);
        let error = |guess: &dyn Fn(&Sample) -> f64| {
            mean(tested().map(|sample| (sample.margin - guess(sample)).powi(2))).sqrt()
        };
        let average = mean(tested().map(|sample| sample.margin));
        println!(
            "| {left} | {} | {:.2} | {:.2} | {:.3} | {:.2} |",
            samples.iter().filter(|sample| sample.left == left).count(),
            error(&|_| average),
            error(&|sample| sample.estimate - sample.ahead),
            correlation(tested().map(|sample| (sample.margin, sample.estimate - sample.ahead))),
            error(&|sample| product(&sample.features, &weights)),
        );
    }
    println!("\nLeast squares, in thousandths of a point, with six duels left and for each duel more:");
    for (index, name) in Features::NAMES.iter().enumerate() {
        let [six, more] = [weights[index], weights[index + Features::COUNT]].map(|weight| 1_000.0 * weight);
        println!("    [{six:.0}, {more:.0}], // {name}");
    }
    println!("\nScale of the curve of chances, in points: {:.2}", scale(&samples));
}

fn sample(left: u32, count: u64) -> Vec<Sample> {
    let (solver, engine) = (Solver::new(64 << 20), Engine::new(4));
    let count = if left == EXACT { count / 8 } else { count };
    let positions = (0..count).map(|seed| played_down_to(seed, left));
    let sample = |(index, position): (usize, Position)| {
        let features =
            Features::of(&position).0.map(|feature| f64::from(feature) / f64::from(Features::UNIT));
        let further = f64::from(left) - 6.0;
        let ahead = ahead(&position, position.turn());
        Sample {
            left,
            features: std::array::from_fn(|index| {
                if index < Features::COUNT {
                    features[index]
                } else {
                    further * features[index - Features::COUNT]
                }
            }),
            margin: in_the_end(&position, &solver, &engine) - ahead,
            ahead,
            estimate: f64::from(position.evaluate()) / 10.0,
            is_tested: index % 4 == 0,
        }
    };
    // Decided positions have no estimate.
    let is_open =
        |position: &Position| Player::BOTH.iter().all(|&player| position.score(player) < Position::TO_WIN);
    positions.filter(is_open).enumerate().map(sample).collect()
}

/// The lead of a player over the opponent.
fn ahead(position: &Position, player: Player) -> f64 {
    f64::from(position.score(player)) - f64::from(position.score(player.other()))
}

/// The final lead of the player to move.
fn in_the_end(position: &Position, solver: &Solver, engine: &Engine) -> f64 {
    let stop = CancelToken::new();
    let mut last = *position;
    while position.duels_left() > EXACT && (last.duels_left() > 5 || last.engaged().is_some()) {
        let report = engine.search(&History::new(last), Limits::nodes(NODES), &stop, |_| {});
        last.play_unchecked(report.lines[0].moves[0]);
    }
    let exact = solver.worker(&stop).solve_score(&last).expect("never stopped");
    let end = exact.line.iter().fold(last, |position, &mv| position.play(mv).expect("a legal move"));
    ahead(&end, position.turn())
}

/// The weights with the least squared error: regularised normal equations, solved by elimination.
fn fit(samples: &[Sample]) -> [f64; UNKNOWNS] {
    const N: usize = UNKNOWNS;
    let mut rows = [[0.0; N + 1]; N];
    for sample in samples.iter().filter(|sample| !sample.is_tested) {
        for (row, &feature) in rows.iter_mut().zip(&sample.features) {
            for (cell, &other) in row.iter_mut().zip(sample.features.iter().chain([&sample.margin])) {
                *cell += feature * other;
            }
        }
    }
    // The factors for the number of duels are regularised more strongly.
    (0..N).for_each(|index| rows[index][index] += if index < Features::COUNT { 10.0 } else { 300.0 });
    for pivot in 0..N {
        let row = rows[pivot];
        for other in rows.iter_mut().skip(pivot + 1) {
            let factor = other[pivot] / row[pivot];
            other.iter_mut().zip(row).for_each(|(cell, above)| *cell -= factor * above);
        }
    }
    let mut weights = [0.0; N];
    for index in (0..N).rev() {
        let known: f64 = (index + 1..N).map(|later| rows[index][later] * weights[later]).sum();
        weights[index] = (rows[index][N] - known) / rows[index][index];
    }
    weights
}

/// The scale, in points, of the logistic curve that best predicts the winner from the estimate.
fn scale(samples: &[Sample]) -> f64 {
    let likelihood = |scale: f64| {
        mean(samples.iter().map(|sample| {
            let sign = (sample.ahead + sample.margin).signum();
            -(1.0 + (-sign * sample.estimate / scale).exp()).ln()
        }))
    };
    let scales = (10..200).map(|tenths| f64::from(tenths) / 10.0);
    scales.max_by(|&a, &b| likelihood(a).total_cmp(&likelihood(b))).unwrap_or(1.0)
}

fn product(features: &[f64], weights: &[f64]) -> f64 {
    features.iter().zip(weights).map(|(feature, weight)| feature * weight).sum()
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0));
    sum / count
}

fn correlation(pairs: impl Iterator<Item = (f64, f64)> + Clone) -> f64 {
    let (a, b) = (mean(pairs.clone().map(|pair| pair.0)), mean(pairs.clone().map(|pair| pair.1)));
    let product = |x: f64, y: f64| x * y;
    let together = mean(pairs.clone().map(|pair| product(pair.0 - a, pair.1 - b)));
    let squares =
        mean(pairs.clone().map(|pair| (pair.0 - a).powi(2))) * mean(pairs.map(|pair| (pair.1 - b).powi(2)));
    together / squares.sqrt()
}
