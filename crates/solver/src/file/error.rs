use mekong_core::{Explain, Lang, VariantError, explained_error, quoted, say};

use super::header::VERSION;

/// Why a table file is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FileError {
    /// It does not begin like a table.
    NotATable,
    /// It is of a version that this program does not read.
    Version {
        /// The version found.
        found: u16,
    },
    /// It ends too early.
    Truncated,
    /// There is something behind its end.
    Overlong,
    /// Its head makes no sense.
    BadHead,
    /// It is a table of another game.
    OtherGame {
        /// The game found.
        found: String,
        /// The game wanted.
        wanted: &'static str,
    },
    /// Its variants are not those of the game.
    Variants(VariantError),
    /// Its positions are numbered in another way.
    OtherNumbering,
    /// Its checksum does not fit its content.
    Damaged,
}

impl Explain for FileError {
    fn explain(&self, lang: Lang) -> String {
        match self {
            FileError::NotATable => {
                say!(lang, "this is not a table of Mekong", "ce n'est pas une table de Mekong")
            }
            FileError::Version { found } => say!(
                lang,
                "the table is of version {found}, and this program reads version {VERSION}",
                "la table est de version {found}, et ce programme lit la version {VERSION}",
            ),
            FileError::Truncated => say!(lang, "the table is cut off", "la table est tronquée"),
            FileError::Overlong => {
                say!(
                    lang,
                    "there is something behind the end of the table",
                    "il y a quelque chose après la fin de la table"
                )
            }
            FileError::BadHead => {
                say!(
                    lang,
                    "the table is damaged: its head makes no sense",
                    "la table est abîmée : son en-tête n'a pas de sens"
                )
            }
            FileError::OtherGame { found, wanted } => {
                let found = quoted(found, lang);
                say!(
                    lang,
                    "the table is for {found}, not for {wanted}",
                    "la table est pour {found}, pas pour {wanted}",
                )
            }
            FileError::Variants(error) => error.explain(lang),
            FileError::OtherNumbering => say!(
                lang,
                "the table numbers positions in another way than this program",
                "la table numérote les positions autrement que ce programme",
            ),
            FileError::Damaged => say!(
                lang,
                "the table is damaged: its checksum does not fit its content",
                "la table est abîmée : sa somme de contrôle ne correspond pas à son contenu",
            ),
        }
    }
}
explained_error!(FileError);
