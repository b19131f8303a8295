use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
};

use mekong_catalog::Session;
use mekong_core::CancelToken;
use mekong_engine::Plan;
use serde_json::Value;

use crate::cmd::analyse::options::Options;

/// How many requests may wait before no more are read.
const MOST_WAITING: usize = 1_000;

/// A position to be thought about.
pub(super) struct Job {
    pub(super) id: Value,
    pub(super) session: Session,
    /// The seed of the deal, where the session began with one.
    pub(super) seed: Option<u64>,
    pub(super) plan: Plan,
    /// Whether it is to be thought about until somebody says stop.
    pub(super) endless: bool,
    /// Whether every depth is told.
    pub(super) stream: bool,
    pub(super) ticket: Arc<Ticket>,
}

/// What a job is called back by.
#[derive(Debug, Default)]
pub(super) struct Ticket {
    /// Ends the search, with what is known.
    pub(super) stop: CancelToken,
    /// Cancelled by a request, and not only ended early.
    cancelled: CancelToken,
}

impl Ticket {
    pub(super) fn is_cancelled(&self) -> bool {
        self.cancelled.is_cancelled()
    }

    fn cancel(&self) {
        self.cancelled.cancel();
        self.stop.cancel();
    }
}

/// What waits and what is under way.
pub(super) struct JobQueue {
    state: Mutex<State>,
    /// Something waits, or nothing ever will again.
    work: Condvar,
    /// Something has been taken.
    room: Condvar,
    /// How long endless jobs are thought about when nobody can stop them any more.
    usual: Options,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Box<Job>>,
    /// By the text of the id, waiting and under way. Jobs without an id cannot be called back.
    named: HashMap<String, Arc<Ticket>>,
    /// Endless jobs under way.
    endless: Vec<Arc<Ticket>>,
    /// All jobs under way.
    running: Vec<Arc<Ticket>>,
    closed: bool,
}

/// What became of a request to stop.
pub(super) enum Cancelled {
    /// It had not begun, and will not.
    Waiting(Box<Job>),
    /// It ends within milliseconds, with what is known.
    Running,
    /// There is no such job.
    Unknown,
}

impl JobQueue {
    pub(super) fn new(usual: Options) -> JobQueue {
        JobQueue { state: Mutex::default(), work: Condvar::new(), room: Condvar::new(), usual }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets a job wait for its turn; gives it back if another with its id is not finished.
    pub(super) fn put(&self, job: Box<Job>) -> Result<(), Box<Job>> {
        let mut state = self.lock();
        if let Some(name) = name(&job.id) {
            if state.named.contains_key(&name) {
                return Err(job);
            }
            state.named.insert(name, Arc::clone(&job.ticket));
        }
        state.waiting.push_back(job);
        self.work.notify_one();
        Ok(())
    }

    /// Waits until another request may be read. Whoever thinks without end gives way to those who wait, or requests to
    /// stop would never be read.
    pub(super) fn wait_for_room(&self) {
        let mut state = self.lock();
        while state.waiting.len() >= MOST_WAITING {
            state.stop_endless();
            state = self.room.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// The next job; `None` if there will be no more.
    pub(super) fn take(&self) -> Option<Box<Job>> {
        let mut state = self.lock();
        loop {
            if let Some(mut job) = state.waiting.pop_front() {
                let hurry = state.closed || state.waiting.len() + 1 >= MOST_WAITING;
                if job.endless && hurry {
                    job.plan.limits = self.usual.plan(&job.session).limits;
                } else if job.endless {
                    state.endless.push(Arc::clone(&job.ticket));
                }
                state.running.push(Arc::clone(&job.ticket));
                self.room.notify_one();
                return Some(job);
            }
            if state.closed {
                return None;
            }
            state = self.work.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// A job has been thought about.
    pub(super) fn finished(&self, job: &Job) {
        let mut state = self.lock();
        if let Some(name) = name(&job.id) {
            state.named.remove(&name);
        }
        state.endless.retain(|ticket| !Arc::ptr_eq(ticket, &job.ticket));
        state.running.retain(|ticket| !Arc::ptr_eq(ticket, &job.ticket));
    }

    /// Stops the job with this id.
    pub(super) fn cancel(&self, id: &Value) -> Cancelled {
        let Some(name) = name(id) else { return Cancelled::Unknown };
        let mut state = self.lock();
        let Some(ticket) = state.named.get(&name).cloned() else { return Cancelled::Unknown };
        ticket.cancel();
        let place = state.waiting.iter().position(|job| Arc::ptr_eq(&job.ticket, &ticket));
        match place.and_then(|place| state.waiting.remove(place)) {
            Some(job) => {
                state.named.remove(&name);
                Cancelled::Waiting(job)
            }
            None => Cancelled::Running,
        }
    }

    /// Nothing more will be put here: what waits is still done, what would never end ends now.
    pub(super) fn close(&self) {
        let mut state = self.lock();
        state.closed = true;
        state.stop_endless();
        self.work.notify_all();
    }

    /// Ends everything.
    pub(super) fn stop_all(&self) {
        let mut state = self.lock();
        state.closed = true;
        state.waiting.clear();
        for ticket in &state.running {
            ticket.stop.cancel();
        }
        self.work.notify_all();
        self.room.notify_all();
    }
}

impl State {
    fn stop_endless(&mut self) {
        for ticket in self.endless.drain(..) {
            ticket.stop.cancel();
        }
    }
}

/// The text of an id; none if there is none.
fn name(id: &Value) -> Option<String> {
    if id.is_null() { None } else { Some(id.to_string()) }
}
