use std::{io, path::PathBuf};

use mekong_core::{Explain, IoReason, Lang, explained_error, say, visible_path, with_subject};

/// Why an export failed. Complete parts are kept, and the export can be resumed.
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
    /// The game has no encoding of its moves as actions.
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
                    "the dataset in this folder has a different value of \"{setting}\"; choose an empty folder",
                    "les données de ce dossier ont une autre valeur de « {setting} » ; choisissez un dossier vide",
                ),
                lang,
            ),
            ExportError::OtherDataset { path, setting: None } => with_subject(
                &name(path),
                &say!(
                    lang,
                    "the file does not contain the settings of a dataset; choose an empty folder",
                    "le fichier ne contient pas les réglages d’un jeu de données ; choisissez un dossier vide",
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
                say!(
                    lang,
                    "{game} has no encoding of moves as actions",
                    "{game} n’a pas de codage des coups en actions",
                )
            }
            ExportError::Cancelled => say!(lang, "the export was cancelled", "l’exportation a été annulée"),
        }
    }
}
explained_error!(ExportError);
