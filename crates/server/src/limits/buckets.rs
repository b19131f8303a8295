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

/// How many buckets a limiter has. Keys that fall into the same one share it: with twenty abusers, one innocent key in
/// 1,600 does. Nobody can choose whom to share with, because keys are hashed with a random seed.
const BUCKETS: usize = 32_768;

/// A key of fixed size. It comes from [`Keys`].
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

/// The states of a limiter's buckets.
#[derive(Debug)]
struct Buckets(Box<[InMemoryState]>);

impl StateStore for Buckets {
    type Key = Key;

    fn measure_and_replace<T, F, E>(&self, key: &Key, f: F) -> Result<T, E>
    where
        F: Fn(Option<Nanos>) -> Result<(T, Nanos), E>,
    {
        let bucket = key.0 as usize % self.0.len();
        self.0[bucket].measure_and_replace(&NotKeyed::NonKey, f)
    }
}

/// How often each key may do something.
#[derive(Debug)]
pub(super) struct Limiter(RateLimiter<Key, Buckets, DefaultClock>);

impl Limiter {
    /// `burst` times at once, and then once each `period`.
    pub(super) fn new(burst: u32, period: Duration) -> Limiter {
        let burst = NonZeroU32::new(burst).unwrap_or(NonZeroU32::MIN);
        let quota = Quota::with_period(period).unwrap_or_else(|| Quota::per_second(burst)).allow_burst(burst);
        let buckets = Buckets((0..BUCKETS).map(|_| InMemoryState::default()).collect());
        Limiter(RateLimiter::new(quota, buckets, DefaultClock::default()))
    }

    pub(super) fn check(&self, key: Key) -> Result<(), TooOften> {
        self.0.check_key(&key).map_err(|until| {
            let wait = until.wait_time_from(DefaultClock::default().now());
            TooOften { seconds: wait.as_secs() + 1 }
        })
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
    fn a_million_keys_take_no_more_memory_than_one() {
        let (keys, limiter) = (Keys::default(), Limiter::new(1, Duration::from_secs(3_600)));
        let allowed = (0..1_000_000).filter(|number| limiter.check(keys.key(number)).is_ok()).count();
        assert_eq!(allowed, BUCKETS, "all buckets are used up, and there are no others");
    }
}
