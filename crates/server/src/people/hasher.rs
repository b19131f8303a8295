//! One thread that hashes passwords, with a queue.
//!
//! A hash needs 19 MiB, which the thread reuses, so that memory does not grow with the number of log-ins. The queue is
//! round-robin between networks and users. Owners on a known device or in a session have a separate queue with priority.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread,
};

use tokio::sync::oneshot;

use super::password::Memory;
use crate::limits::{Capacity, FairQueue, Requester};

/// Capacity of the queue for unknown clients: enough for a school class that signs up at once.
const CAPACITY: Capacity = Capacity { total: 512, per_network: 64, per_user: 64 };

/// Capacity of the queue for owners.
const OWNERS_CAPACITY: Capacity = Capacity { total: 512, per_network: 16, per_user: 4 };

/// Owners have priority, but one turn in this many goes to unknown clients.
const ROUND: u64 = 4;

/// The queue of a job: clients known to be the owner of the account go first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HashPriority {
    /// On a known device, in a session or with a valid reset code.
    KnownOwner,
    /// Anyone else.
    Anonymous,
}

/// The queue is full, or the job panicked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HasherBusy;

/// A job; it does nothing if its caller is gone.
type Work = Box<dyn FnOnce(&mut Memory) + Send>;

/// The thread that hashes passwords. It ends when this is dropped.
pub struct Hasher {
    shared: Arc<Shared>,
}

struct Queue {
    owners: FairQueue<Work>,
    others: FairQueue<Work>,
    turn: u64,
    is_closed: bool,
}

impl Queue {
    fn new() -> Queue {
        let (owners, others) = (FairQueue::new(OWNERS_CAPACITY), FairQueue::new(CAPACITY));
        Queue { owners, others, turn: 0, is_closed: false }
    }

    fn push(&mut self, priority: HashPriority, requester: Requester, work: Work) -> Result<(), HasherBusy> {
        let queue = match priority {
            HashPriority::KnownOwner => &mut self.owners,
            HashPriority::Anonymous => &mut self.others,
        };
        queue.push(requester, work).map_err(|_| HasherBusy)
    }

    fn pop(&mut self) -> Option<Work> {
        self.turn += 1;
        match self.turn % ROUND {
            0 => self.others.pop().or_else(|| self.owners.pop()),
            _ => self.owners.pop().or_else(|| self.others.pop()),
        }
    }
}

struct Shared {
    queue: Mutex<Queue>,
    not_empty: Condvar,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Hasher {
    /// Starts the thread and allocates its memory.
    #[must_use]
    pub fn start() -> Hasher {
        let queue = Mutex::new(Queue::new());
        let shared = Arc::new(Shared { queue, not_empty: Condvar::new() });
        let hasher = Hasher { shared: Arc::clone(&shared) };
        let memory = Memory::new();
        // Without the thread the queue fills up and jobs are refused.
        if let Err(error) =
            thread::Builder::new().name("hasher".to_owned()).spawn(move || run(&shared, memory))
        {
            tracing::error!(%error, "cannot start the hasher thread");
        }
        hasher
    }

    /// Hashes a password.
    pub async fn hash(
        &self,
        password: String,
        priority: HashPriority,
        requester: Requester,
    ) -> Result<String, HasherBusy> {
        self.run(priority, requester, move |memory| memory.hash(&password)).await
    }

    /// Verifies a password. Without a stored hash the result is false, after the same time.
    pub async fn verify(
        &self,
        password: String,
        stored: Option<String>,
        priority: HashPriority,
        requester: Requester,
    ) -> Result<bool, HasherBusy> {
        self.run(priority, requester, move |memory| memory.verify_maybe(&password, stored.as_deref())).await
    }

    /// Queues a job and waits for its result. If the future is dropped before its turn, the job is skipped.
    async fn run<T: Send + 'static>(
        &self,
        priority: HashPriority,
        requester: Requester,
        work: impl FnOnce(&mut Memory) -> T + Send + 'static,
    ) -> Result<T, HasherBusy> {
        let (reply, answer) = oneshot::channel();
        let work: Work = Box::new(move |memory| {
            if !reply.is_closed() {
                let _ = reply.send(work(memory));
            }
        });
        self.shared.lock().push(priority, requester, work)?;
        self.shared.not_empty.notify_one();
        answer.await.map_err(|_| HasherBusy)
    }
}

impl Drop for Hasher {
    fn drop(&mut self) {
        self.shared.lock().is_closed = true;
        self.shared.not_empty.notify_one();
    }
}

