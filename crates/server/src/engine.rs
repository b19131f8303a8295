//! The computer: a bounded number of threads that think, with a queue in front of them.
//!
//! Moves in games come before hints, hints before analysis. However long the queue is, people's own moves do not wait
//! for it: no thread of the server thinks.

use std::{
    cmp::Ordering as Order,
    collections::{BinaryHeap, HashMap},
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Condvar, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
    thread,
    time::{Duration, Instant},
};

use mekong_catalog::{GAMES, Mind, Solved, find};
use mekong_core::Variants;
use tokio::sync::oneshot;

/// How soon something is wanted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Urgency {
    /// Somebody looks at a finished game.
    Analysis,
    /// Somebody asked for advice.
    Hint,
    /// Somebody waits for the computer's move.
    Move,
}

/// Work for a thread that thinks: it gets the mind of its game, and a flag that says when to give up.
type Work = Box<dyn FnOnce(&Mind, &AtomicBool) + Send>;

struct Job {
    urgency: Urgency,
    number: u64,
    game: &'static str,
    variants: Variants,
    work: Work,
    stop: Arc<AtomicBool>,
    queued: Instant,
}

impl PartialEq for Job {
    fn eq(&self, other: &Job) -> bool {
        self.number == other.number
    }
}

impl Eq for Job {}

impl PartialOrd for Job {
    fn partial_cmp(&self, other: &Job) -> Option<Order> {
        Some(self.cmp(other))
    }
}

/// The most urgent first, then the one that has waited longest.
impl Ord for Job {
    fn cmp(&self, other: &Job) -> Order {
        self.urgency.cmp(&other.urgency).then(other.number.cmp(&self.number))
    }
}

/// The threads that think.
pub struct Pool {
    shared: Arc<Shared>,
    threads: usize,
}

struct Shared {
    queue: Mutex<Queue>,
    wanted: Condvar,
    next: AtomicU64,
    /// The exact tables that have been made so far.
    tables: Mutex<HashMap<(&'static str, Variants), Solved>>,
}

impl Shared {
    fn table(&self, game: &'static str, variants: Variants) -> Option<Solved> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner).get(&(game, variants)).cloned()
    }
}

struct Queue {
    jobs: BinaryHeap<Job>,
    is_closed: bool,
}

/// The most that waits. Whoever comes then is told to come again.
const LONGEST_QUEUE: usize = 1_000;

/// The memory of a mind, in megabytes.
const MEGABYTES: usize = 16;

/// Nobody thinks: the queue is full or the server is about to stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Busy;

impl std::fmt::Display for Busy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the computer has too much to do")
    }
}

impl std::error::Error for Busy {}

/// Sets a flag when it is dropped: whoever no longer waits for an answer stops the thinking.
struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

impl Pool {
    /// Starts so many threads.
    #[must_use]
    pub fn start(threads: usize) -> Pool {
        let shared = Arc::new(Shared {
            queue: Mutex::new(Queue { jobs: BinaryHeap::new(), is_closed: false }),
            wanted: Condvar::new(),
            next: AtomicU64::new(0),
            tables: Mutex::new(HashMap::new()),
        });
        for number in 0..threads.max(1) {
            let shared = Arc::clone(&shared);
            let name = format!("mind-{number}");
            // Without a thread the queue fills up and everybody is told so.
            if let Err(error) = thread::Builder::new().name(name).spawn(move || work(&shared)) {
                tracing::error!(%error, "a thread for the engine could not be started");
            }
        }
        Pool { shared, threads: threads.max(1) }
    }

    /// Gives the minds an exact table from now on.
    pub fn add_table(&self, table: Solved) {
        let game = (table.info().id, table.variants());
        self.shared.tables.lock().unwrap_or_else(PoisonError::into_inner).insert(game, table);
    }

    /// The exact table of a game's variants, if it has been made.
    #[must_use]
    pub fn table(&self, game: &'static str, variants: Variants) -> Option<Solved> {
        self.shared.table(game, variants)
    }

