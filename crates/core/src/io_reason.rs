use std::io;

use crate::{Explain, Lang, say};

/// The reason of an I/O error, translated if it is a common one.
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
    /// The message of the operating system.
    message: String,
}

impl IoReason {
    /// The root cause of an error: the I/O error if there is one, or the last cause.
    #[must_use]
    pub fn root_cause(error: &(dyn std::error::Error + 'static)) -> IoReason {
        let mut reason = IoReason { kind: io::ErrorKind::Other, message: error.to_string() };
        let mut cause = Some(error);
        while let Some(error) = cause {
            reason = match error.downcast_ref::<io::Error>() {
                Some(error) => IoReason::from(error),
                None if reason.kind == io::ErrorKind::Other => {
                    IoReason { kind: io::ErrorKind::Other, message: error.to_string() }
                }
                None => reason,
            };
            cause = error.source();
        }
        reason
    }

    /// The kind of the I/O error.
    #[must_use]
    pub const fn kind(&self) -> io::ErrorKind {
        self.kind
    }
}

impl From<&io::Error> for IoReason {
    fn from(error: &io::Error) -> IoReason {
        IoReason { kind: error.kind(), message: error.to_string() }
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
                say!(lang, "a part of the path is not a folder", "une partie du chemin n’est pas un dossier",)
            }
            Kind::AlreadyExists => say!(lang, "the file already exists", "le fichier existe déjà"),
            Kind::InvalidInput | Kind::InvalidFilename => {
                say!(lang, "invalid file name", "nom de fichier non valide")
            }
            Kind::ReadOnlyFilesystem => {
                say!(lang, "the file system is read-only", "le système de fichiers est en lecture seule")
            }
            Kind::StorageFull | Kind::QuotaExceeded => say!(lang, "the disk is full", "le disque est plein"),
            Kind::FileTooLarge => say!(lang, "the file is too large", "le fichier est trop gros"),
            Kind::AddrInUse => {
                say!(lang, "this address is already in use", "cette adresse est déjà utilisée",)
            }
            Kind::AddrNotAvailable => {
                say!(lang, "this address is not available", "cette adresse n’est pas disponible")
            }
            Kind::ConnectionRefused => say!(lang, "connection refused", "connexion refusée"),
            Kind::ConnectionReset | Kind::ConnectionAborted => {
                say!(lang, "the connection was closed", "la connexion a été coupée")
            }
            Kind::TimedOut => say!(lang, "timed out", "délai dépassé"),
            Kind::HostUnreachable | Kind::NetworkUnreachable => {
                say!(lang, "the machine cannot be reached", "la machine est injoignable")
            }
            Kind::UnexpectedEof => say!(lang, "unexpected end of file", "fin de fichier inattendue"),
            Kind::OutOfMemory => say!(lang, "there is not enough memory", "il n’y a pas assez de mémoire"),
            _ => self.message.clone(),
        }
    }
}
