//! The engine pool: a fixed number of search threads with a queue.
//!
//! Moves have priority over hints, hints over analysis; within a priority networks and users are served round-robin.
//! Searches never run on the threads of the server, so that players' moves do not wait for them.

mod queue;

use std::{
    collections::HashMap,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Condvar, Mutex, PoisonError},
    thread,
    time::{Duration, Instant},
};

use mekong_catalog::GAMES;
use mekong_core::{CancelToken, Variants};
use mekong_players::{Searcher, Tablebase};
use tokio::sync::oneshot;

use self::queue::Queue;
use crate::limits::Requester;

/// The priority of a job.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Priority {
    /// Analysis of a finished game.
    Analysis,
    /// A hint or an evaluation.
    Hint,
    /// A move of the computer in a game.
    Move,
}

/// The search of a job: runs with a searcher of its game, and a token that cancels it.
type SearchFn = Box<dyn FnOnce(&Searcher, &CancelToken) + Send>;

struct PoolJob {
    game: &'static str,
    variants: Variants,
    search: SearchFn,
    cancel: CancelToken,
    queued: Instant,
}

/// The engine pool.
pub struct EnginePool {
    shared: Arc<Shared>,
    threads: usize,
}

struct Shared {
    queue: Mutex<Queue>,
    job_available: Condvar,
    /// Cancelled once the pool is closed, with all jobs.
    closed: CancelToken,
    /// The tablebases added so far.
    tablebases: Mutex<HashMap<(&'static str, Variants), Tablebase>>,
}

impl Shared {
    fn tablebase(&self, game: &'static str, variants: Variants) -> Option<Tablebase> {
        self.tablebases.lock().unwrap_or_else(PoisonError::into_inner).get(&(game, variants)).cloned()
    }
}

/// Hash size of a searcher, in megabytes.
const HASH_MEGABYTES: usize = 16;

/// Why a job was not done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PoolError {
    /// The queue is full.
    #[error("the queue of the engine is full")]
    Full,
    /// The pool is closed.
    #[error("the engine is closed")]
    Closed,
    /// The job panicked, and would panic again.
    #[error("the engine job panicked")]
    Panicked,
}

/// Cancels a job when its caller goes away.
struct CancelOnDrop(CancelToken);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

impl EnginePool {
    /// Starts the threads.
    #[must_use]
    pub fn start(threads: usize) -> EnginePool {
        let shared = Arc::new(Shared {
            queue: Mutex::new(Queue::new()),
            job_available: Condvar::new(),
            closed: CancelToken::new(),
            tablebases: Mutex::new(HashMap::new()),
        });
        for number in 0..threads.max(1) {
            let shared = Arc::clone(&shared);
            let name = format!("engine-{number}");
            // Without threads the queue fills up and jobs are refused.
            if let Err(error) = thread::Builder::new().name(name).spawn(move || run_thread(&shared)) {
                tracing::error!(%error, "cannot start an engine thread");
            }
        }
        EnginePool { shared, threads: threads.max(1) }
    }

    /// Adds a tablebase, which later jobs use.
    pub fn add_tablebase(&self, tablebase: Tablebase) {
        let game = (tablebase.info().id, tablebase.variants());
        self.shared.tablebases.lock().unwrap_or_else(PoisonError::into_inner).insert(game, tablebase);
    }

    /// The tablebase of a game with these variants, if there is one.
    #[must_use]
    pub fn tablebase(&self, game: &'static str, variants: Variants) -> Option<Tablebase> {
        self.shared.tablebase(game, variants)
    }

    /// Runs a job for a game of the catalog and waits for its result. If the future is dropped, the job is cancelled.
    pub async fn run<T, F>(
        &self,
        game: &'static str,
        variants: Variants,
        priority: Priority,
        requester: Requester,
        search: F,
    ) -> Result<T, PoolError>
    where
        T: Send + 'static,
        F: FnOnce(&Searcher, &CancelToken) -> T + Send + 'static,
    {
        self.run_with_limit(game, variants, priority, requester, || Duration::MAX, search).await
    }

