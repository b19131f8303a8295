use mekong_core::{Explain, Lang, explained_error, say};
use serde::Deserialize;
use serde_json::{Value, error::Category};

use crate::{GameSession, OpenError, find, variants::maybe_variant_ids};

/// A game, its variants, a position and moves from there: a line of `mekong show --batch`.
///
/// Unknown fields are ignored.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
pub struct PositionRequest {
    /// The game's name.
    pub game: String,
    /// The names of the variants; none for the plain game. JSON may also have one string with commas between them, and may
    /// call the field `variants` as the server does.
    #[serde(default, rename = "variant", alias = "variants", deserialize_with = "maybe_variant_ids")]
    pub variants: Option<Vec<String>>,
    /// The position to start from; none for the start of the game.
    #[serde(default)]
    pub position: Option<String>,
    /// Moves to play from there.
    #[serde(default)]
    pub moves: Option<Vec<String>>,
    /// The seed of the deal, in games that begin with one and when no position is given.
    #[serde(default)]
    pub seed: Option<u64>,
}

impl PositionRequest {
    /// Reads a request from JSON: an object in one line.
    ///
    /// ```
    /// use mekong_catalog::PositionRequest;
    ///
    /// let request = PositionRequest::from_json(br#"{"game":"saigon","moves":["pr"]}"#)?;
    /// assert_eq!(request.open(|| 0)?.0.position_text(), "LLL/LDDD/DLLL/LDDD D");
    ///
    /// let refused = PositionRequest::from_json(br#"{"game":"saigon","moves":"pr"}"#).unwrap_err();
    /// assert_eq!(refused.to_string(), "moves: this must be an array of strings");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_json(line: &[u8]) -> Result<PositionRequest, RequestError> {
        let text = std::str::from_utf8(line).map_err(|error| RequestError::NotUtf8 {
            column: String::from_utf8_lossy(&line[..error.valid_up_to()]).chars().count() + 1,
        })?;
        let text = text.trim_ascii_end();
        match text.trim_ascii_start().chars().next() {
            None => Err(RequestError::Empty),
            Some('{') => serde_json::from_str(text).map_err(|error| diagnose(text, &error)),
            // The derived deserializer would accept an array in place of an object.
            Some(_) => Err(match serde_json::from_str::<Value>(text) {
                Ok(_) => RequestError::NotAnObject,
                Err(error) => not_json(text, &error),
            }),
        }
    }

    /// Opens the session and returns the seed if the game was dealt. `fresh_seed` provides a seed if a deal is needed
    /// and none is given.
    pub fn open(&self, fresh_seed: impl FnOnce() -> u64) -> Result<(GameSession, Option<u64>), OpenError> {
        let entry = find(&self.game)?;
        let variants = entry.parse_variants(self.variants.iter().flatten())?;
        let is_dealt = self.position.is_none() && entry.info().dealt;
        let seed = is_dealt.then(|| self.seed.unwrap_or_else(fresh_seed));
        let moves = self.moves.iter().flatten();
        let session = entry.open(variants, self.position.as_deref(), seed.unwrap_or_default(), moves)?;
        Ok((session, seed))
    }
}

/// Why bytes are not a [`PositionRequest`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RequestError {
    /// The input is empty.
    Empty,
    /// The bytes are not UTF-8.
    NotUtf8 {
        /// The column of the invalid byte, from 1.
        column: usize,
    },
    /// The text is not JSON.
    NotJson {
        /// The column of the error, from 1.
        column: usize,
    },
    /// The JSON is truncated.
    Truncated,
    /// The JSON is not an object.
    NotAnObject,
    /// The field `game` is missing.
    NoGame,
    /// A field has the wrong type.
    Field {
        /// Its name.
        name: &'static str,
        /// The expected type.
        expected: FieldType,
    },
    /// A duplicate field.
    DuplicateField,
}

/// The type of a field of a [`PositionRequest`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FieldType {
    /// A string.
    String,
    /// An array of strings.
    Strings,
    /// An array of strings, or one string with commas between the names.
    Names,
    /// A number from 0 to 2⁶⁴ − 1.
    Number,
}

impl FieldType {
    fn fits(self, value: &Value) -> bool {
        match self {
            FieldType::String => value.is_string(),
            FieldType::Strings => value.as_array().is_some_and(|list| list.iter().all(Value::is_string)),
            FieldType::Names => FieldType::String.fits(value) || FieldType::Strings.fits(value),
            FieldType::Number => value.is_u64(),
        }
    }
}

/// Translates the errors of the JSON parser.
fn diagnose(text: &str, error: &serde_json::Error) -> RequestError {
    if error.classify() != Category::Data {
        return not_json(text, error);
    }
    let fields = match serde_json::from_str::<Value>(text) {
        Ok(value) => value,
        Err(error) => return not_json(text, &error),
    };
    if fields.get("game").is_none() {
        return RequestError::NoGame;
    }
    let shape = [
        ("game", FieldType::String, false),
        ("variant", FieldType::Names, true),
        ("variants", FieldType::Names, true),
        ("position", FieldType::String, true),
        ("moves", FieldType::Strings, true),
        ("seed", FieldType::Number, true),
    ];
    for (name, expected, may_be_null) in shape {
        let wrong = |value: &&Value| !(expected.fits(value) || may_be_null && value.is_null());
        if fields.get(name).as_ref().is_some_and(wrong) {
            return RequestError::Field { name, expected };
        }
    }
    RequestError::DuplicateField
}

fn not_json(text: &str, error: &serde_json::Error) -> RequestError {
    if error.is_eof() {
        return RequestError::Truncated;
    }
    // The parser counts bytes.
    let before = &text.as_bytes()[..error.column().min(text.len())];
    RequestError::NotJson { column: String::from_utf8_lossy(before).chars().count().max(1) }
}

impl Explain for RequestError {
    fn explain(&self, lang: Lang) -> String {
        match self {
            RequestError::Empty => say!(lang, "the line is empty", "la ligne est vide"),
            RequestError::NotUtf8 { column } => {
                say!(
                    lang,
                    "column {column}: not UTF-8 text",
                    "colonne {column} : ce n’est pas du texte UTF-8"
                )
            }
            RequestError::NotJson { column } => {
                say!(lang, "column {column}: not JSON", "colonne {column} : ce n’est pas du JSON")
            }
            RequestError::Truncated => {
                say!(lang, "the line ends in the middle of JSON", "la ligne s’arrête au milieu du JSON")
            }
            RequestError::NotAnObject => say!(
                lang,
                "a request is a JSON object such as {{\"game\":\"siam\"}}",
                "une requête est un objet JSON comme {{\"game\":\"siam\"}}",
            ),
            RequestError::NoGame => say!(lang, "game: this field is missing", "game : ce champ manque"),
            RequestError::Field { name, expected } => {
                let expected = match expected {
                    FieldType::String => say!(lang, "a string", "une chaîne de caractères"),
                    FieldType::Strings => {
                        say!(lang, "an array of strings", "un tableau de chaînes de caractères")
                    }
                    FieldType::Names => say!(
                        lang,
                        "an array of strings, or one string with commas",
                        "un tableau de chaînes de caractères, ou une seule chaîne avec des virgules",
                    ),
                    FieldType::Number => {
                        let max = u64::MAX;
                        say!(lang, "a whole number from 0 to {max}", "un nombre entier de 0 à {max}")
                    }
                };
                say!(lang, "{name}: this must be {expected}", "{name} : il faut {expected}")
            }
            RequestError::DuplicateField => {
                say!(lang, "a field is given twice", "un champ est donné deux fois")
            }
        }
    }
}
explained_error!(RequestError);
