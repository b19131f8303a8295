//! Progress bars and Ctrl-C.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    time::Duration,
};

use indicatif::{ProgressBar, ProgressStyle};
use mekong_solver::Watch;

/// A flag that Ctrl-C sets.
pub fn stop_flag() -> Arc<AtomicBool> {
    stop_flag_with(|| {})
}

/// A flag that Ctrl-C sets, and a function that it calls.
pub fn stop_flag_with(mut on_stop: impl FnMut() + Send + 'static) -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    let handler = move || {
        flag.store(true, Relaxed);
        on_stop();
    };
    // Without a handler Ctrl-C ends the process at once.
    let _ = ctrlc::set_handler(handler);
    stop
}

/// A progress bar on standard error, drawn on a terminal only.
#[derive(Debug)]
pub struct Bar {
    bar: ProgressBar,
    stop: Arc<AtomicBool>,
}

impl Bar {
    /// A bar with a label; work that it watches ends when `stop` is set.
    pub fn new(label: &'static str, stop: &Arc<AtomicBool>) -> Bar {
        let bar = ProgressBar::new(0).with_message(label);
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
