//! How many files of games and other large bodies are read and written at once. Each is held in memory in part or whole.

use super::{Held, Holdings, Key, Requester, TooOften};

/// When to come again: files are done within seconds.
const SOON: TooOften = TooOften { seconds: 5 };

/// One key for everybody.
const ALL: Key = Key(0);

/// What is large and being read or written.
#[derive(Debug)]
pub(super) struct Files {
    bodies: Holdings,
    bodies_from: Holdings,
    imports: Holdings,
    imports_from: Holdings,
    imports_by: Holdings,
    exports: Holdings,
    exports_from: Holdings,
}

/// A place for a file or a large body, as long as it is read or written.
#[derive(Debug)]
pub struct FilePlace {
    _held: Vec<Held>,
}

impl Files {
    pub(super) fn new(holdings: impl Fn(usize) -> Holdings) -> Files {
        Files {
            bodies: holdings(64),
            bodies_from: holdings(8),
            imports: holdings(4),
            imports_from: holdings(3),
            imports_by: holdings(2),
            exports: holdings(32),
            exports_from: holdings(4),
        }
    }

    pub(super) fn body(&self, network: Key) -> Result<FilePlace, TooOften> {
        take([(&self.bodies_from, network), (&self.bodies, ALL)])
    }

    pub(super) fn import(&self, by: Requester) -> Result<FilePlace, TooOften> {
        take([(&self.imports_by, by.person), (&self.imports_from, by.network), (&self.imports, ALL)])
    }

    pub(super) fn export(&self, network: Key) -> Result<FilePlace, TooOften> {
        take([(&self.exports_from, network), (&self.exports, ALL)])
    }
}

fn take<const N: usize>(wanted: [(&Holdings, Key); N]) -> Result<FilePlace, TooOften> {
    let held: Option<Vec<Held>> = wanted.into_iter().map(|(holdings, key)| holdings.take(key)).collect();
    held.map(|held| FilePlace { _held: held }).ok_or(SOON)
}

#[cfg(test)]
mod tests {
    use super::super::Limits;

    #[test]
    fn few_files_are_read_at_once() {
        let limits = Limits::new(true);
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
        assert!(limits.import("a").is_err(), "two of a person");
        places.push(limits.import("b").unwrap());
        assert!(limits.import("c").is_err(), "three of a network");
        places.push(limits.import("d").unwrap());
        assert!(limits.import("e").is_err(), "four of all");
        places.clear();
        assert!(limits.import("c").is_ok());
    }

    #[test]
    fn few_files_are_written_at_once_for_a_network() {
        let limits = Limits::new(true);
        let here = "192.0.2.1".parse().unwrap();
        let places: Vec<_> = (0..10).filter_map(|_| limits.export(here, None).ok()).collect();
        assert_eq!(places.len(), 4);
        assert!(limits.export("192.0.2.2".parse().unwrap(), None).is_ok());
    }
}
