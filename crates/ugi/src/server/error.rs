use mekong_core::{Explain, Lang, quoted, say};

use crate::{GoError, lines::MAX_LINE_LEN};

/// Why a command is not followed, or not to the letter.
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
    /// A search is going on, and the command would disturb it.
    Searching {
        word: &'static str,
    },
    UnknownOption {
        name: String,
        known: String,
    },
    /// Not a whole number, or one out of its range.
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
    /// The last position was refused, and there is none to search or to ask about.
    NoPosition,
    /// A message from another layer, already in the language.
    Said(String),
}

impl CommandError {
    /// What an error says.
    pub(super) fn said(error: &impl Explain, lang: Lang) -> CommandError {
        CommandError::Said(error.explain(lang))
    }
}

impl Explain for CommandError {
    fn explain(&self, lang: Lang) -> String {
        match self {
            CommandError::NotText => {
                say!(lang, "a line is not UTF-8 text", "une ligne n'est pas du texte UTF-8")
            }
            CommandError::TooLong => say!(
                lang,
                "a line of more than {MAX_LINE_LEN} bytes was skipped",
                "une ligne de plus de {MAX_LINE_LEN} octets a été sautée",
            ),
            CommandError::UnknownCommand { word } => {
                let word = quoted(word, lang);
                say!(lang, "there is no command {word}", "il n'y a pas de commande {word}")
            }
            CommandError::UnknownQuery { word } if word.is_empty() => say!(
                lang,
                "a word must follow \"query\": gameover, p1turn or result",
                "un mot doit suivre « query » : gameover, p1turn ou result",
            ),
            CommandError::UnknownQuery { word } => {
                let word = quoted(word, lang);
                say!(
                    lang,
                    "\"query\" knows gameover, p1turn and result, not {word}",
                    "« query » connaît gameover, p1turn et result, pas {word}",
                )
            }
            CommandError::SetOptionForm => say!(
                lang,
                "an option is set like this: setoption name Hash value 64",
                "une option se règle ainsi : setoption name Hash value 64",
            ),
            CommandError::PositionForm => say!(
                lang,
                "a position is set like this: position startpos, or position fen and its text, then perhaps moves m1 m2",
                "une position se donne ainsi : position startpos, ou position fen et son texte, puis s'il y en a moves m1 m2",
            ),
            CommandError::Go(error) => error.explain(lang),
            CommandError::Searching { word } => say!(
                lang,
                "{word} must wait: a search is going on, and stop ends it",
                "{word} doit attendre : une recherche est en cours, et stop l'arrête",
            ),
            CommandError::UnknownOption { name, known } => {
                let name = quoted(name, lang);
                say!(
                    lang,
                    "there is no option {name} (there are: {known})",
                    "il n'y a pas d'option {name} (il y a : {known})",
                )
            }
            CommandError::NotANumber { option, value, min, max } if value.is_empty() => say!(
                lang,
                "{option} needs a value: a whole number from {min} to {max}",
                "il faut une valeur à {option} : un nombre entier de {min} à {max}",
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
                "il faut une valeur à {option} : l'une de {choices}",
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
                "il n'y a pas de position : la dernière a été refusée",
            ),
            CommandError::Said(sentence) => sentence.clone(),
        }
    }
}
