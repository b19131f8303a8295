//! Rate limits and limits on concurrent use: per network, per user and per name.
//!
//! - `buckets`: rate limiters with bounded memory.
//! - `connections`: the total number of connections, and which are evicted for others.
//! - `fair`: a queue that is round-robin between networks and users.
//! - `files`: concurrent imports, exports and other large bodies.
//! - `permits`: concurrent use per key.
//! - `log_in`: attempts at passwords and reset codes.
//! - `last_networks`: the network from which a user was last seen.

mod buckets;
mod connections;
mod fair;
mod files;
mod last_networks;
mod log_in;
mod permits;

use std::{
    net::{IpAddr, Ipv6Addr},
    time::Duration,
};

pub use self::{
    buckets::Key,
    connections::{Connection, Connections, Evicted, Totals},
    fair::{Capacity, FairQueue, Requester},
    files::FilePermit,
    log_in::LogIns,
    permits::{Permit, Permits},
};
use self::{
    buckets::{Keys, Limiter},
    files::Files,
    last_networks::LastNetworks,
};
use crate::config::ConnectionLimits;

/// The network of an address: an IPv6 address counts as its /64, because a host usually has a whole one.
#[must_use]
pub fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => {
            let [a, b, c, d, ..] = v6.segments();
            Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
        }
        v4 @ IpAddr::V4(_) => v4,
    }
}

/// A limit is reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LimitReached {
    /// Seconds to wait before the next attempt, at least 1.
    pub seconds: u64,
}

/// All limits of a server on requests, messages, connections and streams.
#[derive(Debug)]
pub struct RequestLimits {
    is_on: bool,
    keys: Keys,
    last_networks: LastNetworks,
    requests_from: Limiter,
    requests_by: Limiter,
    messages_from: Limiter,
    messages_by: Limiter,
    chat_from: Limiter,
    chat_by: Limiter,
    expensive_from: Limiter,
    expensive_by: Limiter,
    games_from: Limiter,
    games_by: Limiter,
    attempts_from: Limiter,
    attempts_by: Limiter,
    new_guests_from: Limiter,
    sign_ups_from: Limiter,
    /// Attempts at passwords and reset codes, which are always limited.
    pub log_ins: LogIns,
    connections: Permits,
    streams_from: Permits,
    streams_by: Permits,
    files: Files,
}

/// Permission to hold a socket or a stream open; returned when dropped.
#[derive(Debug)]
pub struct StreamPermit {
    _from: Permit,
    _by: Option<Permit>,
}

impl RequestLimits {
    /// The default limits. If they are off, only log-ins are limited.
    #[must_use]
    pub fn new(is_on: bool) -> RequestLimits {
        RequestLimits::with_connection_limits(is_on, ConnectionLimits::default())
    }

    /// Limits with other shares of connections and streams.
    #[must_use]
    pub fn with_connection_limits(is_on: bool, connection_limits: ConnectionLimits) -> RequestLimits {
        let (milliseconds, seconds) = (Duration::from_millis, Duration::from_secs);
        let permits = |max: usize| Permits::new(if is_on { max } else { usize::MAX });
        RequestLimits {
            is_on,
            keys: Keys::default(),
            last_networks: LastNetworks::default(),
            requests_from: Limiter::new(400, milliseconds(20)),
            requests_by: Limiter::new(200, milliseconds(50)),
            messages_from: Limiter::new(800, milliseconds(10)),
            messages_by: Limiter::new(100, milliseconds(100)),
            chat_from: Limiter::new(200, milliseconds(500)),
            chat_by: Limiter::new(20, seconds(3)),
            expensive_from: Limiter::new(60, seconds(1)),
            expensive_by: Limiter::new(20, seconds(3)),
            games_from: Limiter::new(200, milliseconds(500)),
            games_by: Limiter::new(60, seconds(2)),
            attempts_from: Limiter::new(400, milliseconds(100)),
            attempts_by: Limiter::new(100, seconds(1)),
            // Enough for a school class behind one address.
            new_guests_from: Limiter::new(60, seconds(5)),
            sign_ups_from: Limiter::new(40, seconds(60)),
            log_ins: LogIns::new(),
            connections: permits(connection_limits.connections),
            streams_from: permits(connection_limits.streams),
            streams_by: permits(connection_limits.streams_per_user),
            files: Files::new(permits),
        }
    }

