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

/// Waits for Ctrl-C or SIGTERM. A second one ends the process at once.
pub async fn interrupted() {
    signal().await;
    tokio::spawn(async {
        signal().await;
        std::process::exit(130);
    });
}

async fn signal() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let (Ok(mut interrupt), Ok(mut terminate)) =
            (signal(SignalKind::interrupt()), signal(SignalKind::terminate()))
        {
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}
