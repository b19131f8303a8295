//! The settings of a server on the command line, for all commands that need them.

use std::{
    fs,
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use mekong_core::{Lang, Text, about, say};
use mekong_server::config::{Layers, NAMES, Setup};
use mekong_terminal::{context::Context, failure::Failure};

/// `--data`, `--database` and `--config`: where everything is kept.
pub(crate) fn place(command: Command, lang: Lang) -> Command {
    let t = |en, fr| Text { en, fr }.get(lang);
    command
        .arg(Arg::new("data").long("data").value_name(t("FOLDER", "DOSSIER")).help(t(
            "Where everything is kept (default: the folder of the system for data, then mekong)",
            "Où tout est gardé (par défaut le dossier du système pour les données, puis mekong)",
        )))
        .arg(Arg::new("database").long("database").value_name("sqlite:…|postgres:…").help(t(
            "The database (default: SQLite, in the file mekong.db of that folder)",
            "La base de données (par défaut SQLite, dans le fichier mekong.db de ce dossier)",
        )))
        .arg(
            Arg::new("config")
                .long("config")
                .value_name(t("FILE", "FICHIER"))
                .value_parser(value_parser!(PathBuf))
                .help(t(
                    "A TOML file with settings (default: mekong/server.toml in the system's folder for settings)",
                    "Un fichier TOML de réglages (par défaut mekong/server.toml dans le dossier de réglages du système)",
                )),
        )
}

/// All that concerns a running server.
pub(crate) fn running(command: Command, lang: Lang) -> Command {
    let t = |en, fr| Text { en, fr }.get(lang);
    command
        .arg(Arg::new("listen").long("listen").value_name(t("ADDRESS", "ADRESSE")).help(t(
            "Where to listen (default: 127.0.0.1:8080; port 0 is any free one)",
            "Où écouter (par défaut 127.0.0.1:8080 ; le port 0 en prend un libre)",
        )))
        .arg(Arg::new("base_url").long("base-url").value_name("URL").help(t(
            "The address under which people reach it (default: where it listens)",
            "L'adresse par laquelle on y arrive (par défaut là où il écoute)",
        )))
        .arg(Arg::new("trust_proxy").long("trust-proxy").action(ArgAction::SetTrue).help(t(
            "Believe the X-Forwarded-* headers: a proxy of yours stands before it and sets them",
            "Croire les en-têtes X-Forwarded-* : un mandataire à vous est devant et les écrit",
        )))
        .arg(Arg::new("engine_threads").long("engine-threads").value_name("N").help(t(
            "Threads that think (default: all cores but one)",
            "Fils qui réfléchissent (par défaut tous les cœurs sauf un)",
        )))
        .arg(Arg::new("tables").long("tables").value_name("on|off").help(t(
            "Whether to solve Saigon at the first start, for exact answers (default: on)",
            "S'il faut résoudre Saigon au premier démarrage, pour des réponses exactes (par défaut on)",
        )))
        .arg(Arg::new("rate_limits").long("rate-limits").value_name("on|off").help(t(
            "Whether whoever asks too often has to wait (default: on)",
            "Si qui demande trop souvent doit attendre (par défaut on)",
        )))
        .arg(Arg::new("log").long("log").value_name("text|json").help(t(
            "How the log on standard error is written (default: text)",
            "Comment le journal sur l'erreur standard est écrit (par défaut text)",
        )))
        .arg(Arg::new("log_level").long("log-level").value_name("LEVEL").help(t(
            "What the log holds: error, warn, info, debug or trace (default: info)",
            "Ce que contient le journal : error, warn, info, debug ou trace (par défaut info)",
        )))
}

/// What the command line, the environment and the file say together.
pub(crate) fn read(matches: &ArgMatches, context: &Context) -> Result<Setup, Failure> {
    let refused = |error| Failure::input(&error, context.lang);
    let mut layers = Layers::new();
    for name in NAMES {
        // Some commands have a part of the options only.
        if let Ok(Some(value)) = matches.try_get_one::<String>(name) {
            layers.flag(name, value);
        } else if let Ok(Some(true)) = matches.try_get_one::<bool>(name) {
            layers.flag(name, "true");
        }
    }
    layers.environment(|name| std::env::var_os(name).map(|value| value.to_string_lossy().into_owned()));
    let named = matches.get_one::<PathBuf>("config").cloned().or_else(|| {
        let variable = std::env::var_os("MEKONG_CONFIG").filter(|value| !value.is_empty());
        variable.map(PathBuf::from)
    });
    let usual = || dirs::config_dir().map(|folder| folder.join("mekong").join("server.toml"));
    if let Some(path) = named.clone().or_else(usual) {
        match fs::read_to_string(&path) {
            Ok(text) => {
                layers.file(&path, &text).map_err(refused)?;
                warn_if_exposed(&path, &text, context.lang);
            }
            // Only a file that somebody named has to be there.
            Err(error) if error.kind() == io::ErrorKind::NotFound && named.is_none() => {}
            Err(error) => return Err(Failure::File { path: path.display().to_string(), error }),
        }
    }
    layers.resolve(dirs::data_dir().map(|folder| folder.join("mekong"))).map_err(refused)
}

/// Says so if others than its owner can read a file of settings in which a secret stands: the token for the figures, or
/// the password of a database.
fn warn_if_exposed(path: &Path, text: &str, lang: Lang) {
    let has_secret = |line: &str| match line.trim_start().split_once('=') {
        Some((name, _)) if name.trim() == "metrics_token" => true,
        Some((name, value)) => name.trim() == "database" && value.contains('@'),
        None => false,
    };
    if is_exposed(path) && text.lines().any(has_secret) {
        let words = say!(
            lang,
            "others can read this file, and a secret is in it (chmod 600 hides it)",
            "d'autres peuvent lire ce fichier, qui contient un secret (chmod 600 le cache)",
        );
        let _ = writeln!(io::stderr(), "{}", about(&path.display().to_string(), &words, lang));
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
