//! Configuration.

mod error;
mod layers;
mod values;

use std::{net::SocketAddr, time::Duration};

use rust_embed::EmbeddedFile;

pub use error::{ConfigError, Source};
pub use layers::{Layers, LogFormat, NAMES, Setup};
pub use values::sqlite_address;
pub(crate) use values::sqlite_path;

/// The settings of a server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Config {
    /// The address to listen on.
    pub listen: SocketAddr,
    /// The database: `sqlite:PATH` or `postgres://…`.
    pub database: String,
    /// The address of NATS, `nats://…`, if several nodes share the database.
    pub nats: Option<String>,
    /// The public URL, without a trailing slash.
    pub base_url: String,
    /// Number of engine threads.
    pub engine_threads: usize,
    /// Whether to trust the client addresses that a reverse proxy forwards.
    pub trust_proxy: bool,
    /// Whether rate limits apply; off for load tests.
    pub rate_limits: bool,
    /// Bearer token for the metrics; without it they are served to this machine only.
    pub metrics_token: Option<String>,
    /// Timeouts for clients.
    pub timeouts: ClientTimeouts,
    /// Limits on connections per network and user.
    pub connection_limits: ConnectionLimits,
    /// The web pages.
    pub pages: Pages,
}

/// The web pages: a function from a path to an embedded file.
#[derive(Clone, Copy, Debug)]
pub struct Pages {
    find: fn(&str) -> Option<EmbeddedFile>,
}

impl Pages {
    /// Pages found by a function of paths without a leading slash.
    #[must_use]
    pub const fn new(find: fn(&str) -> Option<EmbeddedFile>) -> Pages {
        Pages { find }
    }

    pub(crate) fn find(self, path: &str) -> Option<EmbeddedFile> {
        (self.find)(path)
    }
}

/// No pages: the server only answers its API.
impl Default for Pages {
    fn default() -> Pages {
        Pages::new(|_| None)
    }
}

impl PartialEq for Pages {
    fn eq(&self, other: &Pages) -> bool {
        std::ptr::fn_addr_eq(self.find, other.find)
    }
}

impl Eq for Pages {}

/// Listens on localhost, with an SQLite database in the working folder.
impl Default for Config {
    fn default() -> Config {
        let listen = SocketAddr::from(([127, 0, 0, 1], 8080));
        Config {
            listen,
            database: "sqlite:mekong.db".to_owned(),
            nats: None,
            base_url: format!("http://{listen}"),
            engine_threads: 1,
            trust_proxy: false,
            rate_limits: true,
            metrics_token: None,
            timeouts: ClientTimeouts::default(),
            connection_limits: ConnectionLimits::default(),
            pages: Pages::default(),
        }
    }
}

/// Limits on concurrent connections. An IPv6 /64 counts as one network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ConnectionLimits {
    /// Connections per network; not applied behind a trusted proxy.
    pub connections: usize,
    /// Sockets and streams per network.
    pub streams: usize,
    /// Sockets and streams per user.
    pub streams_per_user: usize,
}

impl Default for ConnectionLimits {
    fn default() -> ConnectionLimits {
        // A school class with several pages each; a bot with many games.
        ConnectionLimits { connections: 512, streams: 256, streams_per_user: 64 }
    }
}

/// Timeouts after which a slow client is disconnected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClientTimeouts {
    /// For the head of a request, and between requests.
    pub head: Duration,
    /// Between two chunks of a body.
    pub idle: Duration,
    /// For a whole body.
    pub body: Duration,
    /// To accept a chunk of a response.
    pub write: Duration,
}

impl Default for ClientTimeouts {
    fn default() -> ClientTimeouts {
        let seconds = Duration::from_secs;
        ClientTimeouts { head: seconds(20), idle: seconds(10), body: seconds(120), write: seconds(60) }
    }
}
