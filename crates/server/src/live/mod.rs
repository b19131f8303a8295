//! Games in memory, subscriptions and clocks.
//!
//! - `bus`: notifications of users and the lobby.
//! - `room`: one game: actions in, durable events out.
//! - `chat`: its chat, with limits.
//! - `rooms`: the open rooms, one per game; `recent`: rooms kept open for a while after their last use.
//! - `shutdown`: the request to stop.
//! - `visibility`: which events a player or spectator may see.
//! - `alarms`: when clocks must be checked.

mod alarms;
mod bus;
mod chat;
mod recent;
mod room;
mod rooms;
mod shutdown;
mod visibility;

pub(crate) use alarms::Alarms;
pub use bus::{Bus, Notification, NotificationKind, Subscription, Topic};
pub use chat::{Chat, MAX_LATEST, MAX_PER_USER};
pub(crate) use room::no_addition;
pub use room::{ActError, Committed, GameMetadata, Message, PresenceGuard, Room, Snapshot, StoredGame};
pub use rooms::Rooms;
pub use shutdown::Shutdown;
pub use visibility::{author, is_visible, visible_audiences};
