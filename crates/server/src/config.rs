//! How a server is set up.

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
    /// Who shows this may read the figures from anywhere; without it only this machine may.
    pub metrics_token: Option<String>,
    /// How long clients may take.
    pub patience: Patience,
    /// How much one network or one person may hold at once, if there are limits.
    pub shares: Shares,
    /// The web pages.
    pub pages: Pages,
}

/// Where the web pages come from: a function from a path to the embedded file.
#[derive(Clone, Copy, Debug)]
pub struct Pages {
    find: fn(&str) -> Option<EmbeddedFile>,
}

impl Pages {
    /// Pages found by a function. Paths have no leading slash.
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

/// A server for this machine alone, with its database in the folder where it is started.
impl Default for Config {
    fn default() -> Config {
        let listen = SocketAddr::from(([127, 0, 0, 1], 8080));
        Config {
            listen,
            database: "sqlite:mekong.db".to_owned(),
            base_url: format!("http://{listen}"),
            engine_threads: 1,
            trust_proxy: false,
            rate_limits: true,
            metrics_token: None,
            patience: Patience::default(),
            shares: Shares::default(),
            pages: Pages::default(),
        }
    }
}

/// How much one network or one person may hold at once. The addresses of an IPv6 network (/64) are one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shares {
    /// Connections from one network, unless a proxy is trusted: then all come from the proxy.
    pub connections: usize,
    /// Sockets and streams from one network.
    pub streams: usize,
    /// Sockets and streams of one user.
    pub streams_per_person: usize,
}

impl Default for Shares {
    fn default() -> Shares {
        // A class of pupils with some pages each; a program that plays many games.
        Shares { connections: 512, streams: 256, streams_per_person: 64 }
    }
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
