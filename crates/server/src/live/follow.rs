//! How nodes keep their copies of a game alike: committed events and presence travel through the broker, one subject per open
//! room, and gaps are read from the database.

use std::sync::{Arc, Weak, atomic::AtomicBool};

use serde::{Deserialize, Serialize};

use super::{Alarms, Broker, Room};
use crate::{
    store::Store,
    table::LoggedEvent,
    time::Millis,
    trace::{Span, record},
};

/// How much later than the node that made the last move other nodes check its clock. They only matter if that node is gone.
const ALARM_DELAY: Millis = 1_500;

/// What rooms need to follow other nodes.
#[derive(Clone)]
pub(crate) struct Link {
    pub(crate) broker: Broker,
    pub(crate) store: Store,
    pub(crate) alarms: Arc<Alarms>,
    /// Whether messages of some node do not come through at the moment.
    pub(crate) is_degraded: Arc<AtomicBool>,
}

/// A message between the rooms of one game on several nodes.
#[derive(Serialize, Deserialize, Debug)]
pub(super) struct GameNews {
    /// The node that sends it.
    pub(super) node: String,
    #[serde(flatten)]
    pub(super) content: GameNewsContent,
}

#[derive(Serialize, Deserialize, Debug)]
#[serde(rename_all = "snake_case")]
pub(super) enum GameNewsContent {
    /// Committed events, in order.
    Events(Vec<LoggedEvent>),
    /// The number of connections on that node: both players, and spectators.
    Presence(Counts),
    /// A node has opened the room and asks for the presence on others.
    Opened(Counts),
}

/// Numbers of connections: first player, second player, spectators.
pub(super) type Counts = [u32; 3];

/// The subject of a game.
pub(super) fn subject(game: &str) -> String {
    format!("mekong.game.{game}")
}

/// Follows a game until its room is dropped.
pub(super) async fn follow(link: Link, room: Weak<Room>, id: String) {
    let mut feed = link.broker.subscribe(&subject(&id)).await;
    {
        let Some(room) = room.upgrade() else { return };
        // Events that were committed between the load and the subscription.
        if let Err(error) = room.catch_up(&link.store).await {
            tracing::debug!(%error, game = id, "events not read");
        }
        room.send_presence(GameNewsContent::Opened);
    }
    while let Some((news, cause)) = feed.next_with_cause::<GameNews>().await {
        let Some(room) = room.upgrade() else { return };
        if news.node == link.broker.node() {
            continue;
        }
        match news.content {
            GameNewsContent::Events(events) => {
                let last = events.last().map(|logged| logged.seq);
                // If the database fails now, the next event or the poll repeats it.
                if let Err(error) = room.receive(&link.store, events).await {
                    tracing::debug!(%error, game = id, "events not read");
                }
                let span = cause.and_then(|cause| Span::begin(Some(cause)));
                record!(span, "applied", node = link.broker.node(), game = id, seq = last);
                if let Some(alarm) = room.table().alarm() {
                    link.alarms.set(alarm + ALARM_DELAY, &id);
                }
            }
            GameNewsContent::Presence(counts) => room.set_presence(news.node, counts),
            GameNewsContent::Opened(counts) => {
                room.set_presence(news.node, counts);
                room.send_presence(GameNewsContent::Presence);
            }
        }
    }
}