    /// Like [`EnginePool::run`], but cancels the job after a time limit, which is computed when the job starts: it depends on the
    /// length of the queue.
    pub async fn run_with_limit<T, F>(
        &self,
        game: &'static str,
        variants: Variants,
        priority: Priority,
        requester: Requester,
        limit: impl FnOnce() -> Duration,
        search: F,
    ) -> Result<T, PoolError>
    where
        T: Send + 'static,
        F: FnOnce(&Searcher, &CancelToken) -> T + Send + 'static,
    {
        let (reply, mut answer) = oneshot::channel();
        let (begin, begun) = oneshot::channel();
        let cancel = self.shared.closed.child();
        let _guard = CancelOnDrop(cancel.clone());
        let on_timeout = cancel.clone();
        let search: SearchFn = Box::new(move |searcher, cancel| {
            // The caller may be gone.
            let _ = begin.send(());
            let _ = reply.send(search(searcher, cancel));
        });
        {
            let mut queue = self.lock();
            if self.is_closed() {
                return Err(PoolError::Closed);
            }
            let job = PoolJob { game, variants, search, cancel, queued: Instant::now() };
            if !queue.push(priority, requester, job) {
                return Err(PoolError::Full);
            }
        }
        self.shared.job_available.notify_one();
        let too_long = async {
            // Otherwise the job was dropped from the queue, and with it the sender of its answer.
            if begun.await.is_ok() {
                tokio::time::sleep(limit()).await;
            }
        };
        let in_time = tokio::select! {
            answer = &mut answer => Some(answer),
            () = too_long => None,
        };
        let answer = match in_time {
            Some(answer) => answer,
            None => {
                on_timeout.cancel();
                answer.await
            }
        };
        // A search that ended early because the pool was closed has no useful result.
        if self.is_closed() { Err(PoolError::Closed) } else { answer.map_err(|_| PoolError::Panicked) }
    }

    /// The time for a move of a requester: the more moves its network has queued, the less for each of them.
    #[must_use]
    pub fn move_time(&self, requester: Requester) -> Duration {
        let rounds = self.lock().rounds(requester.network, self.threads);
        Duration::from_millis((2_000 / rounds as u64).clamp(20, 1_000))
    }

    /// Number of queued jobs.
    #[must_use]
    pub fn queued(&self) -> usize {
        self.lock().len()
    }

    /// Cancels all jobs and refuses new ones.
    pub fn close(&self) {
        let mut queue = self.lock();
        self.shared.closed.cancel();
        while queue.pop().is_some() {}
        drop(queue);
        self.shared.job_available.notify_all();
    }

