//! A game between two players as a pure state machine: no I/O, and the caller passes the time.
//!
//! The state is the fold of its events. [`Table::decide`] turns an action into [`Event`]s or a [`Refusal`] without changing
//! the state; once the events are stored, [`Table::apply`] applies them.

mod action;
mod challenge;
mod clock;
mod conditional;
mod event;
mod refusal;
mod settings;
mod state;
#[cfg(test)]
mod tests;

pub use action::{Action, Actor};
pub use challenge::{ChallengeKind, ChallengeState, Side};
pub use clock::{Clock, Clocks, Speed};
pub use conditional::{Branch, ConditionalMoves, Continuation, StoredConditionalMoves};
pub use event::{Audience, End, Event, Offer, SeatCode};
pub use refusal::Refusal;
pub use settings::{Deal, Opponent, Seat, Settings, SettingsError};
pub use state::{LoggedEvent, Stage, Table};
