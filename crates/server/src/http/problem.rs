use axum::{
    Json,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use mekong_core::{Explain, Lang, Text};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    engine_pool::PoolError,
    live::ActError,
    localized_text::LocalizedText,
    services::GameError,
    store::{Quota, StoreError},
    table::{Refusal, SettingsError},
};

/// An error response: a status, a stable error code and a text. The text is rendered in the language of the request
/// when the response is sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    status: StatusCode,
    code: &'static str,
    text: LocalizedText,
    /// Seconds to wait before a retry.
    retry_after: Option<u64>,
}

/// The JSON body of an error response.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct ProblemBody {
    /// The error code as a URI.
    #[serde(rename = "type")]
    pub kind: String,
    /// Error code, stable across versions.
    pub code: String,
    /// HTTP status.
    pub status: u16,
    /// Error text in the language of the request.
    pub title: String,
}

impl Problem {
    /// A problem with a text in both languages.
    #[must_use]
    pub fn new(status: StatusCode, code: &'static str, text: impl Into<LocalizedText>) -> Problem {
        Problem { status, code, text: text.into(), retry_after: None }
    }

    /// A problem with the text of an error.
    #[must_use]
    pub fn explained(status: StatusCode, code: &'static str, why: &impl Explain) -> Problem {
        Problem::new(status, code, LocalizedText::of(why))
    }

    /// A problem with formatted texts.
    #[must_use]
    pub fn with_texts(
        status: StatusCode,
        code: &'static str,
        en: impl Into<String>,
        fr: impl Into<String>,
    ) -> Problem {
        Problem::new(status, code, LocalizedText { en: en.into(), fr: fr.into() })
    }

    /// The request is not valid.
    #[must_use]
    pub fn bad_request(code: &'static str, en: impl Into<String>, fr: impl Into<String>) -> Problem {
        Problem::with_texts(StatusCode::BAD_REQUEST, code, en, fr)
    }

    /// Not found.
    #[must_use]
    pub fn not_found() -> Problem {
        let text = Text { en: "not found", fr: "introuvable" };
        Problem::new(StatusCode::NOT_FOUND, "not-found", text)
    }

    /// Method not allowed.
    #[must_use]
    pub fn method_not_allowed() -> Problem {
        let text = Text { en: "method not allowed", fr: "méthode non autorisée" };
        Problem::new(StatusCode::METHOD_NOT_ALLOWED, "method-not-allowed", text)
    }

    /// Authentication is required.
    #[must_use]
    pub fn unauthorized() -> Problem {
        let text = Text { en: "log in first", fr: "connectez-vous d’abord" };
        Problem::new(StatusCode::UNAUTHORIZED, "unauthorized", text)
    }

    /// Not allowed.
    #[must_use]
    pub fn forbidden(code: &'static str, text: Text) -> Problem {
        Problem::new(StatusCode::FORBIDDEN, code, text)
    }

    /// Too many requests.
    #[must_use]
    pub fn rate_limited(seconds: u64) -> Problem {
        Problem::with_texts(
            StatusCode::TOO_MANY_REQUESTS,
            "too-many-requests",
            format!("too many requests: try again in {seconds} s"),
            format!("trop de requêtes : réessayez dans {seconds} s"),
        )
        .retry_after(seconds)
    }

    /// Adds the number of seconds to wait before a retry.
    #[must_use]
    pub const fn retry_after(mut self, seconds: u64) -> Problem {
        self.retry_after = Some(seconds);
        self
    }

    /// Internal error.
    #[must_use]
    pub fn internal_error() -> Problem {
        let text = Text { en: "internal server error", fr: "erreur interne du serveur" };
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", text)
    }

    /// Sets the status.
    #[must_use]
    pub(super) fn with_status(self, status: StatusCode) -> Problem {
        Problem { status, ..self }
    }

