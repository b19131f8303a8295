//! How a server is set up.

use std::net::SocketAddr;

/// The settings of a server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Config {
    /// Where it listens.
    pub listen: SocketAddr,
    /// The database: `sqlite:PATH` or `postgres://…`.
    pub database: String,
    /// The address under which people reach it, without a slash at the end.
    pub base_url: String,
    /// How many threads think.
    pub engine_threads: usize,
    /// Whether a proxy stands before it, whose word on addresses is trusted.
    pub trust_proxy: bool,
    /// Whether those who ask too often are told to wait. Load tests do without.
    pub rate_limits: bool,
}
