//! Sets of legal actions as arrays of truth values.

/// For every byte its bits, the lowest first.
const BITS: [[bool; 8]; 256] = {
    let mut bits = [[false; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            bits[byte][bit] = byte >> bit & 1 == 1;
            bit += 1;
        }
        byte += 1;
    }
    bits
};

/// Writes a set of actions as a truth value per action. Every entry is written, eight at a time.
#[inline]
pub(crate) fn write_mask(words: &[u64], mask: &mut [bool]) {
    let bits = |word: u64| &BITS[(word & 0xff) as usize];
    let (eights, others) = mask.as_chunks_mut::<8>();
    for (&word, eights) in words.iter().zip(eights.chunks_mut(8)) {
        for (byte, eight) in eights.iter_mut().enumerate() {
            *eight = *bits(word >> (8 * byte));
        }
    }
    if let (false, Some(&last)) = (others.is_empty(), words.last()) {
        // The actions of the last word before these fill whole bytes.
        let before = eights.len() % 8;
        others.copy_from_slice(&bits(last >> (8 * before))[..others.len()]);
    }
}

/// The number of actions in a set.
#[inline]
pub(crate) fn count(words: &[u64]) -> usize {
    words.iter().map(|word| word.count_ones() as usize).sum()
}

/// The action of a set that follows `rank` others; `None` if there are not so many.
#[inline]
pub(crate) fn nth(words: &[u64], mut rank: usize) -> Option<usize> {
    for (index, &word) in words.iter().enumerate() {
        let ones = word.count_ones() as usize;
        if rank < ones {
            return Some(64 * index + nth_bit(word, rank));
        }
        rank -= ones;
    }
    None
}

/// The place of the bit of a word that follows `rank` others, which the word has.
#[inline]
fn nth_bit(mut word: u64, mut rank: usize) -> usize {
    let mut place = 0;
    for width in [32, 16, 8] {
        let ones = (word & ((1 << width) - 1)).count_ones() as usize;
        if rank >= ones {
            rank -= ones;
            word >>= width;
            place += width;
        }
    }
    for _ in 0..rank {
        word &= word - 1;
    }
    place + word.trailing_zeros() as usize
}

#[cfg(test)]
mod tests {
    use mekong_core::SplitMix64;

    use super::{count, nth, write_mask};

    #[test]
    fn masks_and_ranks_agree_with_the_bits() {
        let mut random = SplitMix64::new(1);
        for actions in [1_usize, 8, 63, 64, 65, 159, 580] {
            for round in 0..50 {
                let mut words: Vec<u64> = (0..actions.div_ceil(64)).map(|_| random.next_u64()).collect();
                if round % 2 == 0 {
                    words.iter_mut().for_each(|word| *word &= random.next_u64() & random.next_u64());
                }
                if actions % 64 != 0 {
                    *words.last_mut().unwrap() &= (1 << (actions % 64)) - 1;
                }
                let expected: Vec<usize> =
                    (0..actions).filter(|action| words[action / 64] >> (action % 64) & 1 == 1).collect();
                let mut mask = vec![round % 3 == 0; actions];
                write_mask(&words, &mut mask);
                assert_eq!((0..actions).filter(|&action| mask[action]).collect::<Vec<_>>(), expected);
                assert_eq!(count(&words), expected.len());
                let listed: Vec<usize> = (0..expected.len()).map(|rank| nth(&words, rank).unwrap()).collect();
                assert_eq!(listed, expected);
                assert_eq!(nth(&words, expected.len()), None);
            }
        }
    }
}
