//! The games of a batch, with their type.

use std::{collections::TryReserveError, ops::Range, thread};

use mekong_core::{ActionSet, Encode, Explain as _, Game, Lang, Notation as _, Position as _, Variants, mix};

use crate::{
    BatchOptions, Buffers, Encoding, StepError,
    env_slot::{self, EnvSlot, Row},
    state::Reader,
};

pub(crate) trait AnyBatch: Send + Sync {
    fn position_text(&self, game: usize) -> Option<String>;
    /// Restarts the games of a range. The first time, the ranges must be consecutive from 0.
    fn restart(&mut self, range: Range<usize>, seed: u64);
    /// Appends the states of all games.
    fn save(&self, bytes: &mut Vec<u8>);
    /// Restores all games; `None` if the bytes are not the states of this number of games.
    fn restore(&mut self, games: usize, bytes: &[u8]) -> Option<()>;
    /// Checks the actions of the games from `first` on.
    fn check(&self, first: usize, actions: &[i64]) -> Result<(), StepError>;
    /// Steps the games of a range, or only writes their arrays if there are no actions. The buffers are those of all games.
    fn run(
        &mut self,
        encoding: &Encoding,
        range: Range<usize>,
        actions: Option<&[i64]>,
        buffers: Buffers<'_>,
    );
}

pub(crate) struct TypedBatch<G: Game> {
    slots: Vec<EnvSlot<G>>,
    /// The legal actions of each game, [`ActionSet::words_of`] words per game. They are not read from the masks, which the
    /// caller may change.
    legal: Vec<u64>,
    variants: Variants,
    options: BatchOptions,
}

/// The minimum number of games per thread, so that the cost of starting a thread is small.
const MIN_GAMES_PER_THREAD: usize = 512;

/// The number of games that are stepped before their arrays are written. Many games do not fit into the cache: in a short loop the
/// processor overlaps the cache misses of several games.
const BLOCK_LEN: usize = 32;

/// The variants, and the length at which games are truncated.
type Rules = (Variants, Option<usize>);

/// Games of a batch with their arrays and actions, for one thread.
struct Part<'a, G: Game> {
    slots: &'a mut [EnvSlot<G>],
    legal: &'a mut [u64],
    actions: Option<&'a [i64]>,
    buffers: Buffers<'a>,
}

impl<'a, G: Game> Part<'a, G>
where
    G::Position: Encode,
{
    /// The first `games` games, and the others.
    fn split(self, encoding: &Encoding, games: usize) -> (Part<'a, G>, Part<'a, G>) {
        let (slots, other_slots) = self.slots.split_at_mut(games);
        let (legal, other_legal) = self.legal.split_at_mut(games * ActionSet::words_of::<G::Position>());
        let (actions, other_actions) = self.actions.map(|actions| actions.split_at(games)).unzip();
        let (buffers, other_buffers) = self.buffers.split(encoding, games);
        let others =
            Part { slots: other_slots, legal: other_legal, actions: other_actions, buffers: other_buffers };
        (Part { slots, legal, actions, buffers }, others)
    }

    /// Steps the games, or only writes their arrays.
    fn run(mut self, encoding: &Encoding, rules: Rules) {
        while !self.slots.is_empty() {
            let games = self.slots.len().min(BLOCK_LEN);
            let (mut block, others) = self.split(encoding, games);
            block.step(rules);
            block.write();
            self = others;
        }
    }

    fn step(&mut self, (variants, max_plies): Rules) {
        let Buffers { rewards, terminated, truncated, .. } = &mut self.buffers;
        let results = rewards.chunks_exact_mut(2).zip(terminated.iter_mut()).zip(truncated.iter_mut());
        let Some(actions) = self.actions else {
            for ((reward, terminated), truncated) in results {
                reward.fill(0.0);
                (*terminated, *truncated) = (false, false);
            }
            return;
        };
        for (slot, &action) in self.slots.iter_mut().zip(actions) {
            // The actions have been checked.
            if let Some(mv) = move_of::<G>(action) {
                slot.play(mv);
            }
        }
        // A separate loop: the earlier positions of a game are rarely in the cache, and the processor overlaps the misses of several games.
        for (slot, ((reward, terminated), truncated)) in self.slots.iter_mut().zip(results) {
            let stepped = slot.finish_step(variants, max_plies);
            reward.copy_from_slice(&env_slot::rewards(stepped.outcome));
            *terminated = stepped.outcome.is_some();
            *truncated = stepped.truncated;
        }
    }

    fn write(&mut self) {
        let Buffers { observations, masks, players, samples, .. } = &mut self.buffers;
        let observations = observations.chunks_exact_mut(G::Position::shape().iter().product());
        let masks = masks.chunks_exact_mut(G::Position::ACTION_COUNT);
        let legal = self.legal.chunks_exact_mut(ActionSet::words_of::<G::Position>());
        let rows = observations.zip(masks).zip(players.iter_mut()).zip(samples.iter_mut());
        for ((slot, legal), (((observation, mask), player), sample)) in
            self.slots.iter_mut().zip(legal).zip(rows)
        {
            slot.write(legal, Row { observation, mask, player, sample });
        }
    }
}

