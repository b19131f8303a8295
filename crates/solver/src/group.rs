//! Solving one group of tiers, whose positions lead to each other and to groups solved before.
//!
//! Level `d` decides the positions whose game ends after exactly `d` plies:
//!
//! - a win in `d`, if a move leads to a loss in `d - 1`;
//! - a loss in `d`, if every move leads to a win of the opponent, the latest of them in `d - 1`.
//!
//! Moves that leave the group have known values: a first scan puts each position that they decide into the bucket of
//! its level. Moves within the group are followed backwards from the positions of a level: a loss decides its
//! predecessors for the next level, and a win decrements the open moves of each predecessor. Positions that no level
//! decides are draws.

use std::{
    marker::PhantomData,
    sync::atomic::{AtomicU8, Ordering::Relaxed},
};

use mekong_core::{CancelToken, Exit, Indexed, TierIndex, Value, Variants};

use crate::{
    SolveError,
    code::{DRAW, MAX_PLIES, decode, is_loss, loss, win},
    parallel::parallel_fold,
};

/// The number of positions per job.
const CHUNK: usize = 1 << 12;

pub(crate) struct Group<'a, P> {
    variants: Variants,
    /// The values of all lower tiers.
    below: &'a [Vec<u8>],
    sizes: Vec<usize>,
    /// The offset of each tier in the numbering of the group.
    begins: Vec<usize>,
    /// The code of each position; [`DRAW`] until it is decided.
    values: Vec<AtomicU8>,
    /// How many moves of each position are not known to lose.
    open: Vec<AtomicU8>,
    /// The level of the longest losing exit of each position, a lower bound for its loss.
    latest: Vec<AtomicU8>,
    /// The number of low bits to drop for the partition of a position.
    part_shift: u32,
    threads: usize,
    cancel: &'a CancelToken,
    game: PhantomData<fn() -> P>,
}

/// Positions by the level that may decide them.
#[derive(Default)]
struct Buckets(Vec<Vec<u32>>);

impl Buckets {
    fn add(&mut self, level: u8, position: u32) {
        self.level(level.into()).push(position);
    }

    fn append(&mut self, other: Buckets) {
        for (level, positions) in other.0.into_iter().enumerate() {
            self.level(level).extend(positions);
        }
    }

    fn take(&mut self, level: u8) -> Vec<u32> {
        self.0.get_mut(usize::from(level)).map(std::mem::take).unwrap_or_default()
    }

    fn last_level(&self) -> Option<usize> {
        self.0.iter().rposition(|positions| !positions.is_empty())
    }

    fn level(&mut self, level: usize) -> &mut Vec<u32> {
        if self.0.len() <= level {
            self.0.resize(level + 1, Vec::new());
        }
        &mut self.0[level]
    }
}

/// The number of positions propagated at a time, to bound the memory for updates.
const ROUND: usize = 1 << 17;

/// The number of partitions of the updates.
const PARTS: usize = 64;

/// Marks an update from a lost position.
const LOST: u32 = 1 << 31;

/// Per partition, the positions to update.
struct Updates([Vec<u32>; PARTS]);

impl Default for Updates {
    fn default() -> Updates {
        Updates([const { Vec::new() }; PARTS])
    }
}

/// The positions decided by one thread.
#[derive(Default)]
struct Propagated {
    won: Vec<u32>,
    lost: Buckets,
}

