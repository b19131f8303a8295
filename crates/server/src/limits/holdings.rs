//! How much of something each holds at the moment: connections, for instance.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use super::Key;

/// Counts what each key holds, and lets nobody hold more than so many. Keys that hold nothing take no memory.
#[derive(Clone, Debug)]
pub struct Holdings {
    max: usize,
    held: Arc<Mutex<HashMap<Key, usize>>>,
}

impl Holdings {
    /// Nobody may hold more than `max`.
    #[must_use]
    pub fn new(max: usize) -> Holdings {
        Holdings { max, held: Arc::default() }
    }

    /// Takes one more for a key, which is given back when the result is dropped. `None`: it holds as many as it may.
    #[must_use]
    pub fn take(&self, key: Key) -> Option<Held> {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let count = held.entry(key).or_insert(0);
        if *count >= self.max {
            return None;
        }
        *count += 1;
        Some(Held { holdings: self.clone(), key })
    }
}

/// One of the things that somebody holds.
#[derive(Debug)]
pub struct Held {
    holdings: Holdings,
    key: Key,
}

impl Drop for Held {
    fn drop(&mut self) {
        let mut held = self.holdings.held.lock().unwrap_or_else(PoisonError::into_inner);
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
    use super::{Holdings, Key};

    #[test]
    fn what_is_given_back_can_be_taken_again() {
        let holdings = Holdings::new(2);
        let (one, two) = (holdings.take(Key(1)), holdings.take(Key(1)));
        assert!(one.is_some() && two.is_some());
        assert!(holdings.take(Key(1)).is_none());
        let other = holdings.take(Key(2));
        assert!(other.is_some(), "others have their own");
        drop(one);
        let again = holdings.take(Key(1));
        assert!(again.is_some());
        drop((two, other, again));
        assert!(holdings.held.lock().unwrap().is_empty(), "nothing is kept");
    }
}
