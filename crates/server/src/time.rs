//! What time it is, for those who may ask.

use std::time::{SystemTime, UNIX_EPOCH};

/// Milliseconds: since 1970 where it is a moment, else a duration.
pub type Millis = i64;

/// Now.
#[must_use]
pub fn now() -> Millis {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as Millis)
}
