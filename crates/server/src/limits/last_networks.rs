//! The network from which each user was last seen; work on their behalf counts for it.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::Key;

/// Number of slots. Users with the same slot count as users of the same network.
const SLOTS: usize = 65_536;

/// A hash table of fixed size without collision handling.
#[derive(Debug)]
pub(super) struct LastNetworks(Box<[AtomicU64]>);

impl Default for LastNetworks {
    fn default() -> LastNetworks {
        LastNetworks((0..SLOTS).map(|_| AtomicU64::new(0)).collect())
    }
}

impl LastNetworks {
    fn slot(&self, user: Key) -> &AtomicU64 {
        &self.0[user.0 as usize % self.0.len()]
    }

    pub(super) fn set(&self, user: Key, network: Key) {
        self.slot(user).store(network.0, Relaxed);
    }

    /// The network of a user; a separate one if it is unknown.
    pub(super) fn get(&self, user: Key) -> Key {
        match self.slot(user).load(Relaxed) {
            0 => user,
            network => Key(network),
        }
    }
}
