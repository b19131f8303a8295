use std::thread;

use mekong_core::{Encode, Explain as _, Game, Lang, Notation as _, Position as _, Variants, mix};

use crate::{
    Arrays, Buffers, Encoding, StepError,
    lane::{Lane, Row, rewards},
};

/// How a [`Batch`] runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BatchOptions {
    /// The maximum number of threads. The results do not depend on it.
    pub threads: usize,
    /// The length at which games are cut off; `None` for no limit.
    pub max_plies: Option<usize>,
}

impl Default for BatchOptions {
    fn default() -> BatchOptions {
        BatchOptions { threads: 1, max_plies: None }
    }
}

/// Games of one variant that are stepped at once. A game that ends starts again in the same step, in games with a deal
/// from a new one.
///
/// The same seed gives the same games for the same actions, on any number of threads.
pub struct Batch {
    encoding: &'static Encoding,
    games: usize,
    variants: Variants,
    options: BatchOptions,
    inner: Box<dyn AnyBatch>,
}

impl std::fmt::Debug for Batch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Batch")
            .field("game", &self.encoding.game())
            .field("variants", &self.variants)
            .field("games", &self.games)
            .finish_non_exhaustive()
    }
}

impl Batch {
    /// A batch of new games.
    #[must_use]
    pub fn new(
        encoding: &'static Encoding,
        variants: Variants,
        games: usize,
        seed: u64,
        options: BatchOptions,
    ) -> Batch {
        let inner = (encoding.batch)(variants, games, seed, options);
        Batch { encoding, games, variants, options, inner }
    }

    /// The encoding of the game.
    #[must_use]
    pub const fn encoding(&self) -> &'static Encoding {
        self.encoding
    }

    /// The number of games.
    #[must_use]
    pub const fn games(&self) -> usize {
        self.games
    }

    /// Arrays of the right lengths.
    #[must_use]
    pub fn new_arrays(&self) -> Arrays {
        Arrays::new(self.encoding, self.games)
    }

    /// Starts all games again with a seed. Call [`Batch::observe`] to update the arrays.
    pub fn reset(&mut self, seed: u64) {
        self.inner = (self.encoding.batch)(self.variants, self.games, seed, self.options);
    }

    /// The text of the position of a game; `None` if there is no such game.
    #[must_use]
    pub fn position_text(&self, game: usize) -> Option<String> {
        self.inner.position_text(game)
    }

    /// Writes the arrays for the current positions, without the result of a step.
    ///
    /// # Panics
    /// If the lengths of the arrays are wrong.
    pub fn observe(&mut self, buffers: &mut Buffers<'_>) {
        assert!(buffers.fit(self.encoding, self.games), "the lengths of the arrays");
        self.inner.observe(self.encoding, buffers.reborrow());
    }

    /// Plays one action in every game. If an action is refused, no game changes.
    ///
    /// # Panics
    /// If the lengths of the arrays are wrong.
    pub fn step(&mut self, actions: &[i64], buffers: &mut Buffers<'_>) -> Result<(), StepError> {
        assert!(buffers.fit(self.encoding, self.games), "the lengths of the arrays");
        if actions.len() != self.games {
            return Err(StepError::Length { found: actions.len(), games: self.games });
        }
        self.inner.check(actions)?;
        self.inner.step(self.encoding, actions, buffers.reborrow());
        Ok(())
    }
}

