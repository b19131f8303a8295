//! How often passwords and codes may be tried. Whoever guesses is slowed down; the owner is not locked out by it.

use std::{net::IpAddr, time::Duration};

use super::{
    TooOften,
    buckets::{Keys, Limiter},
    network,
};

/// Limits that hold whether the others are switched on or not.
#[derive(Debug)]
pub(super) struct LogIns {
    from: Limiter,
    from_as: Limiter,
    r#as: Limiter,
}

impl LogIns {
    pub(super) fn new() -> LogIns {
        let seconds = Duration::from_secs;
        LogIns {
            from: Limiter::new(40, seconds(10)),
            from_as: Limiter::new(6, seconds(30)),
            r#as: Limiter::new(30, seconds(60)),
        }
    }

    /// A password is tried for a name. The network pays first, so that one that has used up its tries takes nothing from
    /// anybody else.
    pub(super) fn check(&self, keys: &Keys, address: IpAddr, name: &str) -> Result<(), TooOften> {
        let (network, name) = (network(address), keys.key(name.to_lowercase()));
        self.from.check(keys.key(network))?;
        self.from_as.check(keys.key((network, name)))?;
        self.r#as.check(name)
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::super::Limits;

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
}
