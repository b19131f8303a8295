//! Membership of this node in a cluster: heartbeats, takeover of the games of dead nodes, and recovery of lost messages.
//! `docs/scale.md` describes the design.

use std::{
    collections::HashSet,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

use super::{Accounts, Analyses, Games, Moderation, Revocation, moderation, revocations};
use crate::{
    live::{Broker, Bus, Liveness, Rooms},
    store::{DEAD_AFTER, NodeRow, Store, StoreError},
    time::{Millis, now},
};

/// Number of heartbeats between checks of open sessions while messages of a node are not delivered.
const HEARTBEATS_PER_SESSION_CHECK: u64 = 10;

/// Number of heartbeats between searches for analyses whose node is dead.
const HEARTBEATS_PER_ANALYSIS_CHECK: u64 = 2;

/// A node considers no other node dead until its own heartbeats have been regular for this long: after an outage of the database
/// all nodes look dead.
const MIN_REGULAR_TIME: Duration = Duration::from_millis(DEAD_AFTER as u64 + 1_000);

/// Maximum number of checks for a connection to NATS before a new node joins without it, and their interval.
const JOIN_CHECKS: u32 = 40;
const JOIN_CHECK_INTERVAL: Duration = Duration::from_millis(25);

/// The lease for tasks that only one node runs: expiries, deadlines of correspondence games, clean-up.
const HOUSEKEEPING: &str = "housekeeping";

/// The membership of this node in its cluster.
pub struct Nodes {
    pub(crate) store: Store,
    pub(crate) broker: Broker,
    pub(crate) bus: Bus,
    pub(crate) rooms: Rooms,
    pub(crate) liveness: Arc<Liveness>,
    pub(crate) is_degraded: Arc<AtomicBool>,
    pub(crate) games: Arc<Games>,
    pub(crate) analyses: Arc<Analyses>,
    pub(crate) moderation: Arc<Moderation>,
    pub(crate) accounts: Arc<Accounts>,
    pub(crate) state: NodeState,
}

/// State between two heartbeats.
pub(crate) struct NodeState {
    heartbeats: AtomicU64,
    is_taking_over: AtomicBool,
    history: Mutex<History>,
}

/// The heartbeats of this node.
struct History {
    /// Time of the last one, by the clock of the cluster.
    last: Millis,
    /// When the current run of heartbeats without a gap began.
    regular_since: Instant,
    /// The other nodes that were alive at the last one.
    peers: HashSet<String>,
}

impl Default for NodeState {
    fn default() -> NodeState {
        let history = History { last: now(), regular_since: Instant::now(), peers: HashSet::new() };
        NodeState {
            heartbeats: AtomicU64::new(0),
            is_taking_over: AtomicBool::new(false),
            history: Mutex::new(history),
        }
    }
}

impl Nodes {
    /// Whether this process is the only node of the cluster.
    #[must_use]
    pub const fn is_alone(&self) -> bool {
        self.broker.is_local()
    }

    /// Whether messages to and from other nodes are delivered.
    #[must_use]
    pub fn is_connected(&self) -> bool {
        self.broker.is_connected()
    }

    /// The id of this node, new with every start; empty if it is the only node.
    #[must_use]
    pub fn id(&self) -> &str {
        self.broker.node()
    }

    /// The number of nodes that were alive at the last heartbeat, including this one.
    #[must_use]
    pub fn count(&self) -> usize {
        self.history().peers.len() + 1
    }

    /// Waits until this node has been unable to reach the database for so long that its clients should use another node.
    pub(crate) async fn isolated(&self) {
        self.liveness.isolated().await;
    }

    /// Joins the cluster. Called after games are resumed: until then no node serves them.
    pub(crate) async fn join(&self) -> Result<(), StoreError> {
        if self.is_alone() {
            return Ok(());
        }
        // If this node joined before NATS has answered it, the others would poll the database until its next heartbeat.
        for _ in 0..JOIN_CHECKS {
            if self.broker.is_connected() {
                break;
            }
            tokio::time::sleep(JOIN_CHECK_INTERVAL).await;
        }
        self.store.record_node_heartbeat(self.broker.node(), self.broker.check()).await?;
        self.liveness.record_heartbeat();
        tracing::info!(node = self.broker.node(), "joined the cluster");
        Ok(())
    }

    /// Leaves the cluster: other nodes take over the games at once, and no clock is paused.
    pub(crate) async fn leave(&self) {
        if self.is_alone() {
            return;
        }
        if let Err(error) = self.store.leave(self.broker.node()).await {
            tracing::warn!(%error, "shutdown not announced: other nodes take over after a timeout");
        }
    }

    /// Acquires or renews the lease of the tasks that only one node runs. Returns whether this node runs them: it is the only node,
    /// or holds the lease.
    pub(crate) async fn acquire_housekeeping(&self) -> bool {
        if self.is_alone() {
            return true;
        }
        let held = self.store.lease(HOUSEKEEPING, self.broker.node()).await;
        held.unwrap_or_else(|error| {
            tracing::debug!(%error, "lease not acquired");
            false
        })
    }

    /// Sends a heartbeat and does the work of one second.
    pub(crate) async fn heartbeat(self: &Arc<Self>) {
        let Err(error) = self.try_heartbeat().await else { return };
        if self.liveness.record_failure() {
            tracing::error!(%error, "repeated heartbeat failures: closing connections, clients should use another node");
        } else {
            tracing::warn!(%error, "heartbeat failed");
        }
    }

    async fn try_heartbeat(self: &Arc<Self>) -> Result<(), StoreError> {
        let number = self.state.heartbeats.fetch_add(1, Relaxed);
        self.store.synchronise_clock().await?;
        let last = self.history().last;
        if !self.liveness.is_alive() {
            tracing::warn!(duration_ms = now() - last, "heartbeats were interrupted: correcting clocks");
            self.history().regular_since = Instant::now();
            // Before the heartbeat, after which games may be lost on time.
            self.games.recover(last).await?;
        }
        self.store.record_node_heartbeat(self.broker.node(), self.broker.check()).await?;
        self.liveness.record_heartbeat();
        self.history().last = now();
        let nodes = self.store.nodes().await?;
        self.catch_up(number, &nodes).await?;
        self.start_takeover(nodes);
        if number.is_multiple_of(HEARTBEATS_PER_ANALYSIS_CHECK) {
            self.analyses.resume().await?;
        }
        Ok(())
    }

    fn history(&self) -> std::sync::MutexGuard<'_, History> {
        self.state.history.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// While messages of a node are not delivered, reads the changes from the database instead.
    async fn catch_up(&self, heartbeat: u64, nodes: &[NodeRow]) -> Result<(), StoreError> {
        let is_unreachable = |node: &NodeRow| !node.has_left && (!node.is_connected || !node.is_alive());
        let gone = self.update_peers(nodes);
        for node in &gone {
            self.rooms.remove_node(node);
        }
        // The last messages of a dead node may be lost.
        let is_degraded = !gone.is_empty() || nodes.iter().any(is_unreachable);
        let was_degraded = self.is_degraded.swap(is_degraded, Relaxed);
        if !is_degraded && !was_degraded {
            return Ok(());
        }
        for room in self.rooms.catch_up(&self.store).await? {
            self.games.compensate_delay(&room).await?;
        }
        self.moderation.changed_remotely(None).await;
        if !is_degraded || heartbeat.is_multiple_of(HEARTBEATS_PER_SESSION_CHECK) {
            self.accounts.check_all_sessions();
        }
        if !is_degraded {
            tracing::info!("messages of all nodes are delivered again");
            self.bus.resynchronise();
            self.rooms.send_presence();
        }
        Ok(())
    }

    /// Updates the set of other nodes that are alive. Returns those that no longer are.
    fn update_peers(&self, nodes: &[NodeRow]) -> Vec<String> {
        let alive = nodes.iter().filter(|node| node.is_alive() && node.id != self.broker.node());
        let alive: HashSet<String> = alive.map(|node| node.id.clone()).collect();
        let mut history = self.history();
        let gone = history.peers.difference(&alive).cloned().collect();
        history.peers = alive;
        gone
    }

    /// Takes over in the background: with many games it takes longer than the interval of heartbeats allows.
    fn start_takeover(self: &Arc<Self>, nodes: Vec<NodeRow>) {
        if nodes.iter().all(NodeRow::is_alive) || self.state.is_taking_over.swap(true, Relaxed) {
            return;
        }
        let this = Arc::clone(self);
        tokio::spawn(async move {
            if let Err(error) = this.take_over(&nodes).await {
                tracing::warn!(%error, "takeover of games failed");
            }
            this.state.is_taking_over.store(false, Relaxed);
        });
    }

    /// Takes over the games of nodes that are dead or have left, unless another node does.
    async fn take_over(&self, nodes: &[NodeRow]) -> Result<(), StoreError> {
        let is_too_early = self.history().regular_since.elapsed() < MIN_REGULAR_TIME;
        for node in nodes.iter().filter(|node| !node.is_alive()) {
            if (is_too_early && !node.has_left)
                || !self.store.claim_takeover(node, self.broker.node()).await?
            {
                continue;
            }
            self.rooms.remove_node(&node.id);
            metrics::counter!("mekong_takeovers_total").increment(1);
            tracing::info!(node = node.id, has_left = node.has_left, "taking over games");
            self.games.take_over((!node.has_left).then_some(node.seen)).await?;
            self.store.remove_node(node).await?;
        }
        Ok(())
    }

    /// Receives revocations of other nodes until the server stops.
    pub(crate) async fn receive_revocations(&self) {
        let mut feed = self.broker.subscribe(revocations::SUBJECT).await;
        while let Some(revocation) = feed.next::<Revocation>().await {
            self.accounts.revoked_remotely(revocation).await;
        }
    }

    /// Receives changes of mute lists on other nodes until the server stops.
    pub(crate) async fn receive_mutes(&self) {
        let mut feed = self.broker.subscribe(moderation::SUBJECT).await;
        while let Some(user) = feed.next::<String>().await {
            self.moderation.changed_remotely(Some(&user)).await;
        }
    }
}
