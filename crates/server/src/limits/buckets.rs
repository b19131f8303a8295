//! Rate limiters of a fixed size: however many keys there are, memory stays the same.

use std::{
    hash::{BuildHasher as _, Hash, RandomState},
    num::NonZeroU32,
    time::Duration,
};

use governor::{
    Quota, RateLimiter,
    clock::{Clock as _, DefaultClock},
    nanos::Nanos,
    state::{InMemoryState, NotKeyed, StateStore},
};

use super::TooOften;

/// How many buckets a row has. A key has a bucket in each of two rows and is refused when both are empty: with twenty
/// abusers, that happens to one innocent key in 700,000. Nobody can choose whom to share buckets with, because keys are
/// hashed with a random seed.
const BUCKETS: usize = 16_384;

/// A key of fixed size. It comes from `Keys`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Key(pub(super) u64);

/// Turns addresses, ids and names into keys, with a seed that nobody outside knows.
#[derive(Clone, Debug, Default)]
pub(super) struct Keys(RandomState);

impl Keys {
    pub(super) fn key(&self, of: impl Hash) -> Key {
        Key(self.0.hash_one(of))
    }
}

/// The states of a row of buckets.
#[derive(Debug)]
struct Buckets(Box<[InMemoryState]>);

impl Default for Buckets {
    fn default() -> Buckets {
        Buckets((0..BUCKETS).map(|_| InMemoryState::default()).collect())
    }
}

impl StateStore for Buckets {
    /// The number of the bucket.
    type Key = usize;

    fn measure_and_replace<T, F, E>(&self, bucket: &usize, f: F) -> Result<T, E>
    where
        F: Fn(Option<Nanos>) -> Result<(T, Nanos), E>,
    {
        self.0[*bucket].measure_and_replace(&NotKeyed::NonKey, f)
    }
}

/// How often each key may do something.
#[derive(Debug)]
pub(super) struct Limiter([RateLimiter<usize, Buckets, DefaultClock>; 2]);

impl Limiter {
    /// `burst` times at once, and then once each `period`.
    pub(super) fn new(burst: u32, period: Duration) -> Limiter {
        let burst = NonZeroU32::new(burst).unwrap_or(NonZeroU32::MIN);
        let quota = Quota::with_period(period).unwrap_or_else(|| Quota::per_second(burst)).allow_burst(burst);
        Limiter([(); 2].map(|()| RateLimiter::new(quota, Buckets::default(), DefaultClock::default())))
    }

    pub(super) fn check(&self, key: Key) -> Result<(), TooOften> {
        let buckets = [key.0 as usize % BUCKETS, (key.0 >> 32) as usize % BUCKETS];
        // Both pay, so that both are empty when one alone would be.
        let [one, two] = [0, 1].map(|row| self.0[row].check_key(&buckets[row]));
        match (one, two) {
            (Err(one), Err(two)) => {
                let now = DefaultClock::default().now();
                let wait = one.wait_time_from(now).min(two.wait_time_from(now));
                Err(TooOften { seconds: wait.as_secs() + 1 })
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{BUCKETS, Keys, Limiter};

    #[test]
    fn a_key_has_a_burst_and_then_waits() {
        let (keys, limiter) = (Keys::default(), Limiter::new(3, Duration::from_secs(60)));
        let allowed = |name: &str| (0..10).filter(|_| limiter.check(keys.key(name)).is_ok()).count();
        assert_eq!((allowed("a"), allowed("b")), (3, 3));
        let wait = limiter.check(keys.key("a")).unwrap_err().seconds;
        assert!((1..=61).contains(&wait), "{wait}");
    }

    #[test]
    fn many_keys_take_no_more_memory_than_one() {
        let (keys, limiter) = (Keys::default(), Limiter::new(1, Duration::from_secs(3_600)));
        let allowed = (0..200_000).filter(|number| limiter.check(keys.key(number)).is_ok()).count();
        assert!((BUCKETS..=2 * BUCKETS).contains(&allowed), "all buckets are used up: {allowed}");
    }

    #[test]
    fn whoever_shares_a_bucket_has_another() {
        let (keys, limiter) = (Keys::default(), Limiter::new(5, Duration::from_secs(3_600)));
        let allowed = |name: String| (0..10).filter(|_| limiter.check(keys.key(&name)).is_ok()).count();
        // A quarter of all buckets are used up by somebody.
        (0..BUCKETS / 4).for_each(|number| assert!(allowed(format!("abuser {number}")) <= 5));
        let refused = (0..1_000).filter(|number| allowed(format!("innocent {number}")) < 5).count();
        assert!(refused < 150, "{refused} of 1,000 share both, where one alone would be 220");
    }
}
