//! The clients and the PostgreSQL cluster of the server's tests.
#![allow(dead_code, unreachable_pub, reason = "the server's tests use all of it")]

#[path = "../../../server/tests/common/client.rs"]
mod client;
#[path = "../../../server/tests/common/nats.rs"]
mod nats;
#[path = "../../../server/tests/common/postgres.rs"]
mod postgres;
#[path = "../../../server/tests/common/socket.rs"]
mod socket;

pub use client::{Client, Response};
pub use nats::{Nats, free_port};
pub use postgres::{Cluster, fresh_database, start as own_cluster, start_at as own_cluster_at};
pub use socket::Socket;
