//! The transposition table, shared by all threads without locks.
//!
//! An entry has two words. The key is xored with the data, so that an entry torn by a concurrent write does not match
//! its key:
//!
//! ```text
//!   word 0:  key xor word 1
//!   word 1:  63      48 47      32 31   24 23   16 15    8 7      0
//!            ┌─────────┬──────────┬───────┬───────┬───────┬────────┐
//!            │  score  │   move   │ depth │  age  │ bound │  free  │
//!            └─────────┴──────────┴───────┴───────┴───────┴────────┘
//! ```

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

/// Whether a stored score is exact or a bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    Exact,
    Lower,
    Upper,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    /// The index of the best move; [`Entry::NO_MOVE`] if there is none.
    pub(crate) mv: u16,
    pub(crate) score: i16,
    pub(crate) depth: u8,
    pub(crate) bound: Bound,
}

impl Entry {
    pub(crate) const NO_MOVE: u16 = u16::MAX;

    fn pack(self, age: u8) -> u64 {
        (self.score as u16 as u64) << 48
            | u64::from(self.mv) << 32
            | u64::from(self.depth) << 24
            | u64::from(age) << 16
            | (self.bound as u64) << 8
    }

    fn unpack(word: u64) -> Entry {
        Entry {
            score: (word >> 48) as i16,
            mv: (word >> 32) as u16,
            depth: (word >> 24) as u8,
            bound: match word >> 8 & 0xff {
                0 => Bound::Exact,
                1 => Bound::Lower,
                _ => Bound::Upper,
            },
        }
    }
}

const WAYS: usize = 4;

/// A transposition table of fixed size.
pub(crate) struct TranspositionTable {
    buckets: Vec<[[AtomicU64; 2]; WAYS]>,
    age: AtomicU8,
}

impl std::fmt::Debug for TranspositionTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TranspositionTable").field("bytes", &(self.buckets.len() * 64)).finish()
    }
}

impl TranspositionTable {
    /// A table of about this many megabytes, at least one bucket.
    #[must_use]
    pub(crate) fn new(megabytes: usize) -> TranspositionTable {
        let count = (megabytes << 20) / size_of::<[[AtomicU64; 2]; WAYS]>();
        let empty = || std::array::from_fn(|_| [AtomicU64::new(0), AtomicU64::new(0)]);
        TranspositionTable { buckets: (0..count.max(1)).map(|_| empty()).collect(), age: AtomicU8::new(0) }
    }

    /// Clears all entries.
    pub(crate) fn clear(&self) {
        self.age.store(0, Relaxed);
        for word in self.buckets.iter().flatten().flatten() {
            word.store(0, Relaxed);
        }
    }

    /// Starts a new generation: entries of earlier searches are replaced first.
    pub(crate) fn new_search(&self) {
        self.age.fetch_add(1, Relaxed);
    }

    fn bucket(&self, key: u64) -> &[[AtomicU64; 2]; WAYS] {
        // The upper half of the product spreads keys evenly over any number of buckets.
        &self.buckets[((u128::from(key) * self.buckets.len() as u128) >> 64) as usize]
    }

    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<Entry> {
        self.bucket(key).iter().find_map(|[check, word]| {
            let word = word.load(Relaxed);
            (check.load(Relaxed) ^ word == key && word != 0).then(|| Entry::unpack(word))
        })
    }

    #[inline]
    pub(crate) fn put(&self, key: u64, mut entry: Entry) {
        let age = self.age.load(Relaxed);
        let bucket = self.bucket(key);
        let mut slot = 0;
        let mut lowest = i32::MAX;
        for (way, [check, word]) in bucket.iter().enumerate() {
            let word = word.load(Relaxed);
            if check.load(Relaxed) ^ word == key && word != 0 {
                let old = Entry::unpack(word);
                if entry.mv == Entry::NO_MOVE {
                    entry.mv = old.mv;
                }
                // Keep a deeper entry of this search unless the new one is exact.
                let same_age = (word >> 16) as u8 == age;
                if same_age && old.depth > entry.depth + 2 && entry.bound != Bound::Exact {
                    return;
                }
                slot = way;
                break;
            }
            let generations = age.wrapping_sub((word >> 16) as u8);
            let priority =
                if word == 0 { -1 } else { (word >> 24 & 0xff) as i32 - 8 * i32::from(generations) };
            if priority < lowest {
                (lowest, slot) = (priority, way);
            }
        }
        let word = entry.pack(age);
        let [check, stored] = &bucket[slot];
        check.store(key ^ word, Relaxed);
        stored.store(word, Relaxed);
    }

    /// How full the table is with entries of this search, in permille.
    #[must_use]
    pub(crate) fn hashfull(&self) -> u32 {
        let age = self.age.load(Relaxed);
        let sample = &self.buckets[..self.buckets.len().min(250)];
        let used = sample
            .iter()
            .flatten()
            .map(|[_, word]| word.load(Relaxed))
            .filter(|&word| word != 0 && (word >> 16) as u8 == age)
            .count();
        (used * 1_000 / (sample.len() * WAYS)) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::{Bound, Entry, TranspositionTable};

    #[test]
    fn entries_round_trip_and_torn_ones_are_rejected() {
        let table = TranspositionTable::new(1);
        let entry = Entry { mv: 77, score: -1_234, depth: 9, bound: Bound::Upper };
        table.put(42, entry);
        assert_eq!(table.get(42), Some(entry));
        assert_eq!(table.get(43), None);
        let word = &table.bucket(42).iter().find(|pair| pair[1].load(super::Relaxed) != 0).unwrap()[1];
        word.fetch_xor(1 << 40, super::Relaxed);
        assert_eq!(table.get(42), None, "half of another entry");
    }

    #[test]
    fn full_bucket_replaces_old_and_shallow_entries() {
        let table = TranspositionTable::new(0);
        let entry = |depth| Entry { mv: 1, score: 0, depth, bound: Bound::Exact };
        for (key, depth) in [(1, 5), (2, 3), (3, 7), (4, 9)] {
            table.put(key, entry(depth));
        }
        table.put(5, entry(1));
        assert_eq!(table.get(2), None);
        assert!([1, 3, 4, 5].iter().all(|&key| table.get(key).is_some()));
        table.clear();
        assert_eq!(table.get(1), None);
    }
}
