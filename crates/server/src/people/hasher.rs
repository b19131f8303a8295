//! One thread that hashes passwords, with a queue in front of it.
//!
//! A hash needs 19 MiB. The thread keeps them, so that memory does not grow with the number of log-ins; a crowd at the
//! door costs time and nothing else. In the queue networks and persons take turns. Owners on a known device or in a session
//! have a queue of their own, which is served first: strangers cannot fill it.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread,
};

use tokio::sync::oneshot;

use super::password::Memory;
use crate::limits::{Capacity, FairQueue, Requester};

/// How much of strangers may wait. A class that signs up at the same moment does; more than that is told to come again.
const CAPACITY: Capacity = Capacity { total: 512, per_network: 64, per_person: 64 };

/// How much of owners may wait.
const OWNERS_CAPACITY: Capacity = Capacity { total: 512, per_network: 16, per_person: 4 };

/// Owners come first, but of so many turns one is a stranger's.
const ROUND: u64 = 4;

/// Who wants a password to be hashed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// Somebody on a device where they have logged in before, in a session of theirs, or with a code that is right.
    Owner,
    /// Anybody.
    Stranger,
}

/// Too many passwords wait to be hashed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Crowded;

/// Work for the thread. It knows itself whether anybody still waits for it.
type Work = Box<dyn FnOnce(&mut Memory) + Send>;

/// The thread that hashes passwords.
#[derive(Clone)]
pub(super) struct Hasher {
    shared: Arc<Shared>,
}

struct Queue {
    owners: FairQueue<Work>,
    strangers: FairQueue<Work>,
    turn: u64,
}

impl Queue {
    fn new() -> Queue {
        Queue { owners: FairQueue::new(OWNERS_CAPACITY), strangers: FairQueue::new(CAPACITY), turn: 0 }
    }

    fn push(&mut self, standing: Standing, requester: Requester, work: Work) -> Result<(), Crowded> {
        let queue = match standing {
            Standing::Owner => &mut self.owners,
            Standing::Stranger => &mut self.strangers,
        };
        queue.push(requester, work).map_err(|_| Crowded)
    }

    fn pop(&mut self) -> Option<Work> {
        self.turn += 1;
        match self.turn % ROUND {
            0 => self.strangers.pop().or_else(|| self.owners.pop()),
            _ => self.owners.pop().or_else(|| self.strangers.pop()),
        }
    }
}

struct Shared {
    queue: Mutex<Queue>,
    wanted: Condvar,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Hasher {
    pub(super) fn start() -> Hasher {
        let queue = Mutex::new(Queue::new());
        let shared = Arc::new(Shared { queue, wanted: Condvar::new() });
        let hasher = Hasher { shared: Arc::clone(&shared) };
        let memory = Memory::new();
        // Without the thread the queue fills up and everybody is told so.
        if let Err(error) =
            thread::Builder::new().name("hasher".to_owned()).spawn(move || run(&shared, memory))
        {
            tracing::error!(%error, "the thread that hashes passwords could not be started");
        }
        hasher
    }

    /// Does something with the memory for hashes, in its turn. If the caller goes away before, it is not done.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        standing: Standing,
        requester: Requester,
        work: impl FnOnce(&mut Memory) -> T + Send + 'static,
    ) -> Result<T, Crowded> {
        let (reply, answer) = oneshot::channel();
        let work: Work = Box::new(move |memory| {
            if !reply.is_closed() {
                let _ = reply.send(work(memory));
            }
        });
        self.shared.lock().push(standing, requester, work)?;
        self.shared.wanted.notify_one();
        answer.await.map_err(|_| Crowded)
    }
}

