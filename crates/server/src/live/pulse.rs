use std::time::{Duration, Instant};

use tokio::{sync::watch, time::timeout};

/// Whether this node counts as alive for the other nodes. After a pause of the process or of the database it does not until the
/// clocks of its players are corrected, and it decides nothing until then: otherwise a flag would fall, or a move would be
/// charged, for time that nobody could use.
#[derive(Debug)]
pub(crate) struct Pulse {
    /// The last sign of life; `None` if there are no other nodes.
    last: watch::Sender<Option<Instant>>,
    is_isolated: watch::Sender<bool>,
}

/// A sign of life counts for this long. Shorter than the time after which others take over.
const FRESH: Duration = Duration::from_millis(2_500);

/// How long a decision waits for a sign of life. Without a database it fails anyway.
const MAX_WAIT: Duration = Duration::from_secs(5);

/// Without a sign of life for this long, a node tells its clients to go elsewhere.
const ISOLATED_AFTER: Duration = Duration::from_secs(6);

impl Pulse {
    /// The pulse of a site with one node, which is always alive, or of one of several nodes.
    pub(crate) fn new(has_peers: bool) -> Pulse {
        Pulse {
            last: watch::Sender::new(has_peers.then(Instant::now)),
            is_isolated: watch::Sender::new(false),
        }
    }

    /// Records a sign of life.
    pub(crate) fn beat(&self) {
        self.last.send_replace(Some(Instant::now()));
        self.is_isolated.send_if_modified(|is_isolated| std::mem::replace(is_isolated, false));
    }

    /// Records that there was no sign of life. Returns whether this node is cut off from now on.
    pub(crate) fn skip(&self) -> bool {
        let is_isolated = self.last.borrow().is_some_and(|last| last.elapsed() > ISOLATED_AFTER);
        is_isolated && self.is_isolated.send_if_modified(|before| !std::mem::replace(before, true))
    }

    /// Waits until this node is cut off from the database. Others may not be, and serve its clients.
    pub(crate) async fn isolated(&self) {
        let mut is_isolated = self.is_isolated.subscribe();
        // The sender outlives the receiver: `self` holds it.
        let _ = is_isolated.wait_for(|is_isolated| *is_isolated).await;
    }

    /// Whether the last sign of life is recent.
    pub(crate) fn is_fresh(&self) -> bool {
        is_fresh(*self.last.borrow())
    }

    /// Waits until this node counts as alive, for a limited time.
    pub(crate) async fn fresh(&self) {
        if !self.is_fresh() {
            let mut last = self.last.subscribe();
            let _ = timeout(MAX_WAIT, last.wait_for(|last| is_fresh(*last))).await;
        }
    }
}

fn is_fresh(last: Option<Instant>) -> bool {
    last.is_none_or(|last| last.elapsed() < FRESH)
}
