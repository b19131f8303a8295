//! Games in memory, subscriptions and clocks.
//!
//! - `broker`: messages between the nodes of a cluster; `replication`: how their copies of a game are kept in sync.
//! - `bus`: notifications of users and the lobby.
//! - `room`: one game: actions in, durable events out.
//! - `chat`: its chat, with limits.
//! - `rooms`: the open rooms, one per game; `recent`: rooms kept open for a while after their last use.
//! - `liveness`: whether the other nodes consider this one alive.
//! - `shutdown`: the request to stop.
//! - `visibility`: which events a player or spectator may see.
//! - `alarms`: when clocks must be checked.

mod alarms;
mod broker;
mod bus;
mod chat;
mod liveness;
mod recent;
mod replication;
mod room;
mod rooms;
mod shutdown;
mod visibility;

pub(crate) use alarms::Alarms;
pub(crate) use broker::BrokerSubscription;
pub use broker::{Broker, BrokerError};
#[cfg(feature = "cluster")]
pub(crate) use broker::{WorkQueue, span_of};
pub use bus::{Bus, Notification, NotificationKind, Subscription, Topic};
pub use chat::{Chat, MAX_LATEST, MAX_PER_USER};
pub(crate) use liveness::Liveness;
pub(crate) use replication::ClusterContext;
pub use room::{
    ActError, Committed, Decision, GameMetadata, PresenceGuard, Room, RoomMessage, Snapshot, StoredGame,
};
pub use rooms::Rooms;
pub use shutdown::Shutdown;
pub use visibility::{author, is_visible, visible_audiences};
