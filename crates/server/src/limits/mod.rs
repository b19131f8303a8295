//! How often somebody may ask for something, and how much of it they may hold: by network, by person, by name.
//!
//! - `buckets`: rate limiters whose memory does not grow.
//! - `connections`: how many connections are open in all, and which make room for others.
//! - `fair`: a queue in which networks and persons take turns.
//! - `files`: how many files of games and other large bodies are read and written at once.
//! - `holdings`: how much of something each holds at the moment.
//! - `log_in`: passwords and codes that are tried.
//! - `origins`: from which network a person was last seen.

mod buckets;
mod connections;
mod fair;
mod files;
mod holdings;
mod log_in;
mod origins;

use std::{
    net::{IpAddr, Ipv6Addr},
    time::Duration,
};

pub use self::{
    buckets::Key,
    connections::{Connection, Connections, Evicted, Totals},
    fair::{Capacity, FairQueue, Requester},
    files::FilePlace,
    holdings::{Held, Holdings},
};
use self::{
    buckets::{Keys, Limiter},
    files::Files,
    log_in::LogIns,
    origins::Origins,
};
use crate::config::Shares;

/// Whoever has an IPv6 address has a whole network of them: all count as one.
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

/// Too often: come again after so many seconds, at least one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooOften {
    /// How long to wait.
    pub seconds: u64,
}

/// All limits of a server.
#[derive(Debug)]
pub struct Limits {
    is_on: bool,
    keys: Keys,
    origins: Origins,
    requests_from: Limiter,
    requests_by: Limiter,
    messages_from: Limiter,
    messages_by: Limiter,
    chat_from: Limiter,
    chat_by: Limiter,
    costly_from: Limiter,
    costly_by: Limiter,
    games_from: Limiter,
    games_by: Limiter,
    newcomers_from: Limiter,
    sign_ups_from: Limiter,
    log_ins: LogIns,
    connections: Holdings,
    streams_from: Holdings,
    streams_by: Holdings,
    files: Files,
}

/// A place for a socket or a stream, as long as it lives.
#[derive(Debug)]
pub struct StreamPlace {
    _from: Held,
    _by: Option<Held>,
}

impl Limits {
    /// The usual limits. Without them, only the log-in is limited.
    #[must_use]
    pub fn new(is_on: bool) -> Limits {
        Limits::with_shares(is_on, Shares::default())
    }

    /// The same with other shares of what is scarce.
    #[must_use]
    pub fn with_shares(is_on: bool, shares: Shares) -> Limits {
        let (milliseconds, seconds) = (Duration::from_millis, Duration::from_secs);
        let holdings = |max: usize| Holdings::new(if is_on { max } else { usize::MAX });
        Limits {
            is_on,
            keys: Keys::default(),
            origins: Origins::default(),
            requests_from: Limiter::new(400, milliseconds(20)),
            requests_by: Limiter::new(200, milliseconds(50)),
            messages_from: Limiter::new(800, milliseconds(10)),
            messages_by: Limiter::new(100, milliseconds(100)),
            chat_from: Limiter::new(200, milliseconds(500)),
            chat_by: Limiter::new(20, seconds(3)),
            costly_from: Limiter::new(60, seconds(1)),
            costly_by: Limiter::new(20, seconds(3)),
            games_from: Limiter::new(200, milliseconds(500)),
            games_by: Limiter::new(60, seconds(2)),
            // A class of pupils behind one address finds its place.
            newcomers_from: Limiter::new(60, seconds(5)),
            sign_ups_from: Limiter::new(40, seconds(60)),
            log_ins: LogIns::new(),
            connections: holdings(shares.connections),
            streams_from: holdings(shares.streams),
            streams_by: holdings(shares.streams_per_person),
            files: Files::new(holdings),
        }
    }

    /// Any request from an address.
    ///
    /// # Errors
    /// Too often.
    pub fn request_from(&self, address: IpAddr) -> Result<(), TooOften> {
        self.if_on(&self.requests_from, self.network_key(address))
    }

    /// Any request by a user.
    ///
    /// # Errors
    /// Too often.
    pub fn request_by(&self, user: &str) -> Result<(), TooOften> {
        self.if_on(&self.requests_by, self.keys.key(user))
    }

    /// A message on a socket.
    ///
    /// # Errors
    /// Too often by this person, or from this network.
    pub fn message(&self, by: Requester) -> Result<(), TooOften> {
        self.shared(&self.messages_by, &self.messages_from, by)
    }

    /// A remark by a user, in whichever game.
    ///
    /// # Errors
    /// Too often by this user, or from their network.
    pub fn chat_by(&self, user: &str) -> Result<(), TooOften> {
        self.shared(&self.chat_by, &self.chat_from, self.requester_for(user))
    }

