use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

/// Stops a judgement that is under way, from another thread.
///
/// A search sets the flag that stops it when it ends by itself, so a flag cannot be passed from one search to the next; this is
/// the promise behind it: once stopped, no further search begins, and the one under way ends within milliseconds.
#[derive(Debug, Default)]
pub struct Halt {
    asked: AtomicBool,
    search: AtomicBool,
}

impl Halt {
    /// Nobody has asked yet.
    #[must_use]
    pub const fn new() -> Halt {
        Halt { asked: AtomicBool::new(false), search: AtomicBool::new(false) }
    }

    /// Stops, for good.
    pub fn stop(&self) {
        // In this order: whoever begins a search in between sees the first, and whoever began before sees the second.
        self.asked.store(true, SeqCst);
        self.search.store(true, SeqCst);
    }

    /// Whether it was stopped.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.asked.load(SeqCst)
    }

    /// The flag for a search that is about to begin; none once stopped.
    pub fn begin(&self) -> Option<&AtomicBool> {
        self.search.store(false, SeqCst);
        if self.is_stopped() {
            return None;
        }
        Some(&self.search)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering::SeqCst;

    use super::Halt;

    #[test]
    fn a_search_that_ends_by_itself_stops_nothing_else() {
        let halt = Halt::new();
        halt.begin().unwrap().store(true, SeqCst);
        assert!(!halt.is_stopped());
        assert!(!halt.begin().unwrap().load(SeqCst));
        halt.stop();
        assert!(halt.begin().is_none());
    }
}
