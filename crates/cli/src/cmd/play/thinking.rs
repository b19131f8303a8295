use std::{
    process,
    sync::{
        Arc, Mutex, OnceLock, PoisonError,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
};

use mekong_analysis::Halt;
use mekong_terminal::{failure::Failure, progress::stop_flag_with};

/// What the program does while the person waits, so that Ctrl-C ends that and not the game.
pub(super) struct Thinking {
    now: Arc<Mutex<Busy>>,
    /// Set by Ctrl-C, for the making of tables.
    stop: Arc<AtomicBool>,
}

enum Busy {
    /// It waits for the person.
    Idle,
    Thinking(Arc<Halt>),
    Table,
}

impl Thinking {
    /// From now on Ctrl-C is handled here.
    fn new() -> Thinking {
        let now = Arc::new(Mutex::new(Busy::Idle));
        let seen = Arc::clone(&now);
        let stop = stop_flag_with(move || match &*seen.lock().unwrap_or_else(PoisonError::into_inner) {
            // At a prompt the line editor sees Ctrl-C first; this is for pipes, which have none.
            Busy::Idle => process::exit(130),
            Busy::Thinking(halt) => halt.stop(),
            Busy::Table => {}
        });
        Thinking { now, stop }
    }

    /// Thinks; stopped if Ctrl-C ended it.
    pub(super) fn during<T>(&self, think: impl FnOnce(&Halt) -> T) -> Result<T, Failure> {
        let halt = Arc::new(Halt::new());
        self.set(Busy::Thinking(Arc::clone(&halt)));
        let thought = think(&halt);
        self.set(Busy::Idle);
        if halt.is_stopped() { Err(Failure::Stopped) } else { Ok(thought) }
    }

    /// Reads or makes a table.
    pub(super) fn with_table<T>(&self, make: impl FnOnce(&Arc<AtomicBool>) -> T) -> T {
        self.stop.store(false, Relaxed);
        self.set(Busy::Table);
        let made = make(&self.stop);
        self.set(Busy::Idle);
        made
    }

    fn set(&self, busy: Busy) {
        *self.now.lock().unwrap_or_else(PoisonError::into_inner) = busy;
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
