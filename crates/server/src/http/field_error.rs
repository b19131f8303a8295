//! Errors of fields in both languages. Deserializers turn every error into a string, so that both texts are in it.

use std::fmt;

use mekong_core::Lang;

use crate::localized_text::LocalizedText;

/// Before and after a [`FieldError`] in the text of a deserializer's error.
const MARK: char = '\u{1e}';

/// Between its English and its French text.
const SEPARATOR: char = '\u{1f}';

/// Why the value of a field is refused.
struct FieldError(LocalizedText);

impl fmt::Display for FieldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let FieldError(LocalizedText { en, fr }) = self;
        write!(f, "{MARK}{en}{SEPARATOR}{fr}{MARK}")
    }
}

/// An error of a deserializer, in both languages.
pub(super) fn field_error<E: serde::de::Error>(text: impl Fn(Lang) -> String) -> E {
    E::custom(FieldError(LocalizedText::new(text)))
}

/// The text of a deserializer's error. The messages of the deserializer itself are technical and exist in English only: the French text
/// quotes them.
pub(super) fn deserializer_text(error: &str) -> LocalizedText {
    let Some((before, en, fr, after)) = split(error) else {
        let fr = format!("message technique, en anglais : « {error} »");
        return LocalizedText { en: error.to_owned(), fr };
    };
    // The path of the field, after what axum writes.
    let path = before.trim_end_matches(": ").rsplit(": ").next().filter(|path| !path.contains(' '));
    let fr = match path {
        Some(path) if !path.is_empty() => format!("{path} : {fr}"),
        _ => fr.to_owned(),
    };
    LocalizedText { en: format!("{before}{en}{after}"), fr }
}

/// The text before a field error, its English and its French text, and the text after it.
fn split(error: &str) -> Option<(&str, &str, &str, &str)> {
    let (before, rest) = error.split_once(MARK)?;
    let (texts, after) = rest.split_once(MARK)?;
    let (en, fr) = texts.split_once(SEPARATOR)?;
    Some((before, en, fr, after))
}

#[cfg(test)]
mod tests {
    use axum::extract::Query;
    use serde::Deserialize;

    use super::{MARK, SEPARATOR, deserializer_text};
    use crate::http::{Problem, fields};

    #[derive(Deserialize, Debug)]
    struct Body {
        #[serde(rename = "name", deserialize_with = "fields::text::<_, 2, 3>")]
        _name: String,
    }

    fn texts(problem: &Problem) -> [&str; 2] {
        [mekong_core::Lang::En, mekong_core::Lang::Fr].map(|lang| problem.text_in(lang))
    }

    #[test]
    fn our_messages_are_in_the_language_of_the_reader() {
        let body = axum::Json::<Body>::from_bytes(br#"{"name": "long"}"#).unwrap_err();
        let query = Query::<Body>::try_from_uri(&"/?name=long".parse().unwrap()).unwrap_err();
        for problem in [Problem::from(body), Problem::from(query)] {
            let [en, fr] = texts(&problem);
            assert!(en.contains("name: it must have 2 to 3 characters"), "{en}");
            assert!(fr.ends_with("name : il faut de 2 à 3 caractères"), "{fr}");
            assert!(!fr.contains("it must") && !fr.contains("Failed"), "{fr}");
            assert!([en, fr].iter().all(|text| !text.contains([MARK, SEPARATOR])), "{en}{fr}");
        }
    }

    #[test]
    fn messages_of_the_deserializer_are_quoted() {
        let body = axum::Json::<Body>::from_bytes(b"{}").unwrap_err();
        let problem = Problem::from(body);
        let [en, fr] = texts(&problem);
        assert!(en.contains("missing field `name`"), "{en}");
        assert!(fr.contains("en anglais : « ") && fr.contains("missing field `name`"), "{fr}");
    }

    #[test]
    fn marks_in_the_text_of_a_client_do_no_harm() {
        for text in ["\u{1e}", "\u{1e}\u{1e}", "a\u{1e}b\u{1f}c", "\u{1f}\u{1e}\u{1f}\u{1e}\u{1e}"] {
            let _ = deserializer_text(text);
        }
    }
}