    /// The error code.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        self.code
    }

    /// The text in a language.
    #[must_use]
    pub fn text_in(&self, lang: Lang) -> &str {
        self.text.get(lang)
    }

    /// The response in a language.
    pub(super) fn render(&self, lang: Lang) -> Response {
        let body = ProblemBody {
            kind: format!("/problems/{}", self.code),
            code: self.code.to_owned(),
            status: self.status.as_u16(),
            title: self.text_in(lang).to_owned(),
        };
        let mut response = (self.status, Json(body)).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if let Some(seconds) = self.retry_after {
            headers.insert(header::RETRY_AFTER, seconds.into());
        }
        response
    }
}

/// The language is unknown here: the outermost layer renders the text.
impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = self.status.into_response();
        response.extensions_mut().insert(self);
        response
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Problem {
        let status = match refusal {
            Refusal::NotAPlayer => StatusCode::FORBIDDEN,
            Refusal::Move { .. } | Refusal::ChatText => StatusCode::UNPROCESSABLE_ENTITY,
            Refusal::NotYourTurn
            | Refusal::Over
            | Refusal::NotOver
            | Refusal::WrongPly { .. }
            | Refusal::TooLateToAbort
            | Refusal::TimeLeft
            | Refusal::NoClock
            | Refusal::NothingToTakeBack
            | Refusal::OfferedAlready
            | Refusal::NoOffer
            | Refusal::Rematched
            | Refusal::NotDealt
            | Refusal::ConditionalMoves
            | Refusal::Live
            | Refusal::Computer
            | Refusal::Rated
            | Refusal::ChatFull
            | Refusal::LimitReached => StatusCode::CONFLICT,
        };
        Problem::explained(status, refusal.code(), &refusal)
    }
}

