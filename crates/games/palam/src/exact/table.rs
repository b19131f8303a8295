//! The transposition table, shared by all threads without locks.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

use crate::exact::key::Key;

/// Bounds on the points that the player to move still wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    /// A lower bound.
    pub(super) lower: u8,
    /// An upper bound.
    pub(super) upper: u8,
    /// The action that reached the lower bound, in the order of the key; [`NO_HINT`] if none did.
    pub(super) hint: u8,
}

/// No action is known to be good.
pub(super) const NO_HINT: u8 = 0xff;

/// One entry, two words. A thread may read while another writes; the key is kept as the exclusive or with the
/// data, so that words of two different writes do not look like an entry (lockless hashing, Hyatt and Mann 2002).
///
/// ```text
///   data   bits 0 … 6   lower     bits 16 … 23  hint          bits 32 … 63  upper half of Key::place
///          bits 8 … 14  upper     bits 24 … 27  duels left
///   check  Key::check ^ data
/// ```
#[derive(Default)]
pub(super) struct Entry {
    pub(super) check: AtomicU64,
    pub(super) data: AtomicU64,
}

/// Four entries fill a cache line of 64 bytes.
const BUCKET: usize = 4;

#[derive(Default)]
#[repr(align(64))]
pub(super) struct Bucket(pub(super) [Entry; BUCKET]);

/// The table. Replaced entries cost time, never exactness.
pub(super) struct Table {
    buckets: Box<[Bucket]>,
    /// How many of the buckets are in use.
    used: AtomicUsize,
}

/// States with up to this many duels use only the first [`CACHED_BUCKETS`], 8 MB. Staying within the processor cache
/// saves a fifth of the time.
const CACHED_DUELS: u8 = 8;
const CACHED_BUCKETS: usize = 1 << 17;

/// The number of buckets for states with at most three duels: 1 MB.
const LAST_DUELS_BUCKETS: usize = 1 << 14;

const PLACE: u64 = 0xffff_ffff_0000_0000;

impl Table {
    /// A table of about this many bytes; none at all with less than one bucket.
    pub(super) fn new(bytes: usize) -> Table {
        let buckets = bytes / size_of::<Bucket>();
        let used = AtomicUsize::new(buckets.min(CACHED_BUCKETS));
        Table { buckets: (0..buckets).map(|_| Bucket::default()).collect(), used }
    }

    /// Makes room for a state with `left` duels. Once the whole table is in use it stays so, because entries for
    /// more duels also help when fewer are left.
    pub(super) fn make_room(&self, left: u8) {
        if left > CACHED_DUELS {
            self.used.store(self.buckets.len(), Relaxed);
        }
    }

    /// States with few duels left are numerous and cheap to solve again. They stay in the first part of the table,
    /// which fits in the processor cache.
    #[inline]
    fn bucket(&self, key: Key, left: u8) -> Option<&Bucket> {
        let buckets = match left {
            0..=3 => self.buckets.len().min(LAST_DUELS_BUCKETS),
            _ => self.used.load(Relaxed),
        };
        // Multiply-shift: the upper bits of the place decide. The check is independent of them.
        let index = (u128::from(key.place.rotate_left(32)) * buckets as u128) >> 64;
        self.buckets.get(index as usize)
    }

    #[inline]
    pub(super) fn get(&self, key: Key, left: u8) -> Option<Known> {
        let bucket = self.bucket(key, left)?;
        bucket.0.iter().find_map(|entry| {
            let data = entry.data.load(Relaxed);
            let check = entry.check.load(Relaxed);
            (check ^ data == key.check && (data ^ key.place) & PLACE == 0 && data != 0).then_some(Known {
                lower: data as u8,
                upper: (data >> 8) as u8,
                hint: (data >> 16) as u8,
            })
        })
    }

    /// Stores the bounds of a state with `left` duels. They replace those of the same state, else the entry of the
    /// bucket that is cheapest to recompute: the one with the fewest duels.
    #[inline]
    pub(super) fn put(&self, key: Key, left: u8, known: Known) {
        let Some(bucket) = self.bucket(key, left) else { return };
        let mut victim = &bucket.0[0];
        let mut fewest = u64::MAX;
        for entry in &bucket.0 {
            let data = entry.data.load(Relaxed);
            if entry.check.load(Relaxed) ^ data == key.check {
                victim = entry;
                break;
            }
            let duels = data >> 24 & 15;
            if duels < fewest {
                (victim, fewest) = (entry, duels);
            }
        }
        let data = u64::from(known.lower)
            | u64::from(known.upper) << 8
            | u64::from(known.hint) << 16
            | u64::from(left) << 24
            | key.place & PLACE;
        victim.data.store(data, Relaxed);
        victim.check.store(key.check ^ data, Relaxed);
    }
}
