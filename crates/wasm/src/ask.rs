use mekong_catalog::Request;
use mekong_core::{Explain as _, Lang, say};
use serde_json::{Map, Value, json};

use crate::{games, look, records, think};

/// What a question is about.
pub(crate) struct Question {
    pub(crate) fields: Map<String, Value>,
    pub(crate) lang: Lang,
}

/// What stands in the way of an answer, in the language of the question.
pub(crate) struct Unanswered(pub(crate) String);

pub(crate) type Answer = Result<Value, Unanswered>;

impl Question {
    pub(crate) fn text(&self, field: &str) -> Option<&str> {
        self.fields.get(field)?.as_str()
    }

    /// A whole number; none if the field is not there.
    pub(crate) fn number(&self, field: &str) -> Result<Option<u64>, Unanswered> {
        match self.fields.get(field) {
            None | Some(Value::Null) => Ok(None),
            Some(value) => value.as_u64().map(Some).ok_or_else(|| {
                Unanswered(say!(
                    self.lang,
                    "{field}: this must be a whole number from 0",
                    "{field} : il faut un nombre entier à partir de 0",
                ))
            }),
        }
    }

    /// The session that the question is about, and the seed of its deal.
    pub(crate) fn session(&self) -> Result<(mekong_catalog::Session, Option<u64>), Unanswered> {
        let text = Value::Object(self.fields.clone()).to_string();
        let request = Request::from_json(text.as_bytes());
        let request = request.map_err(|error| Unanswered(error.explain(self.lang)))?;
        request.open(|| 1).map_err(|error| Unanswered(error.explain(self.lang)))
    }

    /// Refuses fields that the question does not have: what was meant by them would not be done.
    fn check_fields(&self, known: &[&str]) -> Result<(), Unanswered> {
        let is_known =
            |name: &&String| ["do", "lang"].contains(&name.as_str()) || known.contains(&name.as_str());
        match self.fields.keys().find(|name| !is_known(name)) {
            Some(name) => Err(Unanswered(say!(
                self.lang,
                "{name}: there is no such field",
                "{name} : ce champ n'existe pas",
            ))),
            None => Ok(()),
        }
    }
}

/// The fields that say which position is meant.
macro_rules! place_and {
    ($($field:literal),*) => { &["game", "variant", "position", "seed", "moves", $($field),*] };
}

/// Answers a question: `{"do": …, "lang": "en" or "fr", …}`. What cannot be answered gives `{"error": …}` with a
/// sentence, and so does a field that the question does not have. While it thinks about a position it tells what it has
/// found so far.
///
/// | do | with | answers |
/// |---|---|---|
/// | `games` | | the games, their authors, seats and variants |
/// | `show` | game, variant, position or seed, moves | the snapshot of `mekong show --json`, and how often the position occurred |
/// | `look` | the same, and `move` | marks on the board and a sentence: what the move does, or why not |
/// | `threats` | as `show` | marks on the board and a sentence: what could be won at once |
/// | `choose` | the same, `level`, `random` | the computer's move |
/// | `think` | the same, `time` or `nodes` or `depth`, `lines` | lines of play with their scores, told as they are found |
/// | `judge` | the same without `lines` | the analysis of the whole game, move by move, with reasons in both languages |
/// | `hint` | the same without `lines` | a good move, and words for it |
/// | `write` | the same, or a `record` as JSON | the game as PGN |
/// | `read` | `pgn`, which may be JSON too | the first game of a file: game, variant, position, moves, and its `record` as JSON |
pub fn answer(question: &str, tell: &mut dyn FnMut(&str)) -> String {
    let answer = match serde_json::from_str::<Value>(question) {
        Ok(Value::Object(fields)) => {
            let lang =
                if fields.get("lang").and_then(Value::as_str) == Some("fr") { Lang::Fr } else { Lang::En };
            dispatch(&Question { fields, lang }, tell)
        }
        Ok(_) => Err(Unanswered("a question is an object".to_owned())),
        Err(error) => Err(Unanswered(error.to_string())),
    };
    match answer {
        Ok(value) => value.to_string(),
        Err(Unanswered(why)) => json!({ "error": why }).to_string(),
    }
}

fn dispatch(question: &Question, tell: &mut dyn FnMut(&str)) -> Answer {
    type Do = fn(&Question, &mut dyn FnMut(&str)) -> Answer;
    let (known, answer): (&[&str], Do) = match question.text("do") {
        Some("games") => (&[], |question, _| Ok(games::list(question.lang))),
        Some("show") => (place_and![], |question, _| look::show(question)),
        Some("look") => (place_and!["move"], |question, _| look::look(question)),
        Some("threats") => (place_and![], |question, _| look::threats(question)),
        Some("choose") => (place_and!["level", "random"], |question, _| think::choose(question)),
        Some("think") => (place_and!["time", "nodes", "depth", "lines"], think::think),
        Some("judge") => (place_and!["time", "nodes", "depth"], think::judge),
        Some("hint") => (place_and!["time", "nodes", "depth"], |question, _| think::hint(question)),
        Some("write") => (place_and!["record"], |question, _| records::write(question)),
        Some("read") => (&["pgn"], |question, _| records::read(question)),
        _ => return Err(Unanswered("nobody knows how to do that".to_owned())),
    };
    question.check_fields(known)?;
    answer(question, tell)
}
