use axum::{
    Json,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use mekong_core::{Explain, Lang, Text};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    app::PlayError,
    engine::Busy,
    live::ActError,
    store::{Cap, StoreError},
    table::{Refusal, SettingsError},
};

/// What went wrong with a request: a status, a word for programs that never changes, a sentence for people.
///
/// The sentence is chosen when the response leaves, by the language of the request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    status: StatusCode,
    code: &'static str,
    /// In English and in French.
    sentence: [String; 2],
    /// Seconds to wait before trying again.
    retry_after: Option<u64>,
}

/// A problem as it is sent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct ProblemBody {
    /// The word for programs, as an address.
    #[serde(rename = "type")]
    pub kind: String,
    /// The word for programs.
    pub code: String,
    /// The HTTP status.
    pub status: u16,
    /// The sentence for people, in their language.
    pub title: String,
}

impl Problem {
    /// A problem with a sentence in both languages.
    #[must_use]
    pub fn new(status: StatusCode, code: &'static str, text: Text) -> Problem {
        let sentence = [text.en.to_owned(), text.fr.to_owned()];
        Problem { status, code, sentence, retry_after: None }
    }

    /// A problem that explains itself.
    #[must_use]
    pub fn explained(status: StatusCode, code: &'static str, why: &impl Explain) -> Problem {
        let sentence = [why.explain(Lang::En), why.explain(Lang::Fr)];
        Problem { status, code, sentence, retry_after: None }
    }

    /// A problem with sentences that were put together.
    #[must_use]
    pub fn worded(
        status: StatusCode,
        code: &'static str,
        en: impl Into<String>,
        fr: impl Into<String>,
    ) -> Problem {
        Problem { status, code, sentence: [en.into(), fr.into()], retry_after: None }
    }

    /// The request makes no sense, for a reason in both languages.
    #[must_use]
    pub fn bad_request(code: &'static str, en: impl Into<String>, fr: impl Into<String>) -> Problem {
        Problem::worded(StatusCode::BAD_REQUEST, code, en, fr)
    }

    /// There is no such thing.
    #[must_use]
    pub fn not_found() -> Problem {
        let text = Text { en: "there is no such thing here", fr: "il n'y a rien de tel ici" };
        Problem::new(StatusCode::NOT_FOUND, "not-found", text)
    }

    /// There is such a thing, but that cannot be done with it.
    #[must_use]
    pub fn method_not_allowed() -> Problem {
        let text = Text { en: "that cannot be done here", fr: "cela ne se fait pas ici" };
        Problem::new(StatusCode::METHOD_NOT_ALLOWED, "method-not-allowed", text)
    }

    /// One has to log in for that.
    #[must_use]
    pub fn unauthorized() -> Problem {
        let text = Text { en: "log in first", fr: "connectez-vous d'abord" };
        Problem::new(StatusCode::UNAUTHORIZED, "unauthorized", text)
    }

    /// One may not do that.
    #[must_use]
    pub fn forbidden(code: &'static str, text: Text) -> Problem {
        Problem::new(StatusCode::FORBIDDEN, code, text)
    }

    /// Too many requests; come again after some seconds.
    #[must_use]
    pub fn too_many(seconds: u64) -> Problem {
        let sentence = [
            format!("too many requests: try again in {seconds} s"),
            format!("trop de demandes : réessayez dans {seconds} s"),
        ];
        Problem {
            status: StatusCode::TOO_MANY_REQUESTS,
            code: "too-many-requests",
            sentence,
            retry_after: Some(seconds),
        }
    }

    /// The same, with so many seconds to wait before trying again.
    #[must_use]
    pub const fn retry_after(mut self, seconds: u64) -> Problem {
        self.retry_after = Some(seconds);
        self
    }

    /// The server itself is at fault.
    #[must_use]
    pub fn broken() -> Problem {
        let text = Text { en: "something is wrong with the server", fr: "le serveur a un problème" };
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", text)
    }

    /// The same with another status.
    #[must_use]
    pub(super) fn with_status(self, status: StatusCode) -> Problem {
        Problem { status, ..self }
    }

