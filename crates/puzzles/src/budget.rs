use mekong_core::CancelToken;

/// Why a proof was not completed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stop {
    /// The node limit was reached.
    Nodes,
    /// The work was cancelled.
    Cancelled,
}

/// The nodes that a proof may still visit.
#[derive(Debug)]
pub(crate) struct NodeBudget<'a> {
    left: u64,
    cancel: &'a CancelToken,
}

/// How often, in nodes, cancellation is checked.
const CHECK_INTERVAL: u64 = 1 << 10;

impl<'a> NodeBudget<'a> {
    pub(crate) const fn new(nodes: u64, cancel: &'a CancelToken) -> NodeBudget<'a> {
        NodeBudget { left: nodes, cancel }
    }

    /// The token that cancels the proof.
    pub(crate) const fn cancel(&self) -> &'a CancelToken {
        self.cancel
    }

    /// The nodes that are left.
    pub(crate) const fn left(&self) -> u64 {
        self.left
    }

    /// Deducts nodes.
    pub(crate) fn spend(&mut self, nodes: u64) -> Result<(), Stop> {
        let before = self.left;
        self.left = before.checked_sub(nodes).ok_or(Stop::Nodes)?;
        if before / CHECK_INTERVAL != self.left / CHECK_INTERVAL && self.cancel.is_cancelled() {
            return Err(Stop::Cancelled);
        }
        Ok(())
    }
}
