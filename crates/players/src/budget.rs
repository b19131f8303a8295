use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use mekong_core::{CancelToken, StopCondition};
use mekong_engine::{Instant, Limits};

/// The limits of one search that runs in several phases.
pub(crate) struct Budget<'a> {
    limits: Limits,
    cancel: &'a CancelToken,
    begin: Instant,
    nodes: AtomicU64,
}

impl<'a> Budget<'a> {
    pub(crate) fn new(limits: Limits, cancel: &'a CancelToken) -> Budget<'a> {
        Budget { limits, cancel, begin: Instant::now(), nodes: AtomicU64::new(0) }
    }

    pub(crate) fn spend(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Relaxed);
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    pub(crate) fn time(&self) -> std::time::Duration {
        self.begin.elapsed()
    }

    /// Limits for a share of the remaining budget. The depth limit stays.
    pub(crate) fn share(&self, share: f64) -> Limits {
        let Limits { depth, nodes, time } = self.limits;
        Limits {
            depth,
            nodes: nodes.map(|limit| (limit.saturating_sub(self.nodes()) as f64 * share) as u64),
            time: time.map(|limit| limit.saturating_sub(self.time()).mul_f64(share)),
        }
    }

    /// A stop condition for a share of the remaining budget, and for a separate time limit if given. Its nodes are
    /// deducted from the budget.
    pub(crate) fn part(&self, share: f64, own_time: Option<std::time::Duration>) -> Part<'_> {
        let Limits { nodes, time, .. } = self.share(share);
        let time = time.into_iter().chain(own_time).min();
        Part {
            budget: self,
            nodes: nodes.map(|more| self.nodes() + more),
            time: time.map(|more| self.time() + more),
            cancel: self.cancel.child(),
        }
    }
}

/// Nodes that may be spent beyond a time limit.
const EXTRA_NODES: u64 = 50_000;

/// The minimum that may be spent beyond any limit.
const MIN_EXTRA_NODES: u64 = 2_048;

impl Budget<'_> {
    /// A stop condition slightly beyond the limits, to finish results that are almost known: an eighth of the nodes,
    /// divided among this many calls.
    pub(crate) fn extra(&self, parts: usize) -> Part<'_> {
        let more = self.limits.nodes.map_or(EXTRA_NODES, |nodes| nodes / 8) / parts.max(1) as u64;
        let nodes = Some(self.nodes() + more.max(MIN_EXTRA_NODES));
        Part { budget: self, nodes, time: None, cancel: self.cancel.child() }
    }
}

/// A part of a budget, as a stop condition.
pub(crate) struct Part<'a> {
    budget: &'a Budget<'a>,
    nodes: Option<u64>,
    time: Option<std::time::Duration>,
    cancel: CancelToken,
}

impl Part<'_> {
    /// Stops all threads that work on it.
    pub(crate) fn finish(&self) {
        self.cancel.cancel();
    }
}

impl StopCondition for Part<'_> {
    fn should_stop(&self, positions: u64) -> bool {
        self.budget.spend(positions);
        self.cancel.is_cancelled()
            || self.nodes.is_some_and(|limit| self.budget.nodes() >= limit)
            || self.time.is_some_and(|limit| self.budget.time() >= limit)
    }
}

#[cfg(test)]
mod tests {
    use mekong_core::{CancelToken, StopCondition as _};
    use mekong_engine::Limits;

    use super::Budget;

    #[test]
    fn budget_ends_at_nodes_result_or_cancellation() {
        let stop = CancelToken::new();
        let budget = Budget::new(Limits::nodes(1_000), &stop);
        let half = budget.part(0.5, None);
        assert!(!half.should_stop(400));
        assert!(half.should_stop(100));
        assert_eq!(budget.share(0.5), Limits::nodes(250));
        assert!(!budget.extra(1).should_stop(0), "a little is always left");
        let rest = budget.part(1.0, None);
        assert!(!rest.should_stop(499));
        rest.finish();
        assert!(rest.should_stop(0));
        let unlimited = Budget::new(Limits::default(), &stop);
        assert!(!unlimited.part(0.1, None).should_stop(1 << 40));
        stop.cancel();
        assert!(unlimited.part(0.1, None).should_stop(0));
    }
}