    /// Thinks about something and waits for the answer. If the caller goes away, the thinking stops.
    ///
    /// # Errors
    /// There is too much to do.
    pub async fn think<T, F>(
        &self,
        game: &str,
        variants: Variants,
        urgency: Urgency,
        think: F,
    ) -> Result<T, Busy>
    where
        T: Send + 'static,
        F: FnOnce(&Mind, &AtomicBool) -> T + Send + 'static,
    {
        self.think_at_most(game, variants, urgency, || Duration::MAX, think).await
    }

    /// The same, but the thinking is told to come to an end once it has taken so long. How long that is, is asked when
    /// it begins: the longer the queue then, the shorter.
    ///
    /// # Errors
    /// There is too much to do.
    pub async fn think_at_most<T, F>(
        &self,
        game: &str,
        variants: Variants,
        urgency: Urgency,
        limit: impl FnOnce() -> Duration,
        think: F,
    ) -> Result<T, Busy>
    where
        T: Send + 'static,
        F: FnOnce(&Mind, &AtomicBool) -> T + Send + 'static,
    {
        let game = find(game).map_err(|_| Busy)?.info().id;
        let (reply, mut answer) = oneshot::channel();
        let (begin, begun) = oneshot::channel();
        let stop = Arc::new(AtomicBool::new(false));
        let _guard = StopOnDrop(Arc::clone(&stop));
        let enough = Arc::clone(&stop);
        let work: Work = Box::new(move |mind, stop| {
            // Whoever asked may be gone.
            let _ = begin.send(());
            let _ = reply.send(think(mind, stop));
        });
        {
            let mut queue = self.lock();
            if queue.is_closed || queue.jobs.len() >= LONGEST_QUEUE {
                return Err(Busy);
            }
            let number = self.shared.next.fetch_add(1, Relaxed);
            queue.jobs.push(Job { urgency, number, game, variants, work, stop, queued: Instant::now() });
            metrics::gauge!("mekong_engine_queue").set(queue.jobs.len() as f64);
        }
        self.shared.wanted.notify_one();
        let too_long = async {
            begun.await.map_err(|_| Busy)?;
            tokio::time::sleep(limit()).await;
            Ok(())
        };
        tokio::select! {
            answer = &mut answer => return answer.map_err(|_| Busy),
            waited = too_long => waited?,
        }
        enough.store(true, Relaxed);
        answer.await.map_err(|_| Busy)
    }

    /// How much of a thread each waiting move may have, so that a long queue moves on.
    #[must_use]
    pub fn share(&self) -> Duration {
        let waiting = self.lock().jobs.iter().filter(|job| job.urgency == Urgency::Move).count();
        let rounds = 1 + waiting / self.threads;
        Duration::from_millis((2_000 / rounds as u64).clamp(20, 1_000))
    }

    /// How much waits.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.lock().jobs.len()
    }

    /// Stops all thinking and takes no more work.
    pub fn close(&self) {
        let mut queue = self.lock();
        queue.is_closed = true;
        for job in queue.jobs.drain() {
            job.stop.store(true, Relaxed);
        }
        drop(queue);
        self.shared.wanted.notify_all();
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Queue> {
        self.shared.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.close();
    }
}

/// Lets the calling thread step back when others want to work: people's moves come first. 19 is the humblest.
pub fn lower_priority(nice: i32) {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::setpriority_process(None, nice) {
        tracing::debug!(%error, "a thread keeps its priority");
    }
    #[cfg(not(target_os = "linux"))]
    let _ = nice;
}

/// How far the threads that think step back.
const NICE: i32 = 5;

