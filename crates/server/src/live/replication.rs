//! How nodes keep their copies of a game in sync: committed events and presence are published through the broker, on one subject
//! per open room, and gaps are read from the database.

use std::sync::{Arc, Weak, atomic::AtomicBool};

use serde::{Deserialize, Serialize};

use super::{Alarms, Broker, Room};
use crate::{
    store::Store,
    table::LoggedEvent,
    time::Millis,
    trace::{Span, record},
};

/// How much later than the node of the last move the other nodes check the clock. Their check matters only if that node is dead.
const ALARM_DELAY: Millis = 1_500;

/// What rooms need to stay in sync with other nodes.
#[derive(Clone)]
pub(crate) struct ClusterContext {
    pub(crate) broker: Broker,
    pub(crate) store: Store,
    pub(crate) alarms: Arc<Alarms>,
    /// Whether messages of some node are not delivered at the moment.
    pub(crate) is_degraded: Arc<AtomicBool>,
}

/// A message between the rooms of one game on different nodes.
#[derive(Serialize, Deserialize, Debug)]
pub(super) struct PeerMessage {
    /// Id of the sender.
    pub(super) node: String,
    #[serde(flatten)]
    pub(super) content: PeerMessageContent,
}

#[derive(Serialize, Deserialize, Debug)]
#[serde(rename_all = "snake_case")]
pub(super) enum PeerMessageContent {
    /// Committed events, in order.
    Events(Vec<LoggedEvent>),
    /// The number of connections on that node: both players, and spectators.
    Presence(Counts),
    /// A node has opened the room and requests the presence on others.
    Opened(Counts),
}

/// Numbers of connections: first player, second player, spectators.
pub(super) type Counts = [u32; 3];

/// The subject of a game.
pub(super) fn subject(game: &str) -> String {
    format!("mekong.game.{game}")
}

/// Applies the messages of other nodes to a room until it is dropped.
pub(super) async fn follow(cluster: ClusterContext, room: Weak<Room>, id: String) {
    let mut feed = cluster.broker.subscribe(&subject(&id)).await;
    {
        let Some(room) = room.upgrade() else { return };
        // Events that were committed between the load and the subscription.
        if let Err(error) = room.catch_up(&cluster.store).await {
            tracing::debug!(%error, game = id, "events not read");
        }
        room.send_presence(PeerMessageContent::Opened);
    }
    while let Some((message, parent)) = feed.next_with_span::<PeerMessage>().await {
        let Some(room) = room.upgrade() else { return };
        match message.content {
            PeerMessageContent::Events(events) => {
                let last = events.last().map(|logged| logged.seq);
                // If the database fails now, the next event or poll catches up.
                if let Err(error) = room.receive(&cluster.store, events).await {
                    tracing::debug!(%error, game = id, "events not read");
                }
                let span = parent.and_then(|parent| Span::begin(Some(parent)));
                record!(span, "applied", node = cluster.broker.node(), game = id, seq = last);
                if let Some(alarm) = room.table().alarm() {
                    cluster.alarms.set(alarm + ALARM_DELAY, &id);
                }
            }
            PeerMessageContent::Presence(counts) => room.set_presence(message.node, counts),
            PeerMessageContent::Opened(counts) => {
                room.set_presence(message.node, counts);
                room.send_presence(PeerMessageContent::Presence);
            }
        }
    }
}
