//! How often somebody may ask for something, and how much of it they may hold: by network, by person, by name.
//!
//! - `buckets`: rate limiters whose memory does not grow.
//! - `fair`: a queue in which networks and persons take turns.
//! - `log_in`: passwords and codes that are tried.

mod buckets;
mod fair;
mod log_in;

use std::{
    net::{IpAddr, Ipv6Addr},
    time::Duration,
};

pub use self::{
    buckets::Key,
    fair::{Capacity, FairQueue, Requester},
};
use self::{
    buckets::{Keys, Limiter},
    log_in::LogIns,
};

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
    requests_from: Limiter,
    requests_by: Limiter,
    messages_by: Limiter,
    chat_by: Limiter,
    costly_by: Limiter,
    newcomers_from: Limiter,
    sign_ups_from: Limiter,
    log_ins: LogIns,
}

impl Limits {
    /// The usual limits. Without them, only the log-in is limited.
    #[must_use]
    pub fn new(is_on: bool) -> Limits {
        let (milliseconds, seconds) = (Duration::from_millis, Duration::from_secs);
        Limits {
            is_on,
            keys: Keys::default(),
            requests_from: Limiter::new(400, milliseconds(20)),
            requests_by: Limiter::new(200, milliseconds(50)),
            messages_by: Limiter::new(100, milliseconds(100)),
            chat_by: Limiter::new(20, seconds(3)),
            costly_by: Limiter::new(20, seconds(3)),
            // A class of pupils behind one address finds its place.
            newcomers_from: Limiter::new(60, seconds(5)),
            sign_ups_from: Limiter::new(40, seconds(60)),
            log_ins: LogIns::new(),
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

    /// A message on a socket, by the connection or the user.
    ///
    /// # Errors
    /// Too often.
    pub fn message_by(&self, key: &str) -> Result<(), TooOften> {
        self.if_on(&self.messages_by, self.keys.key(key))
    }

    /// A remark by a user, in whichever game.
    ///
    /// # Errors
    /// Too often.
    pub fn chat_by(&self, user: &str) -> Result<(), TooOften> {
        self.if_on(&self.chat_by, self.keys.key(user))
    }

    /// Something that costs the server a lot: thinking, searching, exporting. By user or address.
    ///
    /// # Errors
    /// Too often.
    pub fn costly_by(&self, key: &str) -> Result<(), TooOften> {
        self.if_on(&self.costly_by, self.keys.key(key))
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

    fn network_key(&self, address: IpAddr) -> Key {
        self.keys.key(network(address))
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
    fn the_addresses_of_one_network_are_one() {
        let parse = |text: &str| network(text.parse().unwrap());
        assert_eq!(parse("2001:db8:1:2:3::1"), parse("2001:db8:1:2:4::9"));
        assert_ne!(parse("2001:db8:1:2::1"), parse("2001:db8:1:3::1"));
        assert_eq!(parse("::ffff:192.0.2.1"), parse("192.0.2.1"));
    }
}
