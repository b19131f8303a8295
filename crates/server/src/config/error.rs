//! Configuration errors and their sources.

use std::{
    fmt,
    path::{Path, PathBuf},
};

use mekong_core::{Explain, Lang, explained_error, quoted, say, visible_path};

use super::NAMES;

/// The source of a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// A command-line option.
    Flag(&'static str),
    /// An environment variable.
    Variable(&'static str),
    /// The configuration file.
    File(PathBuf, &'static str),
    /// The default.
    Default(&'static str),
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Flag(name) => write!(f, "--{}", name.replace('_', "-")),
            Source::Variable(name) => f.write_str(&variable(name)),
            Source::File(path, name) => write!(f, "{}, {name}", shown(path)),
            Source::Default(name) => f.write_str(name),
        }
    }
}

fn shown(path: &Path) -> String {
    visible_path(&path.display().to_string())
}

/// The environment variable of a setting.
pub(super) fn variable(name: &str) -> String {
    format!("MEKONG_{}", name.to_uppercase())
}

/// Why a configuration is invalid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ConfigError {
    /// A value is invalid.
    Value {
        /// Its source.
        source: Source,
        /// The value.
        value: String,
        /// The expected form.
        expected: Expected,
    },
    /// The file is not TOML.
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The reason.
        why: String,
    },
    /// The file has an unknown setting.
    Unknown {
        /// The file.
        path: PathBuf,
        /// The name.
        name: String,
    },
    /// No data folder is set, and there is no default.
    NoData,
}

/// The expected form of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expected {
    /// An address and a port.
    Address,
    /// A database.
    Database,
    /// Addresses of NATS.
    Nats,
    /// A URL.
    Url,
    /// A Boolean.
    Bool,
    /// A number of threads.
    Threads,
    /// A log format.
    LogFormat,
    /// A log filter.
    LogLevel,
    /// A secret of sufficient length.
    Secret,
    /// A non-empty text.
    Text,
}

impl Explain for Expected {
    fn explain(&self, lang: Lang) -> String {
        match self {
            Expected::Address => say!(
                lang,
                "expected an address and a port, such as 127.0.0.1:8080",
                "une adresse et un port sont attendus, par exemple 127.0.0.1:8080",
            ),
            Expected::Database => say!(
                lang,
                "expected sqlite:FILE or postgres://…",
                "sqlite:FICHIER ou postgres://… est attendu",
            ),
            Expected::Nats => say!(lang, "expected nats://… or tls://…", "nats://… ou tls://… est attendu",),
            Expected::Url => say!(
                lang,
                "expected a URL that begins with http:// or https://",
                "une URL qui commence par http:// ou https:// est attendue",
            ),
            Expected::Bool => say!(lang, "expected true or false", "true ou false est attendu"),
            Expected::Threads => {
                say!(lang, "expected an integer from 1 to 1024", "un entier de 1 à 1024 est attendu")
            }
            Expected::LogFormat => say!(lang, "expected text or json", "text ou json est attendu"),
            Expected::LogLevel => say!(
                lang,
                "expected error, warn, info, debug or trace, optionally per target: info,sqlx=warn",
                "error, warn, info, debug ou trace est attendu, au besoin par cible : info,sqlx=warn",
            ),
            Expected::Secret => say!(
                lang,
                "expected at least 16 characters without spaces",
                "au moins 16 caractères sans espaces sont attendus",
            ),
            Expected::Text => say!(lang, "expected a text", "un texte est attendu"),
        }
    }
}

impl Explain for ConfigError {
    fn explain(&self, lang: Lang) -> String {
        match self {
            ConfigError::Value { source, value, expected } if value.is_empty() => {
                let expected = expected.explain(lang);
                say!(
                    lang,
                    "{source}: the value is missing: {expected}",
                    "{source} : valeur manquante : {expected}"
                )
            }
            ConfigError::Value { source, value, expected } => {
                let (value, expected) = (quoted(value, lang), expected.explain(lang));
                say!(
                    lang,
                    "{source}: invalid value {value}: {expected}",
                    "{source} : valeur invalide {value} : {expected}"
                )
            }
            ConfigError::Unreadable { path, why } => {
                let path = shown(path);
                say!(lang, "{path} cannot be read: {why}", "{path} est illisible : {why}")
            }
            ConfigError::Unknown { path, name } => {
                let (path, name, all) = (shown(path), quoted(name, lang), NAMES.join(", "));
                say!(
                    lang,
                    "{path}: unknown setting {name} (known settings: {all})",
                    "{path} : réglage inconnu {name} (réglages connus : {all})",
                )
            }
            ConfigError::NoData => say!(
                lang,
                "no data folder: set HOME or XDG_DATA_HOME, or use --data",
                "aucun dossier de données : définissez HOME ou XDG_DATA_HOME, ou utilisez --data",
            ),
        }
    }
}
explained_error!(ConfigError);
