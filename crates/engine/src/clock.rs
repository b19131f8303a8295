//! The clock. WebAssembly has none in the standard library, so the page provides it.

#[cfg(not(target_family = "wasm"))]
pub use std::time::Instant;
#[cfg(target_family = "wasm")]
pub use wasm::{Instant, set_clock};

#[cfg(target_family = "wasm")]
mod wasm {
    use std::{sync::OnceLock, time::Duration};

    static CLOCK: OnceLock<fn() -> f64> = OnceLock::new();

    /// Sets the clock, in milliseconds from any origin. Without a clock, time limits are never reached. Only the first
    /// call has an effect.
    pub fn set_clock(clock: fn() -> f64) {
        let _ = CLOCK.set(clock);
    }

    /// A point in time.
    #[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
    pub struct Instant(f64);

    impl Instant {
        /// The current time.
        #[must_use]
        pub fn now() -> Instant {
            Instant(CLOCK.get().map_or(0.0, |clock| clock()))
        }

        /// The time since then.
        #[must_use]
        pub fn elapsed(&self) -> Duration {
            Duration::from_secs_f64(((Instant::now().0 - self.0) / 1_000.0).max(0.0))
        }
    }
}
