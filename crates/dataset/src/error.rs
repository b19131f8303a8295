use std::{io, path::PathBuf};

use mekong_core::{Explain, IoReason, Lang, explained_error, say, visible_path, with_subject};

/// Why an export failed. Parts that are written stay, and the export can be repeated.
#[derive(Debug)]
pub enum ExportError {
    /// A file or folder cannot be read or written.
    File {
        /// Its path.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// The folder holds a dataset with other settings, or something else.
    OtherDataset {
        /// The path of its settings.
        path: PathBuf,
        /// The first setting that differs; `None` if the file is not readable as settings.
        setting: Option<String>,
    },
    /// Another process or thread exports into the folder.
    InUse {
        /// The path of its settings.
        path: PathBuf,
    },
    /// The game has no numbers for its moves.
    NotEncoded {
        /// The id of the game.
        game: &'static str,
    },
    /// The work was cancelled.
    Cancelled,
}

impl Explain for ExportError {
    fn explain(&self, lang: Lang) -> String {
        let name = |path: &PathBuf| visible_path(&path.display().to_string());
        match self {
            ExportError::File { path, error } => {
                with_subject(&name(path), &IoReason::from(error).explain(lang), lang)
            }
            ExportError::OtherDataset { path, setting: Some(setting) } => with_subject(
                &name(path),
                &say!(
                    lang,
                    "the dataset in this folder has another setting \"{setting}\"; choose an empty folder",
                    "les données de ce dossier ont un autre réglage « {setting} » ; choisissez un dossier vide",
                ),
                lang,
            ),
            ExportError::OtherDataset { path, setting: None } => with_subject(
                &name(path),
                &say!(
                    lang,
                    "these are not the settings of a dataset; choose an empty folder",
                    "ce ne sont pas les réglages de données exportées ; choisissez un dossier vide",
                ),
                lang,
            ),
            ExportError::InUse { path } => with_subject(
                &name(path),
                &say!(
                    lang,
                    "another export into this folder is running",
                    "une autre exportation vers ce dossier est en cours",
                ),
                lang,
            ),
            ExportError::NotEncoded { game } => {
                say!(lang, "the moves of {game} have no numbers", "les coups de {game} n’ont pas de numéros",)
            }
            ExportError::Cancelled => say!(lang, "the export was cancelled", "l’exportation a été annulée"),
        }
    }
}
explained_error!(ExportError);
