//! Commands of earlier versions that are now developer tools.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use mekong_core::{Lang, say};

/// The commands that moved to `cargo xtask`.
pub(crate) const MOVED: [&str; 4] = ["calibrate", "load", "results", "tune"];

/// A message for an unknown command that has moved.
pub(crate) fn explain(error: &clap::Error, lang: Lang) -> Option<String> {
    match (error.kind(), error.get(ContextKind::InvalidSubcommand)) {
        (ErrorKind::InvalidSubcommand, Some(ContextValue::String(name))) => message(name, lang),
        _ => None,
    }
}

/// Where a command has moved to; none for other names.
pub(crate) fn message(name: &str, lang: Lang) -> Option<String> {
    let name = MOVED.into_iter().find(|moved| *moved == name)?;
    Some(say!(
        lang,
        "\"{name}\" is now a developer tool: run \"cargo xtask {name}\" in the source folder",
        "« {name} » est désormais un outil de développement : lancez « cargo xtask {name} » dans le dossier des sources",
    ))
}
