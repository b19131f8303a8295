use std::time::{Duration, Instant};

use tokio::{sync::watch, time::timeout};

/// Whether the other nodes consider this node alive. After a pause of the process or an outage of the database, the node decides
/// nothing until it has corrected the clocks of its players. Otherwise players would lose time, or the game, during an outage.
#[derive(Debug)]
pub(crate) struct Liveness {
    /// Time of the last heartbeat; `None` if there are no other nodes.
    last: watch::Sender<Option<Instant>>,
    is_isolated: watch::Sender<bool>,
}

/// How long a heartbeat is valid: shorter than the time after which other nodes take over.
const HEARTBEAT_VALIDITY: Duration = Duration::from_millis(2_500);

/// How long a decision waits for a heartbeat. Without a database it would fail anyway.
const MAX_WAIT: Duration = Duration::from_secs(5);

/// After this time without a heartbeat, a node closes its connections, so that clients reconnect to another node.
const ISOLATED_AFTER: Duration = Duration::from_secs(6);

impl Liveness {
    /// A node without peers is always alive.
    pub(crate) fn new(has_peers: bool) -> Liveness {
        Liveness {
            last: watch::Sender::new(has_peers.then(Instant::now)),
            is_isolated: watch::Sender::new(false),
        }
    }

    /// Records a successful heartbeat.
    pub(crate) fn record_heartbeat(&self) {
        self.last.send_replace(Some(Instant::now()));
        self.is_isolated.send_if_modified(|is_isolated| std::mem::replace(is_isolated, false));
    }

    /// Records a failed heartbeat. Returns whether the node has become isolated by it.
    pub(crate) fn record_failure(&self) -> bool {
        let is_isolated = self.last.borrow().is_some_and(|last| last.elapsed() > ISOLATED_AFTER);
        is_isolated && self.is_isolated.send_if_modified(|before| !std::mem::replace(before, true))
    }

    /// Waits until this node is isolated from the database. Other nodes may still reach the
    /// database and serve its clients.
    pub(crate) async fn isolated(&self) {
        let mut is_isolated = self.is_isolated.subscribe();
        // The sender outlives the receiver: `self` holds it.
        let _ = is_isolated.wait_for(|is_isolated| *is_isolated).await;
    }

    /// Whether the last heartbeat is still valid.
    pub(crate) fn is_alive(&self) -> bool {
        is_valid(*self.last.borrow())
    }

    /// Waits until this node is alive, for a limited time.
    pub(crate) async fn wait_until_alive(&self) {
        if !self.is_alive() {
            let mut last = self.last.subscribe();
            let _ = timeout(MAX_WAIT, last.wait_for(|last| is_valid(*last))).await;
        }
    }
}

fn is_valid(last: Option<Instant>) -> bool {
    last.is_none_or(|last| last.elapsed() < HEARTBEAT_VALIDITY)
}
