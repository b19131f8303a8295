//! How often positions occurred in a game of a batch.

use mekong_core::mix;

use crate::state::{Reader, put, put_key};

/// The initial size of the table of tags.
const MIN_TAGS: usize = 64;

/// The positions of a game in which positions can recur.
///
/// Almost every position is new. This is checked with one lookup in a hash table of tags, which is small enough that those of
/// many games fit into the cache: a tag is 15 bits of the hash of a key. The exact keys are compared only if the tag is found.
#[derive(Default)]
pub(crate) struct Repetitions {
    /// The keys of the positions that occurred, each once.
    keys: Vec<u128>,
    /// The keys of those that occurred twice.
    twice: Vec<u128>,
    /// The tags of `keys` with linear probing, 0 where there is none. Only the first `tag_count` are in use.
    tags: Vec<u16>,
    /// A power of two, or 0 before the first position; at least twice the number of keys.
    tag_count: usize,
}

impl Repetitions {
    pub(crate) fn clear(&mut self) {
        self.keys.clear();
        self.twice.clear();
        self.tag_count = 0;
    }

    /// Adds a position and returns how often it has occurred now: 1, 2, or 3 for more than twice.
    #[inline]
    pub(crate) fn add(&mut self, key: u128) -> u8 {
        if 2 * self.keys.len() >= self.tag_count {
            self.grow();
        }
        if self.insert_tag(key) && self.keys.iter().rev().any(|&earlier| earlier == key) {
            if self.twice.contains(&key) {
                return 3;
            }
            self.twice.push(key);
            return 2;
        }
        self.keys.push(key);
        1
    }

    /// Adds the positions to the state of a game.
    pub(crate) fn save(&self, bytes: &mut Vec<u8>) {
        put(bytes, (self.keys.len() + self.twice.len()) as u64);
        self.keys.iter().chain(&self.twice).for_each(|&key| put_key(bytes, key));
    }

    /// Reads what [`Repetitions::save`] has added.
    pub(crate) fn restore(reader: &mut Reader<'_>) -> Option<Repetitions> {
        let mut repetitions = Repetitions::default();
        for _ in 0..reader.number()? {
            repetitions.add(reader.key()?);
        }
        Some(repetitions)
    }

    /// Adds the tag of a key. Returns whether it was present already, and the key may be, too.
    #[inline]
    fn insert_tag(&mut self, key: u128) -> bool {
        let hash = mix(key as u64 ^ mix((key >> 64) as u64));
        let tag = (hash >> 48) as u16 | 1;
        let tags = &mut self.tags[..self.tag_count];
        let mut place = hash as usize & (tags.len() - 1);
        while tags[place] != 0 {
            if tags[place] == tag {
                return true;
            }
            place = (place + 1) & (tags.len() - 1);
        }
        tags[place] = tag;
        false
    }

    #[cold]
    fn grow(&mut self) {
        // Games of hundreds of plies would otherwise spend their time here.
        self.tag_count = (4 * self.tag_count).max(MIN_TAGS);
        self.tags.clear();
        self.tags.resize(self.tag_count, 0);
        let keys = std::mem::take(&mut self.keys);
        for &key in &keys {
            self.insert_tag(key);
        }
        self.keys = keys;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use mekong_core::SplitMix64;

    use super::Repetitions;

    #[test]
    fn occurrences_are_counted_exactly() {
        for bound in [3, 40, 5_000, 1 << 40] {
            let mut random = SplitMix64::new(bound as u64);
            let mut repetitions = Repetitions::default();
            for _ in 0..3 {
                let mut expected: HashMap<u128, u8> = HashMap::new();
                for _ in 0..3_000 {
                    // Keys that differ in a few bits, low and high.
                    let number = random.below(bound) as u128;
                    let key = number << 100 | number;
                    let count = expected.entry(key).or_default();
                    *count = (*count + 1).min(3);
                    assert_eq!(repetitions.add(key), *count);
                }
                repetitions.clear();
            }
        }
    }
}
