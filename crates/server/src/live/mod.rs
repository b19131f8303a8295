//! What is going on now: the rooms of games being played, who is told what, and the clocks.
//!
//! - `bus`: who wants to know what; the part that several servers would share by a message broker.
//! - `room`: one game: actions in, durable events out.
//! - `chat`: what was said in it, and how much may be.
//! - `rooms`: all rooms that somebody needs just now, each of them once.
//! - `recent`: which of them stay for a while after that.
//! - `clockwork`: ends games whose time is over.

mod bus;
mod chat;
mod clockwork;
mod recent;
mod room;
mod rooms;

pub use bus::{About, Bus, News, Subscription, Topic};
pub use chat::{Chat, MAX_LATEST, MAX_PER_PERSON, MAX_TO_WATCHERS};
pub(crate) use clockwork::Clockwork;
pub(crate) use room::nothing_else;
pub use room::{ActError, Done, Facts, Message, Presence, Room, Snapshot, StoredGame, Visit};
pub use rooms::Rooms;