impl<'a, P: Indexed> Group<'a, P> {
    pub(crate) fn new(
        variants: Variants,
        below: &'a [Vec<u8>],
        sizes: Vec<usize>,
        threads: usize,
        cancel: &'a CancelToken,
    ) -> Group<'a, P> {
        let mut begins = Vec::with_capacity(sizes.len());
        let mut total = 0;
        for size in &sizes {
            begins.push(total);
            total += size;
        }
        assert!(total < LOST as usize, "a group is numbered in 31 bits");
        let bits = usize::BITS - total.leading_zeros();
        let zeros = || (0..total).map(|_| AtomicU8::new(0)).collect();
        Group {
            variants,
            below,
            sizes,
            begins,
            values: zeros(),
            open: zeros(),
            latest: zeros(),
            part_shift: bits.saturating_sub(PARTS.trailing_zeros()),
            threads,
            cancel,
            game: PhantomData,
        }
    }

    /// The codes of the group's tiers.
    pub(crate) fn solve(self) -> Result<Vec<Vec<u8>>, SolveError> {
        let mut buckets = self.scan()?;
        let mut frontier = Vec::new();
        let mut level = 0;
        while !frontier.is_empty() || buckets.last_level().is_some_and(|last| last >= usize::from(level)) {
            if self.cancel.is_cancelled() {
                return Err(SolveError::Cancelled);
            }
            self.decide(level, buckets.take(level), &mut frontier);
            if level as u16 >= MAX_PLIES && !frontier.is_empty() {
                return Err(SolveError::TooLong);
            }
            let (next, later) = self.propagate(level, &frontier)?;
            frontier = next;
            buckets.append(later);
            level += 1;
        }
        let mut codes = self.values.into_iter().map(AtomicU8::into_inner);
        Ok(self.sizes.iter().map(|&size| codes.by_ref().take(size).collect()).collect())
    }

    fn position(&self, number: usize) -> P {
        let tier = self.begins.iter().rposition(|&begin| begin <= number).unwrap_or(0);
        let tier_index = TierIndex { tier: self.below.len() + tier, index: number - self.begins[tier] };
        P::from_tier_index(tier_index, self.variants)
    }

    fn number(&self, tier_index: TierIndex) -> usize {
        self.begins[tier_index.tier - self.below.len()] + tier_index.index
    }

    /// Scans every position and its moves that leave the group.
    fn scan(&self) -> Result<Buckets, SolveError> {
        let parts = self.parallel_fold(self.values.len(), |buckets: &mut Buckets, numbers| {
            for number in numbers {
                self.scan_position(number, buckets);
            }
        })?;
        let mut buckets = Buckets::default();
        parts.into_iter().for_each(|part| buckets.append(part));
        Ok(buckets)
    }

    #[inline]
    fn scan_position(&self, number: usize, buckets: &mut Buckets) {
        let position = self.position(number);
        let mut open = position.inner_moves() as u8;
        let mut latest = 0;
        let mut quickest = None;
        position.exits(|exit| {
            let value = match exit {
                Exit::Over(value) => value,
                Exit::To(tier_index) => decode(self.below[tier_index.tier][tier_index.index]),
            };
            match value {
                Value::Win(plies) => latest = latest.max(plies as u8 + 1),
                Value::Draw => open += 1,
                Value::Loss(plies) => {
                    open += 1;
                    let plies = plies as u8 + 1;
                    quickest = Some(quickest.map_or(plies, |best: u8| best.min(plies)));
                }
            }
        });
        self.open[number].store(open, Relaxed);
        self.latest[number].store(latest, Relaxed);
        match quickest {
            Some(level) => buckets.add(level, number as u32),
            None if open == 0 => buckets.add(latest, number as u32),
            None => {}
        }
    }

    /// Decides the positions in the bucket of a level that are still undecided, and adds them to the frontier.
    fn decide(&self, level: u8, bucket: Vec<u32>, frontier: &mut Vec<u32>) {
        for number in bucket {
            let value = &self.values[number as usize];
            if value.load(Relaxed) == DRAW {
                let lost = self.open[number as usize].load(Relaxed) == 0;
                value.store(if lost { loss(level) } else { win(level) }, Relaxed);
                frontier.push(number);
            }
        }
    }

    /// Propagates the positions decided at a level to their predecessors. Returns those won at the next level, and
    /// those lost at the next or a later one.
    ///
    /// The predecessors are scattered over memory. The updates are therefore partitioned first, and each partition is
    /// applied by one thread: it fits into the cache, and no other thread writes to it.
    fn propagate(&self, level: u8, frontier: &[u32]) -> Result<(Vec<u32>, Buckets), SolveError> {
        let (mut next, mut later) = (Vec::new(), Buckets::default());
        for round in frontier.chunks(ROUND) {
            let updates = self.parallel_fold(round.len(), |updates: &mut Updates, numbers| {
                for &number in &round[numbers] {
                    self.collect_updates(number, updates);
                }
            })?;
            let parts: Vec<usize> = (0..PARTS).collect();
            let propagated = parallel_fold(&parts, self.threads, Propagated::default, |propagated, part| {
                for &item in updates.iter().flat_map(|updates| &updates.0[part]) {
                    self.apply_update(item, level, propagated);
                }
            });
            for Propagated { won, lost } in propagated {
                next.extend(won);
                later.append(lost);
            }
        }
        Ok((next, later))
    }

    #[inline]
    fn collect_updates(&self, number: u32, updates: &mut Updates) {
        let lost = if is_loss(self.values[number as usize].load(Relaxed)) { LOST } else { 0 };
        self.position(number as usize).inner_predecessors(|tier_index| {
            let before = self.number(tier_index);
            updates.0[before >> self.part_shift].push(before as u32 | lost);
        });
    }

    /// Applies an update: one of the moves leads to a lost or a won position.
    #[inline]
    fn apply_update(&self, item: u32, level: u8, propagated: &mut Propagated) {
        let number = (item & !LOST) as usize;
        let value = &self.values[number];
        if value.load(Relaxed) != DRAW {
            return;
        }
        if item & LOST != 0 {
            value.store(win(level + 1), Relaxed);
            propagated.won.push(number as u32);
            return;
        }
        let open = self.open[number].load(Relaxed) - 1;
        self.open[number].store(open, Relaxed);
        if open == 0 {
            let latest = self.latest[number].load(Relaxed);
            propagated.lost.add(latest.max(level + 1), number as u32);
        }
    }

    /// Distributes the numbers below `total` among threads in chunks, with one result per thread.
    fn parallel_fold<R: Default + Send>(
        &self,
        total: usize,
        fold: impl Fn(&mut R, std::ops::Range<usize>) + Sync,
    ) -> Result<Vec<R>, SolveError> {
        let begins: Vec<usize> = (0..total).step_by(CHUNK).collect();
        let results = parallel_fold(&begins, self.threads, R::default, |result, begin| {
            if !self.cancel.is_cancelled() {
                fold(result, begin..(begin + CHUNK).min(total));
            }
        });
        if self.cancel.is_cancelled() { Err(SolveError::Cancelled) } else { Ok(results) }
    }
}
