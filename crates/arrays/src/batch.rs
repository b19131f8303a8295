use std::collections::TryReserveError;

use mekong_core::Variants;

use crate::{Arrays, Buffers, Encoding, StepError, typed::AnyBatch};

/// How a [`Batch`] runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BatchOptions {
    /// The maximum number of threads. The results do not depend on it.
    pub threads: usize,
    /// The length at which games are truncated; `None` for no limit.
    pub max_plies: Option<usize>,
}

impl Default for BatchOptions {
    fn default() -> BatchOptions {
        BatchOptions { threads: 1, max_plies: None }
    }
}

/// Games of one variant that are stepped together. When a game ends, a new one starts in the same step, with a new deal in
/// games that have one.
///
/// The same seed gives the same games for the same actions, on any number of threads.
///
/// A step or a reset can be done in parts, so that the caller can do something else in between: [`Batch::begin_step`] or
/// [`Batch::begin_reset`], then [`Batch::advance`] until there is nothing left. A new batch begins with a reset.
pub struct Batch {
    encoding: &'static Encoding,
    games: usize,
    work: Option<Work>,
    inner: Box<dyn AnyBatch>,
}

/// The operation in progress.
enum Work {
    /// The first `done` games have been started.
    Reset { seed: u64, done: usize },
    /// The actions are checked before the first game is stepped.
    Step { actions: Vec<i64>, checked: usize, done: usize },
}

impl std::fmt::Debug for Batch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Batch")
            .field("game", &self.encoding.game())
            .field("games", &self.games)
            .finish_non_exhaustive()
    }
}

impl Batch {
    /// A batch whose games are to be started by [`Batch::advance`] or [`Batch::finish`].
    pub fn new(
        encoding: &'static Encoding,
        variants: Variants,
        games: usize,
        seed: u64,
        options: BatchOptions,
    ) -> Result<Batch, TryReserveError> {
        let inner = (encoding.batch)(variants, games, options)?;
        Ok(Batch { encoding, games, work: Some(Work::Reset { seed, done: 0 }), inner })
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

    /// The text of the position of a game; `None` if there is no such game.
    #[must_use]
    pub fn position_text(&self, game: usize) -> Option<String> {
        self.inner.position_text(game)
    }

    /// Whether a step or a reset has begun and is not complete.
    #[must_use]
    pub const fn is_unfinished(&self) -> bool {
        self.work.is_some()
    }

    /// The state of all games, for [`Batch::restore`].
    pub fn state(&self) -> Result<Vec<u8>, StepError> {
        if self.is_unfinished() {
            return Err(StepError::Unfinished);
        }
        let mut bytes = Vec::new();
        self.inner.save(&mut bytes);
        Ok(bytes)
    }

    /// Replaces all games by those of a batch of the same game, variant and size. The arrays are not written: the caller saves
    /// and restores them.
    pub fn restore(&mut self, state: &[u8]) -> Result<(), StepError> {
        self.inner.restore(self.games, state).ok_or(StepError::State)?;
        self.work = None;
        Ok(())
    }

    /// Begins to restart all games with a seed. An operation in progress is discarded.
    pub fn begin_reset(&mut self, seed: u64) {
        self.work = Some(Work::Reset { seed, done: 0 });
    }

    /// Begins to play one action in every game.
    pub fn begin_step(&mut self, actions: Vec<i64>) -> Result<(), StepError> {
        if self.is_unfinished() {
            return Err(StepError::Unfinished);
        }
        if actions.len() != self.games {
            return Err(StepError::Length { found: actions.len(), games: self.games });
        }
        self.work = Some(Work::Step { actions, checked: 0, done: 0 });
        Ok(())
    }

    /// Continues the operation in progress with at most `games` games, and returns whether it is still unfinished. If an action
    /// is refused, no game changes and the operation ends.
    ///
    /// # Panics
    /// If the lengths of the arrays are wrong.
    pub fn advance(&mut self, games: usize, buffers: &mut Buffers<'_>) -> Result<bool, StepError> {
        assert!(buffers.fit(self.encoding, self.games), "wrong array lengths");
        let part = |from: usize| from..self.games.min(from.saturating_add(games.max(1)));
        let done = match &mut self.work {
            None => return Ok(false),
            Some(Work::Reset { seed, done }) => {
                let range = part(*done);
                self.inner.restart(range.clone(), *seed);
                *done = range.end;
                self.inner.run(self.encoding, range, None, buffers.reborrow());
                *done
            }
            Some(Work::Step { actions, checked, done }) => {
                if *checked < self.games {
                    let range = part(*checked);
                    *checked = range.end;
                    let refused = self.inner.check(range.start, &actions[range]);
                    if refused.is_err() {
                        self.work = None;
                        return refused.map(|()| false);
                    }
                }
                if *checked == self.games {
                    let range = part(*done);
                    *done = range.end;
                    self.inner.run(self.encoding, range.clone(), Some(&actions[range]), buffers.reborrow());
                }
                *done
            }
        };
        if done == self.games {
            self.work = None;
        }
        Ok(self.is_unfinished())
    }

    /// Completes the operation in progress.
    ///
    /// # Panics
    /// If the lengths of the arrays are wrong.
    pub fn finish(&mut self, buffers: &mut Buffers<'_>) -> Result<(), StepError> {
        while self.advance(usize::MAX, buffers)? {}
        Ok(())
    }

    /// Plays one action in every game. If an action is refused, no game changes.
    ///
    /// # Panics
    /// If the lengths of the arrays are wrong.
    pub fn step(&mut self, actions: &[i64], buffers: &mut Buffers<'_>) -> Result<(), StepError> {
        self.begin_step(actions.to_vec())?;
        self.finish(buffers)
    }
}
