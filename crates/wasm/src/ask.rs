use mekong_catalog::Request;
use mekong_core::{Explain as _, Lang};
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

    pub(crate) fn number(&self, field: &str) -> Option<u64> {
        self.fields.get(field)?.as_u64()
    }

    /// The session that the question is about, and the seed of its deal.
    pub(crate) fn session(&self) -> Result<(mekong_catalog::Session, Option<u64>), Unanswered> {
        let request: Request = serde_json::from_value(Value::Object(self.fields.clone()))
            .map_err(|error| Unanswered(error.to_string()))?;
        request.open(|| 1).map_err(|error| Unanswered(error.explain(self.lang)))
    }
}

/// Answers a question: `{"do": …, "lang": "en" or "fr", …}`. What cannot be answered gives `{"error": …}` with a
/// sentence. While it thinks about a position it tells what it has found so far.
///
/// | do | with | answers |
/// |---|---|---|
/// | `games` | | the games, their authors, seats and variants |
/// | `show` | game, variant, position or seed, moves | the snapshot of `mekong show --json`, and how often the position occurred |
/// | `look` | the same, and `move` | marks on the board and a sentence: what the move does, or why not |
/// | `threats` | as `show` | marks on the board and a sentence: what could be won at once |
/// | `choose` | the same, `level`, `random` | the computer's move |
/// | `think` | the same, `time` or `nodes` or `depth`, `lines` | lines of play with their scores, told as they are found |
/// | `judge` | the same, `nodes` | the analysis of the whole game, move by move, with reasons in both languages |
/// | `hint` | the same | a good move, and words for it |
/// | `write` | the same, or a `record` as JSON | the game as PGN |
/// | `read` | `pgn` | the first game of a file: game, variant, position, moves, and its `record` as JSON |
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
    match question.text("do") {
        Some("games") => Ok(games::list(question.lang)),
        Some("show") => look::show(question),
        Some("look") => look::look(question),
        Some("threats") => look::threats(question),
        Some("choose") => think::choose(question),
        Some("think") => think::think(question, tell),
        Some("judge") => think::judge(question, tell),
        Some("hint") => think::hint(question),
        Some("write") => records::write(question),
        Some("read") => records::read(question),
        _ => Err(Unanswered("nobody knows how to do that".to_owned())),
    }
}
