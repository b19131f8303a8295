use std::{
    io::{self, Write as _},
    process::ExitCode,
};

use mekong_core::{Explain, IoReason, Lang, about, say, visible_path};

/// Why a command ended early.
#[derive(Debug)]
pub(crate) enum Failure {
    /// What the person gave is refused: a sentence in their language, exit status 1.
    Input(String),
    /// The person pressed Ctrl-C: nothing to say, exit status 130.
    Stopped,
    /// A file could not be read or written.
    File { path: String, error: io::Error },
    /// Writing the answer failed; if the reader has closed the pipe, that is an ordinary end.
    Output(io::Error),
}

impl Failure {
    pub(crate) fn input(error: &impl Explain, lang: Lang) -> Failure {
        Failure::Input(error.explain(lang))
    }

    pub(crate) fn report(self, lang: Lang) -> ExitCode {
        match self.sentence(lang) {
            Some(sentence) => {
                complain(&sentence, lang);
                ExitCode::FAILURE
            }
            None if matches!(self, Failure::Stopped) => ExitCode::from(130),
            None => ExitCode::SUCCESS,
        }
    }

    /// What there is to say about it; nothing when the person stopped the work or the reader has left.
    pub(crate) fn sentence(&self, lang: Lang) -> Option<String> {
        match self {
            Failure::Stopped => None,
            Failure::Input(sentence) => Some(sentence.clone()),
            Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => None,
            Failure::Output(error) => {
                let why = io_reason(error, lang);
                Some(say!(lang, "cannot write the answer: {why}", "impossible d'écrire la réponse : {why}"))
            }
            Failure::File { path, .. } if path.is_empty() => {
                Some(say!(lang, "the name of the file is missing", "il manque le nom du fichier"))
            }
            Failure::File { path, error } => Some(about(&visible_path(path), &io_reason(error, lang), lang)),
        }
    }
}

/// Says something on standard error, in the name of the program.
pub(crate) fn complain(sentence: &str, lang: Lang) {
    let line = about("mekong", sentence, lang);
    // Nobody may be listening there either, and that is no reason to fall over.
    let _ = writeln!(io::stderr(), "{line}");
}

/// What the system said, in the person's language where it is one of the everyday reasons.
pub(crate) fn io_reason(error: &io::Error, lang: Lang) -> String {
    IoReason::from(error).explain(lang)
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}
