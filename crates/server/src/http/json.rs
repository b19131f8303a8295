//! The extractors of axum, with a [`Problem`] as rejection, and parameters of several routes.

use std::{fmt, marker::PhantomData};

use axum::{
    body::Bytes,
    extract::{
        FromRequest, FromRequestParts, Request,
        rejection::{BytesRejection, JsonRejection, QueryRejection},
    },
    http::{HeaderMap, StatusCode, header, request::Parts},
    response::{IntoResponse, Response},
};
use mekong_core::Text;
use serde::{
    Deserialize, Deserializer, Serialize,
    de::{DeserializeOwned, MapAccess, Visitor, value::MapAccessDeserializer},
};
use utoipa::IntoParams;

use super::{Problem, field_error::deserializer_text, fields};
use crate::localized_text::LocalizedText;

/// A JSON body of a request or response.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Json<T>(
    /// The value.
    pub(super) T,
);

/// The query string.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Query<T>(
    /// The value.
    pub(super) T,
);

/// The parameters of a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Path<T>(
    /// The value.
    pub(super) T,
);

/// The id in a path.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(super) struct IdPath {
    /// The id.
    #[param(min_length = 12, max_length = 12, pattern = "^[a-z2-9]{12}$")]
    #[serde(deserialize_with = "fields::id")]
    pub(super) id: String,
}

/// A kind of game.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct GameQuery {
    /// Kind of game.
    #[param(schema_with = fields::game_schema)]
    #[serde(deserialize_with = "fields::game")]
    pub(super) game: String,
}

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Json<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Json<T>, Problem> {
        if !is_json(request.headers()) {
            return Err(Problem::content_type());
        }
        let bytes = Bytes::from_request(request, state).await.map_err(|rejection| unread_body(&rejection))?;
        if has_nul(&bytes) {
            let why = [
                "a text must not contain the character NUL",
                "un texte ne doit pas contenir le caractère NUL",
            ];
            return Err(Problem::with_texts(StatusCode::UNPROCESSABLE_ENTITY, "json-data", why[0], why[1]));
        }
        let axum::Json(Object(value)) = axum::Json::from_bytes(&bytes)?;
        Ok(Json(value))
    }
}

/// The body is too large, or did not arrive in time.
pub(super) fn unread_body(rejection: &BytesRejection) -> Problem {
    match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Problem::too_large(),
        _ => Problem::too_slow(),
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or("");
    let kind = kind.split(';').next().unwrap_or("").trim().to_ascii_lowercase();
    kind == "application/json" || kind.starts_with("application/") && kind.ends_with("+json")
}

/// Whether a JSON text contains NUL, which can only be written as `\u0000`; PostgreSQL cannot store it.
fn has_nul(json: &[u8]) -> bool {
    let escapes = |place: usize| json[..place].iter().rev().take_while(|&&byte| byte == b'\\').count();
    let mut places = json.windows(6).enumerate().filter(|(_, part)| *part == b"\\u0000");
    // An escaped backslash.
    places.any(|(place, _)| escapes(place) % 2 == 0)
}

/// A JSON object. Serde would also accept an array of the values in order.
struct Object<T>(T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Object<T>, D::Error> {
        struct Fields<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Fields<T> {
            type Value = Object<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<M: MapAccess<'de>>(self, map: M) -> Result<Object<T>, M::Error> {
                T::deserialize(MapAccessDeserializer::new(map)).map(Object)
            }
        }
        deserializer.deserialize_map(Fields(PhantomData))
    }
}

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        axum::Json(self.0).into_response()
    }
}

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Query<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Query<T>, Problem> {
        let axum::extract::Query(value) = axum::extract::Query::from_request_parts(parts, state).await?;
        Ok(Query(value))
    }
}

/// A path with invalid parameters is not found.
impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Path<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Path<T>, Problem> {
        match axum::extract::Path::from_request_parts(parts, state).await {
            Ok(axum::extract::Path(value)) => Ok(Path(value)),
            Err(_) => Err(Problem::not_found()),
        }
    }
}

impl From<JsonRejection> for Problem {
    fn from(rejection: JsonRejection) -> Problem {
        let LocalizedText { en, fr } = deserializer_text(&rejection.body_text());
        match rejection {
            JsonRejection::JsonDataError(_) => Problem::with_texts(
                StatusCode::UNPROCESSABLE_ENTITY,
                "json-data",
                format!("invalid JSON body: {en}"),
                format!("corps JSON non valide : {fr}"),
            ),
            _ => Problem::bad_request(
                "json-syntax",
                format!("the body is not JSON: {en}"),
                format!("le corps n’est pas du JSON : {fr}"),
            ),
        }
    }
}

impl From<QueryRejection> for Problem {
    fn from(rejection: QueryRejection) -> Problem {
        let LocalizedText { en, fr } = deserializer_text(&rejection.body_text());
        Problem::bad_request(
            "query",
            format!("invalid query string: {en}"),
            format!("paramètres de requête non valides : {fr}"),
        )
    }
}

impl Problem {
    /// Bodies must be declared as JSON.
    pub(super) fn content_type() -> Problem {
        let text = Text {
            en: "the body must be JSON, with the header Content-Type: application/json",
            fr: "le corps doit être du JSON, de type application/json (en-tête Content-Type)",
        };
        Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "content-type", text)
    }

    /// The body is too large.
    pub(super) fn too_large() -> Problem {
        let text =
            Text { en: "the request body is too large", fr: "le corps de la requête est trop volumineux" };
        Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", text)
    }
}

#[cfg(test)]
mod tests {
    use super::has_nul;

    #[test]
    fn nul_is_found_and_its_escaped_text_is_not() {
        assert!(has_nul(br#"{"name": "a\u0000"}"#));
        assert!(has_nul(br#"{"name": "\\\u0000"}"#));
        assert!(!has_nul(br#"{"name": "\\u0000"}"#));
        assert!(!has_nul(br#"{"name": "\u0001 u0000"}"#));
    }
}