impl From<SettingsError> for Problem {
    fn from(error: SettingsError) -> Problem {
        Problem::explained(StatusCode::UNPROCESSABLE_ENTITY, "settings", &error)
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Problem {
        let unavailable = Text {
            en: "the database is unavailable: try again later",
            fr: "la base de données est indisponible : réessayez plus tard",
        };
        let full = Text {
            en: "the database is full: contact the server administrator",
            fr: "la base de données est pleine : contactez l’administrateur du serveur",
        };
        let not_possible = Text {
            en: "this is not possible any more, or has been done already",
            fr: "ce n’est plus possible, ou c’est déjà fait",
        };
        let conflict = Text { en: "conflict with another change", fr: "conflit avec une autre modification" };
        match error {
            StoreError::Conflict => Problem::new(StatusCode::CONFLICT, "conflict", conflict),
            StoreError::ConditionFailed => Problem::new(StatusCode::CONFLICT, "conflict", not_possible),
            StoreError::QuotaExceeded(quota) => quota_exceeded(quota),
            StoreError::Unavailable(error) => {
                tracing::error!(%error, "database unavailable");
                Problem::new(StatusCode::SERVICE_UNAVAILABLE, "unavailable", unavailable).retry_after(1)
            }
            StoreError::Contended => {
                Problem::new(StatusCode::SERVICE_UNAVAILABLE, "unavailable", unavailable).retry_after(1)
            }
            StoreError::Full => {
                tracing::error!("database full");
                Problem::new(StatusCode::INSUFFICIENT_STORAGE, "full", full)
            }
            StoreError::Internal(error) => {
                tracing::error!(%error, "internal error");
                Problem::internal_error()
            }
            StoreError::Schema(error) => {
                tracing::error!(%error, "database schema mismatch");
                Problem::internal_error()
            }
            StoreError::Corrupt(error) => {
                tracing::error!(%error, "database corrupt");
                Problem::internal_error()
            }
        }
    }
}

/// A quota is used up.
fn quota_exceeded(quota: Quota) -> Problem {
    let max = quota.max();
    let (code, en, fr) = match quota {
        Quota::Challenges => (
            "too-many-challenges",
            format!("you have {max} pending challenges: cancel one first"),
            format!("vous avez {max} défis en attente : annulez-en un d’abord"),
        ),
        Quota::NetworkChallenges | Quota::NetworkLobby => (
            "too-many-challenges",
            format!("{max} challenges from your network are pending: try again later"),
            format!("{max} défis de votre réseau sont en attente : réessayez plus tard"),
        ),
        Quota::ChallengesToOne => (
            "too-many-challenges",
            format!("this player has {max} pending challenges from you"),
            format!("ce joueur a {max} défis en attente de votre part"),
        ),
        Quota::NetworkChallengesToOne => (
            "too-many-challenges",
            format!("this player has {max} pending challenges from your network"),
            format!("ce joueur a {max} défis en attente depuis votre réseau"),
        ),
        Quota::Tokens => (
            "too-many-tokens",
            format!("an account has at most {max} tokens: revoke one first"),
            format!("un compte a au plus {max} jetons : révoquez-en un d’abord"),
        ),
        Quota::Muted => (
            "too-many-muted",
            format!("you have muted {max} players: unmute one first"),
            format!("vous avez masqué {max} joueurs : réaffichez-en un d’abord"),
        ),
        Quota::Reports => (
            "too-many-reports",
            format!("you have sent {max} reports within a day: try again later"),
            format!("vous avez envoyé {max} signalements en un jour : réessayez plus tard"),
        ),
        Quota::ComputerGames => (
            "too-many-games",
            format!("you have {max} unfinished games against the computer: finish one first"),
            format!("vous avez {max} parties inachevées contre l’ordinateur : terminez-en une d’abord"),
        ),
        Quota::Imports => (
            "too-many-imports",
            format!("you have {max} imported games: delete one first"),
            format!("vous avez {max} parties importées : supprimez-en une d’abord"),
        ),
        Quota::Studies => (
            "too-many-studies",
            format!("you have {max} studies: delete one first"),
            format!("vous avez {max} études : supprimez-en une d’abord"),
        ),
        Quota::StudyBytes => {
            let megabytes = max / 1_000_000;
            (
                "studies-too-large",
                format!("your studies take up {megabytes} MB: delete one first"),
                format!("vos études occupent {megabytes} Mo : supprimez-en une d’abord"),
            )
        }
    };
    Problem::with_texts(StatusCode::CONFLICT, code, en, fr)
}

impl From<GameError> for Problem {
    fn from(error: GameError) -> Problem {
        match error {
            GameError::NoGame => Problem::not_found(),
            GameError::Act(error) => error.into(),
        }
    }
}

impl From<ActError> for Problem {
    fn from(error: ActError) -> Problem {
        match error {
            ActError::Refused(refusal) => refusal.into(),
            ActError::Store(error) => error.into(),
            ActError::OutageSuspected => StoreError::Contended.into(),
        }
    }
}

impl From<PoolError> for Problem {
    fn from(error: PoolError) -> Problem {
        // The log has the details.
        if error == PoolError::Panicked {
            return Problem::internal_error();
        }
        let text = Text {
            en: "the engine is busy: try again later",
            fr: "le moteur est occupé : réessayez plus tard",
        };
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, "engine-busy", text).retry_after(2)
    }
}

#[cfg(test)]
mod tests {
    use super::{IntoResponse as _, Lang, Problem};
    use crate::{
        live::ActError,
        services::GameError,
        store::{StoreError, in_own_task},
    };

    #[tokio::test]
    async fn panic_is_an_internal_error() {
        let task = in_own_task::<(), GameError, _>(async { panic!("a secret") });
        let error = task.await.unwrap_err();
        assert!(matches!(&error, GameError::Act(ActError::Store(StoreError::Internal(_)))), "{error:?}");
        let problem = Problem::from(error);
        assert_eq!((problem.code(), problem.text_in(Lang::En)), ("internal", "internal server error"));
        assert_eq!(problem.into_response().status(), 500);
    }
}
