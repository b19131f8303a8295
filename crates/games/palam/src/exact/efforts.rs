//! The table of efforts: where the proof-number search stands, shared by all threads without locks.

use std::sync::atomic::Ordering::Relaxed;

use crate::exact::{effort::Effort, key::Key, table::Bucket};

/// Efforts by question. The entries are those of the table of what is known, with the two efforts as data.
pub(super) struct Efforts {
    buckets: Box<[Bucket]>,
}

impl Efforts {
    pub(super) fn new(bytes: usize) -> Efforts {
        let buckets = bytes / size_of::<Bucket>();
        Efforts { buckets: (0..buckets).map(|_| Bucket::default()).collect() }
    }

    /// Whether there is room enough to get anywhere: a proof-number search without memory begins anew all the time.
    pub(super) fn is_of_use(&self) -> bool {
        self.buckets.len() >= 1 << 10
    }

    fn bucket(&self, question: Key) -> Option<&Bucket> {
        let index = (u128::from(question.place) * self.buckets.len() as u128) >> 64;
        self.buckets.get(index as usize)
    }

    pub(super) fn get(&self, question: Key) -> Option<Effort> {
        self.bucket(question)?.0.iter().find_map(|entry| {
            let data = entry.data.load(Relaxed);
            (entry.check.load(Relaxed) ^ data == question.check && data != 0)
                .then_some(Effort { prove: data as u32, refute: (data >> 32) as u32 })
        })
    }

    /// Keeps an effort, in the place of the least one if need be.
    pub(super) fn put(&self, question: Key, effort: Effort) {
        let Some(bucket) = self.bucket(question) else { return };
        let mut victim = &bucket.0[0];
        let mut least = u64::MAX;
        for entry in &bucket.0 {
            let data = entry.data.load(Relaxed);
            if entry.check.load(Relaxed) ^ data == question.check {
                victim = entry;
                break;
            }
            let size = u64::from(data as u32).min(data >> 32);
            if size < least {
                (victim, least) = (entry, size);
            }
        }
        let data = u64::from(effort.prove) | u64::from(effort.refute) << 32;
        victim.data.store(data, Relaxed);
        victim.check.store(question.check ^ data, Relaxed);
    }
}
