//! Long-running work without the GIL, with progress reports and Ctrl-C.

use std::{
    sync::{
        Condvar, Mutex, MutexGuard, PoisonError,
        mpsc::{self, RecvTimeoutError},
    },
    thread,
    time::Duration,
};

use mekong_core::CancelToken;
use pyo3::{exceptions::PyRuntimeError, prelude::*};

use crate::args;

/// How often signals are checked.
pub(crate) const SIGNAL_INTERVAL: Duration = Duration::from_millis(20);

struct State<P> {
    /// The latest progress that has not been passed to Python.
    progress: Option<P>,
    is_done: bool,
}

/// Reports progress from the worker; only the latest report is kept.
pub(crate) struct Reporter<'a, P> {
    state: &'a Mutex<State<P>>,
    changed: &'a Condvar,
    has_callback: bool,
}

impl<P> Reporter<'_, P> {
    pub(crate) fn report(&self, progress: impl FnOnce() -> P) {
        if self.has_callback {
            lock(self.state).progress = Some(progress());
            self.changed.notify_one();
        }
    }
}

fn lock<P>(state: &Mutex<State<P>>) -> MutexGuard<'_, State<P>> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs work on its own thread while other Python threads run. Ctrl-C, or an exception of the callback, cancels the work and
/// is raised when it has ended.
///
/// `call` passes progress to the callback.
pub(crate) fn run<T, P, C>(
    py: Python<'_>,
    callback: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&CancelToken, &Reporter<'_, P>) -> T + Send,
    call: C,
) -> PyResult<T>
where
    T: Send,
    P: Send,
    C: Fn(&Bound<'_, PyAny>, P) -> PyResult<()> + Sync + Send,
{
    args::callback(callback)?;
    let callback = callback.map(|callback| callback.clone().unbind());
    py.detach(|| {
        let cancel = CancelToken::new();
        let (state, changed) = (Mutex::new(State { progress: None, is_done: false }), Condvar::new());
        let reporter = Reporter { state: &state, changed: &changed, has_callback: callback.is_some() };
        thread::scope(|scope| {
            let worker = scope.spawn(|| {
                let done = Done { state: &state, changed: &changed };
                let result = work(&cancel, &reporter);
                drop(done);
                result
            });
            let mut interruption = Ok(());
            loop {
                let guard = lock(&state);
                let waiting = |state: &mut State<P>| !state.is_done && state.progress.is_none();
                let waited = changed.wait_timeout_while(guard, SIGNAL_INTERVAL, waiting);
                let mut guard = waited.unwrap_or_else(PoisonError::into_inner).0;
                let (progress, is_done) = (guard.progress.take(), guard.is_done);
                drop(guard);
                if is_done && progress.is_none() {
                    break;
                }
                if interruption.is_ok() {
                    interruption = Python::attach(|py| {
                        py.check_signals()?;
                        match (&callback, progress) {
                            (Some(callback), Some(progress)) => call(callback.bind(py), progress),
                            _ => Ok(()),
                        }
                    });
                    if interruption.is_err() {
                        cancel.cancel();
                    }
                }
            }
            let result = worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            interruption.map(|()| result)
        })
    })
}

/// Runs work that cannot be cancelled and takes at most seconds. After Ctrl-C its thread continues and the result is dropped.
pub(crate) fn run_or_abandon<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let (sender, receiver) = mpsc::channel();
    let worker = thread::spawn(move || {
        // After Ctrl-C there is no receiver.
        let _ = sender.send(work());
    });
    py.detach(move || {
        loop {
            match receiver.recv_timeout(SIGNAL_INTERVAL) {
                Ok(result) => return Ok(result),
                Err(RecvTimeoutError::Timeout) => Python::attach(|py| py.check_signals())?,
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        match worker.join() {
            Err(panic) => std::panic::resume_unwind(panic),
            Ok(()) => Err(PyRuntimeError::new_err("the work ended without a result")),
        }
    })
}

/// Marks the work as done, even if it panics.
struct Done<'a, P> {
    state: &'a Mutex<State<P>>,
    changed: &'a Condvar,
}

impl<P> Drop for Done<'_, P> {
    fn drop(&mut self) {
        lock(self.state).is_done = true;
        self.changed.notify_one();
    }
}

/// Passes an amount of work done and the total to a callback.
pub(crate) fn call_with_amount(callback: &Bound<'_, PyAny>, (done, total): (u64, u64)) -> PyResult<()> {
    callback.call1((done, total)).map(drop)
}