fn work(shared: &Shared) {
    lower_priority(NICE);
    // One for each game, and one more for each table.
    let mut minds: HashMap<(&'static str, Option<Variants>), Mind> = HashMap::new();
    loop {
        let job = {
            let mut queue = shared.queue.lock().unwrap_or_else(PoisonError::into_inner);
            loop {
                if queue.is_closed {
                    return;
                }
                if let Some(job) = queue.jobs.pop() {
                    metrics::gauge!("mekong_engine_queue").set(queue.jobs.len() as f64);
                    break job;
                }
                queue = shared.wanted.wait(queue).unwrap_or_else(PoisonError::into_inner);
            }
        };
        metrics::histogram!("mekong_engine_wait_seconds").record(job.queued.elapsed().as_secs_f64());
        if job.stop.load(Relaxed) {
            continue;
        }
        let table = shared.table(job.game, job.variants);
        let whose = (job.game, table.as_ref().map(Solved::variants));
        if !minds.contains_key(&whose)
            && let Some(entry) = GAMES.iter().find(|entry| entry.info().id == job.game)
        {
            let mind = Mind::new(entry, MEGABYTES);
            let mind = if let Some(table) = table { mind.with_table(table) } else { mind };
            minds.insert(whose, mind);
        }
        let Some(mind) = minds.get(&whose) else { continue };
        // A thought that goes wrong must not take the thread with it: whoever waits is told that nobody thinks, and the
        // next one gets a new mind.
        let thought = catch_unwind(AssertUnwindSafe(|| (job.work)(mind, &job.stop)));
        if thought.is_err() {
            tracing::error!(game = job.game, "a thought broke off");
            minds.remove(&whose);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering::Relaxed;

    use mekong_catalog::Level;
    use mekong_core::Variants;

    use super::{Busy, Pool, Urgency};

    #[tokio::test]
    async fn the_pool_chooses_a_legal_move() {
        let pool = Pool::start(1);
        let session = mekong_catalog::find("siam").unwrap().start(Variants::NONE, 0);
        let legal = session.legal();
        let level = Level::new(1).unwrap();
        let mv = pool
            .think("siam", Variants::NONE, Urgency::Move, move |mind, stop| {
                mind.choose(&session, level, 1, stop)
            })
            .await
            .unwrap();
        assert!(legal.contains(&mv.unwrap()));
        assert_eq!(pool.think("chess", Variants::NONE, Urgency::Move, |_, _| ()).await, Err(Busy));
        pool.close();
        assert_eq!(pool.think("siam", Variants::NONE, Urgency::Move, |_, _| ()).await, Err(Busy));
    }

    #[tokio::test]
    async fn thinking_that_takes_too_long_is_told_to_end_and_still_answers() {
        let pool = Pool::start(1);
        let soon = || std::time::Duration::from_millis(20);
        let patient = |_: &mekong_catalog::Mind, stop: &std::sync::atomic::AtomicBool| {
            while !stop.load(Relaxed) {
                std::thread::yield_now();
            }
            7
        };
        assert_eq!(pool.think_at_most("siam", Variants::NONE, Urgency::Move, soon, patient).await, Ok(7));
    }

    #[tokio::test]
    async fn a_thought_that_goes_wrong_is_the_only_one() {
        let pool = Pool::start(1);
        let wrong: Result<(), Busy> =
            pool.think("siam", Variants::NONE, Urgency::Move, |_, _| panic!("on purpose")).await;
        assert_eq!(wrong, Err(Busy));
        assert_eq!(pool.think("siam", Variants::NONE, Urgency::Move, |_, _| 7).await, Ok(7));
    }

    #[tokio::test]
    async fn thinking_ends_when_nobody_waits_for_it() {
        let pool = Pool::start(1);
        let (tell, told) = tokio::sync::oneshot::channel();
        let endless = pool.think("siam", Variants::NONE, Urgency::Analysis, move |_, stop| {
            while !stop.load(Relaxed) {
                std::thread::yield_now();
            }
            let _ = tell.send(());
        });
        let soon = std::time::Duration::from_millis(50);
        assert!(tokio::time::timeout(soon, endless).await.is_err());
        told.await.expect("it was stopped and said so");
    }
}
