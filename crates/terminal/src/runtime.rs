//! The asynchronous runtime, and waiting for signals in it.

use mekong_core::{Lang, say};
use tokio::runtime::{Builder, Runtime};

use crate::failure::{Failure, io_reason};

/// A runtime with one thread per core.
pub fn runtime(lang: Lang) -> Result<Runtime, Failure> {
    Builder::new_multi_thread().enable_all().build().map_err(|error| {
        let why = io_reason(&error, lang);
        Failure::Input(say!(
            lang,
            "cannot start threads: {why}",
            "impossible de démarrer des fils d’exécution : {why}"
        ))
    })
}

/// Waits for Ctrl-C or SIGTERM, from this call on, not from the first poll. A second one ends the process at once. Call it before
/// printing that the program is ready: until then a signal ends the process.
pub fn interrupted() -> impl Future<Output = ()> + Send + 'static {
    let first = signal();
    async {
        first.await;
        let second = signal();
        tokio::spawn(async {
            second.await;
            std::process::exit(130);
        });
    }
}

/// Catches signals from this call on.
#[cfg(unix)]
fn signal() -> impl Future<Output = ()> + Send + 'static {
    use tokio::signal::unix::{SignalKind, signal};
    let signals =
        signal(SignalKind::interrupt()).and_then(|first| Ok((first, signal(SignalKind::terminate())?)));
    async {
        let Ok((mut interrupt, mut terminate)) = signals else { return std::future::pending().await };
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    }
}

#[cfg(not(unix))]
async fn signal() {
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}
