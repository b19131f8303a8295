//! The clock. In the browser the standard library has none: the page provides it.

#[cfg(not(target_family = "wasm"))]
pub use std::time::Instant;
#[cfg(target_family = "wasm")]
pub use wasm::{Instant, set_clock};

#[cfg(target_family = "wasm")]
mod wasm {
    use std::{sync::OnceLock, time::Duration};

    static CLOCK: OnceLock<fn() -> f64> = OnceLock::new();

    /// Says where the time comes from: milliseconds from any beginning. Without a clock time stands still, and limits of
    /// time are never reached. The first call counts.
    pub fn set_clock(clock: fn() -> f64) {
        let _ = CLOCK.set(clock);
    }

    /// A moment.
    #[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
    pub struct Instant(f64);

    impl Instant {
        /// Now.
        #[must_use]
        pub fn now() -> Instant {
            Instant(CLOCK.get().map_or(0.0, |clock| clock()))
        }

        /// How long ago it was.
        #[must_use]
        pub fn elapsed(&self) -> Duration {
            Duration::from_secs_f64(((Instant::now().0 - self.0) / 1_000.0).max(0.0))
        }
    }
}