    /// A request from an address.
    pub fn request_from(&self, address: IpAddr) -> Result<(), LimitReached> {
        self.check_if_enabled(&self.requests_from, self.network_key(address))
    }

    /// A request by a user.
    pub fn request_by(&self, user: &str) -> Result<(), LimitReached> {
        self.check_if_enabled(&self.requests_by, self.keys.key(user))
    }

    /// A message on a socket.
    pub fn message(&self, by: Requester) -> Result<(), LimitReached> {
        self.shared(&self.messages_by, &self.messages_from, by)
    }

    /// A chat message by a user, in any game.
    pub fn chat_by(&self, user: &str) -> Result<(), LimitReached> {
        self.shared(&self.chat_by, &self.chat_from, self.requester_for(user))
    }

    /// An expensive operation by a user: engine, export, import.
    pub fn expensive_by(&self, user: &str) -> Result<(), LimitReached> {
        self.shared(&self.expensive_by, &self.expensive_from, self.requester_for(user))
    }

    /// An expensive operation by an anonymous client.
    pub fn expensive_from(&self, address: IpAddr) -> Result<(), LimitReached> {
        let network = self.network_key(address);
        self.shared(&self.expensive_by, &self.expensive_from, Requester { network, user: network })
    }

    /// A challenge or a new game.
    pub fn game_by(&self, user: &str) -> Result<(), LimitReached> {
        self.shared(&self.games_by, &self.games_from, self.requester_for(user))
    }

    /// An attempt at a puzzle by an account.
    pub fn attempt_by(&self, user: &str) -> Result<(), LimitReached> {
        self.shared(&self.attempts_by, &self.attempts_from, self.requester_for(user))
    }

    /// A new guest session.
    pub fn new_guest_from(&self, address: IpAddr) -> Result<(), LimitReached> {
        self.check_if_enabled(&self.new_guests_from, self.network_key(address))
    }

    /// A new account.
    pub fn sign_up_from(&self, address: IpAddr) -> Result<(), LimitReached> {
        self.check_if_enabled(&self.sign_ups_from, self.network_key(address))
    }

    /// The requester for an address and a user id or a claimed name.
    #[must_use]
    pub fn requester(&self, address: IpAddr, user: &str) -> Requester {
        Requester { network: self.network_key(address), user: self.keys.key(user) }
    }

    /// The requester for a user, with the network from which they were last seen.
    #[must_use]
    pub fn requester_for(&self, user: &str) -> Requester {
        let user = self.keys.key(user);
        Requester { network: self.last_networks.get(user), user }
    }

    /// Records the network of a user.
    pub fn seen(&self, user: &str, address: IpAddr) {
        self.last_networks.set(self.keys.key(user), self.network_key(address));
    }

    /// A permit for a connection; none if the network has reached its share.
    #[must_use]
    pub fn connection(&self, address: IpAddr) -> Option<Permit> {
        self.connections.take(self.network_key(address))
    }

    /// A permit for a socket or a stream.
    pub fn stream(&self, address: IpAddr, user: Option<&str>) -> Result<StreamPermit, LimitReached> {
        // When one ends is unknown.
        let full = LimitReached { seconds: 10 };
        let by = match user {
            Some(user) => Some(self.streams_by.take(self.keys.key(user)).ok_or(full)?),
            None => None,
        };
        Ok(StreamPermit { _from: self.streams_from.take(self.network_key(address)).ok_or(full)?, _by: by })
    }

    /// A permit for a large request body, held until the response is complete.
    pub fn large_body(&self, address: IpAddr) -> Result<FilePermit, LimitReached> {
        self.files.body(self.network_key(address))
    }

    /// A permit for an import, to be taken before the body is read.
    pub fn import(&self, user: &str) -> Result<FilePermit, LimitReached> {
        self.expensive_by(user)?;
        self.files.import(self.requester_for(user))
    }

    /// A permit for an export, held while it is being written.
    pub fn export(&self, address: IpAddr, user: Option<&str>) -> Result<FilePermit, LimitReached> {
        match user {
            Some(user) => self.expensive_by(user)?,
            None => self.expensive_from(address)?,
        }
        self.files.export(self.network_key(address))
    }

    fn network_key(&self, address: IpAddr) -> Key {
        self.keys.key(network(address))
    }

