//! A bounded queue that is fair between networks, and within a network between users.

use std::collections::{HashMap, VecDeque};

use super::Key;

/// The user and network on whose behalf work is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Requester {
    /// The network.
    pub network: Key,
    /// The user, or the network again for anonymous clients.
    pub user: Key,
}

/// Maximum number of queued items.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Capacity {
    /// In total.
    pub total: usize,
    /// Per network.
    pub per_network: usize,
    /// Per user.
    pub per_user: usize,
}

/// Serves networks round-robin, within a network its users round-robin, and the items of a user in order.
#[derive(Debug)]
pub struct FairQueue<T> {
    capacity: Capacity,
    networks: Turns<Turns<VecDeque<T>>>,
}

/// Round-robin over non-empty queues.
#[derive(Debug)]
struct Turns<Q> {
    queues: HashMap<Key, Q>,
    order: VecDeque<Key>,
    len: usize,
}

impl<Q> Default for Turns<Q> {
    fn default() -> Turns<Q> {
        Turns { queues: HashMap::new(), order: VecDeque::new(), len: 0 }
    }
}

impl<Q: Default> Turns<Q> {
    /// Adds one item to the queue of a key.
    fn push(&mut self, key: Key, add: impl FnOnce(&mut Q)) {
        let queue = self.queues.entry(key).or_insert_with(|| {
            self.order.push_back(key);
            Q::default()
        });
        add(queue);
        self.len += 1;
    }

    /// Pops one item of the next queue. `take` also returns whether the queue is now empty.
    fn pop<T>(&mut self, take: impl FnOnce(&mut Q) -> Option<(T, bool)>) -> Option<T> {
        let key = self.order.pop_front()?;
        let (item, is_empty) = take(self.queues.get_mut(&key)?)?;
        if is_empty {
            self.queues.remove(&key);
        } else {
            self.order.push_back(key);
        }
        self.len -= 1;
        Some(item)
    }
}

impl<T> FairQueue<T> {
    /// An empty queue.
    #[must_use]
    pub fn new(capacity: Capacity) -> FairQueue<T> {
        FairQueue { capacity, networks: Turns::default() }
    }

    /// Number of items.
    #[must_use]
    pub fn len(&self) -> usize {
        self.networks.len
    }

    /// Whether there are no items.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Number of networks with items.
    #[must_use]
    pub fn networks(&self) -> usize {
        self.networks.queues.len()
    }

    /// Number of items of a network.
    #[must_use]
    pub fn waiting_from(&self, network: Key) -> usize {
        self.networks.queues.get(&network).map_or(0, |network| network.len)
    }

    /// Appends an item; returns it if the queue or the requester's share of it is full.
    pub fn push(&mut self, requester: Requester, item: T) -> Result<(), T> {
        let Requester { network, user } = requester;
        let of_network = self.networks.queues.get(&network);
        let of_user = of_network.and_then(|network| network.queues.get(&user)).map_or(0, VecDeque::len);
        if self.len() >= self.capacity.total
            || of_network.map_or(0, |network| network.len) >= self.capacity.per_network
            || of_user >= self.capacity.per_user
        {
            return Err(item);
        }
        self.networks.push(network, |network| network.push(user, |queue| queue.push_back(item)));
        Ok(())
    }

    /// Removes the next item.
    pub fn pop(&mut self) -> Option<T> {
        self.networks.pop(|network| {
            let item = network.pop(|queue| Some((queue.pop_front()?, queue.is_empty())))?;
            Some((item, network.len == 0))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Capacity, FairQueue, Key, Requester};

    const LARGE: Capacity = Capacity { total: 1_000, per_network: 100, per_user: 50 };

    fn of(network: u64, user: u64) -> Requester {
        Requester { network: Key(network), user: Key(user) }
    }

    #[test]
    fn networks_and_their_users_are_served_round_robin() {
        let mut queue = FairQueue::new(LARGE);
        for number in 0..4 {
            queue.push(of(1, 1), format!("a{number}")).unwrap();
        }
        for number in 0..2 {
            queue.push(of(1, 2), format!("b{number}")).unwrap();
            queue.push(of(2, 3), format!("c{number}")).unwrap();
        }
        assert_eq!((queue.len(), queue.networks(), queue.waiting_from(Key(1))), (8, 2, 6));
        let order: Vec<String> = std::iter::from_fn(|| queue.pop()).collect();
        assert_eq!(order, ["a0", "c0", "b0", "c1", "a1", "b1", "a2", "a3"]);
        assert!(queue.is_empty() && queue.networks() == 0);
    }

    #[test]
    fn shares_per_user_and_network_are_enforced() {
        let mut queue = FairQueue::new(LARGE);
        let took = |queue: &mut FairQueue<u64>, network, user| {
            (0..2_000).filter(|&number| queue.push(of(network, user), number).is_ok()).count()
        };
        assert_eq!(took(&mut queue, 1, 1), 50);
        assert_eq!(took(&mut queue, 1, 2), 50);
        assert_eq!(took(&mut queue, 1, 3), 0, "the share of the network is used up");
        for network in 2..100 {
            took(&mut queue, network, 1);
            took(&mut queue, network, 2);
        }
        assert_eq!(queue.len(), 1_000);
        queue.pop();
        assert!(queue.push(of(500, 1), 0).is_ok(), "there is room after a pop");
    }

    #[test]
    fn late_item_waits_for_one_item_of_each_other_network() {
        let mut queue = FairQueue::new(LARGE);
        for network in 0..9 {
            for user in 0..2 {
                (0..50).for_each(|_| queue.push(of(network, user), false).unwrap());
            }
        }
        queue.push(of(99, 99), true).unwrap();
        let place = (1..).find(|_| queue.pop() == Some(true)).unwrap();
        assert!(place <= 10, "{place}");
    }
}