    /// Something that costs the server a lot: thinking, exporting, importing.
    ///
    /// # Errors
    /// Too often by this user, or from their network.
    pub fn costly_by(&self, user: &str) -> Result<(), TooOften> {
        self.shared(&self.costly_by, &self.costly_from, self.requester_for(user))
    }

    /// The same for somebody whom nobody knows.
    ///
    /// # Errors
    /// Too often from this network.
    pub fn costly_from(&self, address: IpAddr) -> Result<(), TooOften> {
        let network = self.network_key(address);
        self.shared(&self.costly_by, &self.costly_from, Requester { network, person: network })
    }

    /// Offering a game, or beginning one.
    ///
    /// # Errors
    /// Too often by this user, or from their network.
    pub fn game_by(&self, user: &str) -> Result<(), TooOften> {
        self.shared(&self.games_by, &self.games_from, self.requester_for(user))
    }

    /// Somebody without a session who needs one.
    ///
    /// # Errors
    /// Too often.
    pub fn newcomer_from(&self, address: IpAddr) -> Result<(), TooOften> {
        self.if_on(&self.newcomers_from, self.network_key(address))
    }

    /// A new account.
    ///
    /// # Errors
    /// Too often.
    pub fn sign_up_from(&self, address: IpAddr) -> Result<(), TooOften> {
        self.if_on(&self.sign_ups_from, self.network_key(address))
    }

    /// A password is tried by somebody who may be anybody. Limited in any case, for names that exist and for others in
    /// the same way.
    ///
    /// # Errors
    /// Too often.
    pub fn log_in(&self, address: IpAddr, name: &str) -> Result<(), TooOften> {
        self.log_ins.password(&self.keys, address, name)
    }

    /// A password is tried on a device where its owner has logged in before; the device is known by its signed note.
    ///
    /// # Errors
    /// Too often.
    pub fn log_in_on_device(&self, device: &str) -> Result<(), TooOften> {
        self.log_ins.password_on_device(&self.keys, device)
    }

    /// The password is asked for once more in a session.
    ///
    /// # Errors
    /// Too often.
    pub fn password_in_session(&self, session: &str) -> Result<(), TooOften> {
        self.log_ins.password_in_session(&self.keys, session)
    }

    /// A code for a new password is tried.
    ///
    /// # Errors
    /// Too often.
    pub fn reset_code(&self, address: IpAddr, name: &str) -> Result<(), TooOften> {
        self.log_ins.code(&self.keys, address, name)
    }

    /// On whose behalf something is done for an address and somebody there: a user, or a name that is claimed.
    #[must_use]
    pub fn requester(&self, address: IpAddr, person: &str) -> Requester {
        Requester { network: self.network_key(address), person: self.keys.key(person) }
    }

    /// On whose behalf something is done for a user later: they count for the network from which they were last seen.
    #[must_use]
    pub fn requester_for(&self, user: &str) -> Requester {
        let person = self.keys.key(user);
        Requester { network: self.origins.network_of(person), person }
    }

    /// Notes from where a user comes.
    pub fn seen(&self, user: &str, address: IpAddr) {
        self.origins.note(self.keys.key(user), self.network_key(address));
    }

    /// A place for a connection, as long as it lives; none if the network has its share.
    #[must_use]
    pub fn connection(&self, address: IpAddr) -> Option<Held> {
        self.connections.take(self.network_key(address))
    }

    /// A place for a socket or a stream.
    ///
    /// # Errors
    /// The network or the user has as many as they may.
    pub fn stream(&self, address: IpAddr, user: Option<&str>) -> Result<StreamPlace, TooOften> {
        // Some will end, but nobody knows when.
        let full = TooOften { seconds: 10 };
        let by = match user {
            Some(user) => Some(self.streams_by.take(self.keys.key(user)).ok_or(full)?),
            None => None,
        };
        Ok(StreamPlace { _from: self.streams_from.take(self.network_key(address)).ok_or(full)?, _by: by })
    }

    /// A body that is larger than usual, as long as it is read and answered.
    ///
    /// # Errors
    /// Too many are being read.
    pub fn large_body(&self, address: IpAddr) -> Result<FilePlace, TooOften> {
        self.files.body(self.network_key(address))
    }

    /// A file of games that a user sends. To be asked before it is read: files are large, and few are read at once.
    ///
    /// # Errors
    /// Too often, or too many are being read.
    pub fn import(&self, user: &str) -> Result<FilePlace, TooOften> {
        self.costly_by(user)?;
        self.files.import(self.requester_for(user))
    }

