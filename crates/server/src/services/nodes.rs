//! This node among the nodes of a site: signs of life, takeover of the games of nodes that are gone, news that were lost.
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
    live::{Broker, Bus, Pulse, Rooms},
    store::{DEAD_AFTER, NodeRow, Store, StoreError},
    time::{Millis, now},
};

/// Beats between checks of open sessions while messages of some node do not come through.
const SESSION_CHECK_EVERY: u64 = 10;

/// Beats between searches for analyses whose node is gone.
const ANALYSES_EVERY: u64 = 2;

/// Until a node has given signs of life for this long it takes no other for dead: after an outage of the database all look so.
const PATIENCE: Duration = Duration::from_millis(DEAD_AFTER as u64 + 1_000);

/// How often, and how long, a new node waits for NATS before it joins without.
const JOIN_CHECKS: u32 = 40;
const JOIN_CHECK_INTERVAL: Duration = Duration::from_millis(25);

/// The name of the lease of the node that does what one node does: expiries, deadlines of correspondence games, clean-up.
const HOUSEKEEPING: &str = "housekeeping";

/// This node among others.
pub struct Nodes {
    pub(crate) store: Store,
    pub(crate) broker: Broker,
    pub(crate) bus: Bus,
    pub(crate) rooms: Rooms,
    pub(crate) pulse: Arc<Pulse>,
    pub(crate) is_degraded: Arc<AtomicBool>,
    pub(crate) games: Arc<Games>,
    pub(crate) analyses: Arc<Analyses>,
    pub(crate) moderation: Arc<Moderation>,
    pub(crate) accounts: Arc<Accounts>,
    pub(crate) state: NodeState,
}

/// What a node remembers between two signs of life.
pub(crate) struct NodeState {
    beats: AtomicU64,
    is_taking_over: AtomicBool,
    history: Mutex<History>,
}

/// The signs of life of this node.
struct History {
    /// The last one, by the clock of the site.
    last: Millis,
    /// Since when there was no gap.
    regular_since: Instant,
    /// The other nodes that were alive.
    peers: HashSet<String>,
}

impl Default for NodeState {
    fn default() -> NodeState {
        let history = History { last: now(), regular_since: Instant::now(), peers: HashSet::new() };
        NodeState {
            beats: AtomicU64::new(0),
            is_taking_over: AtomicBool::new(false),
            history: Mutex::new(history),
        }
    }
}

impl Nodes {
    /// Whether this process is the whole site.
    #[must_use]
    pub const fn is_alone(&self) -> bool {
        self.broker.is_local()
    }

    /// Whether messages to and from other nodes come through.
    #[must_use]
    pub fn is_connected(&self) -> bool {
        self.broker.is_connected()
    }

    /// The id of this node, new with every start; empty if it is the whole site.
    #[must_use]
    pub fn id(&self) -> &str {
        self.broker.node()
    }

    /// The number of nodes that were alive at the last sign of life, this one included.
    #[must_use]
    pub fn count(&self) -> usize {
        self.history().peers.len() + 1
    }

    /// Waits until this node cannot reach the database for so long that its clients should go elsewhere.
    pub(crate) async fn isolated(&self) {
        self.pulse.isolated().await;
    }

    /// Joins the site. Games go on before: until then no node has them.
    pub(crate) async fn join(&self) -> Result<(), StoreError> {
        if self.is_alone() {
            return Ok(());
        }
        // Without an echo others would poll the database until the next sign of life.
        for _ in 0..JOIN_CHECKS {
            if self.broker.is_connected() {
                break;
            }
            tokio::time::sleep(JOIN_CHECK_INTERVAL).await;
        }
        self.store.beat(self.broker.node(), self.broker.check()).await?;
        self.pulse.beat();
        tracing::info!(node = self.broker.node(), "joined the site");
        Ok(())
    }

    /// Leaves the site: other nodes take over the games at once, and no clock is paused.
    pub(crate) async fn leave(&self) {
        if self.is_alone() {
            return;
        }
        if let Err(error) = self.store.leave(self.broker.node()).await {
            tracing::warn!(%error, "other nodes do not know yet that this one has stopped");
        }
    }

    /// Whether this node does the work that one node does. Always true for a single one.
    pub(crate) async fn does_housekeeping(&self) -> bool {
        if self.is_alone() {
            return true;
        }
        let held = self.store.lease(HOUSEKEEPING, self.broker.node()).await;
        held.unwrap_or_else(|error| {
            tracing::debug!(%error, "lease not taken");
            false
        })
    }

    /// Gives a sign of life and does the work of one second.
    pub(crate) async fn beat(self: &Arc<Self>) {
        let Err(error) = self.try_to_beat().await else { return };
        if self.pulse.skip() {
            tracing::error!(%error, "no sign of life for a while: clients are told to go elsewhere");
        } else {
            tracing::warn!(%error, "no sign of life");
        }
    }