impl<G: Game> TypedBatch<G>
where
    G::Position: Encode,
{
    /// Reserves memory for a number of games, none of which has started.
    pub(crate) fn new(
        variants: Variants,
        games: usize,
        options: BatchOptions,
    ) -> Result<TypedBatch<G>, TryReserveError> {
        let (mut slots, mut legal) = (Vec::new(), Vec::new());
        slots.try_reserve_exact(games)?;
        legal.try_reserve_exact(games * ActionSet::words_of::<G::Position>())?;
        Ok(TypedBatch { slots, legal, variants, options })
    }

    fn is_legal(&self, game: usize, action: i64) -> bool {
        let words = ActionSet::words_of::<G::Position>();
        let action = action as u64;
        let word = usize::try_from(action / 64).ok().filter(|&word| word < words);
        let word = word.and_then(|word| self.legal.get(game * words + word));
        word.is_some_and(|word| word >> (action % 64) & 1 != 0)
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
        self.slots.get(game).map(|slot| slot.position().position_text())
    }

    fn restart(&mut self, range: Range<usize>, seed: u64) {
        for game in range.clone() {
            let slot = EnvSlot::new(self.variants, mix(seed ^ mix(game as u64 + 1)));
            match self.slots.get_mut(game) {
                Some(old) => *old = slot,
                None => self.slots.push(slot),
            }
        }
        let words = range.end * ActionSet::words_of::<G::Position>();
        self.legal.resize(words.max(self.legal.len()), 0);
    }

    fn save(&self, bytes: &mut Vec<u8>) {
        self.slots.iter().for_each(|slot| slot.save(bytes));
    }

    fn restore(&mut self, games: usize, bytes: &[u8]) -> Option<()> {
        let mut reader = Reader(bytes);
        let slots = (0..games).map(|_| EnvSlot::restore(self.variants, &mut reader));
        let slots: Vec<EnvSlot<G>> = slots.collect::<Option<_>>()?;
        if !reader.0.is_empty() {
            return None;
        }
        let words = ActionSet::words_of::<G::Position>();
        self.legal.resize(games * words, 0);
        for (slot, legal) in slots.iter().zip(self.legal.chunks_exact_mut(words)) {
            slot.write_legal(legal);
        }
        self.slots = slots;
        Some(())
    }

    fn check(&self, first: usize, actions: &[i64]) -> Result<(), StepError> {
        for (game, &action) in (first..).zip(actions) {
            if self.is_legal(game, action) {
                continue;
            }
            let Some(mv) = move_of::<G>(action) else {
                return Err(StepError::Unknown { game, action, count: G::Position::ACTION_COUNT });
            };
            if let Some(Err(illegal)) = self.slots.get(game).map(|slot| slot.position().check(mv)) {
                let reasons = [Lang::En, Lang::Fr].map(|lang| illegal.explain(lang));
                return Err(StepError::Illegal { game, action, text: G::Position::move_text(mv), reasons });
            }
        }
        Ok(())
    }

    fn run(
        &mut self,
        encoding: &Encoding,
        range: Range<usize>,
        actions: Option<&[i64]>,
        buffers: Buffers<'_>,
    ) {
        let rules = (self.variants, self.options.max_plies);
        let games = range.len();
        let threads = self.options.threads.clamp(1, games.div_ceil(MIN_GAMES_PER_THREAD).max(1));
        let part = games.div_ceil(threads).max(1);
        let words = ActionSet::words_of::<G::Position>();
        let mut rest = Part {
            slots: &mut self.slots[range.clone()],
            legal: &mut self.legal[range.start * words..range.end * words],
            actions,
            buffers: buffers.split(encoding, range.start).1.split(encoding, games).0,
        };
        thread::scope(|scope| {
            while rest.slots.len() > part {
                let (first, others) = rest.split(encoding, part);
                scope.spawn(move || first.run(encoding, rules));
                rest = others;
            }
            rest.run(encoding, rules);
        });
    }
}