fn run(shared: &Shared, mut memory: Memory) {
    loop {
        let work = {
            let mut queue = shared.lock();
            loop {
                match queue.pop() {
                    _ if queue.is_closed => return,
                    Some(work) => break work,
                    None => queue = shared.not_empty.wait(queue).unwrap_or_else(PoisonError::into_inner),
                }
            }
        };
        if catch_unwind(AssertUnwindSafe(|| work(&mut memory))).is_err() {
            tracing::error!("a password hashing job panicked");
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::Relaxed},
        mpsc,
    };

    use futures_util::FutureExt as _;

    use super::{CAPACITY, HashPriority, Hasher, HasherBusy, OWNERS_CAPACITY, ROUND};
    use crate::limits::{RequestLimits, Requester};

    fn requester(address: &str, name: &str) -> Requester {
        RequestLimits::new(true).requester(address.parse().unwrap(), name)
    }

    #[tokio::test]
    async fn abandoned_jobs_are_skipped_and_keep_their_place_in_the_queue() {
        let hasher = Arc::new(Hasher::start());
        let (release, held) = mpsc::channel::<()>();
        let (began, has_begun) = tokio::sync::oneshot::channel();
        let blocker = {
            let hasher = Arc::clone(&hasher);
            tokio::spawn(async move {
                let wait = move |_: &mut _| {
                    let _ = began.send(());
                    held.recv().unwrap();
                };
                hasher.run(HashPriority::Anonymous, requester("192.0.2.1", "blocker"), wait).await
            })
        };
        has_begun.await.unwrap();
        let ann = requester("192.0.2.2", "ann");
        let done = Arc::new(AtomicUsize::new(0));
        let count = || {
            let done = Arc::clone(&done);
            move |_: &mut _| done.fetch_add(1, Relaxed)
        };
        for _ in 0..CAPACITY.per_network {
            // Polled once, so that it is queued, and then dropped.
            assert_eq!(hasher.run(HashPriority::Anonymous, ann, count()).now_or_never(), None);
        }
        // Abandoned jobs still count, so that dropping connections does not bypass the limit.
        assert_eq!(hasher.run(HashPriority::Anonymous, ann, count()).await, Err(HasherBusy));
        let bob = hasher.run(HashPriority::Anonymous, requester("192.0.2.3", "bob"), count());
        release.send(()).unwrap();
        assert_eq!(bob.await, Ok(0), "other networks have their own share, and abandoned jobs are skipped");
        blocker.await.unwrap().unwrap();
        assert_eq!(hasher.run(HashPriority::Anonymous, ann, count()).await, Ok(1));
        assert_eq!(done.load(Relaxed), 2);
    }

    #[tokio::test]
    async fn panic_fails_only_its_own_job() {
        let hasher = Hasher::start();
        let ann = requester("192.0.2.1", "ann");
        let wrong: Result<(), HasherBusy> =
            hasher.run(HashPriority::Anonymous, ann, |_| panic!("deliberate panic")).await;
        assert_eq!(wrong, Err(HasherBusy));
        assert_eq!(hasher.run(HashPriority::Anonymous, ann, |_| 7).await, Ok(7));
    }

    #[tokio::test]
    async fn owners_have_priority_without_starving_others() {
        let hasher = Hasher::start();
        let (release, held) = mpsc::channel::<()>();
        let (began, has_begun) = tokio::sync::oneshot::channel();
        let limits = RequestLimits::new(true);
        let from = |number: usize| {
            let address = std::net::Ipv4Addr::new(198, 51, 100, u8::try_from(number % 250).unwrap());
            limits.requester(address.into(), &format!("name {number}"))
        };
        let wait = move |_: &mut _| {
            let _ = began.send(());
            let _ = held.recv();
        };
        let blocker = hasher.run(HashPriority::Anonymous, from(0), wait);
        let order = Arc::new(std::sync::Mutex::new(Vec::new()));
        let note = |who: HashPriority| {
            let order = Arc::clone(&order);
            move |_: &mut _| order.lock().unwrap().push(who)
        };
        let crowd = async {
            has_begun.await.unwrap();
            // Fill the queue from many networks.
            let others = (0..CAPACITY.total).map(|number| {
                hasher.run(HashPriority::Anonymous, from(number), note(HashPriority::Anonymous))
            });
            let mut waiting: Vec<_> = others.map(Box::pin).collect();
            for one in &mut waiting {
                assert!(one.as_mut().now_or_never().is_none());
            }
            assert_eq!(
                hasher.run(HashPriority::Anonymous, from(999), note(HashPriority::Anonymous)).await,
                Err(HasherBusy)
            );
            let ann = limits.requester("203.0.113.1".parse().unwrap(), "ann");
            let owners = (0..=OWNERS_CAPACITY.per_user)
                .map(|_| hasher.run(HashPriority::KnownOwner, ann, note(HashPriority::KnownOwner)));
            let mut owners: Vec<_> = owners.map(Box::pin).collect();
            let refused = owners.pop().unwrap();
            for one in &mut owners {
                assert!(
                    one.as_mut().now_or_never().is_none(),
                    "unknown clients cannot fill the queue of owners"
                );
            }
            assert_eq!(refused.await, Err(HasherBusy), "the queue of owners is bounded");
            release.send(()).unwrap();
            assert!(futures_util::future::join_all(owners).await.iter().all(Result::is_ok));
            assert!(futures_util::future::join_all(waiting).await.iter().all(Result::is_ok));
        };
        let (blocked, ()) = tokio::join!(blocker, crowd);
        blocked.unwrap();
        let order = order.lock().unwrap();
        let last = order.iter().rposition(|&who| who == HashPriority::KnownOwner).unwrap();
        let before = order[..last].iter().filter(|&&who| who == HashPriority::Anonymous).count();
        assert!((1..=2).contains(&before), "of {ROUND} turns one goes to unknown clients: {before}");
    }
}
