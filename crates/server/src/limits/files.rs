//! Limits on concurrent imports, exports and other large bodies, which are held in memory partly or completely.

use super::{Key, LimitReached, Permit, Permits, Requester};

/// Files take a few seconds.
const RETRY: LimitReached = LimitReached { seconds: 5 };

/// The key of the total.
const ALL: Key = Key(0);

/// The permits for files and bodies.
#[derive(Debug)]
pub(super) struct Files {
    bodies: Permits,
    bodies_from: Permits,
    imports: Permits,
    imports_from: Permits,
    imports_by: Permits,
    exports: Permits,
    exports_from: Permits,
}

/// Permission to read or write a file or a large body; returned when dropped.
#[derive(Debug)]
pub struct FilePermit {
    _held: Vec<Permit>,
}

impl Files {
    pub(super) fn new(permits: impl Fn(usize) -> Permits) -> Files {
        Files {
            bodies: permits(64),
            bodies_from: permits(8),
            imports: permits(4),
            imports_from: permits(3),
            imports_by: permits(2),
            exports: permits(32),
            exports_from: permits(4),
        }
    }

    pub(super) fn body(&self, network: Key) -> Result<FilePermit, LimitReached> {
        take([(&self.bodies_from, network), (&self.bodies, ALL)])
    }

    pub(super) fn import(&self, by: Requester) -> Result<FilePermit, LimitReached> {
        take([(&self.imports_by, by.user), (&self.imports_from, by.network), (&self.imports, ALL)])
    }

    pub(super) fn export(&self, network: Key) -> Result<FilePermit, LimitReached> {
        take([(&self.exports_from, network), (&self.exports, ALL)])
    }
}

fn take<const N: usize>(wanted: [(&Permits, Key); N]) -> Result<FilePermit, LimitReached> {
    let held: Option<Vec<Permit>> = wanted.into_iter().map(|(permits, key)| permits.take(key)).collect();
    held.map(|held| FilePermit { _held: held }).ok_or(RETRY)
}

#[cfg(test)]
mod tests {
    use super::super::RequestLimits;

    #[test]
    fn concurrent_imports_are_limited() {
        let limits = RequestLimits::new(true);
        for (user, address) in [
            ("a", "192.0.2.1"),
            ("b", "192.0.2.1"),
            ("c", "192.0.2.1"),
            ("d", "192.0.2.2"),
            ("e", "192.0.2.3"),
        ] {
            limits.seen(user, address.parse().unwrap());
        }
        let mut places = vec![limits.import("a").unwrap(), limits.import("a").unwrap()];
        assert!(limits.import("a").is_err(), "limit per user");
        places.push(limits.import("b").unwrap());
        assert!(limits.import("c").is_err(), "limit per network");
        places.push(limits.import("d").unwrap());
        assert!(limits.import("e").is_err(), "total limit");
        places.clear();
        assert!(limits.import("c").is_ok());
    }

    #[test]
    fn concurrent_exports_are_limited_per_network() {
        let limits = RequestLimits::new(true);
        let here = "192.0.2.1".parse().unwrap();
        let places: Vec<_> = (0..10).filter_map(|_| limits.export(here, None).ok()).collect();
        assert_eq!(places.len(), 4);
        assert!(limits.export("192.0.2.2".parse().unwrap(), None).is_ok());
    }
}
