//! Solving one group of tiers, whose positions lead to each other and to groups solved before.
//!
//! Level `d` decides the positions whose game ends after exactly `d` plies:
//!
//! - a win in `d`, if a move leads to a loss in `d - 1`;
//! - a loss in `d`, if every move leads to a win of the opponent, the latest of them in `d - 1`.
//!
//! Moves that leave the group have known values, so they are looked at once, in a first scan, which puts each
//! position they decide into the bucket of its level. Moves within the group are followed backwards from the
//! positions of a level: a loss decides its predecessors for the next level, and a win takes one open move from
//! each of its predecessors. What no level decides is a draw: neither player can force the end.

use std::{
    marker::PhantomData,
    sync::atomic::{AtomicU8, Ordering::Relaxed},
};

use mekong_core::{Exit, Indexed, Place, Value, Variants};

use crate::{
    SolveError, Watch,
    code::{DRAW, LONGEST, decode, is_loss, loss, win},
    share::{ShareResult, share},
};

/// Positions that a thread takes at a time.
const CHUNK: usize = 1 << 12;

pub(crate) struct Group<'a, P> {
    variants: Variants,
    /// The values of the tiers below, in full.
    below: &'a [Vec<u8>],
    sizes: Vec<usize>,
    /// Where each tier begins when the group's positions are numbered throughout.
    begins: Vec<usize>,
    /// The code of each position; [`DRAW`] until it is decided.
    values: Vec<AtomicU8>,
    /// How many moves of each position are not known to lose.
    open: Vec<AtomicU8>,
    /// The level at which the last losing exit of each position is over: it cannot be lost before that.
    latest: Vec<AtomicU8>,
    threads: usize,
    watch: &'a dyn Watch,
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

impl ShareResult for Buckets {
    fn empty() -> Buckets {
        Buckets::default()
    }
}

/// What a thread found when it followed a level back.
#[derive(Default)]
struct Followed {
    next: Vec<u32>,
    later: Buckets,
    /// Room for the predecessors of one position and their values.
    predecessors: Vec<(u32, u8)>,
}

impl ShareResult for Followed {
    fn empty() -> Followed {
        Followed::default()
    }
}

impl<'a, P: Indexed> Group<'a, P> {
    pub(crate) fn new(
        variants: Variants,
        below: &'a [Vec<u8>],
        sizes: Vec<usize>,
        threads: usize,
        watch: &'a dyn Watch,
    ) -> Group<'a, P> {
        let mut begins = Vec::with_capacity(sizes.len());
        let mut total = 0;
        for size in &sizes {
            begins.push(total);
            total += size;
        }
        assert!(u32::try_from(total).is_ok(), "a group is numbered in 32 bits");
        let zeros = || (0..total).map(|_| AtomicU8::new(0)).collect();
        Group {
            variants,
            below,
            sizes,
            begins,
            values: zeros(),
            open: zeros(),
            latest: zeros(),
            threads,
            watch,
            game: PhantomData,
        }
    }

    /// The codes of the group's tiers.
    pub(crate) fn solve(self) -> Result<Vec<Vec<u8>>, SolveError> {
        let mut buckets = self.scan()?;
        let mut frontier = Vec::new();
        let mut level = 0;
        while !frontier.is_empty() || buckets.last_level().is_some_and(|last| last >= usize::from(level)) {
            if self.watch.stopped() {
                return Err(SolveError::Stopped);
            }
            self.decide(level, buckets.take(level), &mut frontier);
            if level as u16 >= LONGEST && !frontier.is_empty() {
                return Err(SolveError::TooLong);
            }
            let (next, later) = self.follow_back(level, &frontier);
            frontier = next;
            buckets.append(later);
            level += 1;
        }
        let mut codes = self.values.into_iter().map(AtomicU8::into_inner);
        Ok(self.sizes.iter().map(|&size| codes.by_ref().take(size).collect()).collect())
    }

    fn position(&self, number: usize) -> P {
        let tier = self.begins.iter().rposition(|&begin| begin <= number).unwrap_or(0);
        let place = Place { tier: self.below.len() + tier, index: number - self.begins[tier] };
        P::at(place, self.variants)
    }

    fn number(&self, place: Place) -> usize {
        self.begins[place.tier - self.below.len()] + place.index
    }

    /// Looks once at every position and the moves that leave the group.
    fn scan(&self) -> Result<Buckets, SolveError> {
        let parts = self.share(self.values.len(), |buckets: &mut Buckets, numbers| {
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
                Exit::To(place) => decode(self.below[place.tier][place.index]),
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

    /// Tells the predecessors of the positions that a level decided. Returns those that are won on the next
    /// level, and those that are lost on the next or a later one.
    fn follow_back(&self, level: u8, frontier: &[u32]) -> (Vec<u32>, Buckets) {
        let parts = self.share(frontier.len(), |part: &mut Followed, numbers| {
            for &number in &frontier[numbers] {
                part.predecessors.clear();
                self.position(number as usize).inner_predecessors(|place| {
                    let before = self.number(place);
                    part.predecessors.push((before as u32, self.values[before].load(Relaxed)));
                });
                // Their values lie all over memory. They were all asked for before any of them is looked at here, so
                // that the processor waits for them together and not one by one.
                let lost = is_loss(self.values[number as usize].load(Relaxed));
                for &(before, _) in part.predecessors.iter().filter(|(_, value)| *value == DRAW) {
                    if lost {
                        if self.claim(before as usize, win(level + 1)) {
                            part.next.push(before);
                        }
                    } else if self.open[before as usize].fetch_sub(1, Relaxed) == 1 {
                        let latest = self.latest[before as usize].load(Relaxed);
                        part.later.add(latest.max(level + 1), before);
                    }
                }
            }
        });
        let (mut next, mut later) = (Vec::new(), Buckets::default());
        for part in parts.unwrap_or_default() {
            next.extend(part.next);
            later.append(part.later);
        }
        (next, later)
    }

    /// Decides an undecided position; `false` if it is decided already, perhaps by another thread just now.
    fn claim(&self, number: usize, code: u8) -> bool {
        let value = &self.values[number];
        value.load(Relaxed) == DRAW && value.compare_exchange(DRAW, code, Relaxed, Relaxed).is_ok()
    }

    /// Shares the numbers below `total` among the threads, chunk by chunk, each with a result of its own.
    fn share<R: ShareResult>(
        &self,
        total: usize,
        work: impl Fn(&mut R, std::ops::Range<usize>) + Sync,
    ) -> Result<Vec<R>, SolveError> {
        let begins: Vec<usize> = (0..total).step_by(CHUNK).collect();
        let results = share(&begins, self.threads, |result, begin| {
            if !self.watch.stopped() {
                work(result, begin..(begin + CHUNK).min(total));
            }
        });
        if self.watch.stopped() { Err(SolveError::Stopped) } else { Ok(results) }
    }
}
