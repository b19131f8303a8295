use mekong_core::{Explain, Lang, explained_error, say};
use serde::Deserialize;
use serde_json::{Value, error::Category};

use crate::{OpenError, Session, find, variants::maybe_variant_names};

/// What to look at: a game, its variants, a position and moves from there. A line of `mekong show --batch`.
///
/// Fields it does not know are left alone, so that files with remarks of their own can be given as they are.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
pub struct Request {
    /// The game's name.
    pub game: String,
    /// The names of the variants; none for the plain game. JSON may also have one text with commas between them, and may
    /// call the field `variants` as the server does.
    #[serde(default, alias = "variants", deserialize_with = "maybe_variant_names")]
    pub variant: Option<Vec<String>>,
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

impl Request {
    /// Reads a request from JSON: an object in one line.
    ///
    /// ```
    /// use mekong_catalog::Request;
    ///
    /// let request = Request::from_json(br#"{"game":"saigon","moves":["pr"]}"#)?;
    /// assert_eq!(request.open(|| 0)?.0.position_text(), "LLL/LDDD/DLLL/LDDD D");
    ///
    /// let refused = Request::from_json(br#"{"game":"saigon","moves":"pr"}"#).unwrap_err();
    /// assert_eq!(refused.to_string(), "moves: this must be a list of texts");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_json(line: &[u8]) -> Result<Request, RequestError> {
        let text = std::str::from_utf8(line).map_err(|error| RequestError::NotUtf8 {
            column: String::from_utf8_lossy(&line[..error.valid_up_to()]).chars().count() + 1,
        })?;
        let text = text.trim_ascii_end();
        match text.trim_ascii_start().chars().next() {
            None => Err(RequestError::Empty),
            Some('{') => serde_json::from_str(text).map_err(|error| diagnose(text, &error)),
            // The derived reader would take a list of the values for an object.
            Some(_) => Err(match serde_json::from_str::<Value>(text) {
                Ok(_) => RequestError::NotAnObject,
                Err(error) => not_json(text, &error),
            }),
        }
    }

    /// Opens the session, and tells the seed if the game began with a deal. `fresh_seed` is asked for a seed
    /// when a deal is needed and none is given.
    pub fn open(&self, fresh_seed: impl FnOnce() -> u64) -> Result<(Session, Option<u64>), OpenError> {
        let entry = find(&self.game)?;
        let names = self.variant.iter().flatten();
        let variants = entry.info().parse_variants(names).map_err(OpenError::Variant)?;
        let (mut session, seed) = match &self.position {
            Some(text) => (entry.parse(text, variants).map_err(OpenError::Position)?, None),
            None if entry.info().dealt => {
                let seed = self.seed.unwrap_or_else(fresh_seed);
                (entry.start(variants, seed), Some(seed))
            }
            None => (entry.start(variants, 0), None),
        };
        for (number, text) in (1..).zip(self.moves.iter().flatten()) {
            session.play(text).map_err(|error| OpenError::Move { number, text: text.clone(), error })?;
        }
        Ok((session, seed))
    }
}

/// Why bytes are not a [`Request`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RequestError {
    /// Nothing is there.
    Empty,
    /// The bytes are not UTF-8.
    NotUtf8 {
        /// The character that is none, from 1.
        column: usize,
    },
    /// The text is not JSON.
    NotJson {
        /// The character where that shows, from 1.
        column: usize,
    },
    /// The text is the beginning of JSON.
    CutOff,
    /// The JSON is something else than an object.
    NotAnObject,
    /// The field `game` is missing.
    NoGame,
    /// A field holds something else than it should.
    Field {
        /// Its name.
        name: &'static str,
        /// What it should hold.
        should: Should,
    },
    /// A field is there twice.
    Twice,
}

/// What a field of a [`Request`] holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Should {
    /// A text.
    Text,
    /// A list of texts.
    Texts,
    /// A list of texts, or one text with commas between the names.
    Names,
    /// A number from 0 to 2⁶⁴ − 1.
    Number,
}

impl Should {
    fn fits(self, value: &Value) -> bool {
        match self {
            Should::Text => value.is_string(),
            Should::Texts => value.as_array().is_some_and(|list| list.iter().all(Value::is_string)),
            Should::Names => Should::Text.fits(value) || Should::Texts.fits(value),
            Should::Number => value.is_u64(),
        }
    }
}

/// Finds the words for what the JSON reader says in its own.
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
        ("game", Should::Text, false),
        ("variant", Should::Names, true),
        ("variants", Should::Names, true),
        ("position", Should::Text, true),
        ("moves", Should::Texts, true),
        ("seed", Should::Number, true),
    ];
    for (name, should, may_be_null) in shape {
        let wrong = |value: &&Value| !(should.fits(value) || may_be_null && value.is_null());
        if fields.get(name).as_ref().is_some_and(wrong) {
            return RequestError::Field { name, should };
        }
    }
    RequestError::Twice
}

fn not_json(text: &str, error: &serde_json::Error) -> RequestError {
    if error.is_eof() {
        return RequestError::CutOff;
    }
    // The reader counts bytes.
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
                    "colonne {column} : ce n'est pas du texte UTF-8"
                )
            }
            RequestError::NotJson { column } => {
                say!(lang, "column {column}: not JSON", "colonne {column} : ce n'est pas du JSON")
            }
            RequestError::CutOff => {
                say!(lang, "the line ends in the middle of JSON", "la ligne s'arrête au milieu du JSON")
            }
            RequestError::NotAnObject => say!(
                lang,
                "a request is a JSON object such as {{\"game\":\"siam\"}}",
                "une requête est un objet JSON comme {{\"game\":\"siam\"}}",
            ),
            RequestError::NoGame => say!(lang, "game: this field is missing", "game : ce champ manque"),
            RequestError::Field { name, should } => {
                let should = match should {
                    Should::Text => say!(lang, "a text", "un texte"),
                    Should::Texts => say!(lang, "a list of texts", "une liste de textes"),
                    Should::Names => say!(
                        lang,
                        "a list of texts, or one text with commas",
                        "une liste de textes, ou un texte avec des virgules",
                    ),
                    Should::Number => {
                        let most = u64::MAX;
                        say!(lang, "a whole number from 0 to {most}", "un nombre entier de 0 à {most}")
                    }
                };
                say!(lang, "{name}: this must be {should}", "{name} : il faut {should}")
            }
            RequestError::Twice => say!(lang, "a field is given twice", "un champ est donné deux fois"),
        }
    }
}
explained_error!(RequestError);
