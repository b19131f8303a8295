//! Long work: a bar for the person who waits, and Ctrl-C.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    time::Duration,
};

use indicatif::{ProgressBar, ProgressStyle};
use mekong_solver::Watch;

/// A flag that Ctrl-C sets, for work that looks at it and ends in good order.
pub(crate) fn stop_flag() -> Arc<AtomicBool> {
    stop_flag_and(|| {})
}

/// The same, for work that must be told besides.
pub(crate) fn stop_flag_and(mut tell: impl FnMut() + Send + 'static) -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    let handler = move || {
        flag.store(true, Relaxed);
        tell();
    };
    // Without a handler Ctrl-C still ends the program, only less politely.
    let _ = ctrlc::set_handler(handler);
    stop
}

/// A bar on standard error, drawn only if that is a terminal.
pub(crate) struct Bar {
    bar: ProgressBar,
    stop: Arc<AtomicBool>,
}

impl Bar {
    pub(crate) fn new(what: &'static str, stop: &Arc<AtomicBool>) -> Bar {
        let bar = ProgressBar::new(0).with_message(what);
        let style = ProgressStyle::with_template("{msg} {wide_bar} {percent:>3} % {elapsed:>4}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.enable_steady_tick(Duration::from_millis(100));
        Bar { bar, stop: Arc::clone(stop) }
    }
}

impl Watch for Bar {
    fn progress(&self, done: usize, total: usize) {
        self.bar.set_length(total as u64);
        self.bar.set_position(done as u64);
    }

    fn stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
