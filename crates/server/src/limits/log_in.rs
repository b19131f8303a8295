//! Limits on attempts at passwords and reset codes.
//!
//! Guessing is slow, but cannot lock out the owner: attempts count for the network first; known devices and sessions of the
//! owner have separate limits; and when the limit of a name is reached, each network still has an occasional attempt.

use std::{net::IpAddr, time::Duration};

use super::{
    LimitReached,
    buckets::{Keys, Limiter},
    network,
};

/// Limits on attempts at passwords and reset codes, for existing names and others alike. They cannot be switched off.
#[derive(Debug)]
pub struct LogIns {
    keys: Keys,
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
            keys: Keys::default(),
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

    /// An attempt from an unknown device. The network is checked first, so that a network over its limit does not use up
    /// the attempts of others.
    pub fn password(&self, address: IpAddr, name: &str) -> Result<(), LimitReached> {
        let (network, name) = (network(address), self.keys.key(name.to_lowercase()));
        let both = self.keys.key((network, name));
        self.from_network.check(self.keys.key(network))?;
        self.from_network_for_name.check(both)?;
        self.for_name.check(name).or_else(|_| self.from_network_for_busy_name.check(both))
    }

    /// An attempt from a known device, identified by its signed cookie.
    pub fn password_on_device(&self, device: &str) -> Result<(), LimitReached> {
        self.on_device.check(self.keys.key(device))
    }

    /// A password check within a session.
    pub fn password_in_session(&self, session: &str) -> Result<(), LimitReached> {
        self.in_session.check(self.keys.key(session))
    }

    /// An attempt at a reset code. Codes have 60 bits, so limits per network suffice.
    pub fn reset_code(&self, address: IpAddr, name: &str) -> Result<(), LimitReached> {
        let (network, name) = (network(address), self.keys.key(name.to_lowercase()));
        self.codes_from_network.check(self.keys.key(network))?;
        self.codes_from_network_for_name.check(self.keys.key((network, name)))
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use super::LogIns;

    fn address(number: u8) -> IpAddr {
        Ipv4Addr::new(192, 0, 2, number).into()
    }

    #[test]
    fn guessing_is_slow_and_does_not_affect_the_owner() {
        let log_ins = LogIns::new();
        let (thief, owner) = (address(1), address(2));
        let tries = (0..20).filter(|_| log_ins.password(thief, "Ann").is_ok()).count();
        assert_eq!(tries, 6);
        let wait = log_ins.password(thief, "ANN").unwrap_err().seconds;
        assert!((1..=31).contains(&wait), "{wait}");
        assert!(log_ins.password(owner, "ann").is_ok());
    }

    #[test]
    fn distributed_guessing_does_not_lock_out_the_owner() {
        let log_ins = LogIns::new();
        let tries = |address| (0..20).filter(|_| log_ins.password(address, "ann").is_ok()).count();
        let all: usize = (1..=100).map(|number| tries(address(number))).sum();
        assert_eq!(all, 5 * 6 + 95 * 2, "five addresses at the normal rate, the others rarely");
        assert_eq!(tries(address(101)), 2, "the owner on an unknown device");
        let on_device = (0..20).filter(|_| log_ins.password_on_device("a note").is_ok()).count();
        assert_eq!(on_device, 10, "the owner on a known device");
        let in_session = (0..20).filter(|_| log_ins.password_in_session("a session").is_ok()).count();
        assert_eq!(in_session, 10, "the owner in a session");
        assert!(log_ins.reset_code(address(102), "ann").is_ok(), "the owner with a reset code");
    }

    #[test]
    fn attempts_at_reset_codes_are_limited() {
        let log_ins = LogIns::new();
        let tries = (0..20).filter(|_| log_ins.reset_code(address(1), "ann").is_ok()).count();
        assert_eq!(tries, 6);
        assert!(log_ins.password(address(1), "ann").is_ok(), "passwords are counted separately");
        let names =
            (0..100).filter(|number| log_ins.reset_code(address(2), &number.to_string()).is_ok()).count();
        assert_eq!(names, 20);
    }
}
