//! Why a command fails, and how that is reported.

use std::{
    io::{self, Write as _},
    process::ExitCode,
    sync::OnceLock,
};

use mekong_core::{Explain, IoReason, Lang, say, visible_path, with_subject};

/// Why a command ended early.
#[derive(Debug)]
pub enum Failure {
    /// The input is refused: a message in the user's language, exit status 1.
    Input(String),
    /// The user pressed Ctrl-C: no message, exit status 130.
    Interrupted,
    /// A file could not be read or written.
    File {
        /// The path as it was given.
        path: String,
        /// What the system reported.
        error: io::Error,
    },
    /// Standard output could not be written; a closed pipe is not an error.
    Output(io::Error),
}

impl Failure {
    /// Refused input, explained by a typed error.
    pub fn input(error: &impl Explain, lang: Lang) -> Failure {
        Failure::Input(error.explain(lang))
    }

    /// Prints the message, if there is one, and returns the exit status.
    pub fn report(self, lang: Lang) -> ExitCode {
        match self.message(lang) {
            Some(message) => {
                print_diagnostic(&message, lang);
                ExitCode::FAILURE
            }
            None if matches!(self, Failure::Interrupted) => ExitCode::from(130),
            None => ExitCode::SUCCESS,
        }
    }

    /// The message; none if the user interrupted the command or the reader closed the pipe.
    pub fn message(&self, lang: Lang) -> Option<String> {
        match self {
            Failure::Interrupted => None,
            Failure::Input(message) => Some(message.clone()),
            Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => None,
            Failure::Output(error) => {
                let why = io_reason(error, lang);
                Some(say!(lang, "cannot write the output: {why}", "impossible d’écrire la sortie : {why}"))
            }
            Failure::File { path, .. } if path.is_empty() => {
                Some(say!(lang, "missing file name", "il manque le nom du fichier"))
            }
            Failure::File { path, error } => {
                Some(with_subject(&visible_path(path), &io_reason(error, lang), lang))
            }
        }
    }
}

/// The name at the beginning of diagnostics.
static PROGRAM_NAME: OnceLock<&str> = OnceLock::new();

/// Sets the name at the beginning of diagnostics, once per process.
pub(crate) fn set_program_name(name: &'static str) {
    let _ = PROGRAM_NAME.set(name);
}

/// The name at the beginning of diagnostics.
pub(crate) fn program_name() -> &'static str {
    PROGRAM_NAME.get().copied().unwrap_or("mekong")
}

/// Prints a message on standard error, after the name of the program.
pub fn print_diagnostic(message: &str, lang: Lang) {
    let line = with_subject(program_name(), message, lang);
    // Standard error may be closed; that must not end the program.
    let _ = writeln!(io::stderr(), "{line}");
}

/// An error of the system, in the user's language if it is a common one.
pub fn io_reason(error: &io::Error, lang: Lang) -> String {
    IoReason::from(error).explain(lang)
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}
