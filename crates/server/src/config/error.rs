//! Why a server cannot be set up, and who said so.

use std::{
    fmt,
    path::{Path, PathBuf},
};

use mekong_core::{Explain, Lang, explained_error, quoted, say, visible_path};

use super::NAMES;

/// Where a value came from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// An option of the command line.
    Flag(&'static str),
    /// A variable of the environment.
    Variable(&'static str),
    /// A line of the file.
    File(PathBuf, &'static str),
    /// Nobody said anything.
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

/// The variable of the environment for a setting.
pub(super) fn variable(name: &str) -> String {
    format!("MEKONG_{}", name.to_uppercase())
}

/// Why a server cannot be set up so.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ConfigError {
    /// A value is none of those that make sense.
    Value {
        /// Where it stands.
        source: Source,
        /// What stands there.
        value: String,
        /// What should.
        wanted: Wanted,
    },
    /// The file is not TOML.
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// The file has a setting that there is not.
    Unknown {
        /// The file.
        path: PathBuf,
        /// The name.
        name: String,
    },
    /// Nobody said where to keep what is to be kept, and there is no usual place.
    NoData,
}

/// What a value should be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// An address to listen at.
    Address,
    /// A database.
    Database,
    /// An address of the web.
    Url,
    /// Yes or no.
    Truth,
    /// A number of threads.
    Threads,
    /// A form of the log.
    Log,
    /// What the log is to hold.
    Level,
    /// A long enough secret.
    Secret,
    /// Any text that is not empty.
    Text,
}

impl Explain for Wanted {
    fn explain(&self, lang: Lang) -> String {
        match self {
            Wanted::Address => say!(
                lang,
                "it must be an address and a port, like 127.0.0.1:8080",
                "il faut une adresse et un port, comme 127.0.0.1:8080",
            ),
            Wanted::Database => say!(
                lang,
                "it must begin with sqlite: and name a file, or with postgres:",
                "il faut commencer par sqlite: et nommer un fichier, ou par postgres:",
            ),
            Wanted::Url => say!(
                lang,
                "it must begin with http:// or https:// and a name",
                "il faut commencer par http:// ou https:// et un nom",
            ),
            Wanted::Truth => say!(lang, "it must be true or false", "il faut true ou false"),
            Wanted::Threads => {
                say!(lang, "it must be a whole number from 1 to 1024", "il faut un nombre entier de 1 à 1024")
            }
            Wanted::Log => say!(lang, "it must be text or json", "il faut text ou json"),
            Wanted::Level => say!(
                lang,
                "it must be error, warn, info, debug or trace, or such words for parts: info,sqlx=warn",
                "il faut error, warn, info, debug ou trace, ou de tels mots par partie : info,sqlx=warn",
            ),
            Wanted::Secret => say!(
                lang,
                "it must have 16 characters or more, without spaces",
                "il faut 16 caractères ou plus, sans espaces",
            ),
            Wanted::Text => say!(lang, "it must be a text", "il faut un texte"),
        }
    }
}

impl Explain for ConfigError {
    fn explain(&self, lang: Lang) -> String {
        match self {
            ConfigError::Value { source, value, wanted } if value.is_empty() => {
                let wanted = wanted.explain(lang);
                say!(
                    lang,
                    "{source}: a value is missing: {wanted}",
                    "{source} : il manque une valeur : {wanted}"
                )
            }
            ConfigError::Value { source, value, wanted } => {
                let (value, wanted) = (quoted(value, lang), wanted.explain(lang));
                say!(
                    lang,
                    "{source}: {value} will not do: {wanted}",
                    "{source} : {value} ne convient pas : {wanted}"
                )
            }
            ConfigError::Unreadable { path, why } => {
                let path = shown(path);
                say!(lang, "{path} cannot be read: {why}", "{path} est illisible : {why}")
            }
            ConfigError::Unknown { path, name } => {
                let (path, name, all) = (shown(path), quoted(name, lang), NAMES.join(", "));
                say!(
                    lang,
                    "{path}: there is no setting {name} (there are: {all})",
                    "{path} : il n'y a pas de réglage {name} (il y a : {all})",
                )
            }
            ConfigError::NoData => say!(
                lang,
                "there is no place to keep anything: set HOME or XDG_DATA_HOME, or use --data",
                "il n'y a pas de place pour garder quoi que ce soit : définissez HOME ou XDG_DATA_HOME, ou utilisez --data",
            ),
        }
    }
}
explained_error!(ConfigError);
