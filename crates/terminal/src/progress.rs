//! Progress bars and Ctrl-C.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use mekong_core::CancelToken;

/// A token that Ctrl-C cancels.
pub fn ctrl_c_token() -> CancelToken {
    ctrl_c_token_with(|| {})
}

/// A token that Ctrl-C cancels, and a function that it calls.
pub fn ctrl_c_token_with(mut on_stop: impl FnMut() + Send + 'static) -> CancelToken {
    let stop = CancelToken::new();
    let flag = stop.clone();
    let handler = move || {
        flag.cancel();
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
}

impl Bar {
    /// A bar with a label.
    pub fn new(label: &'static str) -> Bar {
        let bar = ProgressBar::new(0).with_message(label);
        let style = ProgressStyle::with_template("{msg} {wide_bar} {percent:>3} % {elapsed:>4}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.enable_steady_tick(Duration::from_millis(100));
        Bar { bar }
    }
}

impl Bar {
    /// Shows how much of the work is done.
    pub fn progress(&self, done: usize, total: usize) {
        self.bar.set_length(total as u64);
        self.bar.set_position(done as u64);
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