    /// The word for programs.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        self.code
    }

    /// The sentence in a language.
    #[must_use]
    pub fn sentence(&self, lang: Lang) -> &str {
        match lang {
            Lang::En => &self.sentence[0],
            Lang::Fr => &self.sentence[1],
        }
    }

    /// The response in a language.
    pub(super) fn render(&self, lang: Lang) -> Response {
        let body = ProblemBody {
            kind: format!("/problems/{}", self.code),
            code: self.code.to_owned(),
            status: self.status.as_u16(),
            title: self.sentence(lang).to_owned(),
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

/// The language is not known here: the outermost layer puts the words in.
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
            _ => StatusCode::CONFLICT,
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
        let away = Text {
            en: "the server cannot reach its records just now: try again soon",
            fr: "le serveur n'atteint pas ses archives pour l'instant : réessayez bientôt",
        };
        let full = Text {
            en: "the server has no room left to keep anything: tell whoever runs it",
            fr: "le serveur n'a plus de place pour rien garder : dites-le à qui s'en occupe",
        };
        let taken = Text { en: "something else was there first", fr: "autre chose était là avant" };
        match error {
            StoreError::Conflict => Problem::new(StatusCode::CONFLICT, "conflict", taken),
            StoreError::TooMany(cap) => too_many(cap),
            StoreError::Unavailable(why) => {
                tracing::error!(why, "the database does not answer");
                Problem::new(StatusCode::SERVICE_UNAVAILABLE, "unavailable", away).retry_after(1)
            }
            StoreError::Full => {
                tracing::error!("the database is full");
                Problem::new(StatusCode::INSUFFICIENT_STORAGE, "full", full)
            }
            StoreError::Schema(why) | StoreError::Corrupt(why) => {
                tracing::error!(why, "the database is corrupt");
                Problem::broken()
            }
        }
    }
}

/// Somebody has as much of something as they may.
fn too_many(cap: Cap) -> Problem {
    let max = cap.max();
    let (code, en, fr) = match cap {
        Cap::Challenges => (
            "too-many-challenges",
            format!("you have {max} challenges waiting: take some back first"),
            format!("vous avez {max} défis en attente : retirez-en d'abord"),
        ),
        Cap::NetworkChallenges | Cap::NetworkLobby => (
            "too-many-challenges",
            format!("{max} challenges from your network are waiting: try again later"),
            format!("{max} défis de votre réseau sont en attente : réessayez plus tard"),
        ),
        Cap::ChallengesToOne => (
            "too-many-challenges",
            format!("{max} of your challenges are waiting for this player's answer"),
            format!("{max} de vos défis attendent déjà la réponse de ce joueur"),
        ),
        Cap::NetworkChallengesToOne => (
            "too-many-challenges",
            format!("{max} challenges from your network are waiting for this player's answer"),
            format!("{max} défis de votre réseau attendent déjà la réponse de ce joueur"),
        ),
        Cap::Tokens => (
            "too-many-tokens",
            format!("an account has at most {max} tokens: delete one first"),
            format!("un compte a au plus {max} jetons : supprimez-en un d'abord"),
        ),
        Cap::Muted => (
            "too-many-muted",
            format!("you have muted {max} players: unmute some first"),
            format!("vous avez masqué {max} joueurs : réaffichez-en d'abord"),
        ),
        Cap::Reports => (
            "too-many-reports",
            format!("you have sent {max} reports within a day: try again later"),
            format!("vous avez envoyé {max} signalements en un jour : réessayez plus tard"),
        ),
        Cap::ComputerGames => (
            "too-many-games",
            format!("you have {max} unfinished games against the computer: finish some first"),
            format!("vous avez {max} parties inachevées contre l'ordinateur : finissez-en d'abord"),
        ),
        Cap::Imports => (
            "too-many-imports",
            format!("you have {max} imported games: remove some first"),
            format!("vous avez {max} parties importées : supprimez-en d'abord"),
        ),
    };
    Problem::worded(StatusCode::CONFLICT, code, en, fr)
}

impl From<PlayError> for Problem {
    fn from(error: PlayError) -> Problem {
        match error {
            PlayError::NoGame => Problem::not_found(),
            PlayError::Act(ActError::Refused(refusal)) => refusal.into(),
            PlayError::Act(ActError::Store(error)) => error.into(),
        }
    }
}

impl From<Busy> for Problem {
    fn from(_: Busy) -> Problem {
        let text = Text {
            en: "the computer has too much to do just now: try again soon",
            fr: "l'ordinateur a trop à faire pour l'instant : réessayez bientôt",
        };
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, "engine-busy", text).retry_after(2)
    }
}
