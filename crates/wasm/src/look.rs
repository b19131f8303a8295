use mekong_catalog::Snapshot;
use mekong_core::Explain as _;
use serde_json::{Value, json};

use crate::ask::{Answer, Question, Unanswered};

/// The position of a session and what can be done there.
pub(crate) fn show(question: &Question) -> Answer {
    let (session, seed) = question.session()?;
    let mut value =
        serde_json::to_value(Snapshot::of(&session, seed)).map_err(|error| Unanswered(error.to_string()))?;
    if let Value::Object(fields) = &mut value {
        fields.insert("occurrences".to_owned(), json!(session.occurrences()));
        fields.insert("start".to_owned(), json!(session.start_text()));
        if let Some(outcome) = session.outcome() {
            fields.insert("ending".to_owned(), json!(outcome.explain(question.lang)));
        }
    }
    Ok(value)
}

/// Whether a move is legal, and why not.
pub(crate) fn check(question: &Question) -> Answer {
    let (mut session, _) = question.session()?;
    let text = question.text("move").unwrap_or_default();
    Ok(match session.play(text) {
        Ok(()) => json!({ "ok": true }),
        Err(error) => json!({ "ok": false, "why": error.explain(question.lang) }),
    })
}
