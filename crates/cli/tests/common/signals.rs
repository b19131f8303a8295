//! Signals in tests, and a limit for programs that do not end.

use std::{
    process::Child,
    sync::{
        Once,
        mpsc::{self, RecvTimeoutError, Sender},
    },
    thread,
    time::Duration,
};

use nix::{
    sys::signal::{Signal, kill},
    unistd::Pid,
};

/// How long a program of a test may run.
const TIMEOUT: Duration = Duration::from_secs(600);

/// Lets programs that this process starts receive SIGINT, SIGTERM and SIGHUP even if they are ignored here, as under `nohup` or
/// in a background job. An ignored signal stays ignored in a new program; a handled one gets its default action there.
pub(crate) fn restore_signals() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        ctrlc::set_handler(|| std::process::exit(130)).expect("the process has no other handler");
    });
}

pub(crate) fn send(child: &Child, signal: Signal) {
    kill(pid(child), signal).expect("the program runs");
}

fn pid(child: &Child) -> Pid {
    Pid::from_raw(i32::try_from(child.id()).expect("a process id fits"))
}

/// Kills a program that runs for too long, so that no test waits forever. Dropping it lifts the limit.
#[must_use]
pub(crate) struct Watchdog {
    _running: Sender<()>,
}

impl Watchdog {
    pub(crate) fn new(child: &Child) -> Watchdog {
        let (running, ended) = mpsc::channel::<()>();
        let pid = pid(child);
        thread::spawn(move || {
            if ended.recv_timeout(TIMEOUT) == Err(RecvTimeoutError::Timeout) {
                eprintln!("process {pid} exceeded {TIMEOUT:?} and is killed");
                let _ = kill(pid, Signal::SIGKILL);
            }
        });
        Watchdog { _running: running }
    }
}
