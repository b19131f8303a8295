//! The client of the server's tests.
#![allow(dead_code, unreachable_pub, reason = "the server's tests use all of it")]

#[path = "../../../server/tests/common/client.rs"]
mod client;
#[path = "../../../server/tests/common/socket.rs"]
mod socket;

pub use client::Client;
pub use socket::Socket;
