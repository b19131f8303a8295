//! The server process: logging, the database lock, startup and shutdown.

use std::{io, path::PathBuf, sync::Arc, time::Duration};

use mekong_core::{Explain, IoReason, Lang, explained_error, say, visible_path};
use tokio::net::TcpListener;

use crate::{
    app::{App, StartError},
    config::{LogFormat, Setup},
    fd_limit, http,
    live::BrokerError,
    metrics,
    store::{StoreError, open_private_file},
};

/// Why a server could not start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ServeError {
    /// It cannot listen on the address.
    Listen {
        /// The address.
        address: String,
        /// The reason.
        why: IoReason,
    },
    /// The data folder or the lock file cannot be created.
    Data {
        /// The path.
        path: PathBuf,
        /// The reason.
        why: IoReason,
    },
    /// Another server uses this database.
    InUse {
        /// The file of the database.
        path: PathBuf,
    },
    /// The database cannot be opened.
    Store(StoreError),
    /// NATS cannot be used.
    Broker(BrokerError),
}

impl Explain for ServeError {
    fn explain(&self, lang: Lang) -> String {
        match self {
            ServeError::Listen { address, why } if why.kind() == io::ErrorKind::AddrInUse => say!(
                lang,
                "{address} is already in use: choose another port with --listen",
                "{address} est déjà utilisé : choisissez un autre port avec --listen",
            ),
            ServeError::Listen { address, why } => {
                let why = why.explain(lang);
                say!(lang, "cannot listen on {address}: {why}", "impossible d’écouter sur {address} : {why}")
            }
            ServeError::Data { path, why } => {
                let (path, why) = (visible_path(&path.display().to_string()), why.explain(lang));
                say!(lang, "cannot create {path}: {why}", "impossible de créer {path} : {why}")
            }
            ServeError::InUse { path } => {
                let path = visible_path(&path.display().to_string());
                say!(lang, "another server is using {path}", "un autre serveur utilise {path}",)
            }
            ServeError::Store(error) => error.explain(lang),
            ServeError::Broker(error) => error.explain(lang),
        }
    }
}
explained_error!(ServeError);

impl From<StoreError> for ServeError {
    fn from(error: StoreError) -> ServeError {
        ServeError::Store(error)
    }
}

impl From<StartError> for ServeError {
    fn from(error: StartError) -> ServeError {
        match error {
            StartError::Store(error) => ServeError::Store(error),
            StartError::Broker(error) => ServeError::Broker(error),
        }
    }
}

/// Starts logging to standard error. Further calls have no effect.
pub fn init_logging(format: LogFormat, level: &str) {
    use tracing_subscriber::{
        filter::{LevelFilter, Targets},
        fmt,
        layer::SubscriberExt as _,
        util::SubscriberInitExt as _,
    };
    let targets: Targets = level.parse().unwrap_or_default();
    // Connecting to NATS is retried several times per second, and the library logs each failure; the broker logs each reason once.
    let targets = if level.contains("async_nats") {
        targets
    } else {
        targets.with_target("async_nats", LevelFilter::OFF)
    };
    let lines = fmt::layer().with_writer(io::stderr).with_ansi(false);
    let registry = tracing_subscriber::registry().with(targets);
    // Fails if a test has already installed a subscriber.
    let _ = match format {
        LogFormat::Text => registry.with(lines).try_init(),
        LogFormat::Json => registry.with(lines.json().flatten_event(true)).try_init(),
    };
}

/// Serves until `stop` resolves, then shuts down. Calls `started` once requests are accepted.
pub async fn serve(
    mut setup: Setup,
    started: impl FnOnce(&Arc<App>),
    stop: impl Future<Output = ()>,
) -> Result<(), ServeError> {
    let _lock = match &setup.sqlite {
        Some(path) => Some(lock_database(path)?),
        None => None,
    };
    let cannot =
        |error: io::Error| ServeError::Listen { address: setup.config.listen.to_string(), why: error.into() };
    let listener = TcpListener::bind(setup.config.listen).await.map_err(cannot)?;
    let address = listener.local_addr().map_err(cannot)?;
    setup.listens_at(address);
    fd_limit::raise();
    metrics::install();
    let app = App::start(setup.config).await?;
    let upkeep = tokio::spawn(async {
        loop {
            tokio::time::sleep(Duration::from_secs(5)).await;
            metrics::run_upkeep();
        }
    });
    tracing::info!(%address, base_url = app.config.base_url, "listening");
    started(&app);
    http::serve(&app, listener, stop).await;
    tracing::info!("stopping");
    app.stop().await;
    upkeep.abort();
    tracing::info!("stopped");
    Ok(())
}

/// Creates the folder of an SQLite database, accessible to its owner only, and locks the database against other
/// servers until the result is dropped.
pub fn lock_database(path: &std::path::Path) -> Result<std::fs::File, ServeError> {
    let cannot = |error: io::Error| ServeError::Data { path: path.to_owned(), why: error.into() };
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        create_private_dir(folder).map_err(cannot)?;
    }
    let mut name = path.as_os_str().to_owned();
    name.push(".lock");
    // The system releases the lock when the process ends; the file stays.
    let file = open_private_file(std::path::Path::new(&name)).map_err(cannot)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(std::fs::TryLockError::WouldBlock) => Err(ServeError::InUse { path: path.to_owned() }),
        Err(std::fs::TryLockError::Error(error)) => Err(cannot(error)),
    }
}

fn create_private_dir(folder: &std::path::Path) -> io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}
