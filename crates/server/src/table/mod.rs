//! A game between two seats, as data: what was agreed, what happened, what may happen next. No I/O, no clock of its
//! own: whoever calls says what time it is.
//!
//! Everything that happens is an [`Event`] with a number. [`Table::decide`] turns an action into events or a refusal and
//! changes nothing; once the events are durable, [`Table::apply`] makes them true. A table is the fold of its events.

mod action;
mod clock;
mod conditional;
mod event;
mod refusal;
mod settings;
mod state;
#[cfg(test)]
mod tests;

pub use action::{Action, Actor};
pub use clock::{Clock, Clocks, Speed};
pub use conditional::{Branch, Followed, Plan, Planned};
pub use event::{End, Event, Offer, Room, SeatCode};
pub use refusal::Refusal;
pub use settings::{Deal, Opponent, Seat, Settings, SettingsError};
pub use state::{Logged, Stage, Table};