    /// Whether the pool was closed.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.shared.closed.is_cancelled()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Queue> {
        self.shared.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for EnginePool {
    fn drop(&mut self) {
        self.close();
    }
}

/// Sets the nice value of the calling thread (19 is the lowest priority), so that request handling goes first.
pub fn lower_priority(nice: i32) {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::setpriority_process(None, nice) {
        tracing::debug!(%error, "cannot lower the priority of a thread");
    }
    #[cfg(not(target_os = "linux"))]
    let _ = nice;
}

/// Nice value of the engine threads.
const NICE: i32 = 5;

fn run_thread(shared: &Shared) {
    lower_priority(NICE);
    // One per game, and one more per tablebase.
    let mut searchers: HashMap<(&'static str, Option<Variants>), Searcher> = HashMap::new();
    loop {
        let job = {
            let mut queue = shared.queue.lock().unwrap_or_else(PoisonError::into_inner);
            loop {
                if shared.closed.is_cancelled() {
                    return;
                }
                if let Some(job) = queue.pop() {
                    break job;
                }
                queue = shared.job_available.wait(queue).unwrap_or_else(PoisonError::into_inner);
            }
        };
        metrics::histogram!("mekong_engine_wait_seconds").record(job.queued.elapsed().as_secs_f64());
        if job.cancel.is_cancelled() {
            continue;
        }
        let tablebase = shared.tablebase(job.game, job.variants);
        let key = (job.game, tablebase.as_ref().map(Tablebase::variants));
        if !searchers.contains_key(&key)
            && let Some(entry) = GAMES.iter().find(|entry| entry.info().id == job.game)
        {
            let searcher = Searcher::new(entry, HASH_MEGABYTES);
            let searcher = match tablebase {
                Some(tablebase) => searcher.with_tablebase(tablebase),
                None => searcher,
            };
            searchers.insert(key, searcher);
        }
        let Some(searcher) = searchers.get(&key) else { continue };
        // A panic ends only this job; the next one gets a new searcher.
        let result = catch_unwind(AssertUnwindSafe(|| (job.search)(searcher, &job.cancel)));
        if result.is_err() {
            tracing::error!(game = job.game, "an engine job panicked");
            searchers.remove(&key);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex, mpsc};

    use futures_util::{FutureExt as _, future::join_all};
    use mekong_core::{CancelToken, Variants};
    use mekong_players::Level;

    use super::{EnginePool, PoolError, Priority};
    use crate::limits::{RequestLimits, Requester};

    fn requester() -> Requester {
        RequestLimits::new(true).requester("192.0.2.1".parse().unwrap(), "ann")
    }

    #[tokio::test]
    async fn level_plays_a_legal_move() {
        let pool = EnginePool::start(1);
        let game_session = mekong_catalog::find("siam").unwrap().start(Variants::NONE, 0);
        let legal = game_session.legal();
        let level = Level::new(1).unwrap();
        let mv = pool
            .run("siam", Variants::NONE, Priority::Move, requester(), move |searcher, cancel| {
                searcher.choose(&game_session, level, 1, cancel)
            })
            .await
            .unwrap();
        assert!(legal.contains(&mv.unwrap()));
        pool.close();
        let late = pool.run("siam", Variants::NONE, Priority::Move, requester(), |_, _| ());
        assert_eq!(late.await, Err(PoolError::Closed));
    }

    #[tokio::test]
    async fn job_over_its_time_limit_is_cancelled_and_returns_its_result() {
        let pool = EnginePool::start(1);
        let soon = || std::time::Duration::from_millis(20);
        let waits_for_stop = |_: &mekong_players::Searcher, cancel: &CancelToken| {
            while !cancel.is_cancelled() {
                std::thread::yield_now();
            }
            7
        };
        assert_eq!(
            pool.run_with_limit("siam", Variants::NONE, Priority::Move, requester(), soon, waits_for_stop)
                .await,
            Ok(7)
        );
    }

    #[tokio::test]
    async fn panic_fails_only_its_own_job() {
        let pool = EnginePool::start(1);
        let wrong: Result<(), PoolError> = pool
            .run("siam", Variants::NONE, Priority::Move, requester(), |_, _| panic!("deliberate panic"))
            .await;
        assert_eq!(wrong, Err(PoolError::Panicked));
        assert_eq!(pool.run("siam", Variants::NONE, Priority::Move, requester(), |_, _| 7).await, Ok(7));
    }

    #[tokio::test]
    async fn job_is_cancelled_with_its_caller() {
        let pool = EnginePool::start(1);
        let (began, begun) = tokio::sync::oneshot::channel();
        let (sender, receiver) = tokio::sync::oneshot::channel();
        let endless = pool.run("siam", Variants::NONE, Priority::Analysis, requester(), move |_, cancel| {
            let _ = began.send(());
            while !cancel.is_cancelled() {
                std::thread::yield_now();
            }
            let _ = sender.send(());
        });
        // The caller is dropped once the job runs.
        tokio::select! {
            _ = endless => panic!("the job is endless"),
            begun = begun => begun.expect("the job runs"),
        }
        receiver.await.expect("the job was cancelled");
    }

    #[tokio::test]
    async fn running_job_is_cancelled_when_the_pool_is_closed() {
        let pool = EnginePool::start(1);
        let (began, begun) = tokio::sync::oneshot::channel();
        let endless = pool.run("siam", Variants::NONE, Priority::Move, requester(), move |_, cancel| {
            let _ = began.send(());
            while !cancel.is_cancelled() {
                std::thread::yield_now();
            }
        });
        let close = async {
            begun.await.unwrap();
            pool.close();
        };
        assert_eq!(tokio::join!(endless, close).0, Err(PoolError::Closed), "its result is incomplete");
    }

    /// Runs `crowd` while the only thread of a pool is blocked; dropping the sender releases it.
    async fn while_busy<T>(pool: &EnginePool, crowd: impl AsyncFnOnce(mpsc::Sender<()>) -> T) -> T {
        let (release, held) = mpsc::channel::<()>();
        let (began, begun) = tokio::sync::oneshot::channel();
        let wait = move |_: &_, _: &_| {
            let _ = began.send(());
            let _ = held.recv();
        };
        let busy = pool.run("siam", Variants::NONE, Priority::Move, requester(), wait);
        let crowd = async {
            begun.await.unwrap();
            crowd(release).await
        };
        let (busy, crowd) = tokio::join!(busy, crowd);
        busy.unwrap();
        crowd
    }

    /// The order in which a pool with one thread runs queued jobs.
    async fn order(wanted: &[(&str, &'static str, Priority)]) -> Vec<&'static str> {
        let (limits, pool) = (RequestLimits::new(true), EnginePool::start(1));
        let done = Arc::new(Mutex::new(Vec::new()));
        while_busy(&pool, async |release| {
            let jobs = wanted.iter().map(|&(address, user, priority)| {
                let done = Arc::clone(&done);
                let requester = limits.requester(address.parse().unwrap(), user);
                let note = move |_: &_, _: &_| done.lock().unwrap().push(user);
                pool.run("siam", Variants::NONE, priority, requester, note)
            });
            let mut all = Box::pin(join_all(jobs));
            assert!((&mut all).now_or_never().is_none(), "all jobs are queued before the first one runs");
            drop(release);
            assert!(all.await.iter().all(Result::is_ok), "no job is refused");
        })
        .await;
        drop(pool);
        done.lock().unwrap().clone()
    }

    #[tokio::test]
    async fn one_user_with_many_jobs_does_not_delay_others() {
        let mut wanted = vec![("192.0.2.1", "greedy", Priority::Move); 40];
        wanted.push(("192.0.2.1", "neighbour", Priority::Move));
        wanted.push(("192.0.2.2", "innocent", Priority::Move));
        let order = order(&wanted).await;
        let place = |who: &str| order.iter().position(|&done| done == who).unwrap();
        assert!(place("innocent") <= 1 && place("neighbour") <= 2, "{order:?}");
    }

    #[tokio::test]
    async fn urgent_jobs_go_first_without_starving_others() {
        let mut wanted =
            vec![("192.0.2.1", "analyst", Priority::Analysis), ("192.0.2.2", "advised", Priority::Hint)];
        wanted.extend(vec![("192.0.2.3", "player", Priority::Move); 40]);
        let order = order(&wanted).await;
        assert_eq!(order[0], "player");
        let place = |who: &str| order.iter().position(|&done| done == who).unwrap();
        assert!(place("advised") < 8 && place("analyst") < 8, "{order:?}");
    }

    #[tokio::test]
    async fn one_network_does_not_fill_the_queue() {
        let (limits, pool) = (RequestLimits::new(true), EnginePool::start(1));
        let accepted = while_busy(&pool, async |release| {
            let ask = |address: &str, user: usize| {
                let requester = limits.requester(address.parse().unwrap(), &user.to_string());
                pool.run("siam", Variants::NONE, Priority::Move, requester, |_, _| ())
            };
            let crowd = (0..2_000).map(|number| ask("192.0.2.1", number % 100));
            let mut all = Box::pin(join_all(crowd.chain([ask("192.0.2.2", 0)])));
            assert!((&mut all).now_or_never().is_none());
            drop(release);
            all.await
        })
        .await;
        assert_eq!(accepted.iter().filter(|result| result.is_ok()).count(), 200 + 1);
        assert!(accepted.iter().all(|result| matches!(result, Ok(()) | Err(PoolError::Full))));
        assert!(accepted.last().unwrap().is_ok(), "jobs of other networks are accepted");
    }
}