    async fn try_to_beat(self: &Arc<Self>) -> Result<(), StoreError> {
        let beat = self.state.beats.fetch_add(1, Relaxed);
        self.store.synchronise_clock().await?;
        let last = self.history().last;
        if !self.pulse.is_fresh() {
            tracing::warn!(milliseconds = now() - last, "no sign of life for a while: clocks are corrected");
            self.history().regular_since = Instant::now();
            // Before the sign of life, which lets flags fall.
            self.games.recover(last).await?;
        }
        self.store.beat(self.broker.node(), self.broker.check()).await?;
        self.pulse.beat();
        self.history().last = now();
        let nodes = self.store.nodes().await?;
        self.catch_up(beat, &nodes).await?;
        self.start_takeover(nodes);
        if beat.is_multiple_of(ANALYSES_EVERY) {
            self.analyses.resume().await?;
        }
        Ok(())
    }

    fn history(&self) -> std::sync::MutexGuard<'_, History> {
        self.state.history.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// While messages of some node do not come through, reads from the database what they would have told.
    async fn catch_up(&self, beat: u64, nodes: &[NodeRow]) -> Result<(), StoreError> {
        let is_lost = |node: &NodeRow| !node.has_left && (!node.is_connected || !node.is_alive());
        let gone = self.update_peers(nodes);
        for node in &gone {
            self.rooms.forget_node(node);
        }
        // The last messages of a node that is gone may be lost.
        let is_degraded = !gone.is_empty() || nodes.iter().any(is_lost);
        let was_degraded = self.is_degraded.swap(is_degraded, Relaxed);
        if !is_degraded && !was_degraded {
            return Ok(());
        }
        for room in self.rooms.catch_up(&self.store).await? {
            self.games.give_back_delay(&room).await?;
        }
        self.moderation.changed_elsewhere(None).await;
        if !is_degraded || beat.is_multiple_of(SESSION_CHECK_EVERY) {
            self.accounts.check_all_sessions();
        }
        if !is_degraded {
            tracing::info!("messages of all nodes come through");
            self.bus.resynchronise();
            self.rooms.send_presence();
        }
        Ok(())
    }

    /// Remembers the other nodes that are alive. Returns those that no longer are.
    fn update_peers(&self, nodes: &[NodeRow]) -> Vec<String> {
        let alive = nodes.iter().filter(|node| node.is_alive() && node.id != self.broker.node());
        let alive: HashSet<String> = alive.map(|node| node.id.clone()).collect();
        let mut history = self.history();
        let gone = history.peers.difference(&alive).cloned().collect();
        history.peers = alive;
        gone
    }

    /// Takes over in the background: with many games it takes longer than this node may be silent.
    fn start_takeover(self: &Arc<Self>, nodes: Vec<NodeRow>) {
        if nodes.iter().all(NodeRow::is_alive) || self.state.is_taking_over.swap(true, Relaxed) {
            return;
        }
        let this = Arc::clone(self);
        tokio::spawn(async move {
            if let Err(error) = this.take_over(&nodes).await {
                tracing::warn!(%error, "games of a node not taken over");
            }
            this.state.is_taking_over.store(false, Relaxed);
        });
    }

    /// Takes over the games of nodes that are gone, unless another node does.
    async fn take_over(&self, nodes: &[NodeRow]) -> Result<(), StoreError> {
        let is_patient = self.history().regular_since.elapsed() < PATIENCE;
        for node in nodes.iter().filter(|node| !node.is_alive()) {
            if (is_patient && !node.has_left) || !self.store.inherit(node, self.broker.node()).await? {
                continue;
            }
            self.rooms.forget_node(&node.id);
            metrics::counter!("mekong_takeovers_total").increment(1);
            tracing::info!(node = node.id, has_left = node.has_left, "taking over the games of a node");
            self.games.take_over((!node.has_left).then_some(node.seen)).await?;
            self.store.forget_node(node).await?;
        }
        Ok(())
    }

    /// Receives revocations of other nodes until the server stops.
    pub(crate) async fn receive_revocations(&self) {
        let mut feed = self.broker.subscribe(revocations::SUBJECT).await;
        while let Some(revocation) = feed.next::<Revocation>().await {
            self.accounts.revoked_elsewhere(revocation).await;
        }
    }

    /// Receives changes of mute lists on other nodes until the server stops.
    pub(crate) async fn receive_mutes(&self) {
        let mut feed = self.broker.subscribe(moderation::SUBJECT).await;
        while let Some(user) = feed.next::<String>().await {
            self.moderation.changed_elsewhere(Some(&user)).await;
        }
    }
}
