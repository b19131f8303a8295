//! The asynchronous runtime.

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
            "impossible de démarrer des fils d'exécution : {why}"
        ))
    })
}
