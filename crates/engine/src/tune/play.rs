use std::{
    sync::{
        Mutex,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    thread,
};

use mekong_core::{CancelToken, History, Judgement, Player, SplitMix64, Value, Weighed};

use crate::{Engine, Limits, Score};

/// A game that goes on for longer is counted as a draw.
const MAX_PLIES: usize = 200;

/// The memory of each player. What a game leaves in it is forgotten before the next.
const MEGABYTES: usize = 4;

/// A quiet position: what the evaluation counts in it, and how the game ended for the player to move.
#[derive(Clone, PartialEq, Debug)]
pub struct Sample {
    /// The counts of the features.
    pub counts: Vec<i8>,
    /// 1 for a win, 0 for a loss, a half for a draw.
    pub result: f64,
    /// The number of the game it is from.
    pub game: u64,
}

/// How games are played to learn from. The same plan gives the same samples, on any number of threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SelfPlay {
    /// How many games.
    pub games: u64,
    /// Nodes searched per move.
    pub nodes: u64,
    /// Each game begins with up to so many random moves, and at least two.
    pub random_plies: usize,
    /// Decides the random moves.
    pub seed: u64,
    /// How many games are played at once.
    pub threads: usize,
}

impl SelfPlay {
    /// Plays the games and collects their quiet positions in the order of the games. `start` gives the start of a game
    /// by its number; `progress` is told how many games are finished; `stop` ends it early, with what there is.
    pub fn play<P: Weighed>(
        &self,
        start: impl Fn(u64) -> P + Sync,
        stop: &CancelToken,
        progress: impl Fn(u64) + Sync,
    ) -> Vec<Sample> {
        let (next, finished) = (AtomicU64::new(0), AtomicU64::new(0));
        let all = Mutex::new(Vec::new());
        let work = || {
            let engine = Engine::new(MEGABYTES);
            loop {
                let game = next.fetch_add(1, Relaxed);
                if game >= self.games || stop.is_cancelled() {
                    return;
                }
                engine.clear();
                let samples = self.play_one(&engine, game, start(game), stop);
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
        // Each game's samples are together and in order; only the games may have finished in another.
        all.sort_by_key(|sample: &Sample| sample.game);
        all
    }

    fn play_one<P: Weighed>(
        &self,
        engine: &Engine,
        number: u64,
        start: P,
        stop: &CancelToken,
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
            let report = engine.search(&game, Limits::nodes(self.nodes), stop, |_| {});
            let Some(line) = report.lines.first() else { break };
            if let Some(value) = line.score.value() {
                // What is proven need not be played out.
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
        if stop.is_cancelled() {
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

/// Whether nothing happens at once that an evaluation could not know.
fn is_quiet<P: Weighed>(position: &P, found: Score) -> bool {
    let mut forcing = Vec::new();
    position.forcing_moves(&mut forcing);
    let is_open = !matches!(position.judge(), Judgement::Decided(_));
    forcing.is_empty() && is_open && found.value().is_none()
}

fn counts<P: Weighed>(position: &P) -> Vec<i8> {
    let mut counts = vec![0; P::FEATURES.len()];
    position.count_features(&mut counts);
    counts.into_iter().map(|count| count.clamp(-127, 127) as i8).collect()
}
