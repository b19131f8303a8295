use std::{io, time::Duration};

use mekong_catalog::MoveError;
use mekong_core::{Explain, Lang, about, explained_error, quoted, say, visible_path};

/// What goes wrong with an external program.
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
    /// The command line is empty, or a quotation mark in it is never closed.
    NoCommand,
    /// The system cannot start it.
    CannotStart {
        /// What the system says.
        kind: io::ErrorKind,
        /// The same in the system's words.
        reason: String,
    },
    /// It has ended, or closed its output.
    Died {
        /// What we waited for.
        awaited: &'static str,
        /// How it ended, in the words of the system; nothing if it still runs.
        status: Option<String>,
        /// The end of what it wrote to standard error.
        stderr_tail: String,
    },
    /// It has not said what we waited for.
    Silent {
        /// What we waited for.
        awaited: &'static str,
        /// How long we waited.
        waited: Duration,
        /// The end of what it wrote to standard error.
        stderr_tail: String,
    },
    /// It has said something that cannot be read.
    Unreadable {
        /// The line.
        line: String,
    },
    /// It wants to play a move that cannot be played.
    Illegal {
        /// The move.
        mv: String,
        /// The position.
        position: String,
        /// Why not.
        error: MoveError,
    },
    /// It lacks an option that is needed.
    NoOption {
        /// The name.
        name: String,
    },
    /// The name or value of an option has a line feed in it.
    NotALine,
    /// It was asked for a move in a game that is over.
    GameOver,
    /// It refused the position that it is asked about.
    NoPosition,
}

impl Explain for ClientErrorKind {
    fn explain(&self, lang: Lang) -> String {
        match self {
            ClientErrorKind::NoCommand => say!(
                lang,
                "this is not a command: a program with its arguments, quotation marks in pairs",
                "ce n'est pas une commande : un programme avec ses arguments, des guillemets par paires",
            ),
            ClientErrorKind::CannotStart { kind, reason } => {
                let why = match kind {
                    io::ErrorKind::NotFound => say!(lang, "no such program", "programme introuvable"),
                    io::ErrorKind::PermissionDenied => say!(lang, "permission denied", "accès refusé"),
                    _ => reason.clone(),
                };
                say!(lang, "cannot be started: {why}", "impossible à lancer : {why}")
            }
            ClientErrorKind::Died { awaited, status, stderr_tail } => {
                let what = say!(
                    lang,
                    "it ended before it said {awaited}",
                    "il s'est arrêté avant de dire {awaited}",
                );
                let what = match status {
                    Some(status) => format!("{what} ({status})"),
                    None => what,
                };
                with_last_words(what, stderr_tail, lang)
            }
            ClientErrorKind::Silent { awaited, waited, stderr_tail } => {
                let seconds = waited.as_secs_f64();
                let what = match lang {
                    Lang::En => format!("it has not said {awaited} within {seconds:.1} s"),
                    Lang::Fr => {
                        let seconds = format!("{seconds:.1}").replace('.', ",");
                        format!("il n'a pas dit {awaited} en {seconds} s")
                    }
                };
                with_last_words(what, stderr_tail, lang)
            }
            ClientErrorKind::Unreadable { line } => {
                let line = quoted(line, lang);
                say!(lang, "its answer cannot be read: {line}", "sa réponse est illisible : {line}")
            }
            ClientErrorKind::Illegal { mv, position, error } => {
                let (mv, why) = (quoted(mv, lang), error.explain(lang));
                say!(
                    lang,
                    "it wants to play {mv} in {position}: {why}",
                    "il veut jouer {mv} dans {position} : {why}",
                )
            }
            ClientErrorKind::NoOption { name } => {
                let name = quoted(name, lang);
                say!(lang, "it has no option {name}", "il n'a pas d'option {name}")
            }
            ClientErrorKind::NotALine => say!(
                lang,
                "the name and the value of an option must fit in a line",
                "le nom et la valeur d'une option doivent tenir en une ligne",
            ),
            ClientErrorKind::GameOver => say!(lang, "the game is over", "la partie est finie"),
            ClientErrorKind::NoPosition => {
                say!(lang, "it has refused the position", "il a refusé la position")
            }
        }
    }
}

fn with_last_words(what: String, stderr_tail: &str, lang: Lang) -> String {
    // The last line usually says it all.
    match stderr_tail.lines().map(str::trim).rfind(|line| !line.is_empty()) {
        None => what,
        Some(line) => {
            let line = quoted(line, lang);
            say!(lang, "{what}; its last words: {line}", "{what} ; ses derniers mots : {line}")
        }
    }
}

impl Explain for ClientError {
    fn explain(&self, lang: Lang) -> String {
        let kind = self.kind.explain(lang);
        if self.program.trim().is_empty() { kind } else { about(&visible_path(&self.program), &kind, lang) }
    }
}
explained_error!(ClientError);
