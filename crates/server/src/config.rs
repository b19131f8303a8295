//! How a server is set up.

use std::{net::SocketAddr, time::Duration};

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
    /// How long clients may take.
    pub patience: Patience,
}

/// How long a client may take before its connection is closed: one that dawdles keeps a place from others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// To say what it wants, and to ask again on the same connection.
    pub head: Duration,
    /// Between two pieces of a body.
    pub pause: Duration,
    /// For a whole body.
    pub body: Duration,
    /// To accept a piece of an answer.
    pub answer: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        let seconds = Duration::from_secs;
        Patience { head: seconds(20), pause: seconds(10), body: seconds(120), answer: seconds(60) }
    }
}
