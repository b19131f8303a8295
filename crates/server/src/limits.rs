//! How often somebody may ask for something: by address, by user, by name.

use std::{
    hash::Hash,
    net::{IpAddr, Ipv6Addr},
    num::NonZeroU32,
    time::Duration,
};

use governor::{
    DefaultKeyedRateLimiter, Quota, RateLimiter,
    clock::{Clock as _, DefaultClock},
};

/// Whoever has an IPv6 address has a whole network of them: all count as one.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => {
            let [a, b, c, d, ..] = v6.segments();
            Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
        }
        v4 @ IpAddr::V4(_) => v4,
    }
}

/// So much at once, and then one each time that this has passed.
fn quota(burst: u32, then_every: Duration) -> Quota {
    let burst = NonZeroU32::new(burst).unwrap_or(NonZeroU32::MIN);
    Quota::with_period(then_every).unwrap_or_else(|| Quota::per_second(burst)).allow_burst(burst)
}

fn limiter<K: Clone + Eq + Hash>(burst: u32, then_every: Duration) -> DefaultKeyedRateLimiter<K> {
    RateLimiter::keyed(quota(burst, then_every))
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
    requests_from: DefaultKeyedRateLimiter<IpAddr>,
    requests_by: DefaultKeyedRateLimiter<String>,
    messages_by: DefaultKeyedRateLimiter<String>,
    costly_by: DefaultKeyedRateLimiter<String>,
    newcomers_from: DefaultKeyedRateLimiter<IpAddr>,
    sign_ups_from: DefaultKeyedRateLimiter<IpAddr>,
    log_ins_from: DefaultKeyedRateLimiter<IpAddr>,
    log_ins_as: DefaultKeyedRateLimiter<String>,
    log_ins_from_as: DefaultKeyedRateLimiter<(IpAddr, String)>,
}

impl Limits {
    /// The usual limits. Without them, only the log-in is limited.
    #[must_use]
    pub fn new(is_on: bool) -> Limits {
        let (milliseconds, seconds) = (Duration::from_millis, Duration::from_secs);
        Limits {
            is_on,
            requests_from: limiter(400, milliseconds(20)),
            requests_by: limiter(200, milliseconds(50)),
            messages_by: limiter(100, milliseconds(100)),
            costly_by: limiter(20, seconds(3)),
            // A class of pupils behind one address finds its place.
            newcomers_from: limiter(60, seconds(5)),
            sign_ups_from: limiter(40, seconds(60)),
            log_ins_from: limiter(40, seconds(10)),
            log_ins_as: limiter(30, seconds(60)),
            // The narrowest: whoever guesses cannot lock the owner out, who comes from elsewhere.
            log_ins_from_as: limiter(6, seconds(30)),
        }
    }

    /// Any request from an address.
    ///
    /// # Errors
    /// Too often.
    pub fn request_from(&self, address: IpAddr) -> Result<(), TooOften> {
        self.if_on(&self.requests_from, &network(address))
    }

    /// Any request by a user.
    ///
    /// # Errors
    /// Too often.
    pub fn request_by(&self, user: &str) -> Result<(), TooOften> {
        self.if_on(&self.requests_by, &user.to_owned())
    }

    /// A message on a socket, by the connection or the user.
    ///
    /// # Errors
    /// Too often.
    pub fn message_by(&self, key: &str) -> Result<(), TooOften> {
        self.if_on(&self.messages_by, &key.to_owned())
    }

    /// Something that costs the server a lot: thinking, searching, exporting. By user or address.
    ///
    /// # Errors
    /// Too often.
    pub fn costly_by(&self, key: &str) -> Result<(), TooOften> {
        self.if_on(&self.costly_by, &key.to_owned())
    }

    /// Somebody without a session who needs one.
    ///
    /// # Errors
    /// Too often.
    pub fn newcomer_from(&self, address: IpAddr) -> Result<(), TooOften> {
        self.if_on(&self.newcomers_from, &network(address))
    }

    /// A new account.
    ///
    /// # Errors
    /// Too often.
    pub fn sign_up_from(&self, address: IpAddr) -> Result<(), TooOften> {
        self.if_on(&self.sign_ups_from, &network(address))
    }

    /// A password or a code is tried. Limited in any case, for names that exist and for others in the same way.
    ///
    /// # Errors
    /// Too often.
    pub fn log_in(&self, address: IpAddr, name: &str) -> Result<(), TooOften> {
        let (network, name) = (network(address), name.to_lowercase());
        check(&self.log_ins_from_as, &(network, name.clone()))?;
        check(&self.log_ins_from, &network)?;
        check(&self.log_ins_as, &name)
    }

    fn if_on<K: Clone + Eq + Hash>(
        &self,
        limiter: &DefaultKeyedRateLimiter<K>,
        key: &K,
    ) -> Result<(), TooOften> {
        if self.is_on { check(limiter, key) } else { Ok(()) }
    }

    /// Forgets those who have not come for a while.
    pub fn tidy(&self) {
        fn forget<K: Clone + Eq + Hash>(limiter: &DefaultKeyedRateLimiter<K>) {
            limiter.retain_recent();
            limiter.shrink_to_fit();
        }
        forget(&self.requests_from);
        forget(&self.requests_by);
        forget(&self.messages_by);
        forget(&self.costly_by);
        forget(&self.newcomers_from);
        forget(&self.sign_ups_from);
        forget(&self.log_ins_from);
        forget(&self.log_ins_as);
        forget(&self.log_ins_from_as);
    }
}

fn check<K: Clone + Eq + Hash>(limiter: &DefaultKeyedRateLimiter<K>, key: &K) -> Result<(), TooOften> {
    limiter.check_key(key).map_err(|until| {
        let wait = until.wait_time_from(DefaultClock::default().now());
        TooOften { seconds: wait.as_secs() + 1 }
    })
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::{Limits, network};

    #[test]
    fn one_guesser_is_slowed_down_and_the_owner_is_not() {
        let limits = Limits::new(true);
        let [thief, owner]: [IpAddr; 2] = ["192.0.2.1", "192.0.2.2"].map(|text| text.parse().unwrap());
        let tries = (0..20).filter(|_| limits.log_in(thief, "Ann").is_ok()).count();
        assert_eq!(tries, 6);
        let wait = limits.log_in(thief, "ANN").unwrap_err().seconds;
        assert!((1..=31).contains(&wait), "{wait}");
        assert!(limits.log_in(owner, "ann").is_ok());
    }

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
