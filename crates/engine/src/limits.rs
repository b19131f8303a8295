use std::time::Duration;

/// The limits of a search, which ends at the first one reached. Without a limit it ends when it is stopped or the
/// result is proven.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Plies, extensions not counted.
    pub depth: Option<u32>,
    /// Nodes searched by all threads together. With one thread the search is then deterministic.
    pub nodes: Option<u64>,
    /// Time since the start of the search.
    pub time: Option<Duration>,
}

impl Limits {
    /// A depth limit.
    #[must_use]
    pub const fn depth(plies: u32) -> Limits {
        Limits { depth: Some(plies), nodes: None, time: None }
    }

    /// A node limit.
    #[must_use]
    pub const fn nodes(nodes: u64) -> Limits {
        Limits { depth: None, nodes: Some(nodes), time: None }
    }

    /// A time limit.
    #[must_use]
    pub const fn time(time: Duration) -> Limits {
        Limits { depth: None, nodes: None, time: Some(time) }
    }

    /// The time limit for one move, given the remaining time and the increment. It allots a thirtieth of the remaining
    /// time, because the number of remaining moves is unknown.
    #[must_use]
    pub fn for_clock(remaining: Duration, increment: Duration) -> Limits {
        // Reserve time for transmitting the move.
        let usable = remaining.saturating_sub(MOVE_OVERHEAD);
        // Keep enough time for the following moves.
        let share = (usable / 30).saturating_add(increment / 4 * 3).min(usable / 2);
        Limits::time(share.max(MIN_TIME))
    }
}

/// Move overhead: the delay between engine and clock.
const MOVE_OVERHEAD: Duration = Duration::from_millis(30);

/// The minimum time of a search.
const MIN_TIME: Duration = Duration::from_millis(1);

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::Limits;

    fn given(remaining: u64, increment: u64) -> Duration {
        let limits = Limits::for_clock(Duration::from_millis(remaining), Duration::from_millis(increment));
        assert_eq!((limits.depth, limits.nodes), (None, None));
        limits.time.expect("a clock limits the time")
    }

    #[test]
    fn time_allocation_never_exceeds_the_clock() {
        for remaining in [0, 1, 20, 30, 31, 50, 100, 1_000, 60_000, 3_600_000] {
            for increment in [0, 1, 100, 5_000, 3_600_000] {
                let time = given(remaining, increment);
                assert!(time >= Duration::from_millis(1));
                let max = Duration::from_millis(remaining.saturating_sub(30)).max(Duration::from_millis(1));
                assert!(time <= max, "{time:?} of {remaining} + {increment}");
            }
        }
        assert!(given(u64::MAX, u64::MAX) > Duration::from_secs(1), "and no sum overflows");
        let limits = Limits::for_clock(Duration::MAX, Duration::MAX);
        assert!(limits.time.is_some());
    }

    #[test]
    fn allocation_grows_with_clock_and_increment() {
        assert!(given(60_000, 0) > given(30_000, 0));
        assert!(given(60_000, 2_000) > given(60_000, 0));
        assert_eq!(given(60_030, 0), Duration::from_secs(2));
        assert_eq!(given(60_030, 1_000), Duration::from_millis(2_750));
    }

    #[test]
    fn clock_lasts_for_a_long_game() {
        let (mut left, increment) = (Duration::from_secs(60), Duration::from_millis(500));
        for _ in 0..300 {
            let time = Limits::for_clock(left, increment).time.unwrap_or_default();
            left = left.checked_sub(time).expect("within the time left") + increment;
        }
        assert!(left > Duration::from_millis(500));
    }
}