fn run(shared: &Shared, mut memory: Memory) {
    loop {
        let work = {
            let mut queue = shared.lock();
            loop {
                match queue.pop() {
                    Some(work) => break work,
                    None => queue = shared.wanted.wait(queue).unwrap_or_else(PoisonError::into_inner),
                }
            }
        };
        if catch_unwind(AssertUnwindSafe(|| work(&mut memory))).is_err() {
            tracing::error!("a password could not be hashed");
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

    use super::{CAPACITY, Crowded, Hasher, OWNERS_CAPACITY, ROUND, Standing};
    use crate::limits::{Limits, Requester};

    fn requester(address: &str, name: &str) -> Requester {
        Limits::new(true).requester(address.parse().unwrap(), name)
    }

    #[tokio::test]
    async fn what_nobody_waits_for_is_not_done_and_its_place_is_free_only_then() {
        let hasher = Hasher::start();
        let (release, held) = mpsc::channel::<()>();
        let (began, has_begun) = tokio::sync::oneshot::channel();
        let blocker = {
            let hasher = hasher.clone();
            tokio::spawn(async move {
                let wait = move |_: &mut _| {
                    let _ = began.send(());
                    held.recv().unwrap();
                };
                hasher.run(Standing::Stranger, requester("192.0.2.1", "blocker"), wait).await
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
            // Polled once, so that it queues, and then given up.
            assert_eq!(hasher.run(Standing::Stranger, ann, count()).now_or_never(), None);
        }
        // Whoever goes away does not make room for the next one: otherwise there would be no end of it.
        assert_eq!(hasher.run(Standing::Stranger, ann, count()).await, Err(Crowded));
        let bob = hasher.run(Standing::Stranger, requester("192.0.2.3", "bob"), count());
        release.send(()).unwrap();
        assert_eq!(bob.await, Ok(0), "others have their own share, and what was given up is not done");
        blocker.await.unwrap().unwrap();
        assert_eq!(hasher.run(Standing::Stranger, ann, count()).await, Ok(1));
        assert_eq!(done.load(Relaxed), 2);
    }

    #[tokio::test]
    async fn work_that_goes_wrong_is_the_only_one() {
        let hasher = Hasher::start();
        let ann = requester("192.0.2.1", "ann");
        let wrong: Result<(), Crowded> = hasher.run(Standing::Stranger, ann, |_| panic!("on purpose")).await;
        assert_eq!(wrong, Err(Crowded));
        assert_eq!(hasher.run(Standing::Stranger, ann, |_| 7).await, Ok(7));
    }

    #[tokio::test]
    async fn owners_come_before_any_crowd_and_strangers_get_a_turn() {
        let hasher = Hasher::start();
        let (release, held) = mpsc::channel::<()>();
        let (began, has_begun) = tokio::sync::oneshot::channel();
        let limits = Limits::new(true);
        let from = |number: usize| {
            let address = std::net::Ipv4Addr::new(198, 51, 100, u8::try_from(number % 250).unwrap());
            limits.requester(address.into(), &format!("name {number}"))
        };
        let wait = move |_: &mut _| {
            let _ = began.send(());
            let _ = held.recv();
        };
        let blocker = hasher.run(Standing::Stranger, from(0), wait);
        let order = Arc::new(std::sync::Mutex::new(Vec::new()));
        let note = |who: Standing| {
            let order = Arc::clone(&order);
            move |_: &mut _| order.lock().unwrap().push(who)
        };
        let crowd = async {
            has_begun.await.unwrap();
            // As many as there is room for, from everywhere.
            let strangers = (0..CAPACITY.total)
                .map(|number| hasher.run(Standing::Stranger, from(number), note(Standing::Stranger)));
            let mut waiting: Vec<_> = strangers.map(Box::pin).collect();
            for one in &mut waiting {
                assert!(one.as_mut().now_or_never().is_none());
            }
            assert_eq!(
                hasher.run(Standing::Stranger, from(999), note(Standing::Stranger)).await,
                Err(Crowded)
            );
            let ann = limits.requester("203.0.113.1".parse().unwrap(), "ann");
            let owners = (0..=OWNERS_CAPACITY.per_person)
                .map(|_| hasher.run(Standing::Owner, ann, note(Standing::Owner)));
            let mut owners: Vec<_> = owners.map(Box::pin).collect();
            let refused = owners.pop().unwrap();
            for one in &mut owners {
                assert!(one.as_mut().now_or_never().is_none(), "strangers cannot fill it");
            }
            assert_eq!(refused.await, Err(Crowded), "but it has an end");
            release.send(()).unwrap();
            assert!(futures_util::future::join_all(owners).await.iter().all(Result::is_ok));
            assert!(futures_util::future::join_all(waiting).await.iter().all(Result::is_ok));
        };
        let (blocked, ()) = tokio::join!(blocker, crowd);
        blocked.unwrap();
        let order = order.lock().unwrap();
        let last = order.iter().rposition(|&who| who == Standing::Owner).unwrap();
        let before = order[..last].iter().filter(|&&who| who == Standing::Stranger).count();
        assert!((1..=2).contains(&before), "of {ROUND} turns one is a stranger's: {before}");
    }
}
