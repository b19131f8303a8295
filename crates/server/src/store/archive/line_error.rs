use mekong_core::{Explain, Lang, explained_error, say};

/// Why a line of a backup is invalid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LineError {
    /// It is not valid UTF-8.
    Encoding,
    /// It is not a line of a backup.
    Syntax,
    /// The first line is not a header.
    NoHeader,
    /// A header after the first line.
    UnexpectedHeader,
    /// The version of the format is unknown.
    Version,
    /// The table is unknown.
    Table,
    /// The table does not have this column.
    Column {
        /// The table.
        table: String,
        /// The column.
        name: String,
    },
    /// The value of a column is missing or has the wrong type.
    Value {
        /// The table.
        table: String,
        /// The column.
        name: String,
    },
    /// The row exists already, or a row that it refers to is missing.
    Conflict,
}

impl Explain for LineError {
    fn explain(&self, lang: Lang) -> String {
        match self {
            LineError::Encoding => say!(lang, "not valid UTF-8", "ce n’est pas de l’UTF-8"),
            LineError::Syntax => {
                say!(lang, "not a line of a backup", "ce n’est pas une ligne de sauvegarde")
            }
            LineError::NoHeader => say!(lang, "missing header", "en-tête manquant"),
            LineError::UnexpectedHeader => say!(lang, "unexpected header", "en-tête inattendu"),
            LineError::Version => say!(lang, "unknown format version", "version du format inconnue"),
            LineError::Table => say!(lang, "unknown table", "table inconnue"),
            LineError::Column { table, name } => {
                say!(lang, "table {table} has no column {name}", "la table {table} n’a pas de colonne {name}")
            }
            LineError::Value { table, name } => say!(
                lang,
                "{table}.{name} is missing or has the wrong type",
                "{table}.{name} manque ou n’a pas le bon type",
            ),
            LineError::Conflict => say!(
                lang,
                "duplicate row, or a row it refers to is missing",
                "ligne en double, ou une ligne à laquelle elle renvoie manque",
            ),
        }
    }
}
explained_error!(LineError);
