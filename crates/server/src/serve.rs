//! A whole server, from the first word of its log to its end.

use std::{io, path::PathBuf, sync::Arc, time::Duration};

use mekong_core::{Explain, IoReason, Lang, explained_error, say, visible_path};
use tokio::net::TcpListener;

use crate::{
    app::App,
    config::{LogFormat, Setup},
    figures, http,
    store::{StoreError, private_file},
};

/// Why a server did not start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ServeError {
    /// It cannot listen there.
    Listen {
        /// Where.
        address: String,
        /// Why not.
        why: IoReason,
    },
    /// A place for the data cannot be made.
    Data {
        /// Where.
        path: PathBuf,
        /// Why not.
        why: IoReason,
    },
    /// Another server uses this database.
    InUse {
        /// The database.
        path: PathBuf,
    },
    /// The database is not there, or not ours.
    Store(StoreError),
}

impl Explain for ServeError {
    fn explain(&self, lang: Lang) -> String {
        match self {
            ServeError::Listen { address, why } if why.kind() == io::ErrorKind::AddrInUse => say!(
                lang,
                "another program listens at {address} already: choose another port with --listen",
                "un autre programme écoute déjà à {address} : choisissez un autre port avec --listen",
            ),
            ServeError::Listen { address, why } => {
                let why = why.explain(lang);
                say!(lang, "cannot listen at {address}: {why}", "impossible d'écouter à {address} : {why}")
            }
            ServeError::Data { path, why } => {
                let (path, why) = (visible_path(&path.display().to_string()), why.explain(lang));
                say!(
                    lang,
                    "{path}: nothing can be kept there: {why}",
                    "{path} : rien ne peut y être gardé : {why}"
                )
            }
            ServeError::InUse { path } => {
                let path = visible_path(&path.display().to_string());
                say!(
                    lang,
                    "another server uses {path}: it would not see what this one does",
                    "un autre serveur utilise {path} : il ne verrait pas ce que fait celui-ci",
                )
            }
            ServeError::Store(error) => store_words(error, lang),
        }
    }
}
explained_error!(ServeError);

/// Why the database did not do its work, for whoever runs the server.
#[must_use]
pub fn store_words(error: &StoreError, lang: Lang) -> String {
    match error {
        StoreError::Conflict => {
            say!(lang, "something else was there first", "autre chose était là avant")
        }
        StoreError::TooMany(_) => {
            say!(lang, "there are too many of them already", "il y en a déjà trop")
        }
        StoreError::Full => {
            say!(lang, "the database has no room left", "la base de données n'a plus de place")
        }
        StoreError::Unavailable(why) => {
            say!(lang, "the database does not answer: {why}", "la base de données ne répond pas : {why}",)
        }
        StoreError::Schema(why) => say!(
            lang,
            "the database has other tables than this program: {why}",
            "la base de données a d'autres tables que ce programme : {why}",
        ),
        StoreError::Corrupt(why) => {
            say!(lang, "the database is corrupt: {why}", "la base de données est corrompue : {why}",)
        }
    }
}

impl From<StoreError> for ServeError {
    fn from(error: StoreError) -> ServeError {
        ServeError::Store(error)
    }
}

/// Writes the log to standard error from now on. A second call changes nothing.
pub fn begin_log(setup: &Setup) {
    use tracing_subscriber::{filter::Targets, fmt, layer::SubscriberExt as _, util::SubscriberInitExt as _};
    let targets: Targets = setup.log_level.parse().unwrap_or_default();
    let lines = fmt::layer().with_writer(io::stderr).with_ansi(false);
    let registry = tracing_subscriber::registry().with(targets);
    // Tests may have one already.
    let _ = match setup.log {
        LogFormat::Text => registry.with(lines).try_init(),
        LogFormat::Json => registry.with(lines.json().flatten_event(true)).try_init(),
    };
}

/// Serves until `stop` is ready, and then ends in good order. `begun` is told when the first request can come.
///
/// # Errors
/// The server does not start.
pub async fn serve(
    mut setup: Setup,
    begun: impl FnOnce(&Arc<App>),
    stop: impl Future<Output = ()>,
) -> Result<(), ServeError> {
    let _lock = match &setup.sqlite {
        Some(path) => Some(alone_with(path)?),
        None => None,
    };
    let cannot =
        |error: io::Error| ServeError::Listen { address: setup.config.listen.to_string(), why: error.into() };
    let listener = TcpListener::bind(setup.config.listen).await.map_err(cannot)?;
    let address = listener.local_addr().map_err(cannot)?;
    setup.listens_at(address);
    take_all_files();
    figures::gather();
    let app = App::start(setup.config).await?;
    let upkeep = tokio::spawn(async {
        loop {
            tokio::time::sleep(Duration::from_secs(5)).await;
            figures::tidy();
        }
    });
    tracing::info!(%address, base_url = app.config.base_url, "listening");
    begun(&app);
    http::serve(&app, listener, stop).await;
    tracing::info!("stopping");
    app.stop().await;
    upkeep.abort();
    tracing::info!("stopped");
    Ok(())
}

/// Makes the folder of an embedded database, for its owner's eyes only, and keeps other servers away from it as long as
/// the result lives.
///
/// # Errors
/// The folder cannot be made, or a server uses the database.
pub fn alone_with(path: &std::path::Path) -> Result<std::fs::File, ServeError> {
    let cannot = |error: io::Error| ServeError::Data { path: path.to_owned(), why: error.into() };
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        make_private(folder).map_err(cannot)?;
    }
    let mut name = path.as_os_str().to_owned();
    name.push(".lock");
    // The lock goes with the process, however it ends; the file stays and does no harm.
    let file = private_file(std::path::Path::new(&name)).map_err(cannot)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(std::fs::TryLockError::WouldBlock) => Err(ServeError::InUse { path: path.to_owned() }),
        Err(std::fs::TryLockError::Error(error)) => Err(cannot(error)),
    }
}

fn make_private(folder: &std::path::Path) -> io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Takes all file descriptors that the system allows: every connection is one, and there may be thousands.
pub fn take_all_files() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, getrlimit, setrlimit};
        let mut limit = getrlimit(Resource::Nofile);
        limit.current = limit.maximum;
        if let Err(error) = setrlimit(Resource::Nofile, limit) {
            tracing::warn!(%error, "the number of connections cannot be raised");
        }
    }
}

/// How many file descriptors the process may have at once. `None`: as many as it likes.
#[must_use]
pub fn fd_limit() -> Option<u64> {
    #[cfg(unix)]
    return rustix::process::getrlimit(rustix::process::Resource::Nofile).current;
    #[cfg(not(unix))]
    None
}
