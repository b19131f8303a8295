//! Starts servers on a local port with either database, and clients for them.
//!
//! ```ignore
//! mod common;
//!
//! #[tokio::test(flavor = "multi_thread")]
//! async fn health_check_succeeds() {
//!     common::on_each_database(async |server| {
//!         server.client().get("/healthz").await.expect(200);
//!     })
//!     .await;
//! }
//! ```

#![allow(
    dead_code,
    unreachable_pub,
    reason = "tests of other crates include some of these files and use other parts of them"
)]

mod client;
mod games;
#[cfg(feature = "cluster")]
mod nats;
pub mod postgres;
pub mod routes;
mod server;
mod socket;

pub use client::{Client, Response};
#[cfg(feature = "cluster")]
pub use nats::{Nats, free_port};
pub use server::Server;
pub use socket::Socket;

use mekong_server::config::Config;

/// Runs a test on SQLite and then on PostgreSQL, each time with a new server.
pub async fn on_each_database<T>(test: T)
where
    T: AsyncFn(Server),
{
    on_each_database_with(|_| (), test).await;
}

/// Like [`on_each_database`], with a changed configuration.
pub async fn on_each_database_with<T>(change: fn(&mut Config), test: T)
where
    T: AsyncFn(Server),
{
    eprintln!("on SQLite:");
    test(Server::on_sqlite(change).await).await;
    if let Some(address) = postgres::fresh_database().await {
        eprintln!("on PostgreSQL:");
        test(Server::on(address, None, change).await).await;
    }
}
