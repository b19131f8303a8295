//! The settings of a server on the command line, for all commands that need them.

use std::{
    fs,
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use mekong_core::{Lang, say, with_subject};
#[cfg(feature = "cluster")]
use mekong_server::config::LogFormat;
use mekong_server::config::{Layers, NAMES, Setup};
use mekong_terminal::{args, context::Context, failure::Failure};

/// Adds `--data`, `--database` and `--config`.
pub(crate) fn database_options(command: Command, lang: Lang) -> Command {
    command
        .arg(Arg::new("data").long("data").value_name(lang.pick("FOLDER", "DOSSIER")).help(lang.pick(
            "Data folder (default: mekong in the user's data folder)",
            "Dossier des données (par défaut mekong dans le dossier de données de l’utilisateur)",
        )))
        .arg(Arg::new("database").long("database").value_name("sqlite:…|postgres:…").help(lang.pick(
            "Database URL (default: SQLite, mekong.db in the data folder)",
            "URL de la base de données (par défaut SQLite, mekong.db dans le dossier des données)",
        )))
        .arg(
            Arg::new("config")
                .long("config")
                .value_name(lang.pick("FILE", "FICHIER"))
                .value_parser(value_parser!(PathBuf))
                .help(lang.pick(
                    "Configuration file in TOML (default: mekong/server.toml in the user's configuration folder)",
                    "Fichier de configuration TOML (par défaut mekong/server.toml dans le dossier de configuration \
                     de l’utilisateur)",
                )),
        )
}

/// Adds the options of a running server.
pub(crate) fn server_options(command: Command, lang: Lang) -> Command {
    let solved = args::solved_games(lang);
    let command = command
        .arg(Arg::new("listen").long("listen").value_name(lang.pick("ADDRESS", "ADRESSE")).help(lang.pick(
            "Address and port to listen on (default: 127.0.0.1:8080; port 0 picks a free port)",
            "Adresse et port d’écoute (par défaut 127.0.0.1:8080 ; le port 0 choisit un port libre)",
        )))
        .arg(Arg::new("nats").long("nats").value_name("nats://…").help(lang.pick(
            "NATS server of a cluster of several nodes, which share a PostgreSQL database (docs/scale.md)",
            "Serveur NATS d’un cluster de plusieurs nœuds, qui partagent une base PostgreSQL (docs/scale.md)",
        )))
        .arg(Arg::new("base_url").long("base-url").value_name("URL").help(lang.pick(
            "Public URL of the server (default: the listening address)",
            "URL publique du serveur (par défaut l’adresse d’écoute)",
        )))
        .arg(Arg::new("trust_proxy").long("trust-proxy").action(ArgAction::SetTrue).help(lang.pick(
            "Trust the X-Forwarded-* headers; only behind a reverse proxy that sets them",
            "Se fier aux en-têtes X-Forwarded-* ; seulement derrière un proxy inverse qui les définit",
        )))
        .arg(Arg::new("engine_threads").long("engine-threads").value_name("N").help(lang.pick(
            "Search threads (default: one fewer than the number of cores)",
            "Fils d’exécution de la recherche (par défaut un de moins que le nombre de cœurs)",
        )))
        .arg(Arg::new("tables").long("tables").value_name("on|off").help(say!(
            lang,
            "Generate missing tablebases at startup ({solved}; default: on)",
            "Calculer au démarrage les tables de solutions manquantes ({solved} ; par défaut on)",
        )))
        .arg(Arg::new("rate_limits").long("rate-limits").value_name("on|off").help(lang.pick(
            "Limit the rate of requests per client (default: on)",
            "Limiter le débit des requêtes de chaque client (par défaut on)",
        )));
    log_options(command, lang)
}

/// Adds `--log` and `--log-level`.
pub(crate) fn log_options(command: Command, lang: Lang) -> Command {
    command
        .arg(Arg::new("log").long("log").value_name("text|json").help(lang.pick(
            "Format of the log on standard error (default: text)",
            "Format du journal sur l’erreur standard (par défaut text)",
        )))
        .arg(Arg::new("log_level").long("log-level").value_name(lang.pick("LEVEL", "NIVEAU")).help(
            lang.pick(
                "Log level: error, warn, info, debug or trace (default: info)",
                "Niveau du journal : error, warn, info, debug ou trace (par défaut info)",
            ),
        ))
}

/// Reads the settings from the command line, the environment and the configuration file.
pub(crate) fn read(matches: &ArgMatches, context: &Context) -> Result<Setup, Failure> {
    let refused = |error| Failure::input(&error, context.lang);
    let mut layers = flags_and_environment(matches);
    let given = matches.get_one::<PathBuf>("config").cloned().or_else(|| {
        let variable = std::env::var_os("MEKONG_CONFIG").filter(|value| !value.is_empty());
        variable.map(PathBuf::from)
    });
    let default = || dirs::config_dir().map(|folder| folder.join("mekong").join("server.toml"));
    if let Some(path) = given.clone().or_else(default) {
        match fs::read_to_string(&path) {
            Ok(text) => {
                layers.file(&path, &text).map_err(refused)?;
                warn_if_exposed(&path, &text, context.lang);
            }
            // The default file is optional; a file given by name must exist.
            Err(error) if error.kind() == io::ErrorKind::NotFound && given.is_none() => {}
            Err(error) => return Err(Failure::File { path: path.display().to_string(), error }),
        }
    }
    layers.resolve(dirs::data_dir().map(|folder| folder.join("mekong"))).map_err(refused)
}

/// Reads the format and the level of the log from the command line and the environment.
#[cfg(feature = "cluster")]
pub(crate) fn read_log(matches: &ArgMatches, lang: Lang) -> Result<(LogFormat, String), Failure> {
    flags_and_environment(matches).log().map_err(|error| Failure::input(&error, lang))
}

fn flags_and_environment(matches: &ArgMatches) -> Layers {
    let mut layers = Layers::new();
    for name in NAMES {
        // Some commands have only some of the options.
        if let Ok(Some(value)) = matches.try_get_one::<String>(name) {
            layers.flag(name, value);
        } else if let Ok(Some(true)) = matches.try_get_one::<bool>(name) {
            layers.flag(name, "true");
        }
    }
    layers.environment(|name| std::env::var_os(name).map(|value| value.to_string_lossy().into_owned()));
    layers
}

/// Warns if other users can read a configuration file that contains a secret: the metrics token or the password of the
/// database.
fn warn_if_exposed(path: &Path, text: &str, lang: Lang) {
    let has_secret = |line: &str| match line.trim_start().split_once('=') {
        Some((name, _)) if name.trim() == "metrics_token" => true,
        Some((name, value)) => matches!(name.trim(), "database" | "nats") && value.contains('@'),
        None => false,
    };
    if is_exposed(path) && text.lines().any(has_secret) {
        let words = say!(
            lang,
            "this file contains a secret and is readable by other users (use chmod 600)",
            "ce fichier contient un secret et d’autres utilisateurs peuvent le lire (utilisez chmod 600)",
        );
        let _ = writeln!(io::stderr(), "{}", with_subject(&path.display().to_string(), &words, lang));
    }
}

#[cfg(unix)]
fn is_exposed(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    fs::metadata(path).is_ok_and(|known| known.permissions().mode() & 0o044 != 0)
}

#[cfg(not(unix))]
fn is_exposed(_: &Path) -> bool {
    false
}
