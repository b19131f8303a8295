use crate::mix;

/// The characters of generated ids, which are not easily confused.
pub const ID_ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// A small random number generator with a stable sequence: a seed gives the same deal and the same random game on
/// every machine and in every version (SplitMix64 of Steele, Lea and Flood, 2014). The `rand` crates do not guarantee
/// this across versions.
///
/// Not cryptographically secure.
#[derive(Clone, Debug)]
pub struct SplitMix64 {
    state: u64,
}

impl SplitMix64 {
    /// A generator with this seed.
    #[must_use]
    pub const fn new(seed: u64) -> SplitMix64 {
        SplitMix64 { state: seed }
    }

    /// The seed of a generator that continues like this one.
    #[must_use]
    pub const fn state(&self) -> u64 {
        self.state
    }

    /// The next 64 random bits.
    #[inline]
    pub const fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.state)
    }

    /// A number below `bound`, every one equally likely.
    ///
    /// # Panics
    /// If `bound` is 0.
    #[inline]
    pub fn below(&mut self, bound: usize) -> usize {
        assert!(bound > 0, "there is no number below 0");
        let bound = bound as u64;
        // Multiply-shift; values that would bias the result are rejected (Lemire, 2019). They are below `bound`, so that the
        // division is rarely needed.
        loop {
            let wide = u128::from(self.next_u64()) * u128::from(bound);
            let low = wide as u64;
            if low >= bound || low >= bound.wrapping_neg() % bound {
                return (wide >> 64) as usize;
            }
        }
    }

    /// A number in [0, 1), uniform among the multiples of 2⁻²⁰.
    #[inline]
    pub fn fraction(&mut self) -> f64 {
        self.below(1 << 20) as f64 / f64::from(1 << 20)
    }

    /// Brings a slice into random order, every order equally likely (Fisher–Yates from the end).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let pick = self.below(last + 1);
            items.swap(pick, last);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::SplitMix64;

    #[test]
    fn seed_1234567_matches_the_published_sequence() {
        // The reference vector of the algorithm.
        let mut random = SplitMix64::new(1_234_567);
        let first: Vec<u64> = (0..5).map(|_| random.next_u64()).collect();
        assert_eq!(
            first,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423,
                4_593_380_528_125_082_431,
                16_408_922_859_458_223_821,
            ]
        );
    }

    #[test]
    fn below_covers_exactly_its_range() {
        let mut random = SplitMix64::new(7);
        let mut seen = [0_u32; 6];
        for _ in 0..6_000 {
            seen[random.below(6)] += 1;
        }
        assert!(seen.iter().all(|&n| (850..1_150).contains(&n)), "{seen:?}");
    }

    #[test]
    fn fractions_are_below_one_and_average_a_half() {
        let mut random = SplitMix64::new(7);
        let fractions: Vec<f64> = (0..6_000).map(|_| random.fraction()).collect();
        assert!(fractions.iter().all(|fraction| (0.0..1.0).contains(fraction)));
        let mean = fractions.iter().sum::<f64>() / 6_000.0;
        assert!((0.48..0.52).contains(&mean), "{mean}");
    }

    #[test]
    fn a_shuffle_keeps_the_items() {
        let mut items: Vec<u8> = (0..24).collect();
        SplitMix64::new(1).shuffle(&mut items);
        assert_ne!(items, (0..24).collect::<Vec<u8>>());
        items.sort_unstable();
        assert_eq!(items, (0..24).collect::<Vec<u8>>());
    }
}
