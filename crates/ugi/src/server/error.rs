use mekong_core::{Explain, Lang, quoted, say};

use crate::{GoError, lines::MAX_LINE_LEN};

/// Why a command is rejected or adjusted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum CommandError {
    NotText,
    TooLong,
    UnknownCommand {
        word: String,
    },
    UnknownQuery {
        word: String,
    },
    SetOptionForm,
    PositionForm,
    Go(GoError),
    /// The command is not allowed during a search.
    Searching {
        word: &'static str,
    },
    UnknownOption {
        name: String,
        known: String,
    },
    /// Not an integer, or out of range.
    NotANumber {
        option: &'static str,
        value: String,
        min: usize,
        max: usize,
    },
    NotAChoice {
        option: &'static str,
        value: String,
        choices: String,
    },
    /// There is no position because the last one was rejected.
    NoPosition,
    /// A message from another layer, already in the language.
    Message(String),
}

impl CommandError {
    /// The text of an error.
    pub(super) fn message(error: &impl Explain, lang: Lang) -> CommandError {
        CommandError::Message(error.explain(lang))
    }
}

impl Explain for CommandError {
    fn explain(&self, lang: Lang) -> String {
        match self {
            CommandError::NotText => {
                say!(lang, "a line is not UTF-8 text", "une ligne n’est pas du texte UTF-8")
            }
            CommandError::TooLong => say!(
                lang,
                "a line of more than {MAX_LINE_LEN} bytes was skipped",
                "une ligne de plus de {MAX_LINE_LEN} octets a été sautée",
            ),
            CommandError::UnknownCommand { word } => {
                let word = quoted(word, lang);
                say!(lang, "unknown command {word}", "commande inconnue {word}")
            }
            CommandError::UnknownQuery { word } if word.is_empty() => say!(
                lang,
                "\"query\" requires gameover, p1turn or result",
                "« query » nécessite gameover, p1turn ou result",
            ),
            CommandError::UnknownQuery { word } => {
                let word = quoted(word, lang);
                say!(
                    lang,
                    "unknown query {word}: must be gameover, p1turn or result",
                    "requête inconnue {word} : il faut gameover, p1turn ou result",
                )
            }
            CommandError::SetOptionForm => say!(
                lang,
                "invalid setoption; example: setoption name Hash value 64",
                "setoption invalide ; exemple : setoption name Hash value 64",
            ),
            CommandError::PositionForm => say!(
                lang,
                "invalid position; examples: position startpos moves m1 m2, position fen TEXT",
                "position invalide ; exemples : position startpos moves m1 m2, position fen TEXTE",
            ),
            CommandError::Go(error) => error.explain(lang),
            CommandError::Searching { word } => say!(
                lang,
                "{word} is not allowed during a search: send stop first",
                "{word} n’est pas permis pendant une recherche : envoyez d’abord stop",
            ),
            CommandError::UnknownOption { name, known } => {
                let name = quoted(name, lang);
                say!(
                    lang,
                    "unknown option {name} (options: {known})",
                    "option inconnue {name} (options : {known})",
                )
            }
            CommandError::NotANumber { option, value, min, max } if value.is_empty() => say!(
                lang,
                "{option} needs a value: a whole number from {min} to {max}",
                "il faut une valeur à {option} : un nombre entier de {min} à {max}",
            ),
            CommandError::NotANumber { option, value, min, max } => {
                let value = quoted(value, lang);
                say!(
                    lang,
                    "{option} must be a whole number from {min} to {max}, not {value}",
                    "{option} doit être un nombre entier de {min} à {max}, pas {value}",
                )
            }
            CommandError::NotAChoice { option, value, choices } if value.is_empty() => say!(
                lang,
                "{option} needs a value: one of {choices}",
                "il faut une valeur à {option} : l’une de {choices}",
            ),
            CommandError::NotAChoice { option, value, choices } => {
                let value = quoted(value, lang);
                say!(
                    lang,
                    "{option} must be one of {choices}, not {value}",
                    "{option} doit être parmi {choices}, pas {value}",
                )
            }
            CommandError::NoPosition => say!(
                lang,
                "there is no position: the last one was refused",
                "il n’y a pas de position : la dernière a été refusée",
            ),
            CommandError::Message(sentence) => sentence.clone(),
        }
    }
}
