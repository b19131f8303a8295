use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
};

use mekong_catalog::GameSession;
use mekong_core::CancelToken;
use mekong_engine::SearchOptions;
use serde_json::Value;

use crate::cmd::analyse::options::Options;

/// The maximum number of waiting requests; reading pauses above it.
const MAX_WAITING: usize = 1_000;

/// A position to analyse.
pub(super) struct Job {
    pub(super) id: Value,
    pub(super) session: GameSession,
    /// The seed of the deal, if there is one.
    pub(super) seed: Option<u64>,
    pub(super) search_options: SearchOptions,
    /// Whether the search runs until it is cancelled.
    pub(super) infinite: bool,
    /// Whether a response is sent after each depth.
    pub(super) stream: bool,
    pub(super) cancellation: Arc<Cancellation>,
}

/// The tokens of a job.
#[derive(Debug)]
pub(super) struct Cancellation {
    /// Cancelled if a request cancels the job.
    by_request: CancelToken,
    /// Its child stops the search, which returns its best result so far: by request, or because the program needs room or ends.
    pub(super) stop: CancelToken,
}

impl Default for Cancellation {
    fn default() -> Cancellation {
        let by_request = CancelToken::new();
        Cancellation { stop: by_request.child(), by_request }
    }
}

impl Cancellation {
    /// Whether a request cancelled the job.
    pub(super) fn is_by_request(&self) -> bool {
        self.by_request.is_cancelled()
    }
}

/// The queue of waiting and running jobs.
pub(super) struct JobQueue {
    state: Mutex<State>,
    /// Signalled when a job is added or the queue is closed.
    work: Condvar,
    /// Signalled when a job is taken.
    room: Condvar,
    /// The limit of infinite jobs once they can no longer be cancelled.
    defaults: Options,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Box<Job>>,
    /// Waiting and running jobs by the text of their id. Jobs without an id cannot be cancelled.
    named: HashMap<String, Arc<Cancellation>>,
    /// Running infinite jobs.
    infinite: Vec<Arc<Cancellation>>,
    /// Running jobs.
    running: Vec<Arc<Cancellation>>,
    closed: bool,
}

/// The result of a cancellation.
pub(super) enum Cancelled {
    /// The job was removed from the queue.
    Waiting(Box<Job>),
    /// The running job stops within milliseconds and returns its best result so far.
    Running,
    /// No job has this id.
    Unknown,
}

impl JobQueue {
    pub(super) fn new(defaults: Options) -> JobQueue {
        JobQueue { state: Mutex::default(), work: Condvar::new(), room: Condvar::new(), defaults }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a job. Returns it if another job with its id is not finished.
    pub(super) fn put(&self, job: Box<Job>) -> Result<(), Box<Job>> {
        let mut state = self.lock();
        if let Some(name) = name(&job.id) {
            if state.named.contains_key(&name) {
                return Err(job);
            }
            state.named.insert(name, Arc::clone(&job.cancellation));
        }
        state.waiting.push_back(job);
        self.work.notify_one();
        Ok(())
    }

    /// Waits until there is room for another request. Infinite jobs are stopped if they block waiting jobs, because
    /// cancellations would otherwise never be read.
    pub(super) fn wait_for_room(&self) {
        let mut state = self.lock();
        while state.waiting.len() >= MAX_WAITING {
            state.stop_infinite();
            state = self.room.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Waits for the next job; `None` once the queue is closed and empty.
    pub(super) fn take(&self) -> Option<Box<Job>> {
        let mut state = self.lock();
        loop {
            if let Some(mut job) = state.waiting.pop_front() {
                let must_stop = state.closed || state.waiting.len() + 1 >= MAX_WAITING;
                if job.infinite && must_stop {
                    job.search_options.limits = self.defaults.search_options(&job.session).limits;
                } else if job.infinite {
                    state.infinite.push(Arc::clone(&job.cancellation));
                }
                state.running.push(Arc::clone(&job.cancellation));
                self.room.notify_one();
                return Some(job);
            }
            if state.closed {
                return None;
            }
            state = self.work.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Marks a job as finished.
    pub(super) fn finished(&self, job: &Job) {
        let mut state = self.lock();
        if let Some(name) = name(&job.id) {
            state.named.remove(&name);
        }
        state.infinite.retain(|cancellation| !Arc::ptr_eq(cancellation, &job.cancellation));
        state.running.retain(|cancellation| !Arc::ptr_eq(cancellation, &job.cancellation));
    }

    /// Cancels the job with this id.
    pub(super) fn cancel(&self, id: &Value) -> Cancelled {
        let Some(name) = name(id) else { return Cancelled::Unknown };
        let mut state = self.lock();
        let Some(cancellation) = state.named.get(&name).cloned() else { return Cancelled::Unknown };
        cancellation.by_request.cancel();
        let place = state.waiting.iter().position(|job| Arc::ptr_eq(&job.cancellation, &cancellation));
        match place.and_then(|place| state.waiting.remove(place)) {
            Some(job) => {
                state.named.remove(&name);
                Cancelled::Waiting(job)
            }
            None => Cancelled::Running,
        }
    }

    /// Closes the queue: waiting jobs are still done, infinite jobs are stopped.
    pub(super) fn close(&self) {
        let mut state = self.lock();
        state.closed = true;
        state.stop_infinite();
        self.work.notify_all();
    }

    /// Cancels all jobs.
    pub(super) fn stop_all(&self) {
        let mut state = self.lock();
        state.closed = true;
        state.waiting.clear();
        for cancellation in &state.running {
            cancellation.stop.cancel();
        }
        self.work.notify_all();
        self.room.notify_all();
    }
}

impl State {
    fn stop_infinite(&mut self) {
        for cancellation in self.infinite.drain(..) {
            cancellation.stop.cancel();
        }
    }
}

/// The text of an id, if it is not null.
fn name(id: &Value) -> Option<String> {
    if id.is_null() { None } else { Some(id.to_string()) }
}
