//! Sets of legal actions as arrays of booleans, and random choices from them.

use mekong_core::SplitMix64;

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

/// Writes a set of actions as one boolean per action. Every entry is written, eight at a time.
#[inline]
pub(crate) fn write_mask(words: &[u64], mask: &mut [bool]) {
    let bits = |word: u64, byte: usize| BITS[usize::from((word >> (8 * byte)) as u8)];
    let (whole, others) = mask.as_chunks_mut::<64>();
    for (entries, &word) in whole.iter_mut().zip(words) {
        for (byte, eight) in entries.as_chunks_mut::<8>().0.iter_mut().enumerate() {
            *eight = bits(word, byte);
        }
    }
    if let Some(&last) = words.get(whole.len()) {
        for (byte, eight) in others.chunks_mut(8).enumerate() {
            for (entry, bit) in eight.iter_mut().zip(bits(last, byte)) {
                *entry = bit;
            }
        }
    }
}

/// The maximum number of words of a set of actions.
pub(crate) const MAX_WORDS: usize = 16;

/// An action of a set, chosen uniformly; `None` if it is empty. A set has at most [`MAX_WORDS`] words.
///
/// There are no branches that depend on the chosen action: they would be mispredicted.
#[inline]
pub(crate) fn choose(words: &[u64], random: &mut SplitMix64) -> Option<usize> {
    // For each word the number of actions in it and before it.
    let mut sums = [0_u16; MAX_WORDS];
    let mut count = 0;
    for (sum, word) in sums.iter_mut().zip(words) {
        count += word.count_ones() as u16;
        *sum = count;
    }
    if count == 0 {
        return None;
    }
    let rank = random.below(count.into()) as u16;
    let index = sums[..words.len()].iter().filter(|&&sum| sum <= rank).count();
    let before = if index == 0 { 0 } else { sums[index - 1] };
    Some(64 * index + nth_bit(words[index], u64::from(rank - before)))
}

/// The index of the set bit with `rank` set bits below it, which must exist (broadword select, Vigna, 2008).
#[inline]
fn nth_bit(word: u64, rank: u64) -> usize {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = ONES << 7;
    // Byte `i` is the number of bits in the bytes 0 to `i`.
    let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let sums = ((fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f).wrapping_mul(ONES);
    // The bytes that end before the bit.
    let whole = (((rank * ONES) | HIGH) - sums) & HIGH;
    let place = ((whole >> 7).wrapping_mul(ONES) >> 56) * 8;
    let before = sums << 8 >> place & 0xff;
    place as usize + usize::from(NTH_BIT[(word >> place & 0xff) as usize][(rank - before) as usize & 7])
}

/// `[byte][rank]`: the index of the set bit with `rank` set bits below it.
static NTH_BIT: [[u8; 8]; 256] = {
    let mut places = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut rank) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                places[byte][rank] = bit;
                rank += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    places
};

#[cfg(test)]
mod tests {
    use mekong_core::SplitMix64;

    use super::{choose, nth_bit, write_mask};

    #[test]
    fn masks_agree_with_the_bits() {
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
                for _ in 0..20 {
                    // The list and the set are in the same order, so that the same numbers choose the same action.
                    let mut listed = random.clone();
                    let chosen = expected.get(listed.below(expected.len().max(1))).copied();
                    assert_eq!(choose(&words, &mut random), chosen);
                }
            }
        }
    }

    #[test]
    fn bits_are_found_by_their_rank() {
        let mut random = SplitMix64::new(2);
        for round in 0..2_000 {
            let word = match round {
                0 => u64::MAX,
                1 => 1 << 63,
                _ => random.next_u64() & random.next_u64() >> ((round % 3) * 20),
            };
            let places: Vec<usize> = (0..64).filter(|place| word >> place & 1 == 1).collect();
            let found: Vec<usize> = (0..places.len()).map(|rank| nth_bit(word, rank as u64)).collect();
            assert_eq!(found, places);
        }
    }
}