pub(crate) trait AnyBatch: Send + Sync {
    fn position_text(&self, game: usize) -> Option<String>;
    fn check(&self, actions: &[i64]) -> Result<(), StepError>;
    fn step(&mut self, encoding: &Encoding, actions: &[i64], buffers: Buffers<'_>);
    fn observe(&mut self, encoding: &Encoding, buffers: Buffers<'_>);
}

pub(crate) struct TypedBatch<G: Game> {
    lanes: Vec<Lane<G>>,
    variants: Variants,
    options: BatchOptions,
}

/// The minimum number of games per thread, so that starting a thread is a small part of its work.
const GAMES_PER_THREAD: usize = 512;

impl<G: Game> TypedBatch<G>
where
    G::Position: Encode,
{
    pub(crate) fn new(variants: Variants, games: usize, seed: u64, options: BatchOptions) -> TypedBatch<G> {
        let lanes = (0..games as u64).map(|game| Lane::new(variants, mix(seed ^ mix(game + 1)))).collect();
        TypedBatch { lanes, variants, options }
    }

    /// Steps some games, or only observes them if there are no actions.
    fn run(
        lanes: &mut [Lane<G>],
        encoding: &Encoding,
        actions: Option<&[i64]>,
        buffers: Buffers<'_>,
        (variants, max_plies): (Variants, Option<usize>),
    ) {
        let mut moves = Vec::new();
        let mut observations = buffers.observations.chunks_exact_mut(encoding.observation_len());
        let mut masks = buffers.masks.chunks_exact_mut(encoding.action_count());
        let results = buffers.rewards.chunks_exact_mut(2).zip(buffers.terminated).zip(buffers.truncated);
        let rows = buffers.players.iter_mut().zip(buffers.samples).zip(results);
        for (index, (lane, ((player, sample), ((reward, terminated), truncated)))) in
            lanes.iter_mut().zip(rows).enumerate()
        {
            if let Some(mv) = actions.and_then(|actions| move_of::<G>(actions[index])) {
                let stepped = lane.step(mv, variants, max_plies);
                reward.copy_from_slice(&rewards(stepped.outcome));
                *terminated = stepped.outcome.is_some();
                *truncated = stepped.truncated;
            } else {
                reward.fill(0.0);
                (*terminated, *truncated) = (false, false);
            }
            let (Some(observation), Some(mask)) = (observations.next(), masks.next()) else { return };
            lane.write(&mut moves, Row { observation, mask, player, sample });
        }
    }

    /// Distributes games over threads.
    fn distribute(&mut self, encoding: &Encoding, mut actions: Option<&[i64]>, mut buffers: Buffers<'_>) {
        let rules = (self.variants, self.options.max_plies);
        let most = self.lanes.len().div_ceil(GAMES_PER_THREAD);
        let threads = self.options.threads.clamp(1, most.max(1));
        let part = self.lanes.len().div_ceil(threads).max(1);
        let mut lanes = self.lanes.as_mut_slice();
        thread::scope(|scope| {
            while lanes.len() > part {
                let (first, others) = std::mem::take(&mut lanes).split_at_mut(part);
                let (first_buffers, other_buffers) = buffers.split(encoding, part);
                let (first_actions, other_actions) = match actions {
                    Some(actions) => {
                        let (first, others) = actions.split_at(part);
                        (Some(first), Some(others))
                    }
                    None => (None, None),
                };
                scope.spawn(move || Self::run(first, encoding, first_actions, first_buffers, rules));
                (lanes, buffers, actions) = (others, other_buffers, other_actions);
            }
            Self::run(lanes, encoding, actions, buffers, rules);
        });
    }
}

#[inline]
fn move_of<G: Game>(action: i64) -> Option<<G::Position as mekong_core::Position>::Move>
where
    G::Position: Encode,
{
    usize::try_from(action).ok().and_then(G::Position::move_of_action)
}

impl<G: Game> AnyBatch for TypedBatch<G>
where
    G::Position: Encode,
{
    fn position_text(&self, game: usize) -> Option<String> {
        self.lanes.get(game).map(|lane| lane.position().position_text())
    }

    fn check(&self, actions: &[i64]) -> Result<(), StepError> {
        for (game, (lane, &action)) in self.lanes.iter().zip(actions).enumerate() {
            if lane.is_known_legal(action) {
                continue;
            }
            let Some(mv) = move_of::<G>(action) else {
                return Err(StepError::Unknown { game, action, count: G::Position::ACTION_COUNT });
            };
            if let Err(illegal) = lane.position().check(mv) {
                let reasons = [Lang::En, Lang::Fr].map(|lang| illegal.explain(lang));
                return Err(StepError::Illegal { game, action, text: G::Position::move_text(mv), reasons });
            }
        }
        Ok(())
    }

    fn step(&mut self, encoding: &Encoding, actions: &[i64], buffers: Buffers<'_>) {
        self.distribute(encoding, Some(actions), buffers);
    }

    fn observe(&mut self, encoding: &Encoding, buffers: Buffers<'_>) {
        self.distribute(encoding, None, buffers);
    }
}
