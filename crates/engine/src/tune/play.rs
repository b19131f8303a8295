use std::{
    sync::{
        Mutex,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    thread,
};

use mekong_core::{CancelToken, History, LinearEvaluate, Player, SplitMix64, StaticEval, Value};

use crate::{Engine, Limits, Score};

/// The number of plies after which a game counts as a draw.
const MAX_PLIES: usize = 200;

/// The hash memory per player in megabytes, cleared before each game.
const MEGABYTES: usize = 4;

/// A quiet position: its feature counts and the result of the game for the player to move.
#[derive(Clone, PartialEq, Debug)]
pub struct Sample {
    /// The counts of the features.
    pub counts: Vec<i8>,
    /// 1 for a win, 0 for a loss, a half for a draw.
    pub result: f64,
    /// The number of the game it is from.
    pub game: u64,
}

/// The settings of self-play. The same settings give the same samples on any number of threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SelfPlay {
    /// The number of games.
    pub games: u64,
    /// Nodes searched per move.
    pub nodes: u64,
    /// The maximum number of random moves at the start of a game; the minimum is two.
    pub random_plies: usize,
    /// The seed of the random moves.
    pub seed: u64,
    /// The number of threads.
    pub threads: usize,
}

impl SelfPlay {
    /// Plays the games and collects their quiet positions in the order of the games. `start` returns the start position
    /// of a game by its number; `progress` receives the number of finished games; cancelling returns the samples so
    /// far.
    pub fn play<P: LinearEvaluate>(
        &self,
        start: impl Fn(u64) -> P + Sync,
        cancel: &CancelToken,
        progress: impl Fn(u64) + Sync,
    ) -> Vec<Sample> {
        let (next, finished) = (AtomicU64::new(0), AtomicU64::new(0));
        let all = Mutex::new(Vec::new());
        let work = || {
            let engine = Engine::new(MEGABYTES);
            loop {
                let game = next.fetch_add(1, Relaxed);
                if game >= self.games || cancel.is_cancelled() {
                    return;
                }
                engine.clear();
                let samples = self.play_one(&engine, game, start(game), cancel);
                if let Ok(mut all) = all.lock() {
                    all.extend(samples);
                }
                progress(finished.fetch_add(1, Relaxed) + 1);
            }
        };
        thread::scope(|scope| {
            (1..self.threads).for_each(|_| drop(scope.spawn(work)));
            work();
        });
        let mut all = all.into_inner().unwrap_or_default();
        // The samples of a game are contiguous and in order; only games may finish out of order.
        all.sort_by_key(|sample: &Sample| sample.game);
        all
    }

    fn play_one<P: LinearEvaluate>(
        &self,
        engine: &Engine,
        number: u64,
        start: P,
        cancel: &CancelToken,
    ) -> Vec<Sample> {
        let mut random = SplitMix64::new(self.seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut game = History::new(start);
        let plies = 2 + random.below(self.random_plies.saturating_sub(1).max(1));
        for _ in 0..plies {
            let mut moves = Vec::new();
            game.legal_moves(&mut moves);
            if moves.is_empty() || game.play(moves[random.below(moves.len())]).is_err() {
                break;
            }
        }
        let mut seen: Vec<(Player, Vec<i8>)> = Vec::new();
        let mut winner = None;
        while game.moves().len() < MAX_PLIES {
            if let Some(outcome) = game.outcome() {
                winner = outcome.winner;
                break;
            }
            let turn = game.position().turn();
            let report = engine.search(&game, Limits::nodes(self.nodes), cancel, |_| {});
            let Some(line) = report.lines.first() else { break };
            if let Some(value) = line.score.value() {
                // Decided games need not be played out.
                winner = Some(if matches!(value, Value::Win(_)) { turn } else { turn.other() });
                break;
            }
            if is_quiet(game.position(), line.score) {
                seen.push((turn, counts(game.position())));
            }
            if game.play(line.moves[0]).is_err() {
                break;
            }
        }
        if cancel.is_cancelled() {
            return Vec::new();
        }
        let result = |turn| match winner {
            None => 0.5,
            Some(winner) if winner == turn => 1.0,
            Some(_) => 0.0,
        };
        let sample = |(turn, counts)| Sample { counts, result: result(turn), game: number };
        seen.into_iter().map(sample).collect()
    }
}

/// Whether the position is quiet.
fn is_quiet<P: LinearEvaluate>(position: &P, found: Score) -> bool {
    let mut forcing = Vec::new();
    position.forcing_moves(&mut forcing);
    let is_open = !matches!(position.static_eval(), StaticEval::Decided(_));
    forcing.is_empty() && is_open && found.value().is_none()
}

fn counts<P: LinearEvaluate>(position: &P) -> Vec<i8> {
    let mut counts = vec![0; P::FEATURES.len()];
    position.count_features(&mut counts);
    counts.into_iter().map(|count| count.clamp(-127, 127) as i8).collect()
}
