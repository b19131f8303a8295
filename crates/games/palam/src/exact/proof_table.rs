//! The transposition table of the proof-number search, shared by all threads without locks.

use std::sync::atomic::Ordering::Relaxed;

use crate::exact::{key::Key, proof_numbers::ProofNumbers, table::Bucket};

/// Proof and disproof numbers by goal. The entries have the layout of [`Table`](super::table::Table), with the two
/// numbers as data.
pub(super) struct ProofTable {
    buckets: Box<[Bucket]>,
}

impl ProofTable {
    pub(super) fn new(bytes: usize) -> ProofTable {
        let buckets = bytes / size_of::<Bucket>();
        ProofTable { buckets: (0..buckets).map(|_| Bucket::default()).collect() }
    }

    /// Whether the table is large enough: without it, a proof-number search starts again all the time.
    pub(super) fn is_large_enough(&self) -> bool {
        self.buckets.len() >= 1 << 10
    }

    fn bucket(&self, goal: Key) -> Option<&Bucket> {
        let index = (u128::from(goal.place) * self.buckets.len() as u128) >> 64;
        self.buckets.get(index as usize)
    }

    pub(super) fn get(&self, goal: Key) -> Option<ProofNumbers> {
        self.bucket(goal)?.0.iter().find_map(|entry| {
            let data = entry.data.load(Relaxed);
            (entry.check.load(Relaxed) ^ data == goal.check && data != 0)
                .then_some(ProofNumbers { proof: data as u32, disproof: (data >> 32) as u32 })
        })
    }

    /// Stores the numbers of a goal, replacing the smallest ones of the bucket if it is full.
    pub(super) fn put(&self, goal: Key, numbers: ProofNumbers) {
        let Some(bucket) = self.bucket(goal) else { return };
        let mut victim = &bucket.0[0];
        let mut smallest = u64::MAX;
        for entry in &bucket.0 {
            let data = entry.data.load(Relaxed);
            if entry.check.load(Relaxed) ^ data == goal.check {
                victim = entry;
                break;
            }
            let size = u64::from(data as u32).min(data >> 32);
            if size < smallest {
                (victim, smallest) = (entry, size);
            }
        }
        let data = u64::from(numbers.proof) | u64::from(numbers.disproof) << 32;
        victim.data.store(data, Relaxed);
        victim.check.store(goal.check ^ data, Relaxed);
    }
}
