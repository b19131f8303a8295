use std::{io, time::Duration};

use mekong_catalog::MoveError;
use mekong_core::{Explain, Lang, explained_error, quoted, say, visible_path, with_subject};

/// An error of an external engine.
#[derive(Clone, Debug)]
pub struct ClientError {
    /// The command line that started it.
    pub program: String,
    /// What happened.
    pub kind: ClientErrorKind,
}

/// What happened.
#[derive(Clone, Debug)]
pub enum ClientErrorKind {
    /// The command line is empty or has an unclosed quotation mark.
    NoCommand,
    /// The program cannot be started.
    CannotStart {
        /// The reason.
        kind: io::ErrorKind,
        /// The error message of the system.
        reason: String,
    },
    /// The program exited or closed its output.
    Died {
        /// The expected message.
        awaited: &'static str,
        /// The exit status; empty if it is still running.
        status: Option<String>,
        /// The tail of standard error.
        stderr_tail: String,
    },
    /// The expected message did not arrive in time.
    Timeout {
        /// The expected message.
        awaited: &'static str,
        /// The time waited.
        waited: Duration,
        /// The tail of standard error.
        stderr_tail: String,
    },
    /// An invalid message.
    Unreadable {
        /// The line received.
        line: String,
    },
    /// An illegal move.
    Illegal {
        /// The move.
        mv: String,
        /// The position.
        position: String,
        /// The reason.
        error: Box<MoveError>,
    },
    /// A required option is missing.
    NoOption {
        /// The name.
        name: String,
    },
    /// The name or value of an option contains a line feed.
    NotALine,
    /// A move was requested in a finished game.
    GameOver,
    /// The engine rejected the position.
    NoPosition,
}

impl Explain for ClientErrorKind {
    fn explain(&self, lang: Lang) -> String {
        match self {
            ClientErrorKind::NoCommand => say!(
                lang,
                "invalid command line: the program is missing or a quotation mark is not closed",
                "ligne de commande invalide : il manque le programme ou un guillemet n’est pas fermé",
            ),
            ClientErrorKind::CannotStart { kind, reason } => {
                let why = match kind {
                    io::ErrorKind::NotFound => say!(lang, "no such program", "programme introuvable"),
                    io::ErrorKind::PermissionDenied => say!(lang, "permission denied", "accès refusé"),
                    io::ErrorKind::InvalidFilename => {
                        say!(lang, "invalid file name", "nom de fichier invalide")
                    }
                    _ => reason.clone(),
                };
                say!(lang, "cannot be started: {why}", "impossible à lancer : {why}")
            }
            ClientErrorKind::Died { awaited, status, stderr_tail } => {
                let what = say!(
                    lang,
                    "it exited before sending {awaited}",
                    "il s’est arrêté avant d’envoyer {awaited}",
                );
                let what = match status {
                    Some(status) => format!("{what} ({status})"),
                    None => what,
                };
                with_stderr(what, stderr_tail, lang)
            }
            ClientErrorKind::Timeout { awaited, waited, stderr_tail } => {
                let seconds = lang.decimal(waited.as_secs_f64(), 1);
                let what = say!(lang, "no {awaited} within {seconds} s", "pas de {awaited} en {seconds} s");
                with_stderr(what, stderr_tail, lang)
            }
            ClientErrorKind::Unreadable { line } => {
                let line = quoted(line, lang);
                say!(lang, "invalid response: {line}", "réponse invalide : {line}")
            }
            ClientErrorKind::Illegal { mv, position, error } => {
                let (mv, why) = (quoted(mv, lang), error.explain(lang));
                say!(
                    lang,
                    "illegal move {mv} in {position}: {why}",
                    "coup illégal {mv} dans {position} : {why}",
                )
            }
            ClientErrorKind::NoOption { name } => {
                let name = quoted(name, lang);
                say!(lang, "the engine has no option {name}", "le moteur n’a pas d’option {name}")
            }
            ClientErrorKind::NotALine => say!(
                lang,
                "the name and the value of an option must not contain a line feed",
                "le nom et la valeur d’une option ne doivent pas contenir de saut de ligne",
            ),
            ClientErrorKind::GameOver => say!(lang, "the game is over", "la partie est terminée"),
            ClientErrorKind::NoPosition => {
                say!(lang, "the engine refused the position", "le moteur a refusé la position")
            }
        }
    }
}

fn with_stderr(what: String, stderr_tail: &str, lang: Lang) -> String {
    // The last line is usually the most informative.
    match stderr_tail.lines().map(str::trim).rfind(|line| !line.is_empty()) {
        None => what,
        Some(line) => {
            let line = quoted(line, lang);
            say!(lang, "{what}; standard error: {line}", "{what} ; erreur standard : {line}")
        }
    }
}

impl Explain for ClientError {
    fn explain(&self, lang: Lang) -> String {
        let kind = self.kind.explain(lang);
        if self.program.trim().is_empty() {
            kind
        } else {
            with_subject(&visible_path(&self.program), &kind, lang)
        }
    }
}
explained_error!(ClientError);
