use std::{
    process,
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

use mekong_core::CancelToken;
use mekong_terminal::{failure::Failure, progress::stop_flag_with};

/// What the program does while the person waits, so that Ctrl-C ends that and not the game.
pub(super) struct Thinking {
    /// The work under way; none while the program waits for the person.
    work: Arc<Mutex<Option<CancelToken>>>,
}

impl Thinking {
    /// From now on Ctrl-C is handled here.
    fn new() -> Thinking {
        let work: Arc<Mutex<Option<CancelToken>>> = Arc::default();
        let seen = Arc::clone(&work);
        stop_flag_with(move || match &*seen.lock().unwrap_or_else(PoisonError::into_inner) {
            // At a prompt the line editor sees Ctrl-C first; this is for pipes, which have none.
            None => process::exit(130),
            Some(cancel) => cancel.cancel(),
        });
        Thinking { work }
    }

    /// Runs a search; an error if Ctrl-C ended it.
    pub(super) fn during<T>(&self, think: impl FnOnce(&CancelToken) -> T) -> Result<T, Failure> {
        let cancel = CancelToken::new();
        self.set(Some(cancel.clone()));
        let result = think(&cancel);
        self.set(None);
        if cancel.is_cancelled() { Err(Failure::Stopped) } else { Ok(result) }
    }

    /// Reads or makes a table.
    pub(super) fn with_table<T>(&self, make: impl FnOnce(&CancelToken) -> T) -> T {
        let cancel = CancelToken::new();
        self.set(Some(cancel.clone()));
        let made = make(&cancel);
        self.set(None);
        made
    }

    fn set(&self, work: Option<CancelToken>) {
        *self.work.lock().unwrap_or_else(PoisonError::into_inner) = work;
    }
}

/// Thinking that handles Ctrl-C only once there has been any: two people who play are served well enough by the system.
#[derive(Default)]
pub(super) struct LazyThinking {
    thinking: OnceLock<Thinking>,
}

impl LazyThinking {
    pub(super) fn get(&self) -> &Thinking {
        self.thinking.get_or_init(Thinking::new)
    }
}
