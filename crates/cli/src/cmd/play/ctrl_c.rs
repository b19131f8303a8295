use std::{
    process,
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

use mekong_core::CancelToken;
use mekong_terminal::{failure::Failure, progress::ctrl_c_token_with};

/// The handler of Ctrl-C: it cancels the running search, not the game.
pub(super) struct CtrlC {
    /// The token of the running search; none while the program waits for input.
    search: Arc<Mutex<Option<CancelToken>>>,
}

impl CtrlC {
    /// Installs the handler of Ctrl-C.
    fn new() -> CtrlC {
        let search: Arc<Mutex<Option<CancelToken>>> = Arc::default();
        let running = Arc::clone(&search);
        ctrl_c_token_with(move || match &*running.lock().unwrap_or_else(PoisonError::into_inner) {
            // At a prompt the line editor receives Ctrl-C first; this is for pipes.
            None => process::exit(130),
            Some(cancel) => cancel.cancel(),
        });
        CtrlC { search }
    }

    /// Runs a search; an error if Ctrl-C ended it.
    pub(super) fn cancellable<T>(&self, run: impl FnOnce(&CancelToken) -> T) -> Result<T, Failure> {
        let cancel = CancelToken::new();
        self.set(Some(cancel.clone()));
        let result = run(&cancel);
        self.set(None);
        if cancel.is_cancelled() { Err(Failure::Interrupted) } else { Ok(result) }
    }

    /// Runs a function with a token that Ctrl-C cancels, and returns its result in any case.
    pub(super) fn with_cancel_token<T>(&self, run: impl FnOnce(&CancelToken) -> T) -> T {
        let cancel = CancelToken::new();
        self.set(Some(cancel.clone()));
        let result = run(&cancel);
        self.set(None);
        result
    }

    fn set(&self, search: Option<CancelToken>) {
        *self.search.lock().unwrap_or_else(PoisonError::into_inner) = search;
    }
}

/// Installs the handler of Ctrl-C on first use: a game for two players keeps the default behaviour.
#[derive(Default)]
pub(super) struct LazyCtrlC {
    ctrl_c: OnceLock<CtrlC>,
}

impl LazyCtrlC {
    pub(super) fn get(&self) -> &CtrlC {
        self.ctrl_c.get_or_init(CtrlC::new)
    }
}
