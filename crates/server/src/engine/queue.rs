//! What waits for a thread that thinks: the most urgent first, and among equals in turns between networks and persons.

use super::{Job, Urgency};
use crate::limits::{Capacity, FairQueue, Key, Requester};

/// How much of each urgency waits. Whoever comes then is told to come again.
const CAPACITY: Capacity = Capacity { total: 1_000, per_network: 200, per_person: 50 };

/// What is urgent comes first, but not always: of eight jobs one is the most urgent of the less urgent ones, so that a
/// crowd that plays does not stop all analysis.
const ROUND: u64 = 8;

pub(super) struct Queue {
    /// The least urgent first.
    by_urgency: [FairQueue<Job>; 3],
    popped: u64,
    pub(super) is_closed: bool,
}

impl Queue {
    pub(super) fn new() -> Queue {
        Queue { by_urgency: [(); 3].map(|()| FairQueue::new(CAPACITY)), popped: 0, is_closed: false }
    }

    pub(super) fn len(&self) -> usize {
        self.by_urgency.iter().map(FairQueue::len).sum()
    }

    /// Whether there was room for it.
    pub(super) fn push(&mut self, urgency: Urgency, requester: Requester, job: Job) -> bool {
        self.by_urgency[urgency as usize].push(requester, job).is_ok()
    }

    pub(super) fn pop(&mut self) -> Option<Job> {
        const ORDERS: [[Urgency; 3]; 3] = [
            [Urgency::Move, Urgency::Hint, Urgency::Analysis],
            [Urgency::Hint, Urgency::Move, Urgency::Analysis],
            [Urgency::Analysis, Urgency::Move, Urgency::Hint],
        ];
        self.popped += 1;
        let order = match self.popped % ROUND {
            0 => ORDERS[2],
            4 => ORDERS[1],
            _ => ORDERS[0],
        };
        order.into_iter().find_map(|urgency| self.by_urgency[urgency as usize].pop())
    }

    /// How many rounds of all threads it takes until everything that a network waits for is done: others take turns with it,
    /// and whoever asks for much waits for it alone.
    pub(super) fn rounds(&self, network: Key, threads: usize) -> usize {
        let moves = &self.by_urgency[Urgency::Move as usize];
        1 + moves.networks() * (1 + moves.waiting_from(network)) / threads
    }
}
