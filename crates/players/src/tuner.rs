use mekong_core::{CancelToken, Game, Variants, Weighed};
use mekong_engine::tune::{Fit, SelfPlay, fit};

/// Learns the weights of a game's evaluation from games of the program against itself.
#[derive(Clone, Copy, Debug)]
pub struct Tuner {
    features: &'static [&'static str],
    weights: &'static [i32],
    learn: Learn,
}

type Learn = fn(&SelfPlay, &CancelToken, &(dyn Fn(u64) + Sync)) -> Fit;

impl Tuner {
    pub(crate) const fn of<G: Game>() -> Tuner
    where
        G::Position: Weighed,
    {
        Tuner { features: G::Position::FEATURES, weights: G::Position::WEIGHTS, learn: learn::<G> }
    }

    /// What the evaluation counts.
    #[must_use]
    pub const fn features(&self) -> &'static [&'static str] {
        self.features
    }

    /// The weights that the program plays with now.
    #[must_use]
    pub const fn weights(&self) -> &'static [i32] {
        self.weights
    }

    /// Plays the games and fits the weights to their results. `progress` is told how many games are finished; if it is
    /// stopped early, the answer rests on the games played by then.
    pub fn learn(&self, plan: &SelfPlay, cancel: &CancelToken, progress: &(dyn Fn(u64) + Sync)) -> Fit {
        (self.learn)(plan, cancel, progress)
    }
}

fn learn<G: Game>(plan: &SelfPlay, cancel: &CancelToken, progress: &(dyn Fn(u64) + Sync)) -> Fit
where
    G::Position: Weighed,
{
    let samples = plan.play(|number| G::start(Variants::NONE, number), cancel, progress);
    fit(&samples, G::Position::WEIGHTS, <G::Position as mekong_core::Evaluate>::SCALE)
}
