use std::time::Duration;

/// Delays before reconnecting, doubled each time up to a maximum.
pub(crate) struct Backoff(Duration);

impl Backoff {
    const MIN: Duration = Duration::from_millis(250);
    const MAX: Duration = Duration::from_secs(30);

    pub(crate) const fn new() -> Backoff {
        Backoff(Backoff::MIN)
    }

    /// The next delay.
    pub(crate) fn next(&mut self) -> Duration {
        let wait = self.0;
        self.0 = (wait * 2).min(Backoff::MAX);
        wait
    }
}
