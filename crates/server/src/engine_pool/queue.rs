//! The queue of the engine pool: by priority, then round-robin between networks and users.

use super::{PoolJob, Priority};
use crate::limits::{Capacity, FairQueue, Key, Requester};

/// Capacity per priority.
const CAPACITY: Capacity = Capacity { total: 1_000, per_network: 200, per_user: 50 };

/// Of eight jobs, one is taken from each lower priority first, so that moves do not starve hints and analysis.
const ROUND: u64 = 8;

pub(super) struct Queue {
    /// Lowest priority first.
    by_priority: [FairQueue<PoolJob>; 3],
    popped: u64,
}

impl Queue {
    pub(super) fn new() -> Queue {
        Queue { by_priority: [(); 3].map(|()| FairQueue::new(CAPACITY)), popped: 0 }
    }

    pub(super) fn len(&self) -> usize {
        self.by_priority.iter().map(FairQueue::len).sum()
    }

    /// Returns whether there was room.
    pub(super) fn push(&mut self, priority: Priority, requester: Requester, job: PoolJob) -> bool {
        self.by_priority[priority as usize].push(requester, job).is_ok()
    }

    pub(super) fn pop(&mut self) -> Option<PoolJob> {
        const ORDERS: [[Priority; 3]; 3] = [
            [Priority::Move, Priority::Hint, Priority::Analysis],
            [Priority::Hint, Priority::Move, Priority::Analysis],
            [Priority::Analysis, Priority::Move, Priority::Hint],
        ];
        self.popped += 1;
        let order = match self.popped % ROUND {
            0 => ORDERS[2],
            4 => ORDERS[1],
            _ => ORDERS[0],
        };
        order.into_iter().find_map(|priority| self.by_priority[priority as usize].pop())
    }

    /// Number of rounds of all threads until the queued moves of a network are done.
    pub(super) fn rounds(&self, network: Key, threads: usize) -> usize {
        let moves = &self.by_priority[Priority::Move as usize];
        1 + moves.networks() * (1 + moves.waiting_from(network)) / threads
    }
}
