//! The clients and the PostgreSQL of the server's own tests.
#![allow(dead_code, unreachable_pub, reason = "the server's tests use all of it")]

#[path = "../../../server/tests/common/client.rs"]
mod client;
#[path = "../../../server/tests/common/postgres.rs"]
mod postgres;
#[path = "../../../server/tests/common/socket.rs"]
mod socket;

pub use client::{Answer, Client};
pub use postgres::{fresh_database, start as own_cluster};
pub use socket::Socket;
