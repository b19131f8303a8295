//! From which network a person was last seen. What is done later on their behalf counts for it.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::Key;

/// How many places there are. Persons who fall into the same one are taken to come from the same network.
const PLACES: usize = 65_536;

/// The networks of persons, in memory of a fixed size.
#[derive(Debug)]
pub(super) struct Origins(Box<[AtomicU64]>);

impl Default for Origins {
    fn default() -> Origins {
        Origins((0..PLACES).map(|_| AtomicU64::new(0)).collect())
    }
}

impl Origins {
    fn place(&self, person: Key) -> &AtomicU64 {
        &self.0[person.0 as usize % self.0.len()]
    }

    pub(super) fn note(&self, person: Key, network: Key) {
        self.place(person).store(network.0, Relaxed);
    }

    /// The network of a person; a network of their own if they were not seen yet.
    pub(super) fn network_of(&self, person: Key) -> Key {
        match self.place(person).load(Relaxed) {
            0 => person,
            network => Key(network),
        }
    }
}
