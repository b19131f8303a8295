//! The Universal Game Interface (UGI), server and client.
//!
//! - [`server`]: the engine for other programs.
//! - [`client`]: starts external engines and requests moves from them.
//! - [`read_line`]: lines of bounded length, of any input.
//! - [`Go`], [`Clocks`], [`Info`], [`mekong_players::UciScore`]: the messages that both sides share.
//!
//! `docs/protocol.md` describes the protocol.

pub mod client;
mod lines;
mod message;
pub mod server;

pub use lines::{BoundedLine, read_line};
pub use mekong_core::PLAIN;
pub use message::{Clocks, Go, GoError, Info};

/// The option that selects the variant rules: comma-separated names or [`PLAIN`].
pub const VARIANT: &str = "Variant";

/// The response to a query if there is no position because the last one was rejected.
pub const UNKNOWN: &str = "unknown";
