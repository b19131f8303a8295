//! What is going on now: the rooms of games being played, who is told what, and the clocks.
//!
//! - `bus`: who wants to know what; the part that several servers would share by a message broker.
//! - `room`: one game: actions in, durable events out.
//! - `rooms`: all rooms that somebody needs just now, each of them once.
//! - `clockwork`: ends games whose time is over.

mod bus;
mod clockwork;
mod room;
mod rooms;

pub use bus::{About, Bus, News, Topic};
pub(crate) use clockwork::Clockwork;
pub(crate) use room::nothing_else;
pub use room::{ActError, Done, Facts, Message, Presence, Room, StoredGame, Visit};
pub use rooms::Rooms;
