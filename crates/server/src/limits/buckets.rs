//! Rate limiters with bounded memory for any number of keys.

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

use super::LimitReached;

/// Buckets per row. A key has one bucket in each of two rows and is limited when both are empty: with twenty abusive keys,
/// that affects one other key in 700,000. Collisions cannot be provoked, because keys are hashed with a random seed.
const BUCKETS: usize = 16_384;

/// A hashed address, user id or name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Key(pub(super) u64);

/// Hashes with a random seed.
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
    /// The index of the bucket.
    type Key = usize;

    fn measure_and_replace<T, F, E>(&self, bucket: &usize, f: F) -> Result<T, E>
    where
        F: Fn(Option<Nanos>) -> Result<(T, Nanos), E>,
    {
        self.0[*bucket].measure_and_replace(&NotKeyed::NonKey, f)
    }
}

/// A rate limiter per key.
#[derive(Debug)]
pub(super) struct Limiter([RateLimiter<usize, Buckets, DefaultClock>; 2]);

impl Limiter {
    /// Allows `burst` events at once, then one per `period`.
    pub(super) fn new(burst: u32, period: Duration) -> Limiter {
        let burst = NonZeroU32::new(burst).unwrap_or(NonZeroU32::MIN);
        let quota = Quota::with_period(period).unwrap_or_else(|| Quota::per_second(burst)).allow_burst(burst);
        Limiter([(); 2].map(|()| RateLimiter::new(quota, Buckets::default(), DefaultClock::default())))
    }

    pub(super) fn check(&self, key: Key) -> Result<(), LimitReached> {
        let buckets = [key.0 as usize % BUCKETS, (key.0 >> 32) as usize % BUCKETS];
        // Both rows are charged, so that both are empty when one alone would be.
        let [one, two] = [0, 1].map(|row| self.0[row].check_key(&buckets[row]));
        match (one, two) {
            (Err(one), Err(two)) => {
                let now = DefaultClock::default().now();
                let wait = one.wait_time_from(now).min(two.wait_time_from(now));
                Err(LimitReached { seconds: wait.as_secs() + 1 })
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
    fn burst_is_allowed_and_then_limited() {
        let (keys, limiter) = (Keys::default(), Limiter::new(3, Duration::from_secs(60)));
        let allowed = |name: &str| (0..10).filter(|_| limiter.check(keys.key(name)).is_ok()).count();
        assert_eq!((allowed("a"), allowed("b")), (3, 3));
        let wait = limiter.check(keys.key("a")).unwrap_err().seconds;
        assert!((1..=61).contains(&wait), "{wait}");
    }

    #[test]
    fn memory_is_bounded() {
        let (keys, limiter) = (Keys::default(), Limiter::new(1, Duration::from_secs(3_600)));
        let allowed = (0..200_000).filter(|number| limiter.check(keys.key(number)).is_ok()).count();
        assert!((BUCKETS..=2 * BUCKETS).contains(&allowed), "all buckets are used up: {allowed}");
    }

    #[test]
    fn key_with_one_shared_bucket_is_not_limited() {
        let (keys, limiter) = (Keys::default(), Limiter::new(5, Duration::from_secs(3_600)));
        let allowed = |name: String| (0..10).filter(|_| limiter.check(keys.key(&name)).is_ok()).count();
        // Uses up a quarter of all buckets.
        (0..BUCKETS / 4).for_each(|number| assert!(allowed(format!("abuser {number}")) <= 5));
        let refused = (0..1_000).filter(|number| allowed(format!("innocent {number}")) < 5).count();
        assert!(refused < 150, "{refused} of 1,000 share both, where one alone would be 220");
    }
}
