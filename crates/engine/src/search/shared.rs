//! The state that the threads of a search share.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use mekong_core::CancelToken;

use crate::{Limits, clock::Instant, transposition::TranspositionTable};

/// Time and cancellation are checked once per this many nodes, well within a millisecond even for slow evaluations.
pub(super) const NODES_PER_CHECK: u64 = 256;

/// The state that all threads of a search share.
pub(crate) struct Shared<'a> {
    pub(crate) tt: &'a TranspositionTable,
    /// A child of the caller's token; the search cancels it at a time limit or when it is complete.
    pub(crate) cancel: CancelToken,
    pub(crate) limits: Limits,
    pub(crate) start: Instant,
    /// Nodes searched, as reported by the threads.
    pub(crate) nodes: AtomicU64,
    /// Nodes of the limit that are not yet granted to a thread.
    pub(crate) nodes_left: AtomicU64,
    /// Whether unsound pruning is allowed.
    pub(crate) selective: bool,
    /// The repetition keys of positions that have occurred twice in the game: a third occurrence is a draw.
    pub(crate) repeated_twice: Vec<u128>,
}

impl<'a> Shared<'a> {
    pub(crate) fn new(
        tt: &'a TranspositionTable,
        cancel: &CancelToken,
        limits: Limits,
        selective: bool,
        repeated_twice: Vec<u128>,
    ) -> Shared<'a> {
        Shared {
            tt,
            cancel: cancel.child(),
            limits,
            start: Instant::now(),
            nodes: AtomicU64::new(0),
            nodes_left: AtomicU64::new(limits.nodes.unwrap_or(u64::MAX)),
            selective,
            repeated_twice,
        }
    }

    pub(crate) fn should_stop(&self) -> bool {
        self.cancel.is_cancelled()
    }

    /// Grants a thread a portion of the remaining nodes, 0 if none are left. Granting in portions avoids contention on a
    /// counter that every thread would otherwise write at every node.
    pub(super) fn grant(&self) -> u64 {
        let mut granted = 0;
        let take = |left: u64| {
            granted = left.div_ceil(8).min(NODES_PER_CHECK);
            Some(left - granted)
        };
        // The closure always returns `Some`, so this cannot fail.
        let _ = self.nodes_left.fetch_update(Relaxed, Relaxed, take);
        granted
    }
}
