//! The Universal Game Interface, from both sides: our engine speaks it, and we speak it to other engines.
//!
//! - [`server`]: our engine for other programs.
//! - [`client`]: starts any program that speaks the protocol and asks it for moves.
//! - [`Go`], [`Clocks`], [`Info`], [`UgiScore`]: the messages that both sides share.
//!
//! `docs/protocol.md` describes the protocol as we speak it.

pub mod client;
mod lines;
mod message;
pub mod server;

pub use mekong_core::PLAIN;
pub use message::{Clocks, Go, GoError, Info, UgiScore};

/// The option that chooses the variant rules: their names with commas between them, or [`PLAIN`].
pub const VARIANT: &str = "Variant";

/// What a query is answered with where there is no position: the last one was refused. A game that goes on is `none`.
pub const UNKNOWN: &str = "unknown";