    /// A file of games for somebody, as long as it is being written.
    ///
    /// # Errors
    /// Too often, or too many are being written.
    pub fn export(&self, address: IpAddr, user: Option<&str>) -> Result<FilePlace, TooOften> {
        match user {
            Some(user) => self.costly_by(user)?,
            None => self.costly_from(address)?,
        }
        self.files.export(self.network_key(address))
    }

    fn network_key(&self, address: IpAddr) -> Key {
        self.keys.key(network(address))
    }

    /// The person pays first, so that somebody who has used up their share takes nothing from their neighbours.
    fn shared(&self, person: &Limiter, network: &Limiter, by: Requester) -> Result<(), TooOften> {
        self.if_on(person, by.person)?;
        self.if_on(network, by.network)
    }

    fn if_on(&self, limiter: &Limiter, key: Key) -> Result<(), TooOften> {
        if self.is_on { limiter.check(key) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::{Limits, network};

    #[test]
    fn limits_that_are_off_let_everybody_through_except_guessers() {
        let limits = Limits::new(false);
        let address: IpAddr = "192.0.2.1".parse().unwrap();
        assert!((0..10_000).all(|_| limits.request_from(address).is_ok()));
        assert!((0..100).any(|_| limits.log_in(address, "ann").is_err()));
    }

    #[test]
    fn one_network_has_one_share_whoever_is_in_it() {
        let limits = Limits::new(true);
        let address = |number: usize| {
            format!("2001:db8::{:x}:{:x}", number / 0x1_0000, number % 0x1_0000).parse::<IpAddr>().unwrap()
        };
        let allowed = |ask: &dyn Fn(usize) -> bool| (0..1_000).filter(|&number| ask(number)).count();
        let come = |number: usize| {
            let user = format!("user{number}");
            limits.seen(&user, address(number));
            user
        };
        // A thousand users, each of whom alone might. The upper bounds are far off: time passes.
        let costly = allowed(&|number| limits.costly_by(&come(number)).is_ok());
        assert!((60..500).contains(&costly), "{costly}");
        let games = allowed(&|number| limits.game_by(&come(number)).is_ok());
        assert!((200..700).contains(&games), "{games}");
        let anonymous = (0..30).filter(|&number| limits.costly_from(address(2_000 + number)).is_ok()).count();
        assert!(anonymous < 20, "the network has used up its share: {anonymous}");
        let elsewhere = "2001:db8:0:1::1".parse().unwrap();
        limits.seen("ann", elsewhere);
        assert!(limits.costly_by("ann").is_ok() && limits.game_by("ann").is_ok());
        assert!((0..20).all(|_| limits.costly_from("192.0.2.1".parse().unwrap()).is_ok()));
    }

    #[test]
    fn sockets_are_shared_between_networks_and_persons() {
        let limits = Limits::new(true);
        let here = "192.0.2.1".parse().unwrap();
        let mut places = Vec::new();
        let mut open = |address, user| {
            let place = limits.stream(address, user);
            let is_open = place.is_ok();
            places.extend(place);
            is_open
        };
        assert_eq!((0..1_000).filter(|_| open(here, Some("ann"))).count(), 64);
        assert_eq!((0..1_000).filter(|_| open(here, None)).count(), 256 - 64);
        assert!(!open(here, Some("bob")));
        let elsewhere = "192.0.2.2".parse().unwrap();
        assert!(open(elsewhere, None) && !open(elsewhere, Some("ann")));
        places.clear();
        assert!(limits.stream(here, Some("ann")).is_ok());
        assert_eq!((0..1_000).filter_map(|_| limits.connection(here)).collect::<Vec<_>>().len(), 512);
        let off = Limits::new(false);
        assert_eq!((0..1_000).filter_map(|_| off.connection(here)).collect::<Vec<_>>().len(), 1_000);
    }

    #[test]
    fn what_is_done_for_somebody_counts_for_where_they_are() {
        let limits = Limits::new(true);
        let here = "192.0.2.1".parse().unwrap();
        assert_eq!(limits.requester_for("ann").network, limits.requester_for("ann").person, "nobody knows");
        limits.seen("ann", here);
        assert_eq!(limits.requester_for("ann"), limits.requester(here, "ann"));
    }

    #[test]
    fn the_addresses_of_one_network_are_one() {
        let parse = |text: &str| network(text.parse().unwrap());
        assert_eq!(parse("2001:db8:1:2:3::1"), parse("2001:db8:1:2:4::9"));
        assert_ne!(parse("2001:db8:1:2::1"), parse("2001:db8:1:3::1"));
        assert_eq!(parse("::ffff:192.0.2.1"), parse("192.0.2.1"));
    }
}
