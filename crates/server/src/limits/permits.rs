//! Limits on concurrent use per key, for example open connections.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use super::Key;

/// Counts permits per key up to a maximum. Keys without permits take no memory.
#[derive(Clone, Debug)]
pub struct Permits {
    max: usize,
    held: Arc<Mutex<HashMap<Key, usize>>>,
}

impl Permits {
    /// Permits for at most `max` uses per key.
    #[must_use]
    pub fn new(max: usize) -> Permits {
        Permits { max, held: Arc::default() }
    }

    /// Takes a permit, which is returned when dropped; `None` if the key has the maximum.
    #[must_use]
    pub fn take(&self, key: Key) -> Option<Permit> {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let count = held.entry(key).or_insert(0);
        if *count >= self.max {
            return None;
        }
        *count += 1;
        Some(Permit { permits: self.clone(), key })
    }
}

/// One use; returned when dropped.
#[derive(Debug)]
pub struct Permit {
    permits: Permits,
    key: Key,
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut held = self.permits.held.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = held.get_mut(&self.key) {
            *count -= 1;
            if *count == 0 {
                held.remove(&self.key);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Key, Permits};

    #[test]
    fn returned_permits_can_be_taken_again() {
        let permits = Permits::new(2);
        let (one, two) = (permits.take(Key(1)), permits.take(Key(1)));
        assert!(one.is_some() && two.is_some());
        assert!(permits.take(Key(1)).is_none());
        let other = permits.take(Key(2));
        assert!(other.is_some(), "other keys are not affected");
        drop(one);
        let again = permits.take(Key(1));
        assert!(again.is_some());
        drop((two, other, again));
        assert!(permits.held.lock().unwrap().is_empty(), "no entry is left");
    }
}
