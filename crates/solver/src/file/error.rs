use mekong_core::{Explain, Lang, VariantError, explained_error, quoted, say};

use super::header::VERSION;

/// Why a tablebase file is invalid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FileError {
    /// Wrong magic bytes.
    NotATablebase,
    /// An unsupported version.
    Version {
        /// The version found.
        found: u16,
    },
    /// The file is truncated.
    Truncated,
    /// Trailing bytes.
    TrailingData,
    /// An invalid header.
    BadHeader,
    /// A tablebase of another game.
    OtherGame {
        /// The game found.
        found: String,
        /// The game expected.
        wanted: &'static str,
    },
    /// Unknown variants.
    Variants(VariantError),
    /// The tiers do not match those of the game.
    TierMismatch,
    /// The checksum does not match.
    Corrupt,
}

impl Explain for FileError {
    fn explain(&self, lang: Lang) -> String {
        match self {
            FileError::NotATablebase => {
                say!(lang, "this is not a Mekong tablebase", "ce n’est pas une table de solutions de Mekong")
            }
            FileError::Version { found } => say!(
                lang,
                "the tablebase has version {found}, but this program reads version {VERSION}",
                "la table de solutions a la version {found}, mais ce programme lit la version {VERSION}",
            ),
            FileError::Truncated => {
                say!(lang, "the tablebase is truncated", "la table de solutions est tronquée")
            }
            FileError::TrailingData => {
                say!(
                    lang,
                    "there is trailing data after the end of the tablebase",
                    "il y a des données après la fin de la table de solutions"
                )
            }
            FileError::BadHeader => {
                say!(
                    lang,
                    "the tablebase is corrupt: its header is invalid",
                    "la table de solutions est corrompue : son en-tête n’est pas valide"
                )
            }
            FileError::OtherGame { found, wanted } => {
                let found = quoted(found, lang);
                say!(
                    lang,
                    "the tablebase is for {found}, not for {wanted}",
                    "la table de solutions est pour {found}, et non pour {wanted}",
                )
            }
            FileError::Variants(error) => error.explain(lang),
            FileError::TierMismatch => say!(
                lang,
                "the tiers of the tablebase are not those of this program",
                "les tranches de la table de solutions ne sont pas celles de ce programme",
            ),
            FileError::Corrupt => say!(
                lang,
                "the tablebase is corrupt: its checksum does not match its content",
                "la table de solutions est corrompue : sa somme de contrôle ne correspond pas à son contenu",
            ),
        }
    }
}
explained_error!(FileError);
