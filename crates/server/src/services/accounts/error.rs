use mekong_core::{Explain, Lang, explained_error, say};

use crate::{
    limits::LimitReached,
    people::{HasherBusy, NameError, PasswordError},
    store::StoreError,
};

/// Why an account operation failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AccountError {
    /// The name is not valid.
    Name(NameError),
    /// The name is taken.
    NameTaken,
    /// The name can be mistaken for that of another user.
    NameTooSimilar,
    /// The password is not valid.
    Password(PasswordError),
    /// The user has an account already.
    HasAccount,
    /// The user has no account.
    NoAccount,
    /// Wrong name or password; which of them is not disclosed.
    LogIn,
    /// Wrong current password.
    WrongPassword,
    /// Wrong name or reset code, or the code has expired.
    Code,
    /// An account with rated games cannot become a bot.
    HasPlayed,
    /// Too many attempts.
    LimitReached(LimitReached),
    /// The password hasher's queue is full.
    HasherBusy,
    /// The database failed.
    Store(StoreError),
}

impl AccountError {
    /// Error code, stable across versions.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            AccountError::Name(_) => "name",
            AccountError::NameTaken => "name-taken",
            AccountError::NameTooSimilar => "name-too-similar",
            AccountError::Password(_) => "password",
            AccountError::HasAccount => "has-account",
            AccountError::NoAccount => "no-account",
            AccountError::LogIn => "wrong-log-in",
            AccountError::WrongPassword => "wrong-password",
            AccountError::Code => "wrong-code",
            AccountError::HasPlayed => "has-played-rated",
            AccountError::LimitReached(_) => "too-many-requests",
            AccountError::HasherBusy => "log-in-busy",
            AccountError::Store(_) => "unavailable",
        }
    }
}

impl Explain for AccountError {
    fn explain(&self, lang: Lang) -> String {
        match self {
            AccountError::Name(error) => error.explain(lang),
            AccountError::NameTaken => {
                say!(lang, "this name is taken", "ce nom est déjà pris")
            }
            AccountError::NameTooSimilar => say!(
                lang,
                "this name is too similar to another player's: choose a different one",
                "ce nom ressemble trop à celui d’un autre joueur : choisissez-en un autre",
            ),
            AccountError::Password(error) => error.explain(lang),
            AccountError::HasAccount => {
                say!(lang, "you already have an account", "vous avez déjà un compte")
            }
            AccountError::NoAccount => {
                say!(lang, "you need an account for that", "il faut un compte pour cela")
            }
            AccountError::LogIn => {
                say!(lang, "incorrect name or password", "nom ou mot de passe incorrect")
            }
            AccountError::WrongPassword => {
                say!(lang, "incorrect password", "mot de passe incorrect")
            }
            AccountError::Code => say!(
                lang,
                "incorrect name or code, or the code has expired",
                "nom ou code incorrect, ou code expiré",
            ),
            AccountError::HasPlayed => say!(
                lang,
                "this account has played rated games: create another one for the bot",
                "ce compte a joué des parties classées : créez-en un autre pour le bot",
            ),
            AccountError::LimitReached(LimitReached { seconds }) => {
                say!(lang, "too many attempts: wait {seconds} s", "trop de tentatives : attendez {seconds} s",)
            }
            AccountError::HasherBusy => say!(
                lang,
                "too many people are logging in: try again in a moment",
                "trop de personnes se connectent : réessayez dans un instant",
            ),
            AccountError::Store(error) => error.explain(lang),
        }
    }
}
explained_error!(AccountError);

impl From<HasherBusy> for AccountError {
    fn from(_: HasherBusy) -> AccountError {
        AccountError::HasherBusy
    }
}

impl From<StoreError> for AccountError {
    fn from(error: StoreError) -> AccountError {
        AccountError::Store(error)
    }
}

impl From<LimitReached> for AccountError {
    fn from(error: LimitReached) -> AccountError {
        AccountError::LimitReached(error)
    }
}
