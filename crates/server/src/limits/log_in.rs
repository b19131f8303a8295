//! How often passwords and codes may be tried.
//!
//! Whoever guesses is slowed down, and the owner is not locked out by it: a network pays for its own tries first; a
//! device on which the owner has logged in before, and a session in which the owner is, have tries of their own; and
//! when a name has been tried too often from anywhere, each network still has a try now and then.

use std::{net::IpAddr, time::Duration};

use super::{
    TooOften,
    buckets::{Keys, Limiter},
    network,
};

/// Limits that hold whether the others are switched on or not.
#[derive(Debug)]
pub(super) struct LogIns {
    from_network: Limiter,
    from_network_for_name: Limiter,
    for_name: Limiter,
    from_network_for_busy_name: Limiter,
    on_device: Limiter,
    in_session: Limiter,
    codes_from_network: Limiter,
    codes_from_network_for_name: Limiter,
}

impl LogIns {
    pub(super) fn new() -> LogIns {
        let seconds = Duration::from_secs;
        LogIns {
            from_network: Limiter::new(40, seconds(10)),
            from_network_for_name: Limiter::new(6, seconds(30)),
            for_name: Limiter::new(30, seconds(60)),
            from_network_for_busy_name: Limiter::new(2, seconds(300)),
            on_device: Limiter::new(10, seconds(30)),
            in_session: Limiter::new(10, seconds(30)),
            codes_from_network: Limiter::new(20, seconds(30)),
            codes_from_network_for_name: Limiter::new(6, seconds(30)),
        }
    }

    /// A password is tried for a name by somebody who may be anybody. The network pays first, so that one that has used
    /// up its tries takes nothing from anybody else.
    pub(super) fn password(&self, keys: &Keys, address: IpAddr, name: &str) -> Result<(), TooOften> {
        let (network, name) = (network(address), keys.key(name.to_lowercase()));
        let both = keys.key((network, name));
        self.from_network.check(keys.key(network))?;
        self.from_network_for_name.check(both)?;
        self.for_name.check(name).or_else(|_| self.from_network_for_busy_name.check(both))
    }

    /// A password is tried on a device where its owner has logged in before.
    pub(super) fn password_on_device(&self, keys: &Keys, device: &str) -> Result<(), TooOften> {
        self.on_device.check(keys.key(device))
    }

    /// The password is asked for once more in a session.
    pub(super) fn password_in_session(&self, keys: &Keys, session: &str) -> Result<(), TooOften> {
        self.in_session.check(keys.key(session))
    }

    /// A code for a new password is tried. Codes are long, so that no more is needed than a limit for each network.
    pub(super) fn code(&self, keys: &Keys, address: IpAddr, name: &str) -> Result<(), TooOften> {
        let (network, name) = (network(address), keys.key(name.to_lowercase()));
        self.codes_from_network.check(keys.key(network))?;
        self.codes_from_network_for_name.check(keys.key((network, name)))
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use super::super::Limits;

    fn address(number: u8) -> IpAddr {
        Ipv4Addr::new(192, 0, 2, number).into()
    }

    #[test]
    fn one_guesser_is_slowed_down_and_the_owner_is_not() {
        let limits = Limits::new(true);
        let (thief, owner) = (address(1), address(2));
        let tries = (0..20).filter(|_| limits.log_in(thief, "Ann").is_ok()).count();
        assert_eq!(tries, 6);
        let wait = limits.log_in(thief, "ANN").unwrap_err().seconds;
        assert!((1..=31).contains(&wait), "{wait}");
        assert!(limits.log_in(owner, "ann").is_ok());
    }

    #[test]
    fn many_guessers_do_not_lock_the_owner_out() {
        let limits = Limits::new(true);
        let tries = |address| (0..20).filter(|_| limits.log_in(address, "ann").is_ok()).count();
        let all: usize = (1..=100).map(|number| tries(address(number))).sum();
        assert_eq!(all, 5 * 6 + 95 * 2, "five of them as fast as anybody, the others rarely");
        assert_eq!(tries(address(101)), 2, "the owner, on a device of somebody else");
        let on_device = (0..20).filter(|_| limits.log_in_on_device("a note").is_ok()).count();
        assert_eq!(on_device, 10, "the owner, on a device of their own");
        let in_session = (0..20).filter(|_| limits.password_in_session("a session").is_ok()).count();
        assert_eq!(in_session, 10, "the owner, logged in");
        assert!(limits.reset_code(address(102), "ann").is_ok(), "the owner, with a code");
    }

    #[test]
    fn a_guesser_of_codes_is_slowed_down() {
        let limits = Limits::new(true);
        let tries = (0..20).filter(|_| limits.reset_code(address(1), "ann").is_ok()).count();
        assert_eq!(tries, 6);
        assert!(limits.log_in(address(1), "ann").is_ok(), "that is another matter");
        let names =
            (0..100).filter(|number| limits.reset_code(address(2), &number.to_string()).is_ok()).count();
        assert_eq!(names, 20);
    }
}