    /// Checks the user first, so that a user over the limit does not use up the share of the network.
    fn shared(&self, user: &Limiter, network: &Limiter, by: Requester) -> Result<(), LimitReached> {
        self.check_if_enabled(user, by.user)?;
        self.check_if_enabled(network, by.network)
    }

    fn check_if_enabled(&self, limiter: &Limiter, key: Key) -> Result<(), LimitReached> {
        if self.is_on { limiter.check(key) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::{RequestLimits, network};

    #[test]
    fn log_ins_are_limited_even_if_limits_are_off() {
        let limits = RequestLimits::new(false);
        let address: IpAddr = "192.0.2.1".parse().unwrap();
        assert!((0..10_000).all(|_| limits.request_from(address).is_ok()));
        assert!((0..100).any(|_| limits.log_ins.password(address, "ann").is_err()));
    }

    #[test]
    fn users_of_one_network_share_its_limits() {
        let limits = RequestLimits::new(true);
        let address = |number: usize| {
            format!("2001:db8::{:x}:{:x}", number / 0x1_0000, number % 0x1_0000).parse::<IpAddr>().unwrap()
        };
        let allowed = |ask: &dyn Fn(usize) -> bool| (0..1_000).filter(|&number| ask(number)).count();
        let come = |number: usize| {
            let user = format!("user{number}");
            limits.seen(&user, address(number));
            user
        };
        // A thousand users below their own limits. The upper bounds are generous because buckets refill meanwhile.
        let costly = allowed(&|number| limits.expensive_by(&come(number)).is_ok());
        assert!((60..500).contains(&costly), "{costly}");
        let games = allowed(&|number| limits.game_by(&come(number)).is_ok());
        assert!((200..700).contains(&games), "{games}");
        let anonymous =
            (0..30).filter(|&number| limits.expensive_from(address(2_000 + number)).is_ok()).count();
        assert!(anonymous < 20, "the share of the network is used up: {anonymous}");
        let elsewhere = "2001:db8:0:1::1".parse().unwrap();
        limits.seen("ann", elsewhere);
        assert!(limits.expensive_by("ann").is_ok() && limits.game_by("ann").is_ok());
        assert!((0..20).all(|_| limits.expensive_from("192.0.2.1".parse().unwrap()).is_ok()));
    }

    #[test]
    fn streams_are_limited_per_network_and_per_user() {
        let limits = RequestLimits::new(true);
        let here = "192.0.2.1".parse().unwrap();
        let mut permits = Vec::new();
        let mut open = |address, user| {
            let permit = limits.stream(address, user);
            let is_open = permit.is_ok();
            permits.extend(permit);
            is_open
        };
        assert_eq!((0..1_000).filter(|_| open(here, Some("ann"))).count(), 64);
        assert_eq!((0..1_000).filter(|_| open(here, None)).count(), 256 - 64);
        assert!(!open(here, Some("bob")));
        let elsewhere = "192.0.2.2".parse().unwrap();
        assert!(open(elsewhere, None) && !open(elsewhere, Some("ann")));
        permits.clear();
        assert!(limits.stream(here, Some("ann")).is_ok());
        assert_eq!((0..1_000).filter_map(|_| limits.connection(here)).collect::<Vec<_>>().len(), 512);
        let off = RequestLimits::new(false);
        assert_eq!((0..1_000).filter_map(|_| off.connection(here)).collect::<Vec<_>>().len(), 1_000);
    }

    #[test]
    fn requests_count_for_the_last_network_of_a_user() {
        let limits = RequestLimits::new(true);
        let here = "192.0.2.1".parse().unwrap();
        assert_eq!(limits.requester_for("ann").network, limits.requester_for("ann").user, "unknown network");
        limits.seen("ann", here);
        assert_eq!(limits.requester_for("ann"), limits.requester(here, "ann"));
    }

    #[test]
    fn addresses_of_one_network_are_equal() {
        let parse = |text: &str| network(text.parse().unwrap());
        assert_eq!(parse("2001:db8:1:2:3::1"), parse("2001:db8:1:2:4::9"));
        assert_ne!(parse("2001:db8:1:2::1"), parse("2001:db8:1:3::1"));
        assert_eq!(parse("::ffff:192.0.2.1"), parse("192.0.2.1"));
    }
}
