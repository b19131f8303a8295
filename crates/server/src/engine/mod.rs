//! The computer: a bounded number of threads that think, with a queue in front of them.
//!
//! Moves in games come before hints, hints before analysis, and within each networks and persons take turns. However long
//! the queue is, people's own moves do not wait for it: no thread of the server thinks.

mod queue;

use std::{
    collections::HashMap,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Condvar, Mutex, PoisonError},
    thread,
    time::{Duration, Instant},
};

use mekong_catalog::{GAMES, find};
use mekong_core::{CancelToken, Variants};
use mekong_players::{Searcher, Tablebase};
use tokio::sync::oneshot;

use self::queue::Queue;
use crate::limits::Requester;

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
type Work = Box<dyn FnOnce(&Searcher, &CancelToken) + Send>;

struct Job {
    game: &'static str,
    variants: Variants,
    work: Work,
    stop: CancelToken,
    queued: Instant,
}

/// The threads that think.
pub struct Pool {
    shared: Arc<Shared>,
    threads: usize,
}

struct Shared {
    queue: Mutex<Queue>,
    wanted: Condvar,
    /// The exact tables that have been made so far.
    tables: Mutex<HashMap<(&'static str, Variants), Tablebase>>,
}

impl Shared {
    fn table(&self, game: &'static str, variants: Variants) -> Option<Tablebase> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner).get(&(game, variants)).cloned()
    }
}

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
struct StopOnDrop(CancelToken);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

impl Pool {
    /// Starts so many threads.
    #[must_use]
    pub fn start(threads: usize) -> Pool {
        let shared = Arc::new(Shared {
            queue: Mutex::new(Queue::new()),
            wanted: Condvar::new(),
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
    pub fn add_table(&self, table: Tablebase) {
        let game = (table.info().id, table.variants());
        self.shared.tables.lock().unwrap_or_else(PoisonError::into_inner).insert(game, table);
    }

    /// The exact table of a game's variants, if it has been made.
    #[must_use]
    pub fn table(&self, game: &'static str, variants: Variants) -> Option<Tablebase> {
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
        requester: Requester,
        think: F,
    ) -> Result<T, Busy>
    where
        T: Send + 'static,
        F: FnOnce(&Searcher, &CancelToken) -> T + Send + 'static,
    {
        self.think_at_most(game, variants, urgency, requester, || Duration::MAX, think).await
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
        requester: Requester,
        limit: impl FnOnce() -> Duration,
        think: F,
    ) -> Result<T, Busy>
    where
        T: Send + 'static,
        F: FnOnce(&Searcher, &CancelToken) -> T + Send + 'static,
    {
        let game = find(game).map_err(|_| Busy)?.info().id;
        let (reply, mut answer) = oneshot::channel();
        let (begin, begun) = oneshot::channel();
        let stop = CancelToken::new();
        let _guard = StopOnDrop(stop.clone());
        let enough = stop.clone();
        let work: Work = Box::new(move |mind, stop| {
            // Whoever asked may be gone.
            let _ = begin.send(());
            let _ = reply.send(think(mind, stop));
        });
        {
            let mut queue = self.lock();
            let job = Job { game, variants, work, stop, queued: Instant::now() };
            if queue.is_closed || !queue.push(urgency, requester, job) {
                return Err(Busy);
            }
            metrics::gauge!("mekong_engine_queue").set(queue.len() as f64);
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
        enough.cancel();
        answer.await.map_err(|_| Busy)
    }

    /// How much of a thread a move for a requester may have, so that a long queue moves on. Whoever asks for many moves at
    /// once gets less time for each of them; others do not.
    #[must_use]
    pub fn share(&self, requester: Requester) -> Duration {
        let rounds = self.lock().rounds(requester.network, self.threads);
        Duration::from_millis((2_000 / rounds as u64).clamp(20, 1_000))
    }

    /// How much waits.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.lock().len()
    }

    /// Stops all thinking and takes no more work.
    pub fn close(&self) {
        let mut queue = self.lock();
        queue.is_closed = true;
        while let Some(job) = queue.pop() {
            job.stop.cancel();
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
    let mut minds: HashMap<(&'static str, Option<Variants>), Searcher> = HashMap::new();
    loop {
        let job = {
            let mut queue = shared.queue.lock().unwrap_or_else(PoisonError::into_inner);
            loop {
                if queue.is_closed {
                    return;
                }
                if let Some(job) = queue.pop() {
                    metrics::gauge!("mekong_engine_queue").set(queue.len() as f64);
                    break job;
                }
                queue = shared.wanted.wait(queue).unwrap_or_else(PoisonError::into_inner);
            }
        };
        metrics::histogram!("mekong_engine_wait_seconds").record(job.queued.elapsed().as_secs_f64());
        if job.stop.is_cancelled() {
            continue;
        }
        let table = shared.table(job.game, job.variants);
        let whose = (job.game, table.as_ref().map(Tablebase::variants));
        if !minds.contains_key(&whose)
            && let Some(entry) = GAMES.iter().find(|entry| entry.info().id == job.game)
        {
            let mind = Searcher::new(entry, MEGABYTES);
            let mind = if let Some(table) = table { mind.with_tablebase(table) } else { mind };
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
    use std::sync::{Arc, Mutex, mpsc};

    use futures_util::{FutureExt as _, future::join_all};
    use mekong_core::{CancelToken, Variants};
    use mekong_players::Level;

    use super::{Busy, Pool, Urgency};
    use crate::limits::{Limits, Requester};

    fn somebody() -> Requester {
        Limits::new(true).requester("192.0.2.1".parse().unwrap(), "ann")
    }

    #[tokio::test]
    async fn the_pool_chooses_a_legal_move() {
        let pool = Pool::start(1);
        let session = mekong_catalog::find("siam").unwrap().start(Variants::NONE, 0);
        let legal = session.legal();
        let level = Level::new(1).unwrap();
        let mv = pool
            .think("siam", Variants::NONE, Urgency::Move, somebody(), move |mind, stop| {
                mind.choose(&session, level, 1, stop)
            })
            .await
            .unwrap();
        assert!(legal.contains(&mv.unwrap()));
        assert_eq!(
            pool.think("chess", Variants::NONE, Urgency::Move, somebody(), |_, _| ()).await,
            Err(Busy)
        );
        pool.close();
        assert_eq!(pool.think("siam", Variants::NONE, Urgency::Move, somebody(), |_, _| ()).await, Err(Busy));
    }

    #[tokio::test]
    async fn thinking_that_takes_too_long_is_told_to_end_and_still_answers() {
        let pool = Pool::start(1);
        let soon = || std::time::Duration::from_millis(20);
        let patient = |_: &mekong_players::Searcher, stop: &CancelToken| {
            while !stop.is_cancelled() {
                std::thread::yield_now();
            }
            7
        };
        assert_eq!(
            pool.think_at_most("siam", Variants::NONE, Urgency::Move, somebody(), soon, patient).await,
            Ok(7)
        );
    }

    #[tokio::test]
    async fn a_thought_that_goes_wrong_is_the_only_one() {
        let pool = Pool::start(1);
        let wrong: Result<(), Busy> =
            pool.think("siam", Variants::NONE, Urgency::Move, somebody(), |_, _| panic!("on purpose")).await;
        assert_eq!(wrong, Err(Busy));
        assert_eq!(pool.think("siam", Variants::NONE, Urgency::Move, somebody(), |_, _| 7).await, Ok(7));
    }

    #[tokio::test]
    async fn thinking_ends_when_nobody_waits_for_it() {
        let pool = Pool::start(1);
        let (tell, told) = tokio::sync::oneshot::channel();
        let endless = pool.think("siam", Variants::NONE, Urgency::Analysis, somebody(), move |_, stop| {
            while !stop.is_cancelled() {
                std::thread::yield_now();
            }
            let _ = tell.send(());
        });
        let soon = std::time::Duration::from_millis(50);
        assert!(tokio::time::timeout(soon, endless).await.is_err());
        told.await.expect("it was stopped and said so");
    }

    /// Does something while the one thread of a pool is busy, until that waits for the pool.
    async fn while_busy<T>(pool: &Pool, crowd: impl AsyncFnOnce(mpsc::Sender<()>) -> T) -> T {
        let (release, held) = mpsc::channel::<()>();
        let (began, begun) = tokio::sync::oneshot::channel();
        let wait = move |_: &_, _: &_| {
            let _ = began.send(());
            let _ = held.recv();
        };
        let busy = pool.think("siam", Variants::NONE, Urgency::Move, somebody(), wait);
        let crowd = async {
            begun.await.unwrap();
            crowd(release).await
        };
        let (busy, crowd) = tokio::join!(busy, crowd);
        busy.unwrap();
        crowd
    }

    /// In which order a pool with one thread does what waits.
    async fn order(wanted: &[(&str, &'static str, Urgency)]) -> Vec<&'static str> {
        let (limits, pool) = (Limits::new(true), Pool::start(1));
        let done = Arc::new(Mutex::new(Vec::new()));
        while_busy(&pool, async |release| {
            let jobs = wanted.iter().map(|&(address, person, urgency)| {
                let done = Arc::clone(&done);
                let requester = limits.requester(address.parse().unwrap(), person);
                let note = move |_: &_, _: &_| done.lock().unwrap().push(person);
                pool.think("siam", Variants::NONE, urgency, requester, note)
            });
            let mut all = Box::pin(join_all(jobs));
            assert!((&mut all).now_or_never().is_none(), "all queue before the first is done");
            drop(release);
            assert!(all.await.iter().all(Result::is_ok), "nobody is refused");
        })
        .await;
        drop(pool);
        done.lock().unwrap().clone()
    }

    #[tokio::test]
    async fn whoever_asks_for_much_waits_for_it_alone() {
        let mut wanted = vec![("192.0.2.1", "greedy", Urgency::Move); 40];
        wanted.push(("192.0.2.1", "neighbour", Urgency::Move));
        wanted.push(("192.0.2.2", "innocent", Urgency::Move));
        let order = order(&wanted).await;
        let place = |who: &str| order.iter().position(|&done| done == who).unwrap();
        assert!(place("innocent") <= 1 && place("neighbour") <= 2, "{order:?}");
    }

    #[tokio::test]
    async fn what_is_urgent_comes_first_and_the_rest_comes_too() {
        let mut wanted =
            vec![("192.0.2.1", "analyst", Urgency::Analysis), ("192.0.2.2", "advised", Urgency::Hint)];
        wanted.extend(vec![("192.0.2.3", "player", Urgency::Move); 40]);
        let order = order(&wanted).await;
        assert_eq!(order[0], "player");
        let place = |who: &str| order.iter().position(|&done| done == who).unwrap();
        assert!(place("advised") < 8 && place("analyst") < 8, "{order:?}");
    }

    #[tokio::test]
    async fn one_network_does_not_fill_the_queue() {
        let (limits, pool) = (Limits::new(true), Pool::start(1));
        let accepted = while_busy(&pool, async |release| {
            let ask = |address: &str, person: usize| {
                let requester = limits.requester(address.parse().unwrap(), &person.to_string());
                pool.think("siam", Variants::NONE, Urgency::Move, requester, |_, _| ())
            };
            let crowd = (0..2_000).map(|number| ask("192.0.2.1", number % 100));
            let mut all = Box::pin(join_all(crowd.chain([ask("192.0.2.2", 0)])));
            assert!((&mut all).now_or_never().is_none());
            drop(release);
            all.await
        })
        .await;
        assert_eq!(accepted.iter().filter(|result| result.is_ok()).count(), 200 + 1);
        assert!(accepted.last().unwrap().is_ok(), "there is room for others");
    }
}
