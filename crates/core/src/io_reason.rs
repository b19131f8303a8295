use std::io;

use crate::{Explain, Lang, say};

/// Why the system did not do something with a file or a connection, in the person's language where it is one of the
/// everyday reasons.
///
/// ```
/// use mekong_core::{Explain, IoReason, Lang};
///
/// let reason = IoReason::from(std::io::Error::from(std::io::ErrorKind::PermissionDenied));
/// assert_eq!(reason.explain(Lang::Fr), "accès refusé");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IoReason {
    kind: io::ErrorKind,
    /// The system's own words.
    words: String,
}

impl IoReason {
    /// The reason at the bottom of an error that was caused by others: what the system said, or the last cause in its own
    /// words.
    #[must_use]
    pub fn at_the_bottom_of(error: &(dyn std::error::Error + 'static)) -> IoReason {
        let mut reason = IoReason { kind: io::ErrorKind::Other, words: error.to_string() };
        let mut cause = Some(error);
        while let Some(error) = cause {
            reason = match error.downcast_ref::<io::Error>() {
                Some(error) => IoReason::from(error),
                None if reason.kind == io::ErrorKind::Other => {
                    IoReason { kind: io::ErrorKind::Other, words: error.to_string() }
                }
                None => reason,
            };
            cause = error.source();
        }
        reason
    }

    /// What kind of reason it is.
    #[must_use]
    pub const fn kind(&self) -> io::ErrorKind {
        self.kind
    }
}

impl From<&io::Error> for IoReason {
    fn from(error: &io::Error) -> IoReason {
        IoReason { kind: error.kind(), words: error.to_string() }
    }
}

impl From<io::Error> for IoReason {
    fn from(error: io::Error) -> IoReason {
        IoReason::from(&error)
    }
}

impl Explain for IoReason {
    fn explain(&self, lang: Lang) -> String {
        use io::ErrorKind as Kind;
        match self.kind {
            Kind::NotFound => say!(lang, "no such file or folder", "fichier ou dossier introuvable"),
            Kind::PermissionDenied => say!(lang, "permission denied", "accès refusé"),
            Kind::IsADirectory => say!(lang, "is a folder", "est un dossier"),
            Kind::NotADirectory => {
                say!(lang, "a part of the path is not a folder", "une partie du chemin n'est pas un dossier",)
            }
            Kind::AlreadyExists => say!(lang, "this file exists already", "ce fichier existe déjà"),
            Kind::InvalidInput | Kind::InvalidFilename => {
                say!(lang, "this cannot be the name of a file", "ce ne peut pas être un nom de fichier")
            }
            Kind::ReadOnlyFilesystem => {
                say!(lang, "nothing can be written there", "on ne peut rien écrire à cet endroit")
            }
            Kind::StorageFull | Kind::QuotaExceeded => say!(lang, "the disk is full", "le disque est plein"),
            Kind::FileTooLarge => say!(lang, "the file is too large", "le fichier est trop gros"),
            Kind::AddrInUse => say!(
                lang,
                "another program uses this address already",
                "un autre programme utilise déjà cette adresse",
            ),
            Kind::AddrNotAvailable => {
                say!(lang, "this machine has no such address", "cette machine n'a pas cette adresse",)
            }
            Kind::ConnectionRefused => say!(lang, "connection refused", "connexion refusée"),
            Kind::ConnectionReset | Kind::ConnectionAborted => {
                say!(lang, "the connection was closed", "la connexion a été coupée")
            }
            Kind::TimedOut => say!(lang, "no answer in time", "pas de réponse à temps"),
            Kind::HostUnreachable | Kind::NetworkUnreachable => {
                say!(lang, "the machine cannot be reached", "la machine est injoignable")
            }
            Kind::UnexpectedEof => say!(lang, "it ends too early", "la fin vient trop tôt"),
            Kind::OutOfMemory => say!(lang, "there is not enough memory", "il n'y a pas assez de mémoire"),
            _ => self.words.clone(),
        }
    }
}
