use mekong_core::{CancelToken, Game, LinearEvaluate, Variants};
use mekong_engine::tune::{Fit, SelfPlay, fit};

/// Fits the weights of an evaluation to the results of self-play games.
#[derive(Clone, Copy, Debug)]
pub struct Tuner {
    features: &'static [&'static str],
    weights: &'static [i32],
    tune: Tune,
}

type Tune = fn(&SelfPlay, &CancelToken, &(dyn Fn(u64) + Sync)) -> Fit;

impl Tuner {
    pub(crate) const fn of<G: Game>() -> Tuner
    where
        G::Position: LinearEvaluate,
    {
        Tuner { features: G::Position::FEATURES, weights: G::Position::WEIGHTS, tune: tune::<G> }
    }

    /// The names of the features.
    #[must_use]
    pub const fn features(&self) -> &'static [&'static str] {
        self.features
    }

    /// The current weights.
    #[must_use]
    pub const fn weights(&self) -> &'static [i32] {
        self.weights
    }

    /// Plays the games and fits the weights to their results. Reports the number of finished games to `progress`; if
    /// cancelled, uses the games finished so far.
    pub fn tune(&self, self_play: &SelfPlay, cancel: &CancelToken, progress: &(dyn Fn(u64) + Sync)) -> Fit {
        (self.tune)(self_play, cancel, progress)
    }
}

fn tune<G: Game>(self_play: &SelfPlay, cancel: &CancelToken, progress: &(dyn Fn(u64) + Sync)) -> Fit
where
    G::Position: LinearEvaluate,
{
    let samples = self_play.play(|number| G::start(Variants::NONE, number), cancel, progress);
    fit(&samples, G::Position::WEIGHTS, <G::Position as mekong_core::Evaluate>::SCALE)
}
